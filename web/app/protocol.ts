// What the page and a worker say to each other.

import type { Rules, Thought } from "./engine";

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

export interface Question {
  id: number;
  source: Source;
  step: number;
  spec: string;
  seed: number;
}

export type Answer = { id: number; thought: Thought } | { id: number; error: string };
