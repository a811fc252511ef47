// Challenges by link: the same deck against the same opponents, and the points to beat.

import type { Game } from "./engine";
import type { Kept } from "./kept";
import { toDeck, type Deck } from "./links";
import { levels } from "./levels";
import { aloneAt } from "./people";
import { texts } from "./texts";

/** The seat of the only person in a game whose seed gives its deck; null in other games. */
function challenger({ source, seats, isLesson }: Kept): number | null {
  const isDealt = source.record === undefined && source.code === undefined && source.base === 0 && isLesson !== true;
  return isDealt ? aloneAt(seats) : null;
}

/** The link that challenges others to beat the person's points in a finished game; null if the game suits no challenge. */
export function duelLink(game: Game, kept: Kept): string | null {
  const seat = challenger(kept);
  if (seat === null) return null;
  const { game: name, players, seed, rules } = kept.source;
  const chosen = Object.fromEntries(Object.entries(rules).map(([key, value]) => [key, String(value)]));
  const seats = kept.seats.map((player) => (player.kind === "human" ? "h" : String(player.level))).join("-");
  return toDeck({ game: name, players: String(players), seed, rules: chosen, duel: { seats, points: game.step(game.last).points[seat] ?? 0, by: kept.seats[seat]?.name } });
}

/** The game of a challenge; null if the link has none, or a damaged one. */
export function duelOf({ game, players, seed, rules, duel }: Deck): Kept | null {
  const seats = duel?.seats.split("-") ?? [];
  const isWhole = seats.length === Number(players) && seats.filter((who) => who === "h").length === 1 && /^\d{1,18}$/.test(seed)
    && seats.every((who) => who === "h" || (/^\d$/.test(who) && Number(who) < levels(game).length));
  if (duel === undefined || !isWhole) return null;
  const source = { game, players: seats.length, rules, seed, base: 0, moves: [] };
  return { source, seats: seats.map((who) => (who === "h" ? { kind: "human" } : { kind: "agent", level: Number(who) })), goal: duel.points };
}

/** The outcome of a challenge in words; empty for other games. */
export function duelOutcome(game: Game, kept: Kept): string {
  const seat = challenger(kept);
  if (seat === null || kept.goal === undefined) return "";
  const points = game.step(game.last).points[seat] ?? 0;
  const words = points > kept.goal ? texts().duelWon : points === kept.goal ? texts().duelTied : texts().duelLost;
  return ` ${words(points, kept.goal)}`;
}
