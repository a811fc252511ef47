// First games that teach: on a fixed deck, the moves of all seats are given, and a sentence explains each choice of the person.

import type { Part } from "./engine";
import type { GameName } from "./engine-keys";
import type { Kept } from "./kept";
import { texts } from "./texts";

interface Script {
  players: number;
  seed: string;
  /** The moves of all seats from the start of the game. The person has seat A. */
  moves: string[];
  /** The places of the ships in the only landing. */
  landing: Part[];
}

const SCRIPTS: Partial<Record<GameName, Script>> = {
  tongiaki: {
    players: 2, seed: "6", landing: [[0, 1], [0, 2], [1, 0]],
    moves: [
      "moor tonga:0", "moor tonga:1", "moor tonga:4", "moor tonga:2", "expand tonga", "spread tonga:2+5", "expand tonga", "spread tonga:3+4",
      "expand tonga", "spread tonga:1+2+4+5", "sail tonga>4", "moor tuvalu:1", "expand tuvalu", "spread tuvalu:0", "sail tuvalu>1",
      "moor nauru:0", "moor nauru:2", "found tuvalu",
    ],
  },
  wongar: {
    players: 3, seed: "6538", landing: [],
    moves: [
      "take D", "place F", "draw", "take B", "place J", "draw", "take I", "place B", "place J", "take G", "place F", "draw", "take A", "place A", "place F",
      "take B", "travel B", "play-double lens remove", "pass",
    ],
  },
};

/** The start of a game's lesson; null if it has none. */
export function lesson(game: GameName): Kept | null {
  const script = SCRIPTS[game];
  if (script === undefined) return null;
  const { players, seed } = script;
  const seats = Array.from({ length: players }, (_, seat): Kept["seats"][number] => (seat === 0 ? { kind: "human" } : { kind: "agent", level: 0 }));
  return { source: { game, players, rules: {}, seed, base: 0, moves: [] }, seats, isLesson: true };
}

const script = ({ source, isLesson }: Kept): Script | null => (isLesson === true ? SCRIPTS[source.game as GameName] ?? null : null);

/** The move at a step of a lesson; null after its end, and in other games. */
export const taught = (kept: Kept, step: number): string | null => script(kept)?.moves[step] ?? null;

/** Whether a ship goes to a place in the lesson's landing. */
export const isTaughtPart = (kept: Kept, [seat, place]: Part): boolean => script(kept)?.landing.some(([owner, at]) => owner === seat && at === place) ?? false;

/** The sentence about a step of a lesson; null in other games. */
export function lessonWords(kept: Kept, step: number): string | null {
  if (script(kept) === null) return null;
  const sentences = Object.entries(new Map<string, Record<number, string>>(Object.entries(texts().lessons)).get(kept.source.game) ?? {});
  const seen = sentences.filter(([from]) => Number(from) <= step);
  return `${seen.length}/${sentences.length} · ${seen.at(-1)?.[1] ?? ""}`;
}
