// The plan of a game: its rules, its deck, and who plays.

import type { Rules } from "./engine";

/** The player of a seat: a human, who may have a name, or an agent of a level. */
export type Player = { kind: "human"; name?: string } | { kind: "agent"; level: number; name?: undefined };

export interface Plan {
  game: string;
  players: number;
  rules: Rules;
  seed: string;
  seats: Player[];
  /** Whether people play at a table of their own and enter what they draw. */
  isAdvice?: boolean;
}
