// The screen of the puzzles: the one of today, then those of earlier days.

import { text } from "./bundle";
import { Game } from "./engine";
import type { GameName } from "./engine-keys";
import { ofCoded } from "./links";
import { percent } from "./numbers";
import { continued, DAY, dayOf, indexOn, keep, parsed, rated, standing, standingWords, type Puzzle } from "./puzzles";
import { language, texts } from "./texts";
import { TrialScreen, type Trial } from "./trial";

/** The files of puzzles, by game. */
declare const PUZZLES: Partial<Record<GameName, string>>;

export const hasPuzzles = (game: GameName): boolean => game in PUZZLES;

/** Loads the puzzles of a game. */
export const puzzles = async (game: GameName): Promise<Puzzle[]> => parsed(await text(PUZZLES[game] ?? game));

/** The puzzle of today, or of so many days ago. */
function trial(game: GameName, all: Puzzle[], daysAgo: number): Trial {
  const day = dayOf(new Date()) - daysAgo;
  const puzzle = all[indexOn(day, all.length)];
  const coded = puzzle === undefined ? null : ofCoded(puzzle.code);
  if (puzzle === undefined || coded === null) throw new Error(texts().damagedLink);
  const { code, players, rules } = coded;
  const solved = Game.ofCode(game, players, rules, code);
  const { last, table: { seed } } = solved;
  const { seat = 0, move: solution = "" } = solved.step(last);
  solved.free();
  let isShown = false;
  const note = (isSolved: boolean): void => {
    const after = rated(standing(game), puzzle, isSolved);
    keep(game, isSolved && !isShown && daysAgo === 0 ? continued(after, day) : after);
  };
  const date = new Date(day * DAY).toLocaleDateString(language(), { day: "numeric", month: "long", timeZone: "UTC" });
  return {
    source: { code, base: last - 1, game, players, rules, seed, moves: [] }, seat,
    names: (game) => game.table.seats.map(({ letter }, other) => (other === seat ? `${letter} (${texts().you})` : letter)),
    heading: () => texts().puzzleOf(date, puzzle.rating),
    footing: () => standingWords(game),
    question: (game) => texts().findOnly(game.table.seats[seat]?.letter ?? ""),
    judge: (_, __, move, words) => {
      const isGood = move === solution;
      note(isGood);
      return { isGood, answer: isGood ? texts().puzzleSolved(words, percent(puzzle.lead)) : texts().puzzleFailed(words) };
    },
    solution: () => {
      isShown = true;
      note(false);
      return solution;
    },
    next: daysAgo + 1 < all.length ? texts().earlierPuzzle : null,
  };
}

export const puzzleScreen = (game: GameName, all: Puzzle[], daysAgo: number, leave: () => void): TrialScreen =>
  new TrialScreen(texts().puzzle, (at) => trial(game, all, at), daysAgo, { label: texts().leave, leave });
