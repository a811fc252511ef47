// Levels of the opponents, from a beginner to the strongest agent that answers in seconds.

import { levels as all } from "../../agents/anygame/src/levels.json";

/** The agent specs of a game's levels, weakest first. */
export const levels = (game: string): string[] => new Map(Object.entries(all)).get(game) ?? [];

/** The agent that gives hints and looks for mistakes. */
export const adviser = "mcts";
