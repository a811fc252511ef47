// Composing a landing: the ships of a fleet go ashore in any order, then all at once.

import type { Arrangement } from "./engine";

/** A ship by its owner, and the index of its place, or null if it goes back to its owner. */
export type Part = [seat: number, place: number | null];

type Option = Arrangement["options"][number];

const isSame = ([seat, place]: Part, [otherSeat, otherPlace]: Part): boolean => seat === otherSeat && place === otherPlace;

/** The parts without those of another list, or null if it has others. */
function without(parts: Part[], taken: Part[]): Part[] | null {
  const rest = [...parts];
  for (const one of taken) {
    const at = rest.findIndex((part) => isSame(part, one));
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

export interface Landing {
  /** The ships with a place: those that the person placed, then those with only one place left. */
  placed: Part[];
  /** The owners of the other ships. */
  rest: number[];
  /** The places that are open to a ship of an owner. */
  open: (seat: number) => (number | null)[];
  /** The moves of the complete landing. */
  moves: string[] | null;
}

/** The state of a landing after the person has placed some ships. */
export function landing({ pieces, options }: Arrangement, chosen: Part[]): Landing {
  const fitting = options.flatMap((option): [Option, Part[]][] => {
    const rest = without(option.parts, chosen);
    return rest === null ? [] : [[option, rest]];
  });
  const [first, ...others] = fitting;
  if (first !== undefined && others.length === 0) {
    const [{ moves }, forced] = first;
    return { placed: [...chosen, ...forced], rest: [], open: () => [], moves };
  }
  const rest = pieces.flatMap(({ seat, count }): number[] => {
    const placed = chosen.filter(([owner]) => owner === seat).length;
    return Array.from({ length: count - placed }, () => seat);
  });
  const open = (seat: number): (number | null)[] =>
    [...new Set(fitting.flatMap(([, parts]) => parts.flatMap(([owner, place]) => (owner === seat ? [place] : []))))]
      .sort((one, other) => (one ?? Infinity) - (other ?? Infinity));
  return { placed: chosen, rest, open, moves: null };
}
