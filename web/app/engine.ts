// Typed interface to the engine: wraps the WebAssembly module, which exchanges JSON.

import type { Edition, GameName, Phases, Phrase, PlayingCard, RitualCard, RuleKey } from "./engine-keys";
import init, { Game as Raw, games as rawGames } from "../build/engine/hidden_decks_web.js";

export type Rules = Record<string, string | number>;

export interface RuleOption {
  key: RuleKey;
  meaning: string;
  words: Edition[];
  default: string | number | null;
  /** Minimum and maximum of a numeric rule. */
  range: [number, number] | null;
}

export interface GameInfo {
  name: GameName;
  title: string;
  players: [number, number];
  rules: RuleOption[];
  agents: string[];
}

export interface Seat {
  letter: string;
  colour: string;
  ink: string;
  label: string | null;
}

export interface Table {
  game: GameName;
  title: string;
  players: number;
  seed: string;
  isOpen: boolean;
  rules: Rules;
  seats: Seat[];
  definitions: string;
  /** Pictures with their meanings. */
  legend: [string, Phrase][];
}

export interface Step {
  turn: number;
  isBetweenTurns: boolean;
  next: number | null;
  isOver: boolean;
  points: number[];
  ranks: number[];
  /** The phase of the game. */
  phase: Phases[GameName];
  facts: Phrase;
  seatFacts: Phrase[];
  events: { event: Record<string, unknown>; told: Phrase }[];
  seat?: number;
  move?: string;
  reveals?: boolean;
  /** The search stored in the record for this decision. */
  search?: Verdict & { table: Thought["table"] };
}

export interface Scene {
  view: string;
  pieces: string[];
  /** Description of the board, one line per place. */
  words: Phrase[];
}

export type Point = [number, number];

export interface Offer {
  move: string;
  places: Point[];
}

/** A card or tile that people can draw at a table of their own. */
export interface Draw {
  draw: string;
  picture: string;
  name: Phrase;
}

/** Consecutive moves that people make as one choice: each piece goes to a place or back to its owner. */
export interface Arrangement {
  /** The pieces without a place, by owner. */
  pieces: { seat: number; count: number }[];
  places: { move: string; label: Phrase; at: Point }[];
}

/** A piece by its owner, and the index of its place, or null if it goes back to its owner. */
export type Part = [seat: number, place: number | null];

/** The state of an arrangement after some parts have been chosen. */
export interface Composition {
  /** The chosen parts, and the other ones as soon as they are determined. */
  placed: Part[];
  /** The owners of the other pieces. */
  rest: number[];
  /** The parts that can be chosen next. */
  open: Part[];
  /** The moves of the complete choice. */
  moves: string[] | null;
}

export interface Thought {
  move: string;
  table: { move: string; visits: number; value: number }[];
}

/** Chance to win that a decision lost and could have lost, and its verdict; null if it has none. */
export interface Verdict {
  lost: number | null;
  at_stake: number | null;
  verdict: "brilliant" | "inaccuracy" | "mistake" | "blunder" | null;
}

/** Quality of a seat's decisions; null if none was judged, had anything at stake, or was critical. */
export interface Quality {
  meanLoss: number | null;
  accuracy: number | null;
  /** The number of critical decisions, at which at least 5 percentage points were at stake. */
  critical: number;
  criticalLoss: number | null;
}

/** The luck in a finished game, as changes of the chance to win by seat. */
export interface Luck {
  /** The chance events. */
  draws: { step: number; told: Phrase; luck: number[] }[];
  /** The sum of luck up to each step. */
  byStep: number[][];
  luck: number[];
  /** The shares of the win. */
  results: number[];
  withoutLuck: number[];
}

/** A card in a hand. */
export type HeldCard = RitualCard | PlayingCard;

/** By card: the expected number in a place, and the probability of at least one. */
export type Belief = Record<HeldCard, { expected: number; likely: number }>;

/** The number of determinizations behind a belief. */
const WORLDS = 400;

/** Loads the module from an address or from its bytes. */
export async function load(bytes: string | ArrayBuffer): Promise<void> {
  await init({ module_or_path: bytes });
}

