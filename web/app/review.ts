// The review screen: board, steps, charts, mistakes, hidden hands, and playing from any step.

import { annotated, judgements, noted, searched, type Judgement, type Searched } from "./analysis";
import { animation } from "./animation";
import { BoardView, keyHelp, type Sign } from "./board";
import { Brain, brains, Stopped } from "./brain";
import { hasEngine } from "./bundle";
import { copy } from "./clipboard";
import { curve, sign, type Curve, type Mark } from "./curve";
import { fold, icon, make } from "./dom";
import { Game, type Luck } from "./engine";
import { Hands } from "./hands";
import { adviser, isSolved, levels } from "./levels";
import { toStep, type Origin } from "./links";
import { luckTables } from "./luck-view";
import { decimal, percent, signedPercent } from "./numbers";
import type { Kept } from "./kept";
import { made, upTo, type Source } from "./protocol";
import type { Mistakes } from "./retry";
import { LEGEND, picture } from "./picture";
import { openQr } from "./qr";
import { readdress } from "./router";
import { download } from "./save";
import { sayMove } from "./say";
import { packed } from "./share";
import { seatList, told } from "./seats";
import { recallObject, remember } from "./store";
import type { Player } from "./plan";
import { texts } from "./texts";
import { bestFirst, judged, losses, mistakesOf, plans } from "./verdicts";

const SPEEDS = [2000, 1000, 500, 200];
/** Minimum time between changes of the address, which browsers limit, in milliseconds. */
const ADDRESS_PAUSE = 350;
/** Minimum time between redraws while mistakes are found, in milliseconds. */
const GLANCE = 1000;
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

/** The judgements found on this visit, by game; the latest ones are stored under this key, for a reload. */
const found = new Map<string, Judgement[]>();
const LATEST = "analysis";

