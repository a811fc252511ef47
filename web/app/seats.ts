// The table of seats: who sits where, with how many points.

import { make, token } from "./dom";
import type { Seat, Step } from "./engine";
import { texts } from "./texts";

export function seatTable(seats: Seat[], names: string[], step: Step): HTMLElement {
  const rows = seats.map(({ letter }, seat) => make("tr", { class: step.next === seat ? "next" : "" },
    make("td", {}, token(letter)),
    make("td", {}, make("strong", {}, names[seat] ?? letter), make("small", {}, texts().fact(step.seatFacts[seat] ?? ""))),
    make("td", { class: "points" }, String(step.points[seat] ?? ""))));
  return make("table", { class: "seats" },
    make("caption", { class: "hidden" }, texts().points),
    make("tbody", {}, ...rows));
}

/** The hand of a seat as a list of cards. */
export function handList(cards: string[]): HTMLElement {
  if (cards.length === 0) return make("p", { class: "hand" }, texts().emptyHand);
  return make("ul", { class: "hand" }, ...cards.map((card) => make("li", {}, texts().cards[card] ?? card)));
}

/** What happened in a step, a line for each event. */
export const told = (step: Step): string[] => step.events.map(({ event, told }) => texts().tell(event, told));
