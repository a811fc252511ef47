// Typed interface to the engine: wraps the WebAssembly module, which exchanges JSON.

import type { Edition, GameName, Phases, Phrase, PlayingCard, RitualCard, RuleKey } from "./engine-keys";
import init, { Game as Raw, games as rawGames } from "../build/engine/hidden_decks_web.js";

export type Rules = Record<string, string | number>;

export interface RuleOption {
  key: RuleKey;
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
}

export interface Seat {
  letter: string;
  colour: string;
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

/** The picture after one event of a step. */
export interface Frame {
  view: string;
  pieces: string[];
  /** The path on which the last piece came to its place; empty if it has not travelled. */
  way: string;
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
  /** The chosen parts, and all others once only one arrangement is possible. */
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

/** Quality of a seat's decisions; null if none was judged or critical. */
export interface Quality {
  meanLoss: number | null;
  /** Null without critical decisions, too: where hardly anything was at stake, a tiny loss would be a low accuracy. */
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

/** Loads the module from its bytes. */
export async function load(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await init({ module_or_path: bytes });
}

/** Reads an answer of the module. */
const read = <Answer>(answer: string): Answer => JSON.parse(answer) as Answer;

export const games = (): GameInfo[] => read(rawGames());

/** A game with its steps; step 0 is the start. */
export class Game {
  private known: Table | undefined;

  private constructor(private readonly raw: Raw) {}

  static start = (game: string, players: number, rules: Rules, seed: string): Game =>
    new Game(new Raw(game, players, JSON.stringify(rules), BigInt(seed)));

  /** Reads a code, as `code` returns it. */
  static ofCode = (game: string, players: number, rules: Rules, code: string): Game =>
    new Game(Raw.fromCode(game, players, JSON.stringify(rules), code));

  static read = (line: string): Game => new Game(Raw.fromRecord(line));

  get table(): Table {
    return (this.known ??= read<Table>(this.raw.table()));
  }

  get last(): number {
    return this.raw.last();
  }

  /** A step as the viewer sees it: with all hidden cards, only public information, or one seat's view. */
  step = (step: number, viewer: "all" | "public" | number = "all"): Step => read(this.raw.step(step, String(viewer)));

  /** The picture of a step as the viewer sees it. */
  scene = (step: number, viewer: "all" | "public" | number): Scene => read(this.raw.scene(step, String(viewer)));

  /** The pictures after each event of a step; none in some games. */
  frames = (step: number): Frame[] => read(this.raw.frames(step));

  moves = (step: number): Offer[] => read(this.raw.moves(step));

  moveInWords = (step: number, move: string): Phrase => read(this.raw.move_in_words(step, move));

  arrangement = (step: number): Arrangement | null => read(this.raw.arrangement(step));

  /** The state of the arrangement at a step that has one. */
  composed = (step: number, chosen: Part[]): Composition => read(this.raw.composed(step, JSON.stringify(chosen)));

  hand = (step: number, seat: number): HeldCard[] => read(this.raw.hand(step, seat));

  /** Probabilities that a seat can infer for each hand, by seat, and for the deck as the last entry. */
  belief = (step: number, seat: number): Belief[] => read(this.raw.belief(step, seat, WORLDS, 1n));

  chances = (step: number): number[] | null => read(this.raw.chances(step));

  think = (step: number, spec: string, seed: number): Thought => read(this.raw.think(step, spec, BigInt(seed)));

  /** Judges the decision at each step from the searches' results. */
  judge = (thoughts: { step: number; table: Thought["table"]; glance: string | null }[]): Verdict[] => read(this.raw.judge(JSON.stringify(thoughts)));

  /** The quality of each seat's decisions. */
  quality(judgements: ({ seat: number } & Verdict)[]): Quality[] {
    const known = judgements.map(({ seat, lost, at_stake }) => ({ seat, lost, at_stake }));
    return read<Quality[]>(this.raw.quality(JSON.stringify(known))).map((one) => ({ ...one, accuracy: one.critical === 0 ? null : one.accuracy }));
  }

  /** The luck in the finished game. */
  luck = (): Luck => read(this.raw.luck());

  /** Plays a choice: a move, then what people drew at their table, if anything, each after a tab. */
  play = (choice: string): void => this.raw.play(choice);

  /** The cards or tiles that people can draw after a choice; none if a seat decides next. */
  draws = (choice: string): Draw[] => read(this.raw.draws(choice));

  takeBack = (step: number): void => this.raw.takeBack(step);

  /** A short text with the seed and all moves, or undefined if the seed does not determine the game. */
  code = (): string | undefined => this.raw.code();

  record = (labels: string[]): string => this.raw.record(JSON.stringify(labels));

  free = (): void => this.raw.free();
}
