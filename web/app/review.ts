// The review screen: the board with its steps, curves, mistakes and hidden hands, and playing from any step.

import { animation } from "./animation";
import { BoardView, keyHelp } from "./board";
import { Brain, Stopped } from "./brain";
import { hasEngine } from "./bundle";
import { sign, type Curve } from "./curve";
import { fold, make } from "./dom";
import { Game, type Luck } from "./engine";
import { Hands } from "./hands";
import type { Kept } from "./kept";
import { isSolved, levels } from "./levels";
import type { Origin } from "./links";
import { luckTables } from "./luck-view";
import { MistakeSearch } from "./mistake-search";
import { LEGEND, picture } from "./picture";
import type { Player } from "./plan";
import { made, upTo, type Source } from "./protocol";
import type { Mistakes } from "./retry";
import { download } from "./save";
import { sayMove } from "./say";
import { seatList, told } from "./seats";
import { StepLink } from "./step-link";
import { Stepper } from "./stepper";
import { texts } from "./texts";
import { curves, losses, mistakesOf, plans, signs } from "./verdicts";

/** The level of the agents in a variation, if the game has as many. */
const STRONG = 3;

/** State of a review: the line of a record or the source of an unfinished game, its origin in the address, and a step. */
export interface View {
  of: string | Source;
  /** Names of the players, if the record has none. */
  names?: string[];
  step: number;
  origin: Origin | null;
  /** The seat as which the review is viewed at first; otherwise it shows all hands. */
  seat?: number | null;
  /** The seat of the person who played alone, whose mistakes come first. */
  own?: number;
}

/** The ways out of a review; a page without an engine has none. */
export interface Ways {
  leave: () => void;
  /** Plays from a step; leaving that game returns to the review. */
  play: (kept: Kept, from: View) => void;
  /** Plays a seat's mistakes again; leaving returns to the review. */
  retry: (mistakes: Mistakes, from: View) => void;
}

/** Part of the panel whose content is replaced on redraw. */
const slot = (): HTMLElement => make("div", {});

export class ReviewScreen {
  readonly element: HTMLElement;
  private readonly game: Game;
  private readonly all: Source;
  /** The line of the record; null while the game is unfinished. */
  private readonly line: string | null;
  private readonly names: string[];
  private readonly board = new BoardView();
  readonly steps: Stepper;
  private readonly link: StepLink;
  private readonly search: MistakeSearch;
  private readonly keys: AbortController;
  private readonly gauge = new Brain();
  private readonly hands: Hands;
  private readonly status = make("p", { class: "status", role: "status", "aria-live": "polite" });
  private readonly told = make("p", { class: "told", role: "status", "aria-live": "polite" });
  private readonly facts = make("p", { class: "facts" });
  private readonly goOn = make("button", { type: "button", class: "play-on", click: () => this.branch(this.steps.step, []) }, texts().playOn);
  private readonly turnTo = [-1, 1].map((way) => make("button", { type: "button", class: way > 0 ? "next-mistake" : "previous-mistake", hidden: true, click: () => this.steps.go(this.search.beside(this.steps.step, way)) },
    way > 0 ? texts().nextMistake : texts().previousMistake));
  private readonly slots = { seats: slot(), curves: slot(), plans: slot() };
  private readonly mistakes = fold(texts().mistakes);
  private readonly luck = fold(texts().luck);
  /** The luck in the game, as soon as it is measured. */
  private measured: Luck | null = null;
  private readonly list = make("ol", { class: "steps", start: "0" });
  private curves: Curve[] = [];
  private words: string[] = [];
  private isGone = false;
  private readonly say = (words: string): void => { this.status.textContent = words; };

