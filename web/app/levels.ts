// Levels of the opponents, from a beginner to the strongest agent that answers in seconds.

const TONGIAKI = [
  "greedy:weights=untuned:temperature=0:samples=1:nodes=1",
  "greedy:samples=1:nodes=40",
  "greedy",
  "mcts",
  "mcts:iterations=48:effort=thorough:plans=8",
];

const WONGAR = [
  "random",
  "greedy:samples=1:nodes=100",
  "greedy",
  "greedy:evaluation=net",
  "mcts",
];

/** The agent specs of a game's levels, weakest first. */
export const levels = (game: string): string[] => (game === "tongiaki" ? TONGIAKI : WONGAR);

/** The agent that gives hints and looks for mistakes. */
export const adviser = (game: string): string => levels(game)[game === "tongiaki" ? 3 : 4] ?? "random";
