// Ratings of the levels, from games between them, and of the person, from games against them.

import { ratings as measured } from "../../agents/anygame/src/levels.json";
import { isBranch, type Kept } from "./kept";
import { aloneAt } from "./people";
import { recallObject, remember } from "./store";
import { texts } from "./texts";

/** The person's results at a table of one game. */
export interface Rating {
  value: number;
  games: number;
  /** The key of the last game, which counts once. */
  last: string;
}

/** The rating of a person without games: that of a level between the weakest and the strongest. */
const FIRST = 1200;
/** The smallest step of a rating, and how much larger the first steps are. */
const [STEP, FIRST_STEPS] = [24, 240];

/** The ratings of the levels at a table, weakest first; null if they were not measured. */
export const levelRatings = (game: string, players: number): number[] | null =>
  new Map(Object.entries<Record<string, number[]>>(measured)).get(game)?.[players] ?? null;

const place = (game: string, players: number): string => `rating.${game}.${players}`;

export const rating = (game: string, players: number): Rating =>
  ({ value: FIRST, games: 0, last: "", ...recallObject<Rating>(place(game, players)) });

/** The rating after a game against opponents with these ratings; the ranks begin with the person's. */
export function after({ value, games }: Rating, rivals: number[], [own = 1, ...ranks]: number[], last: string): Rating {
  const gains = rivals.map((rival, number) => {
    const rank = ranks[number] ?? own;
    const score = own < rank ? 1 : own === rank ? 0.5 : 0;
    return score - 1 / (1 + 10 ** ((rival - value) / 400));
  });
  const step = Math.max(STEP, FIRST_STEPS / (games + 2));
  const gain = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  return { value: value + step * gain, games: games + 1, last };
}

/** Rates a finished game, once. Returns the result in words; empty for a game that does not count. */
export function rate(key: string, { source, seats, isLesson, isHelped }: Kept, ranks: number[]): string {
  const levels = levelRatings(source.game, source.players);
  const own = aloneAt(seats);
  const isCounted = !isBranch(key) && isLesson !== true && isHelped !== true;
  if (levels === null || own === null || !isCounted) return "";
  const rivals = seats.flatMap((player, seat) => (player.kind === "agent" ? [{ rating: levels[player.level] ?? FIRST, rank: ranks[seat] ?? 1 }] : []));
  const before = rating(source.game, source.players);
  if (before.last !== key) {
    const now = after(before, rivals.map(({ rating }) => rating), [ranks[own] ?? 1, ...rivals.map(({ rank }) => rank)], key);
    remember(place(source.game, source.players), JSON.stringify(now));
  }
  return ` ${ratingWords(source.game, source.players)}`;
}

/** The person's rating in words; empty before the first game, and where no level is rated. */
export function ratingWords(game: string, players: number): string {
  const { value, games } = rating(game, players);
  return games === 0 || levelRatings(game, players) === null ? "" : texts().yourRating(Math.round(value), games);
}
