// Messages between the page and the worker that runs the agents.

import { Game, type Rules, type Thought } from "./engine";

/** Everything needed to rebuild a game: `base` steps of its record, or its start; then the moves played since. */
export interface Source {
  record?: string;
  base: number;
  game: string;
  players: number;
  rules: Rules;
  seed: string;
  moves: string[];
}

/** Rebuilds a game from its source. */
export function made({ record, base, game, players, rules, seed, moves }: Source): Game {
  const started = record === undefined ? Game.start(game, players, rules, seed) : Game.read(record);
  started.takeBack(base);
  for (const move of moves) started.play(move);
  return started;
}

export interface Question {
  id: number;
  source: Source;
  step: number;
  spec: string;
  seed: number;
}

export type Answer = { id: number; thought: Thought } | { id: number; error: string };
