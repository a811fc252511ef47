// Lists of the seats, with players and points, and of their cards.

import { make, token } from "./dom";
import type { HeldCard, Seat, Step } from "./engine";
import { breakable } from "./names";
import { sayTo } from "./say";
import { texts } from "./texts";
import { signed } from "./texts/signed";

export function seatList(seats: Seat[], names: string[], step: Step): HTMLElement {
  return make("ul", { class: "seats", "aria-label": texts().points }, ...seats.map(({ letter }, seat) =>
    make("li", { style: step.isOver ? `order:${step.ranks[seat]}` : "", class: step.next === seat ? "next" : step.isOver && step.ranks[seat] === 1 ? "winner" : "" },
      step.isOver && make("span", { class: "rank" }, `${step.ranks[seat]}.`), token(letter),
      make("span", { class: "who" }, make("strong", {}, ...breakable(names[seat] ?? letter).flatMap((part) => [make("wbr"), part])), make("small", {}, step.seatFacts[seat] === undefined ? "" : texts().phrase(step.seatFacts[seat]))),
      make("span", { class: "points" }, signed(step.points[seat] ?? "")))));
}

/** Lists the cards in a hand. With `choose`, the cards are buttons. */
export function handList(cards: HeldCard[], chosen: string | null = null, choose?: (card: string) => void): HTMLElement {
  if (cards.length === 0) return make("p", { class: "hand" }, texts().emptyHand);
  const item = (card: HeldCard): Node | string => {
    // A game without translations has only the ids of cards.
    const name = (texts().cards as Partial<Record<HeldCard, string>>)[card] ?? card;
    if (choose === undefined) return name;
    return make("button", { type: "button", "data-card": card, "aria-pressed": String(card === chosen), title: texts().held(name), click: () => choose(card) }, name);
  };
  return make("ul", { class: "hand" }, ...cards.map((card) => make("li", choose === undefined ? { "data-card": card } : {}, item(card))));
}

/** Describes the events of a step, one line each, to the person in a seat. */
export const told = (step: Step, you: number | null = null): string[] => step.events.map(({ told }) => sayTo(told, you));
