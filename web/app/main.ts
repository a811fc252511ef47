// Entry point of the page: header, screens, addresses, and drag and drop.

import { setModule } from "./brain";
import { engine, isWhole, record as heldRecord } from "./bundle";
import { ignoreDoubleClicks } from "./clicks";
import { make } from "./dom";
import { duelOf } from "./duel";
import { games, load as loadModule } from "./engine";
import type { GameName } from "./engine-keys";
import { fileList } from "./file-list";
import { header } from "./header";
import { claim, freshKey, keptGames, noteTab, planned, type Kept } from "./kept";
import { keptList } from "./kept-list";
import { lesson } from "./lesson";
import { read, toStep, type Deck, type Origin } from "./links";
import { PlayScreen, type Playing } from "./play";
import { ReviewScreen, type View } from "./review";
import type { Source } from "./protocol";
import { hasPuzzles, puzzles, puzzleScreen } from "./puzzle-screen";
import { standingWords, type Puzzle } from "./puzzles";
import { retryScreen, type Mistakes } from "./retry";
import { enter, here, onMove, type Place, type Shown } from "./router";
import { records } from "./save";
import { paint } from "./settings";
import { setupForm } from "./setup";
import { unpacked } from "./share";
import { recall, recallObject, remember } from "./store";
import { language, texts } from "./texts";

const root = document.body;
const notice = make("p", { class: "notice", role: "alert" });

let open: Shown | null = null;
/** The game that this tab has claimed, and how to release it. */
let claimed: { key: string; release: () => void } | null = null;

function complain(error: unknown): void {
  notice.textContent = `${texts().trouble}: ${texts().refused(error instanceof Error ? error : new Error(String(error)))}`;
  notice.scrollIntoView({ block: "nearest" });
}

/** Runs an action, or shows its error and keeps the current screen. Returns whether it succeeded. */
function attempt(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (root.querySelector("main") === null) home();
    complain(error);
    return false;
  }
}

/** Replaces the current screen, below the header of the page, and enters the new one into the history. */
function showScreen(next: Shown, address: string, place: Place, ...screen: Node[]): void {
  open?.end();
  open = next;
  if (claimed !== null && claimed.key !== next.key) {
    claimed.release();
    claimed = null;
  }
  enter(next, address, place);
  notice.textContent = "";
  document.title = next.title === undefined ? texts().title : `${next.title} – ${texts().title}`;
  root.replaceChildren(header(() => (open?.retell ?? open?.again)?.(here())), notice, ...screen);
  scrollTo(0, 0);
}

/** The address of screens that no link leads to. */
const plain = (): string => location.pathname + location.search;

/** Shows a game to play, stored under a key; `from` is the review that it branches off. */
function play(key: string, state: Playing, from: View | null, place: Place): boolean {
  return attempt(() => {
    const screen: PlayScreen = new PlayScreen(key, state, {
      leave: () => (from === null ? home() : review(from)),
      review: (view) => review(view),
      again: (kept) => begin(kept),
    });
    noteTab(key);
    const again = (place: Place): void => {
      const { source, seats, marks, isWaiting } = screen.now;
      void resume(key, recallObject<Kept>(key) ?? { source, seats, marks, isWaiting }, from, place);
    };
    showScreen({ key, title: screen.title, end: () => screen.end(), again, retell: (place) => play(key, screen.now, from, place) }, plain(), place, screen.element);
  });
}

/** Resumes a stored game, unless another tab has it open. Deletes it if it is damaged, so that it is not offered again. */
async function resume(key: string, kept: Kept, from: View | null = null, place: Place = null): Promise<void> {
  const release = claimed?.key === key ? claimed.release : await claim(key);
  if (release === null) {
    if (place !== null) home(null, place);
    return complain(new Error(texts().openElsewhere));
  }
  if (!play(key, kept, from, place)) {
    remember(key, null);
    return release();
  }
  claimed = { key, release };
}

/** Starts a game or a variation. */
function begin(kept: Kept, from: View | null = null): void {
  void resume(freshKey(from !== null), kept, from);
}

function review(view: View, place: Place = null): boolean {
  return attempt(() => {
    const screen: ReviewScreen = new ReviewScreen(view, { leave: () => home(), play: begin, retry: (mistakes, from) => retry(mistakes, from) });
    showScreen({ title: screen.title, end: () => screen.end(), again: (place) => review(screen.view, place) }, toStep(view.origin, view.step, view.seat ?? null), place, screen.element);
  });
}

function retry(mistakes: Mistakes, from: View, place: Place = null): boolean {
  return attempt(() => {
    const screen = retryScreen(mistakes, () => review(from));
    showScreen({ title: screen.title, end: () => screen.end(), again: (place) => retry({ ...mistakes, at: screen.at }, from, place) }, plain(), place, screen.element);
  });
}

/** Shows the puzzle of the day, or of so many days ago. */
function puzzle(game: GameName, all: Puzzle[], daysAgo: number, place: Place = null): boolean {
  return attempt(() => {
    const screen = puzzleScreen(game, all, daysAgo, () => home());
    showScreen({ title: screen.title, end: () => screen.end(), again: (place) => puzzle(game, all, screen.at, place) }, plain(), place, screen.element);
  });
}

