// The screen of the puzzles: the one of today, then those of earlier days.

import { text } from "./bundle";
import { Game } from "./engine";
import type { GameName } from "./engine-keys";
import { ofCoded, type Coded } from "./links";
import { percent } from "./numbers";
import { sceneOf } from "./picture";
import { continued, DAY, dayOf, indexOn, keep, parsed, rated, standing, standingWords, type Puzzle } from "./puzzles";
import { locale, texts } from "./texts";
import { TrialScreen, type Trial } from "./trial";

/** The files of the puzzles of each game, the number of puzzles in each file but the last one, and in all. */
declare const PUZZLES: Partial<Record<GameName, { files: string[]; each: number; count: number }>>;

const loaded = new Map<string, Puzzle[]>();

/** Loads a file of puzzles, once. */
async function part(file: string): Promise<Puzzle[]> {
  const some = loaded.get(file) ?? parsed(await text(file));
  loaded.set(file, some);
  return some;
}

/** Loads the puzzles of a game. */
export const puzzles = async (game: GameName): Promise<Puzzle[]> => (await Promise.all((PUZZLES[game]?.files ?? [game]).map(part))).flat();

/** A puzzle with its game, which ends with the solution. */
function opened(puzzle: Puzzle | undefined): { puzzle: Puzzle; coded: Coded; solved: Game } {
  const coded = puzzle === undefined ? null : ofCoded(puzzle.code);
  if (puzzle === undefined || coded === null) throw new Error(texts().damagedLink);
  return { puzzle, coded, solved: Game.ofCode(coded.game, coded.players, coded.rules, coded.code) };
}

/** The picture of today's puzzle, which needs only one of the files. */
export async function puzzleScene(game: GameName): Promise<SVGSVGElement> {
  const { files = [], each = 1, count = 1 } = PUZZLES[game] ?? {};
  const index = indexOn(dayOf(new Date()), count);
  const { solved } = opened((await part(files[Math.floor(index / each)] ?? game))[index % each]);
  const scene = sceneOf(solved, solved.last - 1);
  solved.free();
  return scene;
}

/** The puzzle of today, or of so many days ago. */
function trial(game: GameName, all: Puzzle[], daysAgo: number): Trial {
  const day = dayOf(new Date()) - daysAgo;
  const { puzzle, coded: { code, players, rules }, solved } = opened(all[indexOn(day, all.length)]);
  const { last, table: { seed } } = solved;
  const { seat = 0, move: solution = "" } = solved.step(last);
  solved.free();
  let isShown = false;
  const note = (isSolved: boolean): void => {
    const after = rated(standing(game), puzzle, isSolved);
    keep(game, isSolved && !isShown && daysAgo === 0 ? continued(after, day) : after);
  };
  const date = new Date(day * DAY).toLocaleDateString(locale(), { day: "numeric", month: "long", timeZone: "UTC" });
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
