// Unfinished games in the browser's storage, each under a key of its own, and the tab that has one open.

import type { Source } from "./protocol";
import type { Plan, Player } from "./plan";
import { recall, recallObject, remember, stored } from "./store";

/** An unfinished game and its players: enough to resume it later, in the middle of a turn, too. */
export interface Kept {
  source: Source;
  seats: Player[];
  /** The steps before each choice that can be undone. */
  marks?: number[];
  /** Whether the turn is complete, but can still be undone. */
  isWaiting?: boolean;
  /** Whether people play at a table of their own and enter what they draw. */
  isAdvice?: boolean;
  /** Whether the game is a lesson. */
  isLesson?: boolean;
  /** Whether the person asked for a hint, so that the game is not rated. */
  isHelped?: boolean;
  /** The points to beat, in a challenge. */
  goal?: number;
  /** When the game was stored, in milliseconds since 1970. */
  at?: number;
}

/** A random seed, short enough to be read aloud. */
export const freshSeed = (): string => String(crypto.getRandomValues(new Uint32Array(1))[0] ?? 1);

/** Starts a new game from the form's choices. */
export const planned = ({ seats, isAdvice, ...plan }: Plan): Kept => ({ source: { ...plan, base: 0, moves: [] }, seats, isAdvice });

/** A new key for a game, or for a variation of a reviewed game. */
export const freshKey = (isVariation: boolean): string => `${isVariation ? "branch" : "game"}.${crypto.randomUUID()}`;

export const isBranch = (key: string): boolean => key.startsWith("branch");

/** The stored games by key, the latest first. */
export function keptGames(): [key: string, kept: Kept][] {
  const games = stored().filter((key) => /^(game|branch)(\.|$)/.test(key))
    .flatMap((key): [string, Kept][] => {
      const kept = recallObject<Kept>(key);
      return kept === null ? [] : [[key, kept]];
    });
  return games.sort(([, one], [, other]) => (other.at ?? 0) - (one.at ?? 0));
}

/** The game that was on the screen of this tab before the page was loaded again; null if there was none, or the person came by an address. */
export function gameOnScreen(): string | null {
  const [how] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return location.hash !== "" || how?.type === "navigate" ? null : recall("open", "sessionStorage");
}

export const storeGame = (key: string, kept: Kept): boolean => remember(key, JSON.stringify({ ...kept, at: Date.now() }));

/** Claims a game for this tab. Returns how to release it, or null if another tab plays it. */
export function claim(key: string): Promise<(() => void) | null> {
  const free = (): void => undefined;
  if (!("locks" in navigator)) return Promise.resolve(free);
  return new Promise((resolve) => {
    navigator.locks.request(`hidden-decks.${key}`, { ifAvailable: true }, (lock) =>
      (lock === null ? resolve(null) : new Promise<void>((release) => resolve(release)))).catch(() => resolve(free));
  });
}
