// The list of unfinished games on the first screen.

import { make } from "./dom";
import { games } from "./engine";
import { isBranch, type Kept } from "./kept";
import { remember } from "./store";
import { locale, texts } from "./texts";

/** Describes a stored game; damaged ones may have no players. */
function described({ source, seats, at }: Kept): string {
  const title = games().find(({ name }) => name === source?.game)?.title ?? "?";
  const when = at === undefined ? "" : new Date(at).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
  return texts().keptGame(title, seats?.length ?? 0, when);
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