/** Loads the puzzles of a game, and shows the one of today unless the person has left the screen in the meantime. */
async function puzzleOfToday(game: GameName): Promise<void> {
  const screen = open;
  try {
    const all = await puzzles(game);
    if (open === screen) puzzle(game, all, 0);
  } catch (error) {
    complain(error);
  }
}

/** The buttons for the puzzles of the day. */
const puzzleChoice = (): HTMLElement => make("section", { class: "setup" }, make("h2", {}, texts().puzzles), ...games().filter(({ name }) => hasPuzzles(name)).map(({ name, title }) =>
  make("p", { class: "acts" },
    make("button", { type: "button", class: `puzzle ${name}`, click: () => void puzzleOfToday(name) }, texts().puzzleOfDay(title)),
    make("small", {}, standingWords(name)))));

async function openFile(file: Blob): Promise<void> {
  try {
    choose(await records(file));
  } catch (error) {
    complain(error);
  }
}

/** Reviews the only game of a file, or lists its games. */
function choose(lines: string[], place: Place = null): void {
  const view = (of: string): boolean => review({ of, step: 0, origin: null });
  const [only, ...others] = lines;
  if (only !== undefined && others.length === 0) view(only);
  else showScreen({ end: () => undefined, again: (place) => choose(lines, place), title: texts().openRecord }, plain(), place, fileList(lines, view, () => home()));
}

function home(deck: Deck | null = null, place: Place = null): void {
  const file = make("input", { type: "file", accept: ".jsonl,.zst", change: () => {
    const chosen = file.files?.[0];
    if (chosen) void openFile(chosen);
  } });
  const last = recall("last");
  const duel = deck === null ? null : duelOf(deck);
  const kept = keptList(keptGames(), (key, kept) => void resume(key, kept));
  showScreen({ end: () => undefined, again: (place) => home(deck, place) }, plain(), place, make("main", { class: "home" },
    make("p", { class: "lead" }, texts().lead),
    duel === null ? null : make("section", { class: "setup duel" }, make("h2", {}, texts().duel), make("p", {}, texts().duelGoal(duel.goal ?? 0, games().find(({ name }) => name === duel.source.game)?.title ?? "?")),
      make("p", { class: "acts" }, make("button", { type: "button", class: "main accept", click: () => begin(duel) }, texts().accept))),
    kept,
    last === null ? null : make("p", { class: "acts again" },
      make("button", { type: "button", class: "look-last", click: () => review({ of: last, step: 0, origin: null }) }, texts().lastGame)),
    make("section", { class: "setup" }, make("h2", {}, texts().learn), make("p", { class: "acts" }, ...games().flatMap(({ name, title }) => {
      const first = lesson(name);
      return first === null ? [] : [make("button", { type: "button", class: `learn ${name}`, click: () => begin(first) }, texts().learnGame(title))];
    }))),
    isWhole ? null : puzzleChoice(),
    setupForm(deck, (plan) => begin(planned(plan))),
    make("section", { class: "setup" }, make("h2", {}, texts().openRecord),
      make("label", {}, make("span", {}, texts().openRecordHelp), file))));
}

/** Loads the record that an address refers to. */
async function fetched(origin: Origin): Promise<string | Source> {
  if ("packed" in origin) {
    return unpacked(origin.packed).catch(() => { throw new Error(texts().damagedLink); });
  }
  const address = new URL(origin.record, location.href);
  if (address.origin !== location.origin) throw new Error(texts().otherSite);
  const response = await fetch(address);
  if (!response.ok) throw new Error(texts().noFile(origin.record));
  const lines = await records(await response.blob());
  const line = lines[origin.line - 1];
  if (line === undefined) throw new Error(texts().noLine(origin.line, lines.length));
  return line;
}

/** Shows the embedded record, or the record or deck in the address. */
async function follow(place: Place): Promise<void> {
  const { origin, deck, step, seat } = read(location.hash);
  const held = heldRecord();
  try {
    if (held !== null) review({ of: held.line, step: step ?? held.step, origin: null, seat }, place);
    else if (origin === null) home(deck, place);
    else review({ of: await fetched(origin), step: step ?? 0, origin, seat }, place);
  } catch (error) {
    if (root.querySelector("main") === null) home(null, place);
    complain(error);
  }
}

async function load(): Promise<void> {
  paint();
  ignoreDoubleClicks();
  document.documentElement.lang = language();
  const bytes = await engine();
  setModule(bytes);
  await loadModule(bytes);
  await follow(null);
  onMove((to, place) => to.again(place), (place) => void follow(place));
  root.addEventListener("dragover", (event) => event.preventDefault());
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void openFile(file);
  });
  if ("serviceWorker" in navigator && location.protocol.startsWith("http")) void navigator.serviceWorker.register("service.js").catch(() => undefined);
}

void load().catch(complain);
