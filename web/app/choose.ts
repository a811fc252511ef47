// Selecting a move by its places on the board: one place for most moves, several for some.

import type { Offer, Point } from "./engine";

/** Whether two points are the same place. */
export const same = ([x, y]: Point, [otherX, otherY]: Point): boolean => Math.hypot(x - otherX, y - otherY) < 1;

const holds = (places: Point[], place: Point): boolean => places.some((one) => same(one, place));

export interface Choice {
  /** The moves that contain all selected places. */
  fitting: Offer[];
  /** The fitting moves that contain no other place. */
  complete: Offer[];
  /** The unselected places of the fitting moves. */
  open: Point[];
}

/** Narrows down the moves by the selected places. */
export function consider(offers: Offer[], chosen: Point[]): Choice {
  const fitting = offers.filter(({ places }) => chosen.every((place) => holds(places, place)));
  const complete = fitting.filter(({ places }) => places.length === chosen.length && chosen.length > 0);
  const open: Point[] = [];
  for (const { places } of fitting) {
    for (const place of places) if (!holds(chosen, place) && !holds(open, place)) open.push(place);
  }
  return { fitting, complete, open };
}

/** Selects a place, or clears it if it is selected. */
export const toggled = (chosen: Point[], place: Point): Point[] =>
  holds(chosen, place) ? chosen.filter((one) => !same(one, place)) : [...chosen, place];
