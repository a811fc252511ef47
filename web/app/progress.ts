// A game in progress: its moves so far, what can be undone, and its place in the browser's storage.

import type { Brain } from "./brain";
import type { Game, Step, Thought } from "./engine";
import { storeGame, type Kept } from "./kept";
import { isSolved } from "./levels";
import { made } from "./protocol";
import { remember } from "./store";

export class Progress {
  readonly game: Game;
  /** The moves since the start of the game or of the variation. */
  readonly moves: string[];
  /** The steps before each choice that can be undone. */
  private marks: number[];
  /** Whether the turn is complete, but can still be undone. */
  isWaiting: boolean;
  /** Whether the browser has stored the game. */
  isKept = true;

  constructor(private readonly key: string, readonly kept: Kept) {
    this.game = made(kept.source);
    this.moves = [...kept.source.moves];
    this.marks = (kept.marks ?? []).filter((step) => step < this.game.last);
    this.isWaiting = kept.isWaiting === true && this.marks.length > 0;
  }

  /** The stored game, with all moves so far. */
  get stored(): Kept {
    const { source, seats, isLesson, isAdvice, isHelped, goal } = this.kept;
    return { source: { ...source, moves: [...this.moves] }, seats, isLesson, isAdvice, isHelped, goal, marks: [...this.marks], isWaiting: this.isWaiting };
  }

  canTakeBack = (): boolean => this.marks.length > 0;

  /** Makes what comes next a choice that can be undone. */
  mark = (): number => this.marks.push(this.game.last);

  /** From now on, nothing that has happened can be undone. */
  settle(): void {
    this.marks = [];
    this.isWaiting = false;
  }

  advance(move: string): Step {
    this.game.play(move);
    this.moves.push(move);
    const step = this.game.step(this.game.last);
    // People at a table of their own can put a tile back.
    if (step.reveals === true && this.kept.isAdvice !== true) this.settle();
    return step;
  }

  /** Waits before the next player's turn if the last step has ended one that can be undone. */
  pause(): void {
    const { seat, next, isOver } = this.game.step(this.game.last);
    if (!isOver && next === seat) return;
    this.isWaiting = this.canTakeBack() && !isOver;
    if (!this.isWaiting) this.settle();
  }

  /** Undoes the last choice. Returns the number of its steps. */
  takeBack(): number {
    const [before, { last }] = [this.marks.pop() ?? this.game.last, this.game];
    this.moves.length -= last - before;
    this.game.takeBack(before);
    this.isWaiting = false;
    return last - before;
  }

  /** Asks an agent for the next move. A mixed policy that drew the same numbers in every game could be exploited. */
  ask(brain: Brain, spec: string): Promise<Thought> {
    const { game, seed } = this.kept.source;
    const mixed = [...seed].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 2 ** 32, 0);
    return brain.ask(this.stored.source, this.game.last, spec, (isSolved(game) ? mixed * 2 ** 20 : 0) + this.game.last);
  }

  /** Stores the game, so that it can be resumed after the page is closed. */
  keep(): void {
    const { isOver } = this.game.step(this.game.last);
    this.isKept = isOver ? remember(this.key, null) : storeGame(this.key, this.stored);
  }

  end(): void {
    // A game without a move is not worth resuming.
    if (this.moves.length === 0) remember(this.key, null);
    this.game.free();
  }
}
