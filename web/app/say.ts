// Moves and phrases of the engine in the language of the page.

import type { Game } from "./engine";
import type { Phrase } from "./engine-keys";
import { LETTERS } from "./names";
import { texts } from "./texts";

/** Describes a move that can be played at a step. */
export const sayMove = (game: Game, step: number, move: string): string => texts().phrase(game.moveInWords(step, move));

/** Describes an event, and addresses the person in a seat if the event is about them. */
export function sayTo(phrase: Phrase, you: number | null): string {
  const text = texts().phrase(phrase);
  const letter = you === null ? "" : LETTERS[you] ?? "";
  if (you === null || !("p" in phrase.values) || phrase.values.p !== you || !text.startsWith(`${letter} `)) return text;
  const { subject, words } = texts().second;
  const all: Record<string, string> = { ...words, [texts().belongs(letter)]: texts().belongsToYou };
  return subject + text.slice(letter.length).replace(new RegExp(`\\b(?:${Object.keys(all).join("|")})\\b`, "g"), (word) => all[word] ?? word);
}

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
