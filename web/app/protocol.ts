// What the page and a worker say to each other.

import { Game, type Rules, type Thought } from "./engine";

/** A game as it can be made again: so many steps of its record, or its start; then the moves played since. */
export interface Source {
  record?: string;
  base: number;
  game: string;
  players: number;
  rules: Rules;
  seed: string;
  moves: string[];
}

/** Makes the game of a source. */
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