export const games = (): GameInfo[] => JSON.parse(rawGames()) as GameInfo[];

/** A game with its steps; step 0 is the start. */
export class Game {
  private known: Table | undefined;

  private constructor(private readonly raw: Raw) {}

  static start(game: string, players: number, rules: Rules, seed: string): Game {
    return new Game(new Raw(game, players, JSON.stringify(rules), BigInt(seed)));
  }

  /** Reads a code, as `code` returns it. */
  static ofCode(game: string, players: number, rules: Rules, code: string): Game {
    return new Game(Raw.fromCode(game, players, JSON.stringify(rules), code));
  }

  static read(line: string): Game {
    return new Game(Raw.fromRecord(line));
  }

  get table(): Table {
    this.known ??= JSON.parse(this.raw.table()) as Table;
    return this.known;
  }

  get last(): number {
    return this.raw.last();
  }

  /** A step as the viewer sees it: with all hidden cards, only public information, or one seat's view. */
  step(step: number, viewer: "all" | "public" | number = "all"): Step {
    return JSON.parse(this.raw.step(step, String(viewer))) as Step;
  }

  /** The picture of a step as the viewer sees it. */
  scene(step: number, viewer: "all" | "public" | number): Scene {
    return JSON.parse(this.raw.scene(step, String(viewer))) as Scene;
  }

  moves(step: number): Offer[] {
    return JSON.parse(this.raw.moves(step)) as Offer[];
  }

  moveInWords(step: number, move: string): Phrase {
    return JSON.parse(this.raw.move_in_words(step, move)) as Phrase;
  }

  arrangement(step: number): Arrangement | null {
    return JSON.parse(this.raw.arrangement(step)) as Arrangement | null;
  }

  /** The state of the arrangement at a step that has one. */
  composed(step: number, chosen: Part[]): Composition {
    return JSON.parse(this.raw.composed(step, JSON.stringify(chosen))) as Composition;
  }

  hand(step: number, seat: number): HeldCard[] {
    return JSON.parse(this.raw.hand(step, seat)) as HeldCard[];
  }

  /** Probabilities that a seat can infer for each hand, by seat, and for the deck as the last entry. */
  belief(step: number, seat: number): Belief[] {
    return JSON.parse(this.raw.belief(step, seat, WORLDS, 1n)) as Belief[];
  }

  chances(step: number): number[] | null {
    return JSON.parse(this.raw.chances(step)) as number[] | null;
  }

  think(step: number, spec: string, seed: number): Thought {
    return JSON.parse(this.raw.think(step, spec, BigInt(seed))) as Thought;
  }

  /** Judges the decision at each step from the searches' results. */
  judge(thoughts: { step: number; table: Thought["table"]; glance: string | null }[]): Verdict[] {
    return JSON.parse(this.raw.judge(JSON.stringify(thoughts))) as Verdict[];
  }

  /** The quality of each seat's decisions. */
  quality(judgements: ({ seat: number } & Verdict)[]): Quality[] {
    const known = judgements.map(({ seat, lost, at_stake }) => ({ seat, lost, at_stake }));
    return JSON.parse(this.raw.quality(JSON.stringify(known))) as Quality[];
  }

  /** The luck in the finished game. */
  luck(): Luck {
    return JSON.parse(this.raw.luck()) as Luck;
  }

  /** Plays a choice: a move, then what people drew at their table, if anything, each after a tab. */
  play(choice: string): void {
    this.raw.play(choice);
  }

  /** The cards or tiles that people can draw after a choice; none if a seat decides next. */
  draws(choice: string): Draw[] {
    return JSON.parse(this.raw.draws(choice)) as Draw[];
  }

  takeBack(step: number): void {
    this.raw.takeBack(step);
  }

  /** A short text with the seed and all moves, or undefined if the seed does not determine the game. */
  code(): string | undefined {
    return this.raw.code();
  }

  record(labels: string[]): string {
    return this.raw.record(JSON.stringify(labels));
  }

  free(): void {
    this.raw.free();
  }
}
