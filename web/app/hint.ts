// Hints: the move that the adviser would play, and why.

import { make } from "./dom";
import type { Game, Thought } from "./engine";
import { percent } from "./numbers";
import { sayMove } from "./say";
import { texts } from "./texts";

/** Most moves that a hint compares. */
const MOST = 3;

export interface Hint {
  move: string;
  /** The hinted move and the others that were searched most, with their values; none if there is nothing to compare. */
  best: Thought["table"];
}

export function hintOf({ move, table }: Thought): Hint {
  const best = [...table].sort((one, other) => Number(other.move === move) - Number(one.move === move) || other.visits - one.visits || other.value - one.value).slice(0, MOST);
  return { move, best: best.length > 1 && best[0]?.move === move ? best : [] };
}

/** The chances to win after a sentence about a hint, if they speak for it: a move with fewer visits can have a higher value by chance. */
export function reason({ best: [own, ...others] }: Hint): string {
  const rival = Math.max(...others.map(({ value }) => value));
  return own === undefined || rival > own.value ? "" : `. ${texts().hintWhy(percent(own.value), percent(rival))}`;
}

/** The moves that a hint compares, with bars for their values. */
export const compared = (game: Game, hint: Hint | null): HTMLElement => make("ol", { class: "advice" }, ...(hint?.best ?? []).map(({ move, value }) =>
  make("li", { style: `--share:${value.toFixed(3)}` }, make("span", {}, sayMove(game, game.last, move)), make("b", {}, percent(value)))));
