// The engine, typed: what goes in and out of the module as JSON.

import init, { Game as Raw, games as rawGames } from "../build/engine/hidden_decks_web.js";

export type Rules = Record<string, string | number>;

export interface RuleOption {
  key: string;
  meaning: string;
  words: string[];
  default: string | number | null;
  /** The least and the greatest number, of a rule that is one. */
  range: [number, number] | null;
}

export interface GameInfo {
  name: string;
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
  game: string;
  title: string;
  players: number;
  seed: string;
  isOpen: boolean;
  rules: Rules;
  seats: Seat[];
  definitions: string;
  legend: [string, string][];
}

export type EventData = Record<string, unknown> & { event: string };

export interface Step {
  turn: number;
  isBetweenTurns: boolean;
  next: number | null;
  isOver: boolean;
  points: number[];
  ranks: number[];
  facts: string;
  seatFacts: string[];
  events: { event: EventData; told: string }[];
  seat?: number;
  move?: string;
  reveals?: boolean;
  /** What the record says of a search at the decision. */
  search?: Verdict & { table: Thought["table"] };
}

export interface Scene {
  view: string;
  pieces: string[];
  /** The board for those who do not see it, a line for each place. */
  words: string[];
}

export type Point = [number, number];

export interface Offer {
  move: string;
  places: Point[];
}

export interface Thought {
  move: string;
  table: { move: string; visits: number; value: number }[];
}

/** What a decision lost, and what it is called; null where nothing is to be said. */
export interface Verdict {
  lost: number | null;
  verdict: "brilliant" | "inaccuracy" | "mistake" | "blunder" | null;
}

/** By card: how many to expect in a place, and how likely at least one is there. */
export type Belief = Record<string, { expected: number; likely: number }>;

/** The number of determinizations behind a belief. */
const WORLDS = 400;

/** Loads the module. `bytes` is its address, or its content. */
export async function load(bytes: string | ArrayBuffer): Promise<void> {
  await init({ module_or_path: bytes });
}

export const games = (): GameInfo[] => JSON.parse(rawGames()) as GameInfo[];

/** A game with its steps; step 0 is the start. */
export class Game {
  private constructor(private readonly raw: Raw) {}

  static start(game: string, players: number, rules: Rules, seed: string): Game {
    return new Game(new Raw(game, players, JSON.stringify(rules), BigInt(seed)));
  }

  static read(line: string): Game {
    return new Game(Raw.fromRecord(line));
  }

  get table(): Table {
    return JSON.parse(this.raw.table()) as Table;
  }

  get last(): number {
    return this.raw.last();
  }

  /** A step as somebody sees it: everything, what all see, or what a seat sees. */
  step(step: number, viewer: "all" | "public" | number = "all"): Step {
    return JSON.parse(this.raw.step(step, String(viewer))) as Step;
  }

  scene(step: number): Scene {
    return JSON.parse(this.raw.scene(step)) as Scene;
  }

  moves(step: number): Offer[] {
    return JSON.parse(this.raw.moves(step)) as Offer[];
  }

  hand(step: number, seat: number): string[] {
    return JSON.parse(this.raw.hand(step, seat)) as string[];
  }

  /** What a seat may believe of each hand, by seat, and of the deck, the last. */
  belief(step: number, seat: number): Belief[] {
    return JSON.parse(this.raw.belief(step, seat, WORLDS, 1n)) as Belief[];
  }

  chances(step: number): number[] | null {
    return JSON.parse(this.raw.chances(step)) as number[] | null;
  }

  think(step: number, spec: string, seed: number): Thought {
    return JSON.parse(this.raw.think(step, spec, BigInt(seed))) as Thought;
  }

  /** Judges the decision at each step; see the analysis. */
  judge(thoughts: { step: number; table: Thought["table"]; glance: string | null }[]): Verdict[] {
    return JSON.parse(this.raw.judge(JSON.stringify(thoughts))) as Verdict[];
  }

  play(move: string): void {
    this.raw.play(move);
  }

  takeBack(step: number): void {
    this.raw.takeBack(step);
  }

  record(labels: string[]): string {
    return this.raw.record(JSON.stringify(labels));
  }

  free(): void {
    this.raw.free();
  }
}
