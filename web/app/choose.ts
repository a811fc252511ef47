// Choosing a move by pointing at places: one place for most moves, several for some.

import type { Offer, Point } from "./engine";

/** Whether two places are one. */
export const same = ([x, y]: Point, [otherX, otherY]: Point): boolean => Math.hypot(x - otherX, y - otherY) < 1;

const holds = (places: Point[], place: Point): boolean => places.some((one) => same(one, place));

export interface Choice {
  /** The moves that name all places pointed at. */
  fitting: Offer[];
  /** Those among them that name no other place. */
  complete: Offer[];
  /** The places that are worth pointing at next. */
  open: Point[];
}

/** What the places pointed at so far leave to choose. */
export function consider(offers: Offer[], chosen: Point[]): Choice {
  const fitting = offers.filter(({ places }) => chosen.every((place) => holds(places, place)));
  const complete = fitting.filter(({ places }) => places.length === chosen.length && chosen.length > 0);
  const open: Point[] = [];
  for (const { places } of fitting) {
    for (const place of places) if (!holds(chosen, place) && !holds(open, place)) open.push(place);
  }
  return { fitting, complete, open };
}

/** Points at a place; pointing at it again takes it back. */
export const toggled = (chosen: Point[], place: Point): Point[] =>
  holds(chosen, place) ? chosen.filter((one) => !same(one, place)) : [...chosen, place];
