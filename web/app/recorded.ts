// The engine of a page without one: a recorded game with everything to show of it, embedded by `tournament show --html`.

import type { Luck, Quality, Step, Table } from "./engine";
import type { Phrase } from "./engine-keys";

interface Recorded {
  record: string;
  table: Table;
  /** Distinct values, which the steps name by index: pieces, lines in words, and the seats' facts. */
  shared: (string | Phrase)[];
  steps: {
    step: Omit<Step, "seatFacts"> & { seatFacts: number[] };
    scene: { view: string; pieces: number[]; words: number[] };
    chances: number[] | null;
    hands: string[][] | null;
    /** The played and searched moves in words. */
    said: Record<string, Phrase>;
  }[];
  quality: Quality[];
  luck: Luck;
}

const recorded = JSON.parse(document.getElementById("record")?.textContent ?? "") as Recorded;
const { steps, shared } = recorded;
const listed = (indices: number[] = []): (string | Phrase | undefined)[] => indices.map((index) => shared[index]);

export const line = recorded.record;

/** The methods of the engine that a review without it calls. */
export class Game {
  static fromRecord = (): Game => new Game();
  table = (): string => JSON.stringify(recorded.table);
  last = (): number => steps.length - 1;
  chances = (step: number): string => JSON.stringify(steps[step]?.chances);
  hand = (step: number, seat: number): string => JSON.stringify(steps[step]?.hands?.[seat] ?? []);
  move_in_words = (step: number, move: string): string => JSON.stringify(steps[step + 1]?.said[move]);
  moves = (): string => "[]";
  quality = (): string => JSON.stringify(recorded.quality);
  luck = (): string => JSON.stringify(recorded.luck);
  free = (): void => undefined;

  step(step: number): string {
    const one = steps[step]?.step;
    return JSON.stringify({ ...one, seatFacts: listed(one?.seatFacts) });
  }

  scene(step: number): string {
    const scene = steps[step]?.scene;
    return JSON.stringify({ view: scene?.view, pieces: listed(scene?.pieces), words: listed(scene?.words) });
  }
}

export const games = (): string => "[]";

export default (): void => undefined;
