// The first screen: the invitation, unfinished games, and the form for other games.

import { isWhole } from "./bundle";
import { make } from "./dom";
import { duelOf } from "./duel";
import { games } from "./engine";
import { finishedList } from "./finished";
import type { GameName } from "./engine-keys";
import { freshSeed, keptGames, planned, type Kept } from "./kept";
import { keptList } from "./kept-list";
import { EASY, levelName } from "./levels";
import type { Deck } from "./links";
import type { Plan, Player } from "./plan";
import { puzzleScene } from "./puzzle-screen";
import { standingWords } from "./puzzles";
import type { View } from "./review";
import { openingScene, setupForm } from "./setup";
import { recall, recallObject, remember } from "./store";
import { texts } from "./texts";
import { invitation, type Wish } from "./welcome";

/** What the buttons of the invitation start, by game. */
export type Wishes = Record<Wish, (game: GameName) => void>;

interface Acts {
  begin: (kept: Kept) => void;
  resume: (key: string, kept: Kept) => void;
  open: (file: File) => void;
  review: (view: View) => void;
}

/** The picture of the invitation, which is in the document from the start; a page in one file has none. */
const board = document.querySelector(".welcome .sea");

/** A first game: against as few opponents as possible, who play at the level "easy". The person has the name that was given last. */
export function firstGame(game: GameName): Kept {
  const players = games().find(({ name }) => name === game)?.players[0] ?? 2;
  const seats = Array.from({ length: players }, (_, seat): Player => (seat === 0 ? { kind: "human", name: recallObject<Plan>("plan")?.seats?.[0]?.name } : { kind: "agent", level: EASY }));
  return planned({ game, players, rules: {}, seed: freshSeed(), seats });
}

/** Grants a wish, such as `play tongiaki`. */
export function grant(wish: string, wishes: Wishes): void {
  const [act, game] = wish.split(" ") as [Wish, GameName];
  wishes[act](game);
}

/** Fills in what needs the engine: the pictures, and the person's results in the puzzles. */
function complete(welcome: HTMLElement): void {
  for (const place of welcome.querySelectorAll<HTMLElement>("[data-view]")) {
    const [kind, game] = (place.dataset.view ?? "").split(" ") as [string, GameName];
    if (kind === "board") place.replaceChildren(openingScene(game));
    // A picture that cannot be loaded is missed by nobody.
    else if (!isWhole) void puzzleScene(game).then((scene) => place.replaceChildren(scene)).catch(() => undefined);
  }
  for (const button of welcome.querySelectorAll<HTMLElement>(".puzzle")) {
    const game = button.dataset.wish?.split(" ")[1] ?? "";
    if (button.nextElementSibling !== null) button.nextElementSibling.textContent = standingWords(game);
    button.toggleAttribute("hidden", isWhole);
  }
}

function welcome(wishes: Wishes): HTMLElement {
  const words = make("div", { class: "invitation" });
  // Safe as HTML: written by the page alone.
  words.innerHTML = invitation(texts());
  const section = make("section", { class: "welcome", click: ({ target }) => {
    const wish = target instanceof Element ? target.closest<HTMLElement>("[data-wish]")?.dataset.wish : undefined;
    if (wish !== undefined) grant(wish, wishes);
  } }, ...(board === null ? [] : [board]), words);
  complete(section);
  return section;
}

function challenge(deck: Deck | null, begin: Acts["begin"]): HTMLElement | null {
  const duel = deck === null ? null : duelOf(deck);
  if (duel === null) return null;
  const title = games().find(({ name }) => name === duel.source.game)?.title ?? "?";
  const rivals = duel.seats.flatMap((player) => (player.kind === "agent" ? [levelName(duel.source.game, player.level)] : []));
  return make("section", { class: "setup duel" }, make("span", { class: "view" }, openingScene(duel.source.game)), make("h2", {}, texts().duel(deck?.duel?.by ?? "")), make("p", {}, texts().duelGoal(duel.goal ?? 0, title, rivals)),
    make("p", { class: "acts" }, make("button", { type: "button", class: "main accept", click: () => begin(duel) }, texts().accept)));
}

/** The form for all other games, which stays closed for people who have closed it, except for a deck in the address. */
function custom(deck: Deck | null, begin: Acts["begin"]): HTMLElement {
  const element = make("details", { class: "custom", open: deck !== null || recall("custom") !== "closed" },
    make("summary", {}, texts().custom), setupForm(deck, (plan) => begin(planned(plan))));
  element.addEventListener("toggle", () => remember("custom", element.open ? null : "closed"));
  return element;
}

export function home(deck: Deck | null, wishes: Wishes, { begin, resume, open, review }: Acts): HTMLElement {
  const file = make("input", { type: "file", accept: ".jsonl,.zst", change: () => {
    const chosen = file.files?.[0];
    if (chosen) open(chosen);
  } });
  return make("main", { class: "home" },
    challenge(deck, begin), welcome(wishes), keptList(keptGames(), resume),
    finishedList(review), custom(deck, begin),
    make("section", { class: "setup" }, make("h2", {}, texts().openRecord),
      make("label", {}, make("span", {}, texts().openRecordHelp), file)));
}