  constructor(private readonly opened: View, private readonly ways: Ways | null) {
    const { of, step, origin } = opened;
    this.game = typeof of === "string" ? Game.read(of) : made(of);
    const { definitions, seats, isOpen, game, players, rules, seed } = this.game.table;
    this.names = seats.map(({ letter, label }, seat) => (!label ? opened.names?.[seat] ?? letter : label.split(" (")[0] === letter ? label : `${letter} ${label}`));
    this.all = typeof of === "string" ? { record: of, base: this.game.last, game, players, rules, seed, moves: [] } : of;
    this.line = typeof of === "string" ? of : this.game.step(this.game.last).isOver ? this.game.record(this.names) : null;
    const seat = isOpen || (opened.seat ?? players) >= players ? null : opened.seat ?? null;
    this.hands = new Hands(this.game, this.names, seat, () => this.look());
    this.board.define(definitions);
    this.steps = new Stepper(this.game, step, () => this.show());
    this.keys = this.board.listen(this.steps.keys);
    this.link = new StepLink(this.game, this.line, origin, () => [this.steps.step, this.hands.seat]);
    this.search = new MistakeSearch(this.game, this.all, this.line ?? JSON.stringify(of), this.say,
      () => { this.judge(); this.showPlans(); }, () => !this.mistakes.element.matches(":hover, :focus-within"));
    this.search.button.hidden = !hasEngine || isSolved(game);
    this.goOn.hidden = !hasEngine;
    this.element = make("main", { class: "game review" }, this.board.element, this.panel());
    this.luck.element.hidden = true;
    this.look();
    this.judge();
    if (this.line !== null) void this.measure();
  }

  get title(): string {
    return `${this.game.table.title}: ${texts().reviewTitle}`;
  }

  get view(): View {
    return { ...this.opened, step: this.steps.step, origin: this.link.origin, seat: this.hands.seat };
  }

  private panel(): HTMLElement {
    const { legend, isOpen } = this.game.table;
    const symbols = make("dl", { class: "symbols" }, ...legend.flatMap(([svg, meaning]) => [make("dt", {}, picture(svg, LEGEND)), make("dd", {}, texts().phrase(meaning))]));
    return make("section", { class: "panel" },
      make("h2", { class: "hidden" }, this.title), this.steps.element, this.steps.counter, this.told,
      make("p", { class: "acts" }, this.search.button, ...this.turnTo, this.goOn), this.status, this.slots.plans, this.slots.seats, this.facts, this.acts(),
      isOpen ? null : this.hands.element, this.mistakes.element, this.slots.curves, this.luck.element, fold(texts().history, true, this.list).element,
      this.board.inWords(), fold(texts().symbols, false, symbols).element, keyHelp("review"));
  }

  /** The buttons for what is not looked at. */
  private acts(): HTMLElement {
    return make("p", { class: "acts" },
      ...this.link.buttons(this.say),
      this.line === null ? null : make("button", { type: "button", class: "save", click: () => download("record.jsonl", `${this.search.inRecord(this.line ?? "")}\n`) }, texts().save),
      make("button", { type: "button", class: "animate", click: () => download("game.svg", animation(this.game, this.hands.viewer, this.words), "image/svg+xml") }, texts().animate),
      this.ways === null ? null : make("button", { type: "button", class: "leave", click: () => this.ways?.leave() }, texts().leave));
  }

  /** Shows the step that the person is at. */
  private show(): void {
    const { step } = this.steps;
    const now = this.game.step(step);
    const words = this.words[step] ?? "";
    this.board.show(this.game.scene(step, this.hands.viewer), words);
    this.told.textContent = words;
    this.slots.seats.replaceChildren(seatList(this.game.table.seats, this.names, now));
    this.facts.textContent = texts().phrase(now.facts);
    this.hands.show(step);
    for (const { point } of this.curves) point(step);
    this.goOn.disabled = this.game.moves(step).length === 0;
    this.showPlans();
    this.markStep();
    this.link.write();
  }

  /** Redraws the review from the chosen viewpoint. */
  private look(): void {
    this.words = Array.from({ length: this.game.last + 1 }, (_, step) => this.inWords(step));
    this.list.replaceChildren(...this.words.map((words, step) =>
      make("li", {}, make("button", { type: "button", click: () => this.steps.go(step) }, words))));
    this.markVerdicts();
    this.showLuck();
    this.steps.go();
  }

  /** Measures the luck, in a worker of its own that no search delays. */
  private async measure(): Promise<void> {
    try {
      this.measured = hasEngine ? await this.gauge.luck(this.all) : this.game.luck();
    } catch (error) {
      if (!(error instanceof Stopped)) this.say(`${texts().trouble}: ${String(error)}`);
    }
    this.gauge.stop();
    // A game without a model of its outcome has no luck.
    if (this.measured?.draws.length === 0) this.measured = null;
    if (this.isGone || this.measured === null) return;
    this.judge();
    this.showLuck();
  }

