// The view of a landing: its ships, the beaches that are open to each, and the button that lands them all.

import type { Target } from "./board";
import { make, token } from "./dom";
import type { Arrangement, Composition, Part } from "./engine";
import type { Hint } from "./hint";
import { LETTERS } from "./names";
import { texts } from "./texts";

/** What the person has composed so far. */
export interface Composing {
  /** The ships that have a place. */
  placed: Part[];
  /** The owner of the ship that gets a place next. */
  ship: number | null;
  /** The hint for the first of the moves. */
  hint: Hint | null;
}

interface Acts {
  change: (state: Composing) => void;
  land: (moves: string[]) => void;
}

const letters = (seats: number[]): string => seats.map((seat) => LETTERS[seat] ?? "?").join(" ");

/** The owner of the ship that gets a place next: as picked, else the first one. */
function next({ ship }: Composing, rest: number[]): number | null {
  return ship !== null && rest.includes(ship) ? ship : rest[0] ?? null;
}

/** Describes the fleet and the next ship. */
export function landingWords({ places }: Arrangement, { rest }: Composition, state: Composing): string {
  const ship = next(state, rest);
  const label = places[0]?.label;
  const island = label?.key === "tongiaki.mooring" ? label.values.island : "";
  return ship === null ? texts().landed : texts().landing(island, letters(rest), letters([ship]));
}

/** The places on the board, the words of the hint if there is one, and the parts of the panel. */
export function composed({ places }: Arrangement, { placed, rest, open, moves }: Composition, state: Composing, { change, land }: Acts): { targets: Target[]; words: string | null; parts: Node[] } {
  const ship = next(state, rest);
  const offers = open.flatMap(([owner, place]) => (owner === ship ? [place] : []));
  const move = (place: number | null): string => (place === null ? undefined : places[place]?.move) ?? `give-back ${ship}`;
  const isHinted = (place: number | null): boolean => state.hint?.move === move(place);
  const words = (of: number, place: number | null): string => {
    const label = place === null ? undefined : places[place]?.label;
    return label === undefined ? texts().shipBack(letters([of])) : texts().shipTo(letters([of]), texts().phrase(label));
  };
  const put = (place: number | null): void => {
    if (ship !== null) change({ placed: [...state.placed, [ship, place]], ship, hint: null });
  };
  const take = (from: number): void => {
    const last = state.placed.map(([, place]) => place).lastIndexOf(from);
    change({ ...state, placed: state.placed.filter((_, number) => number !== last) });
  };

  const targets = places.flatMap(({ at, label: { values } }, place): Target[] => {
    const here = placed.flatMap(([of, on]) => (on === place ? [of] : []));
    const isOpen = ship !== null && offers.includes(place);
    if (!isOpen && here.length === 0) return [];
    const label = texts().placeLabel([...here, ...(isOpen ? [ship] : [])].map((of) => words(of, place)).join("; "));
    return [{ at, label, ships: here.map((of) => letters([of])), text: "beach" in values ? String(values.beach) : "", isChosen: here.length > 0, isHinted: isHinted(place), choose: () => (isOpen ? put(place) : take(place)) }];
  });
  const kinds = [...new Set(rest)];
  const ships = kinds.map((one) => make("button", {
    type: "button", "aria-pressed": String(one === ship), title: texts().shipOf(letters([one])),
    click: () => change({ ...state, ship: one, hint: null }),
  }, token(letters([one])), `${letters([one])} × ${rest.filter((other) => other === one).length}`));
  const list = moves !== null ? [make("li", {}, make("button", { type: "button", class: "main land", click: () => land(moves) }, texts().land))] : offers.map((place) => make("li", {}, make("button", {
    type: "button", class: isHinted(place) ? "hinted" : "", "data-move": move(place), click: () => put(place),
  }, words(ship ?? 0, place))));
  const suggested = offers.find(isHinted);
  return {
    targets,
    words: ship === null || suggested === undefined ? null : texts().hintIs(words(ship, suggested)),
    parts: [
      make("h3", {}, texts().fleet),
      ...(kinds.length > 1 ? [make("p", { class: "acts ships" }, ...ships)] : []),
      make("ul", { class: "placed" }, ...placed.map(([of, place]) => make("li", {}, words(of, place)))),
      make("ul", { class: "moves" }, ...list),
    ],
  };
}
