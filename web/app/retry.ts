// The screen to learn from mistakes: a seat's worst decisions are played again until the move is good.

import type { Judgement } from "./analysis";
import { BoardView } from "./board";
import { decided, type Selection } from "./decision-view";
import { make, renew } from "./dom";
import type { Game, Verdict } from "./engine";
import { percent } from "./numbers";
import { made, upTo, type Source } from "./protocol";
import { sayMove } from "./say";
import { seatList, told } from "./seats";
import { texts } from "./texts";

/** The mistakes of a seat in a game, and the one on the screen. */
export interface Mistakes {
  source: Source;
  names: string[];
  seat: number;
  judgements: Judgement[];
  /** The move that was played at each of them. */
  played: string[];
  at: number;
}

const nothing = (): Selection => ({ chosen: [], card: null, hint: null });

export class RetryScreen {
  readonly element: HTMLElement;
  private readonly board = new BoardView();
  private readonly panel = make("section", { class: "panel", tabindex: "-1" });
  private readonly status = make("p", { class: "status", role: "status" });
  private readonly words = this.board.inWords();
  private game!: Game;
  private at: number;
  private selected = nothing();
  /** The verdict on the move that was tried last, and the move in words. */
  private tried: { lost: number | null; isGood: boolean; words: string } | null = null;

  constructor(private readonly mistakes: Mistakes, private readonly leave: () => void) {
    this.at = mistakes.at;
    this.element = make("main", { class: "game retry" }, this.board.element, this.panel);
    document.addEventListener("keydown", this.press);
    this.begin();
  }

  get title(): string {
    return `${this.game.table.title}: ${texts().retry}`;
  }

  get now(): Mistakes {
    return { ...this.mistakes, at: this.at };
  }

  private get mistake(): Judgement {
    const found = this.mistakes.judgements[this.at];
    if (found === undefined) throw new Error(`there is no mistake ${this.at}`);
    return found;
  }

  /** Sets up the position before a mistake. */
  private begin(): void {
    const before = this.game as Game | undefined;
    this.game = made(upTo(this.mistakes.source, this.mistake.step - 1));
    before?.free();
    this.selected = nothing();
    this.tried = null;
    this.board.define(this.game.table.definitions);
    this.show();
  }

  /** Judges a move by the search at this decision; takes it back unless it is good. */
  private try(move: string): void {
    const { last } = this.game;
    const words = sayMove(this.game, last, move);
    this.game.play(move);
    const { lost, verdict }: Verdict = this.game.judge([{ step: last, table: this.mistake.thought.table, glance: null }])[last] ?? { lost: null, at_stake: null, verdict: null };
    const isGood = lost !== null && verdict === null;
    if (!isGood) this.game.takeBack(last);
    this.selected = nothing();
    this.tried = { lost, isGood, words };
    this.show();
  }

  /** Marks the move that the search prefers. */
  private solve(): void {
    const rows = [...this.mistake.thought.table].sort((one, other) => other.visits - one.visits || other.value - one.value);
    this.selected = { ...nothing(), hint: rows[0]?.move ?? null };
    this.show();
  }

  private say(): string {
    if (this.tried !== null) {
      const { lost, isGood, words } = this.tried;
      return isGood ? texts().goodMove(words, percent(this.mistake.lost ?? 0)) : lost === null ? texts().untriedMove(words) : texts().badMove(words, percent(lost));
    }
    return texts().findBetter(sayMove(this.game, this.game.last, this.mistakes.played[this.at] ?? ""), percent(this.mistake.lost ?? 0));
  }

  private show(): void {
    const { game, selected, mistakes: { seat, names, judgements } } = this;
    const step = game.step(game.last, seat);
    this.board.show(game.scene(game.last), told(step).join(" "));
    this.status.textContent = this.say();
    const count = make("p", { class: "counter" }, `${texts().mistakeOf(this.at + 1, judgements.length)}, ${texts().turn(step.turn)}`);
    const parts: (Node | null)[] = [make("h2", { class: "hidden" }, this.title), count, this.status];
    if (this.tried?.isGood === true) this.board.offer([]);
    else {
      const { targets, parts: choice } = decided({ game, seat, offers: game.moves(game.last), isWaiting: false }, selected, {
        play: (move) => this.try(move),
        endTurn: () => undefined,
        select: (selection) => { Object.assign(this.selected, selection); this.show(); },
        point: (places) => this.board.point(places),
      });
      this.board.offer(targets);
      parts.push(...choice);
    }
    const isLast = this.at + 1 === judgements.length;
    parts.push(make("p", { class: "acts" },
      isLast ? null : make("button", { type: "button", class: `next${this.tried?.isGood === true ? " main" : ""}`, click: () => { this.at += 1; this.begin(); } }, texts().nextMistake),
      this.tried?.isGood === true ? null : make("button", { type: "button", class: "solve", click: () => this.solve() }, texts().solution),
      make("button", { type: "button", class: "leave", click: () => this.leave() }, texts().backToReview)),
    seatList(game.table.seats, names, step), make("p", { class: "facts" }, texts().phrase(step.facts)), this.words);
    renew(this.panel, parts);
  }

  private readonly press = (event: KeyboardEvent): void => {
    if (this.board.press(event)) event.preventDefault();
  };

  end(): void {
    document.removeEventListener("keydown", this.press);
    this.game.free();
  }
}