function foundBefore(of: string): Judgement[] | undefined {
  const onThisVisit = found.get(of);
  if (onThisVisit !== undefined) return onThisVisit;
  const latest = recallObject<{ of: string; judgements: Judgement[] }>(LATEST);
  return latest?.of === of ? latest.judgements : undefined;
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
  private readonly keys = this.board.listen({
    ArrowLeft: () => this.show(this.current - 1), ArrowRight: () => this.show(this.current + 1),
    Home: () => this.show(0), End: () => this.show(this.game.last), " ": () => this.toggle(),
  });
  private readonly brains = brains();
  private readonly gauge = new Brain();
  private readonly hands: Hands;
  private readonly status = make("p", { class: "status", role: "status", "aria-live": "polite" });
  private readonly counter = make("p", { class: "counter" });
  private readonly told = make("p", { class: "told", role: "status", "aria-live": "polite" });
  private readonly facts = make("p", { class: "facts" });
  private readonly slider = make("input", { type: "range", min: "0", input: () => this.show(Number(this.slider.value)) });
  private readonly player = make("button", { type: "button", class: "player", click: () => this.toggle() });
  private readonly goOn = make("button", { type: "button", class: "play-on", click: () => this.branch(this.current, []) }, texts().playOn);
  private readonly analyser = make("button", { type: "button", class: "main analyse", click: () => void this.search() });
  private readonly turnTo = [-1, 1].map((way) => make("button", { type: "button", class: way > 0 ? "next-mistake" : "previous-mistake", hidden: true, click: () => this.visitMistake(way) },
    way > 0 ? texts().nextMistake : texts().previousMistake));
  /** The search for mistakes, while it runs. */
  private isSearching = false;
  private readonly slots = { seats: slot(), curves: slot(), plans: slot() };
  private readonly mistakes = fold(texts().mistakes);
  private readonly luck = fold(texts().luck);
  /** The luck in the game, as soon as it is measured. */
  private measured: Luck | null = null;
  private readonly list = make("ol", { class: "steps", start: "0" });
  private curves: Curve[] = [];
  private words: string[] = [];
  private judgements: Judgement[];
  private readonly found: string;
  private current: number;
  private origin: Origin | null;
  private timer: ReturnType<typeof setInterval> | null = null;
  private address: ReturnType<typeof setTimeout> | undefined;
  private speed = 1;
  private isGone = false;

  constructor(private readonly opened: View, private readonly ways: Ways | null) {
    const { of, step, origin } = opened;
    this.game = typeof of === "string" ? Game.read(of) : made(of);
    this.origin = origin;
    const { definitions, legend, seats, isOpen, game, players, rules, seed } = this.game.table;
    this.names = seats.map(({ letter, label }, seat) => (!label ? opened.names?.[seat] ?? letter : label.split(" (")[0] === letter ? label : `${letter} ${label}`));
    this.all = typeof of === "string" ? { record: of, base: this.game.last, game, players, rules, seed, moves: [] } : of;
    this.line = typeof of === "string" ? of : this.game.step(this.game.last).isOver ? this.game.record(this.names) : null;
    const seat = isOpen || (opened.seat ?? players) >= players ? null : opened.seat ?? null;
    this.hands = new Hands(this.game, this.names, seat, () => this.look());
    this.board.define(definitions);
    this.found = this.line ?? JSON.stringify(of);
    this.judgements = foundBefore(this.found) ?? noted(this.game);
    this.setSearching(false);
    this.analyser.hidden = !hasEngine || isSolved(game);
    this.goOn.hidden = !hasEngine;
    this.current = Math.min(Math.max(0, step), this.game.last);
    this.slider.max = String(this.game.last);
    const symbols = fold(texts().symbols, false,
      make("dl", { class: "symbols" }, ...legend.flatMap(([svg, meaning]) => [make("dt", {}, picture(svg, LEGEND)), make("dd", {}, texts().phrase(meaning))])));
    const panel = make("section", { class: "panel" },
      make("h2", { class: "hidden" }, this.title), this.controls(), this.counter, this.told, this.acts(), this.status, this.slots.plans, this.slots.seats, this.facts,
      isOpen ? null : this.hands.element, this.mistakes.element, this.slots.curves, this.luck.element, fold(texts().history, true, this.list).element, this.board.inWords(), symbols.element, keyHelp("review"));
    this.element = make("main", { class: "game review" }, this.board.element, panel);
    this.luck.element.hidden = true;
    this.judge();
    this.look();
    if (this.line !== null) void this.measure();
  }

  get title(): string {
    return `${this.game.table.title}: ${texts().reviewTitle}`;
  }

  get view(): View {
    return { ...this.opened, step: this.current, origin: this.origin, seat: this.hands.seat };
  }

  show(step: number): void {
    this.current = Math.min(Math.max(0, step), this.game.last);
    const now = this.game.step(this.current);
    const words = this.words[this.current] ?? "";
    this.board.show(this.game.scene(this.current, this.hands.viewer), words);
    this.counter.textContent = `${texts().step(this.current, this.game.last)}, ${texts().turn(now.turn)}`;
    this.told.textContent = words;
    this.slider.value = String(this.current);
    this.slider.setAttribute("aria-label", this.counter.textContent);
    this.slots.seats.replaceChildren(seatList(this.game.table.seats, this.names, now));
    this.facts.textContent = texts().phrase(now.facts);
    this.hands.show(this.current);
    for (const { point } of this.curves) point(this.current);
    this.goOn.disabled = this.game.moves(this.current).length === 0;
    this.showPlans();
    this.markStep();
    this.write();
    if (this.current === this.game.last) this.pause();
  }

  /** Redraws the review from the chosen viewpoint. */
  private look(): void {
    this.words = Array.from({ length: this.game.last + 1 }, (_, step) => this.inWords(step));
    this.list.replaceChildren(...this.words.map((words, step) =>
      make("li", {}, make("button", { type: "button", click: () => this.show(step) }, words))));
    this.markVerdicts();
    this.showLuck();
    this.show(this.current);
  }

  /** Measures the luck, in a worker of its own that no search delays. */
  private async measure(): Promise<void> {
    try {
      this.measured = hasEngine ? await this.gauge.luck(this.all) : this.game.luck();
    } catch (error) {
      if (!(error instanceof Stopped)) this.status.textContent = `${texts().trouble}: ${String(error)}`;
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
    this.luck.fill(...luckTables(table, this.names, this.measured, (step) => this.show(step), isOpen ? null : (step) => this.words[step] ?? ""));
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
    const line = this.list.children[this.current];
    if (!(line instanceof HTMLElement)) return;
    line.setAttribute("aria-current", "step");
    // After layout.
    requestAnimationFrame(() => { this.list.scrollTop = line.offsetTop - this.list.clientHeight / 2; });
  }

  /** Draws the charts and the list of mistakes. */
  private judge(): void {
    const { seats, players } = this.game.table;
    const steps = Array.from({ length: this.game.last + 1 }, (_, step) => step);
    const chances = steps.map((step) => this.game.chances(step));
    const marks = this.judgements.flatMap((one): Mark[] => (one.verdict === null ? []
      : [{ step: one.step - 1, seat: one.seat, kind: one.verdict, label: judged(this.game, one) }]));
    const go = (step: number): void => this.show(step);
    this.curves = [];
    if (chances.filter((row) => row !== null).length > 1) this.curves.push(curve(texts().chances, seats, chances, percent, marks, go));
    if (this.measured !== null) this.curves.push(curve(texts().luckByStep, seats, this.measured.byStep, signedPercent, [], go));
    const points = steps.map((step) => this.game.step(step).points.slice(0, players));
    this.curves.push(curve(texts().scores, seats, points, (value) => decimal(value, Number.isInteger(value) ? 0 : 1), [], go));
    this.slots.curves.replaceChildren(...this.curves.map(({ element }) => element));
    for (const { point } of this.curves) point(this.current);
    this.mistakes.element.hidden = this.judgements.every(({ lost }) => lost === null);
    this.markVerdicts();
    for (const button of this.turnTo) button.hidden = this.judgements.every(({ verdict }) => verdict === null);
    // A mistake is shown with what belongs to it: the sentence, and the moves searched.
    const visit = (step: number): void => { this.show(step); this.counter.scrollIntoView({ block: "start" }); };
    const { step: focused } = this.mistakes.element.querySelector<HTMLElement>("[data-step]:focus")?.dataset ?? {};
    this.mistakes.fill(...losses(this.game, this.names, this.judgements, this.opened.own, visit, hasEngine ? (seat) => this.retry(seat) : null));
    this.mistakes.element.querySelector<HTMLElement>(`[data-step="${focused}"]`)?.focus({ preventScroll: true });
  }

  private retry(seat: number): void {
    const judgements = mistakesOf(this.judgements, seat);
    const played = judgements.map(({ step }) => this.game.step(step).move ?? "");
    this.ways?.retry({ source: this.all, names: this.names, seat, judgements, played, at: 0 }, this.view);
  }

  /** Shows the moves searched at the previous decision, unless the viewpoint hides them. */
  private showPlans(): void {
    const judgement = this.judgements.find(({ step }) => step === this.current);
    const { viewer } = this.hands;
    const isSeen = judgement !== undefined && (viewer === "all" || viewer === judgement.seat || this.game.table.isOpen);
    this.slots.plans.replaceChildren(...(isSeen ? [plans(this.game, judgement, (move) => this.branch(judgement.step - 1, [move]))] : []));
    this.board.mark(isSeen && judgement.verdict !== null ? this.signs(judgement) : []);
  }

  /** The places of the move that was played and of the best one. */
  private signs({ step, verdict, thought }: Judgement): Sign[] {
    const offers = this.game.moves(step - 1);
    const at = (kind: Sign["kind"], move: string | undefined): Sign[] => offers.find((offer) => offer.move === move)?.places.map((at) => ({ at, kind })) ?? [];
    return [...at("brilliant", bestFirst(thought.table)[0]?.move), ...at(verdict ?? "inaccuracy", this.game.step(step).move)];
  }

  /** Shows the next mistake, or the previous one, of any seat. */
  private visitMistake(way: number): void {
    const all = this.judgements.flatMap(({ step, verdict }) => (verdict === null || verdict === "brilliant" ? [] : [way * step])).sort((one, other) => one - other);
    this.show(Math.abs(all.find((step) => step > way * this.current) ?? all[0] ?? this.current));
  }

  private controls(): HTMLElement {
    const button = (sign: Parameters<typeof icon>[0], label: string, act: () => void): HTMLElement =>
      make("button", { type: "button", "aria-label": label, title: label, click: act }, icon(sign));
    const speeds = make("select", { "aria-label": texts().speed, title: texts().speed, change: () => {
      this.speed = Number(speeds.value);
      if (this.timer === null) return;
      this.pause();
      this.toggle();
    } }, ...SPEEDS.map((pause, number) => make("option", { value: String(number), selected: number === this.speed }, `${decimal(1000 / pause, 1000 % pause === 0 ? 0 : 1)}×`)));
    this.pause();
    return make("div", { class: "controls" },
      button("first", texts().first, () => this.show(0)), button("back", texts().back, () => this.show(this.current - 1)),
      this.player,
      button("forward", texts().forward, () => this.show(this.current + 1)), button("last", texts().last, () => this.show(this.game.last)),
      speeds, this.slider);
  }

  private acts(): HTMLElement {
    return make("p", { class: "acts" },
      this.analyser,
      ...this.turnTo,
      this.goOn,
      make("button", { type: "button", class: "link", click: () => void this.copyLink() }, texts().copyLink),
      location.protocol.startsWith("http") && make("button", { type: "button", class: "qr", click: () => void this.showCode() }, texts().qr),
      this.line === null ? null : make("button", { type: "button", class: "save", click: () => this.save() }, texts().save),
      make("button", { type: "button", class: "animate", click: () => this.animate() }, texts().animate),
      this.ways === null ? null : make("button", { type: "button", class: "leave", click: () => this.ways?.leave() }, texts().leave));
  }

  /** Plays from a step: the person takes the seat that decides, strong agents take the others. */
  private branch(base: number, moves: string[]): void {
    const { next } = this.game.step(base);
    const level = Math.min(STRONG, levels(this.all.game).length - 1);
    const seats = this.names.map((_, seat): Player => (seat === next ? { kind: "human" } : { kind: "agent", level }));
    const source = upTo(this.all, base);
    const kept = { source: { ...source, moves: [...source.moves, ...moves] }, seats };
    this.ways?.play(kept, this.view);
  }

  /** Looks for mistakes, or stops that. */
  private async search(): Promise<void> {
    if (this.isSearching) return this.stop();
    this.setSearching(true);
    let shown = 0;
    const take = (found: Searched[]): void => {
      this.judgements = judgements(this.game, found);
      this.judge();
      this.showPlans();
    };
    const report = (found: Searched[], all: number): void => {
      this.status.textContent = texts().analysing(found.length, all);
      // Nothing changes under the person's hands.
      if (performance.now() - shown < GLANCE || this.mistakes.element.matches(":hover, :focus-within")) return;
      shown = performance.now();
      take(found);
    };
    try {
      const thoughts = await searched(this.game, this.all, this.brains, adviser(this.all.game), report);
      if (this.isGone) return;
      this.status.textContent = "";
      // A search that was stopped at once leaves the judgements of the record.
      if (thoughts.length > 0) {
        take(thoughts);
        found.set(this.found, this.judgements);
        remember(LATEST, JSON.stringify({ of: this.found, judgements: this.judgements }));
      }
    } catch (error) {
      this.status.textContent = `${texts().trouble}: ${String(error)}`;
    }
    this.setSearching(false);
  }

  private stop(): void {
    for (const brain of this.brains) brain.stop();
  }

  /** Saves the record with the judgements. */
  private save(): void {
    const line = this.line ?? "";
    const isFound = foundBefore(this.found) !== undefined;
    download("record.jsonl", `${isFound ? annotated(this.game, line, adviser(this.all.game), this.judgements) : line}\n`);
  }

  /** Saves the game as an animation, as the viewer sees it. */
  private animate(): void {
    download("game.svg", animation(this.game, this.hands.viewer, this.words), "image/svg+xml");
  }

  private setSearching(isSearching: boolean): void {
    this.isSearching = isSearching;
    this.analyser.textContent = isSearching ? texts().stop : texts().analyse;
  }

  /** Marks the judged decisions in the list of steps. */
  private markVerdicts(): void {
    for (const mark of this.list.querySelectorAll(".sign")) mark.remove();
    for (const { step, verdict } of this.judgements) {
      if (verdict !== null) this.list.children[step]?.firstElementChild?.prepend(sign(verdict, texts().mistake[verdict]));
    }
  }

  private toggle(): void {
    if (this.timer !== null) return this.pause();
    if (this.current === this.game.last) this.show(0);
    this.timer = setInterval(() => this.show(this.current + 1), SPEEDS[this.speed] ?? 1000);
    this.sign();
  }

  private pause(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    this.sign();
  }

  /** Updates the sign and label of the autoplay button. */
  private sign(): void {
    const label = this.timer === null ? texts().playback : texts().pause;
    this.player.replaceChildren(icon(this.timer === null ? "play" : "pause"));
    this.player.title = label;
    this.player.setAttribute("aria-label", label);
  }

  /** Schedules an update of the step in the address. */
  private write(): void {
    clearTimeout(this.address);
    this.address = setTimeout(() => readdress(toStep(this.origin, this.current, this.hands.seat)), ADDRESS_PAUSE);
  }

  /** Returns a link to this step, which is the address from then on. If the record is not in a file next to the page, the link contains it. */
  private async link(): Promise<string> {
    const text = hasEngine && this.origin === null && location.protocol.startsWith("http") ? await packed(this.game, this.line) : null;
    if (text !== null) this.origin = { packed: text };
    const hash = toStep(this.origin, this.current, this.hands.seat);
    readdress(hash);
    return new URL(hash, location.href).href;
  }

  private async showCode(): Promise<void> {
    const address = await this.link();
    if (!(await openQr(address))) this.status.textContent = texts().longLink;
  }

  private async copyLink(): Promise<void> {
    this.status.textContent = await copy(await this.link());
  }

  /** Stops the search and autoplay and frees the game. */
  end(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.pause();
    clearTimeout(this.address);
    this.keys.abort();
    this.stop();
    this.gauge.stop();
    this.game.free();
  }
}
