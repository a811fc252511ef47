// Descriptions of moves, with the names of places on the board.

import type { Game, Scene } from "./engine";
import { texts } from "./texts";

const LETTER = /^[A-Z]$/;

/** Splits a move into words and replaces letters by names of places. For `take`, appends the open card there. */
export function named(move: string, places: string[]): string[] {
  const words = move.split(" ");
  const line = words.flatMap((word) => (LETTER.test(word) ? places[word.charCodeAt(0) - 65] ?? [] : []))[0];
  if (line === undefined) return words;
  const name = line.split(":")[0] ?? "";
  const said = words.map((word) => (LETTER.test(word) ? name : word));
  const open = /open card: ([\w-]+)/.exec(line)?.[1];
  return words[0] === "take" && open !== undefined ? [...said, open] : said;
}

/** Describes a move at the position of a scene. */
export const sayAt = (move: string, scene: Scene): string => texts().say(named(move, scene.words));

/** Describes the move that leads to a step. */
export const sayStep = (game: Game, step: number, move: string): string => sayAt(move, game.scene(Math.max(0, step - 1)));

/** Whether a move plays a card from the hand. */
export function playsCard(move: string, card: string): boolean {
  const [verb, kind] = move.split(" ");
  return verb === "play-double" ? card === "double" : verb === "play" && kind === card;
}
