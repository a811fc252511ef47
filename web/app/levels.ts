// Levels of the opponents, from a beginner to the strongest agent that answers in seconds.

import { levels as all } from "../../agents/anygame/src/levels.json";

import { texts } from "./texts";

/** The level of opponents that nobody has chosen. */
export const EASY = 1;

/** The agent that plays the solution of a game. */
const SOLVER = "table";

/** The agent specs of a game's levels, weakest first. */
export const levels = (game: string): string[] => new Map(Object.entries(all)).get(game) ?? [];

/** Whether the strongest level plays the solution of the game, which no search can correct. */
export const isSolved = (game: string): boolean => levels(game).includes(SOLVER);

/** The agent that gives hints and looks for mistakes. */
export const adviser = (game: string): string => (isSolved(game) ? SOLVER : "mcts");

/** The name of a level of a game. */
export const levelName = (game: string, level: number): string =>
  levels(game)[level] === SOLVER ? texts().perfect : texts().levels[level] ?? String(level);
