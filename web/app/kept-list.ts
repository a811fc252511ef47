// The list of unfinished games on the first screen.

import { make } from "./dom";
import { isBranch, type Kept } from "./kept";
import { People } from "./people";
import { made } from "./protocol";
import { remember } from "./store";
import { locale, texts } from "./texts";
import { signed } from "./texts/signed";

/** Describes a stored game: who plays, with points, the turn, and when it was stored. */
function described({ source, seats, at }: Kept): string {
  const when = at === undefined ? [] : [new Date(at).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" })];
  try {
    const [game, people] = [made(source), new People(source.game, seats)];
    const [{ title }, { turn, points }] = [game.table, game.step(game.last)];
    game.free();
    return [title, ...seats.map((_, seat) => `${people.called(seat)} ${signed(points[seat] ?? 0)}`), ...(turn === 0 ? [] : [texts().turn(turn)]), ...when].join(", ");
  } catch {
    // Whoever opens a damaged game is told why it does not go on.
    return ["?", ...when].join(", ");
  }
}

/** The games, each with a button to resume it and one to delete it. */
export function keptList(kept: [string, Kept][], resume: (key: string, kept: Kept) => void): HTMLElement | null {
  if (kept.length === 0) return null;
  const line = ([key, one]: [string, Kept], number: number): HTMLElement => {
    const words = described(one);
    const remove = (): void => {
      remember(key, null);
      const next = item.nextElementSibling ?? item.previousElementSibling;
      item.remove();
      if (next === null) section.remove();
      else next.querySelector("button")?.focus();
    };
    const item = make("li", {},
      make("button", { type: "button", class: `${number === 0 ? "main " : ""}${isBranch(key) ? "resume-branch" : "resume"}`, click: () => resume(key, one) },
        isBranch(key) ? texts().resumeBranch : texts().resume),
      make("span", {}, words),
      make("button", { type: "button", class: "forget", "aria-label": texts().forget(words), title: texts().forget(words), click: remove }, "✕"));
    return item;
  };
  const section = make("section", { class: "setup" }, make("h2", {}, texts().keptGames), make("ul", { class: "kept" }, ...kept.map(line)));
  return section;
}
