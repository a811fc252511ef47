// Puzzles: positions with exactly one good move, one for each day, with a streak and a rating in the browser's storage.

import { recallObject, remember } from "./store";
import { texts } from "./texts";

/** A puzzle by `collect_puzzles.py`. */
export interface Puzzle {
  /** The game up to the good move, as in links. */
  code: string;
  /** How much the move is better than every other, as a share. */
  lead: number;
  rating: number;
}

/** The person's results in the puzzles of a game. */
export interface Standing {
  rating: number;
  /** The number of days in a row on which the puzzle of the day was solved, and the last such day. */
  streak: number;
  day: number;
  /** The puzzles that were tried. */
  seen: string[];
}

/** The length of a day in milliseconds. */
export const DAY = 86_400_000;
/** The rating of a puzzle that every level solves, and the difference for each level that does not. */
const EASIEST = 800;
const LEVEL = 200;
/** The largest change of a rating. */
const K = 32;
/** A prime number of puzzles lies between the puzzles of two days, because neighbours come from the same game. */
const STRIDE = 619;

/** Reads a file of puzzles. */
export function parsed(text: string): Puzzle[] {
  return text.split("\n").filter((line) => line !== "").map((line) => {
    const [code = "", lead, solved = ""] = line.split(" ");
    return { code, lead: Number(lead) / 100, rating: EASIEST + LEVEL * [...solved].filter((digit) => digit === "0").length };
  });
}

/** The number of a day in the person's time zone. */
export const dayOf = (now: Date): number => Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY);

/** The index of a day's puzzle. */
export const indexOn = (day: number, count: number): number => (day * STRIDE) % count;

const id = ({ code }: Puzzle): string => (code.split(".").at(-1) ?? "").slice(0, 12);

/** The standing after the first try at a puzzle. */
export function rated(before: Standing, puzzle: Puzzle, isSolved: boolean): Standing {
  if (before.seen.includes(id(puzzle))) return before;
  const expected = 1 / (1 + 10 ** ((puzzle.rating - before.rating) / 400));
  return { ...before, rating: before.rating + K * (Number(isSolved) - expected), seen: [...before.seen, id(puzzle)] };
}

/** The standing after the puzzle of the day was solved. */
export const continued = (before: Standing, day: number): Standing =>
  before.day === day ? before : { ...before, day, streak: before.day === day - 1 ? before.streak + 1 : 1 };

const key = (game: string): string => `puzzles.${game}`;

export const standing = (game: string): Standing => ({ rating: 1200, streak: 0, day: 0, seen: [], ...recallObject<Standing>(key(game)) });

export const keep = (game: string, standing: Standing): boolean => remember(key(game), JSON.stringify(standing));

/** The standing in words; empty before the first puzzle. */
export function standingWords(game: string): string {
  const { rating, streak, day, seen } = standing(game);
  return seen.length === 0 ? "" : texts().standing(Math.round(rating), day < dayOf(new Date()) - 1 ? 0 : streak);
}
