// Moves and phrases of the engine in the language of the page.

import type { Game } from "./engine";
import type { Phrase } from "./engine-keys";
import { texts } from "./texts";

/** Describes a move that can be played at a step. */
export const sayMove = (game: Game, step: number, move: string): string => texts().phrase(game.moveInWords(step, move));

/** Describes an event, and addresses the person in a seat if the event is about them. */
export const sayTo = (phrase: Phrase, you: number | null): string =>
  you !== null && "p" in phrase.values && phrase.values.p === you ? texts().toYou(phrase) : texts().phrase(phrase);

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
