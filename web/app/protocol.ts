// Messages between the page and the worker that runs the agents.

import { Game, type Luck, type Rules, type Thought } from "./engine";

/** Everything needed to rebuild a game: `base` steps of its record or code, or its start; then the choices since, as `Game.play` takes them. */
export interface Source {
  record?: string;
  code?: string;
  base: number;
  game: string;
  players: number;
  rules: Rules;
  seed: string;
  moves: string[];
}

/** Rebuilds a game from its source. */
export function made({ record, code, base, game, players, rules, seed, moves }: Source): Game {
  const started = record !== undefined ? Game.read(record)
    : code !== undefined ? Game.ofCode(game, players, rules, code) : Game.start(game, players, rules, seed);
  started.takeBack(base);
  for (const move of moves) started.play(move);
  return started;
}

/** The source of the same game up to a step. */
export function upTo(source: Source, step: number): Source {
  return step <= source.base ? { ...source, base: step, moves: [] } : { ...source, moves: source.moves.slice(0, step - source.base) };
}

export interface Question {
  id: number;
  source: Source;
  /** The search to run; without one, the question is about the luck in the game. */
  search?: { step: number; spec: string; seed: number };
}

export type Answer = { id: number; found: Thought | Luck } | { id: number; error: string };