  /** Lists the chance events, as the viewer sees them. */
  private showLuck(): void {
    if (this.measured === null) return;
    const { table } = this.game;
    const isOpen = table.isOpen || this.hands.viewer === "all";
    this.luck.element.hidden = false;
    this.luck.fill(...luckTables(table, this.names, this.measured, (step) => this.steps.go(step), isOpen ? null : (step) => this.words[step] ?? ""));
  }

  /** Describes a step as the viewer sees it. */
  private inWords(step: number): string {
    const { viewer } = this.hands;
    const { move, seat, ...now } = this.game.step(step, viewer);
    const lines = told(now).join(" ");
    if (lines !== "") return lines;
    if (move === undefined) return texts().first;
    return viewer === "all" || seat === viewer || this.game.table.isOpen ? sayMove(this.game, step - 1, move) : "…";
  }

  /** Highlights the line of the step and scrolls to it. */
  private markStep(): void {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = this.list.children[this.steps.step];
    if (!(line instanceof HTMLElement)) return;
    line.setAttribute("aria-current", "step");
    // After layout.
    requestAnimationFrame(() => { this.list.scrollTop = line.offsetTop - this.list.clientHeight / 2; });
  }

  /** Draws the curves and the list of mistakes. */
  private judge(): void {
    const { judgements } = this.search;
    this.curves = curves(this.game, judgements, this.measured, (step) => this.steps.go(step));
    this.slots.curves.replaceChildren(...this.curves.map(({ element }) => element));
    for (const { point } of this.curves) point(this.steps.step);
    this.mistakes.element.hidden = judgements.every(({ lost }) => lost === null);
    this.markVerdicts();
    for (const button of this.turnTo) button.hidden = judgements.every(({ verdict }) => verdict === null);
    // A mistake is shown with what belongs to it: the sentence, and the moves searched.
    const visit = (step: number): void => { this.steps.go(step); this.steps.counter.scrollIntoView({ block: "start" }); };
    const { step: focused } = this.mistakes.element.querySelector<HTMLElement>("[data-step]:focus")?.dataset ?? {};
    this.mistakes.fill(...losses(this.game, this.names, judgements, this.opened.own, visit, hasEngine ? (seat) => this.retry(seat) : null));
    this.mistakes.element.querySelector<HTMLElement>(`[data-step="${focused}"]`)?.focus({ preventScroll: true });
  }

  private retry(seat: number): void {
    const judgements = mistakesOf(this.search.judgements, seat);
    const played = judgements.map(({ step }) => this.game.step(step).move ?? "");
    this.ways?.retry({ source: this.all, names: this.names, seat, judgements, played, at: 0 }, this.view);
  }

  /** Shows the moves searched at the previous decision, and marks its mistake, unless the viewpoint hides them. */
  private showPlans(): void {
    const judgement = this.search.judgements.find(({ step }) => step === this.steps.step);
    const { viewer } = this.hands;
    const isSeen = judgement !== undefined && (viewer === "all" || viewer === judgement.seat || this.game.table.isOpen);
    this.slots.plans.replaceChildren(...(isSeen ? [plans(this.game, judgement, (move) => this.branch(judgement.step - 1, [move]))] : []));
    this.board.mark(isSeen ? signs(this.game, judgement) : []);
  }

  /** Marks the judged decisions in the list of steps. */
  private markVerdicts(): void {
    for (const mark of this.list.querySelectorAll(".sign")) mark.remove();
    for (const { step, verdict } of this.search.judgements) {
      if (verdict !== null) this.list.children[step]?.firstElementChild?.prepend(sign(verdict, texts().mistake[verdict]));
    }
  }

  /** Plays from a step: the person takes the seat that decides, strong agents take the others. */
  private branch(base: number, moves: string[]): void {
    const { next } = this.game.step(base);
    const level = Math.min(STRONG, levels(this.all.game).length - 1);
    const seats = this.names.map((_, seat): Player => (seat === next ? { kind: "human" } : { kind: "agent", level }));
    const source = upTo(this.all, base);
    this.ways?.play({ source: { ...source, moves: [...source.moves, ...moves] }, seats }, this.view);
  }

  /** Stops the searches and autoplay and frees the game. */
  end(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.steps.end();
    this.link.end();
    this.keys.abort();
    this.search.end();
    this.gauge.stop();
    this.game.free();
  }
}
