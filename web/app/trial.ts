// The screen on which moves are tried at a position until one is good: mistakes of a game, and puzzles.

import { BoardView } from "./board";
import { Brain } from "./brain";
import { decided, type Selection } from "./decision-view";
import { keepFocus, make, reveal } from "./dom";
import type { Game } from "./engine";
import { adviser } from "./levels";
import { made, type Source } from "./protocol";
import { sayMove } from "./say";
import { seatList, told } from "./seats";
import { pause } from "./settings";
import { texts } from "./texts";

/** A position with a good move to find. */
export interface Trial {
  /** The game up to the position. */
  source: Source;
  seat: number;
  names: (game: Game) => string[];
  /** The lines above the question and below the answer. */
  heading: (game: Game) => string;
  footing?: () => string;
  question: (game: Game) => string;
  /** Judges a move that was played at a step, and returns the verdict and its explanation. */
  judge: (game: Game, step: number, move: string, words: string) => { isGood: boolean; answer: string };
  solution: () => string;
  /** The label of the button to the next trial; null if this is the last one. */
  next: string | null;
}

/** The moves that are played after a good one. */
const LINE = 4;

const nothing = (): Selection => ({ chosen: [], card: null, hint: null });

export class TrialScreen {
  readonly element: HTMLElement;
  private readonly board = new BoardView();
  private readonly keys = this.board.listen();
  private readonly panel = make("section", { class: "panel", tabindex: "-1" });
  private readonly status = make("p", { class: "status", role: "status" });
  private readonly words = this.board.inWords();
  private trial!: Trial;
  private game!: Game;
  private selected = nothing();
  private isGone = false;
  private tried: { isGood: boolean; answer: string } | null = null;
  private readonly brain = new Brain();
  /** The moves after a good one, in words. */
  private readonly line = make("ol", { class: "follow-up" });

  /** `trials` returns the trial with a number, starting with the one at `at`. */
  constructor(private readonly kind: string, private readonly trials: (at: number) => Trial, public at: number, private readonly back: { label: string; leave: () => void }) {
    this.element = make("main", { class: "game retry" }, this.board.element, this.panel);
    this.begin();
  }

  get title(): string {
    return `${this.game.table.title}: ${this.kind}`;
  }

  /** Sets up the position of a trial. */
  private begin(): void {
    const before = this.game as Game | undefined;
    this.trial = this.trials(this.at);
    this.game = made(this.trial.source);
    before?.free();
    this.selected = nothing();
    this.tried = null;
    this.line.replaceChildren();
    this.board.define(this.game.table.definitions);
    this.show();
  }

  /** Plays a move, and takes it back unless it is good. */
  private try(move: string): void {
    const { last } = this.game;
    const words = sayMove(this.game, last, move);
    this.game.play(move);
    this.tried = this.trial.judge(this.game, last, move, words);
    if (!this.tried.isGood) this.game.takeBack(last);
    this.selected = nothing();
    this.show();
    if (this.tried.isGood) void this.follow([move]).catch(() => undefined);
  }

  /** Plays what follows a good move: as many of the best moves of all seats. */
  private async follow(moves: string[]): Promise<void> {
    const { game, trial: { source, seat } } = this;
    for (let more = LINE; more > 0 && game.moves(game.last).length > 0; more--) {
      const [{ move }] = await Promise.all([this.brain.ask({ ...source, moves }, game.last, adviser(source.game), 0), new Promise((later) => setTimeout(later, pause()))]);
      if (this.game !== game || this.isGone) return;
      game.play(move);
      moves.push(move);
      const words = told(game.step(game.last, seat)).join(" ");
      this.line.append(make("li", {}, words === "" ? sayMove(game, game.last - 1, move) : words));
      this.show();
    }
  }

  private show(): void {
    const renew = keepFocus(this.element, this.panel);
    const { game, selected, trial: { seat, names, heading, footing, question, next } } = this;
    const step = game.step(game.last, seat);
    this.board.show(game.scene(game.last, seat), told(step).join(" "));
    this.status.textContent = this.tried?.answer ?? question(game);
    const parts: (Node | null)[] = [make("h2", { class: "hidden" }, this.title), make("p", { class: "counter" }, heading(game)), this.status];
    const isGood = this.tried?.isGood === true;
    if (isGood) {
      this.board.offer([]);
      parts.push(this.line);
    } else {
      const { targets, parts: choice } = decided({ game, seat, offers: game.moves(game.last), isWaiting: false }, selected, {
        play: (move) => this.try(move),
        endTurn: () => undefined,
        select: (selection) => { Object.assign(this.selected, selection); this.show(); },
        point: (places) => this.board.point(places),
      });
      this.board.offer(targets);
      parts.push(...choice);
    }
    parts.push(make("p", { class: "acts" },
      next === null ? null : make("button", { type: "button", class: `next${isGood ? " main" : ""}`, click: () => { this.at += 1; this.begin(); } }, next),
      isGood ? null : make("button", { type: "button", class: "solve", click: () => { this.selected = { ...nothing(), hint: { move: this.trial.solution(), best: [] } }; this.show(); } }, texts().solution),
      make("button", { type: "button", class: "leave", click: () => this.back.leave() }, this.back.label)),
    footing === undefined ? null : make("p", { class: "facts standing" }, footing()),
    seatList(game.table.seats, names(game), step), make("p", { class: "facts" }, texts().phrase(step.facts)), this.words);
    renew(parts);
    reveal(this.panel.querySelector(".moves .hinted"));
  }

  end(): void {
    this.isGone = true;
    this.brain.stop();
    this.keys.abort();
    this.game.free();
  }
}
