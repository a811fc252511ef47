// Descriptions of moves and phrases, with the names of places on the board.

import type { Game, Scene } from "./engine";
import type { AreaCard, Phrase, Region } from "./engine-keys";
import { texts } from "./texts";

const LETTER = /^[A-Z]$/;

/** A region of Wongar and its open card. */
function region(line: Phrase | undefined): { name: Region; open: AreaCard | null } | null {
  if (line?.key !== "wongar.contents") return null;
  const [open] = line.values.parts.flatMap((part) => (part.key === "wongar.open_card" ? [part.values.card] : []));
  return { name: line.values.region, open: open ?? null };
}

/** Splits a move into words and replaces letters by the regions that the board has in words. For `take`, appends the open card there. */
export function named(move: string, places: Phrase[]): string[] {
  const words = move.split(" ");
  const [found] = words.flatMap((word) => (LETTER.test(word) ? region(places[word.charCodeAt(0) - 65]) ?? [] : []));
  if (found === undefined) return words;
  const said = words.map((word) => (LETTER.test(word) ? found.name : word));
  return words[0] === "take" && found.open !== null ? [...said, found.open] : said;
}

/** Describes a move at the position of a scene. */
export const sayAt = (move: string, scene: Scene): string => texts().say(named(move, scene.words));

/** Describes the move that leads to a step. */
export const sayStep = (game: Game, step: number, move: string): string => sayAt(move, game.scene(Math.max(0, step - 1)));

/** Writes the phrases in a picture by the engine in the language of the page. */
export function translate(picture: Element): void {
  for (const label of picture.querySelectorAll<SVGTextElement>("text[data-phrase]")) {
    const phrase = { ...JSON.parse(label.dataset.phrase ?? ""), text: label.textContent } as Phrase;
    label.textContent = texts().phrase(phrase);
  }
}

/** Whether a move plays a card from the hand. */
export function playsCard(move: string, card: string): boolean {
  const [verb, kind] = move.split(" ");
  return verb === "play-double" ? card === "double" : verb === "play" && kind === card;
}
