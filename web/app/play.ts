// The screen for playing a game.

import { BoardView, keyHelp, type Target } from "./board";
import { Brain, Stopped } from "./brain";
import { decided, decisionActs, drawn, type Selection } from "./decision-view";
import { keepFocus, make, reveal } from "./dom";
import { duelOutcome } from "./duel";
import { Ending } from "./ending";
import type { Arrangement, Game } from "./engine";
import { film } from "./film";
import { keepFinished } from "./finished";
import { afterGame, duringGame, type Exits } from "./game-acts";
import { GameLog } from "./game-log";
import { isStill } from "./glide";
import { compared, hintOf, reason } from "./hint";
import { isBranch, type Kept } from "./kept";
import { composed, landingWords, type Composing } from "./landing-view";
import { isTaughtPart, lessonWords, taught } from "./lesson";
import { adviser, levels } from "./levels";
import { People } from "./people";
import { Progress } from "./progress";
import { rate, rating } from "./rating";
import { sayMove } from "./say";
import { seatList, told } from "./seats";
import { pause, tempo } from "./settings";
import { sound } from "./sound";
import { texts } from "./texts";
import { signed } from "./texts/signed";

/** What the person has selected. */
interface Selected extends Selection, Composing {
  /** The moves still to be played once people have said what they drew after the first of them. */
  undrawn: string[] | null;
}

/** The state of the screen: the stored game, and what is not stored. */
export interface Playing extends Kept {
  selected?: Selected;
  /** The seat of the person who has the device. */
  holder?: number | null;
}

/** Minimum time between two redraws while agents play at once, in milliseconds. */
const GLANCE = 100;

/** Nothing selected, no ship placed, and no hint. */
const nothing = (): Selected => ({ chosen: [], card: null, hint: null, placed: [], ship: null, undrawn: null });

export class PlayScreen {
  readonly element: HTMLElement;
  private readonly progress: Progress;
  private readonly game: Game;
  private readonly board = new BoardView();
  private readonly keys = this.board.listen({ h: this.presses("hint"), u: this.presses("take-back"), e: this.presses("end-turn") });
  private readonly keyWords = keyHelp("game");
  private readonly brain = new Brain();
  /** Has the focus while nobody can choose, so that the keyboard keeps its place. */
  private readonly panel = make("section", { class: "panel", tabindex: "-1" });
  /** The sentence of a lesson. */
  private readonly note = make("p", { class: "lesson", role: "status" });
  private readonly people: People;
  private readonly log: GameLog;
  private readonly words = this.board.inWords();
  /** The seat of the person who has the device. */
  private holder: number | null;
  /** The selection, the state of a landing, and the hint. */
  private selected: Selected;
  private isGone = false;
  private ending: Ending | null = null;
  private targets: Target[] = [];
  /** Time of the last redraw. */
  private shown = 0;

  constructor(private readonly key: string, private readonly kept: Playing, private readonly exits: Exits) {
    this.progress = new Progress(key, kept);
    this.game = this.progress.game;
    this.holder = kept.holder ?? null;
    this.selected = kept.selected ?? nothing();
    this.people = new People(kept.source.game, kept.seats);
    this.log = new GameLog(this.game, this.people);
    this.board.define(this.game.table.definitions);
    this.board.element.prepend(this.log.ticker);
    this.element = make("main", { class: "game" }, this.board.element, this.panel, this.log.live);
    for (let step = 0; step <= this.game.last; step++) this.log.tell(step);
    if (this.progress.isWaiting) this.show();
    else void this.next();
  }

  /** The current state of the screen. */
  get now(): Playing {
    return { ...this.progress.stored, selected: this.selected, holder: this.holder };
  }

  get title(): string {
    return this.game.table.title;
  }

  /** Lets agents play until a person decides or the game is over. */
  private async next(): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      const { next, isOver } = this.game.step(this.game.last);
      const player = next === null || isOver ? null : this.people.of(next);
      const isAgent = player?.kind === "agent";
      // Redraw at once after a person's move, so that nobody can choose from the old list. Limit the redraws for opponents that
      // move instantly.
      const isDue = isFirst || pause() > 0 || performance.now() - this.shown > GLANCE;
      if (!isAgent || isDue) this.renew();
      if (!isAgent) return;
      try {
        const all = levels(this.kept.source.game);
        const spec = all[Math.min(player.level, all.length - 1)] ?? "random";
        const asked = performance.now();
        const move = taught(this.kept, this.game.last) ?? (await this.progress.ask(this.brain, spec)).move;
        // Wait, so that people can follow the opponents' moves.
        await new Promise((later) => setTimeout(later, Math.max(0, pause() - (performance.now() - asked))));
        if (this.isGone) return;
        this.advance(move);
        this.progress.settle();
        await this.watch();
        if (this.isGone) return;
        this.log.tell(this.game.last);
      } catch (error) {
        if (!(error instanceof Stopped)) this.log.say(`${texts().trouble}: ${String(error)}`);
        return;
      }
    }
  }

  /** Plays the moves of a choice. */
  private play(...moves: string[]): void {
    this.progress.mark();
    void this.goOn(moves);
  }

  /** Plays moves until people have to say what they drew. */
  private async goOn(moves: string[]): Promise<void> {
    for (const [number, move] of moves.entries()) {
      if (this.kept.isAdvice === true && this.game.draws(move).length > 0) {
        return this.select({ ...nothing(), undrawn: moves.slice(number) });
      }
      this.advance(move);
      if (this.isFilmed) await this.watch();
      if (this.isGone) return;
      this.log.tell(this.game.last);
    }
    this.selected = nothing();
    this.progress.pause();
    if (this.progress.isWaiting) this.renew();
    else void this.next();
  }

  /** Makes a move with its sound. */
  private advance(move: string): void {
    sound(this.progress.advance(move));
  }

  /** Whether people watch events one by one. */
  private get isFilmed(): boolean {
    return pause() > 0 && !isStill();
  }

  /** Shows the events of the last step one by one, while nobody can choose. */
  private async watch(): Promise<void> {
    const { last } = this.game;
    const frames = this.isFilmed ? this.game.frames(last) : [];
    // A single event is seen without waiting for it.
    if (frames.length < 2) return;
    const step = this.game.step(last, this.people.viewer);
    const sentences = told(step, this.people.you);
    const renew = keepFocus(this.element, this.panel);
    this.board.offer([]);
    this.log.scroll();
    renew([...this.panel.children].filter((part) => !part.matches(".moves, .placed, .end-turn, .acts:not(.so-far), h3:not(.history)")));
    this.progress.keep();
    // The tiles to come have their places from the start.
    const { view = "" } = frames.at(-1) ?? {};
    await film(this.board, frames.map((frame) => ({ ...frame, view })), step.events.map(({ event }) => event.event), tempo(),
      (number) => { this.log.status.textContent = sentences[number] ?? ""; });
  }

  /** A key for a button of the panel, while it is there. */
  private presses(button: string): () => void {
    return () => this.panel.querySelector<HTMLElement>(`button.${button}`)?.click();
  }

  private endTurn(): void {
    this.progress.settle();
    void this.next();
  }

  /** Undoes the last ship placed, or the last choice. */
  private takeBack(): void {
    const { placed } = this.selected;
    if (placed.length > 0) this.selected.placed = placed.slice(0, -1);
    else {
      for (let steps = this.progress.takeBack(); steps > 0; steps--) this.log.takeBack();
      this.selected = nothing();
    }
    this.renew();
  }

  /** Stores the game and shows it. */
  private renew(): void {
    this.progress.keep();
    this.show();
  }

  private show(): void {
    this.shown = performance.now();
    const renew = keepFocus(this.element, this.panel);
    const { game: { last }, progress: { isWaiting, isKept } } = this;
    const step = this.game.step(last);
    const { seats, isOpen } = this.game.table;
    const decides = isWaiting ? (step.seat ?? null) : step.next;
    const viewer = decides !== null && decides === this.holder ? decides : this.people.viewer;
    this.board.show(this.game.scene(last, viewer), told(this.game.step(last, this.people.viewer)).join(" "));
    if (step.seat === undefined || this.people.of(step.seat).kind === "human") this.board.remember();
    this.targets = [];
    // While the turn can be taken back, the others have not moved yet.
    const note = step.isOver ? null : lessonWords(this.kept, isWaiting ? last - 1 : last);
    if (note !== null && this.note.textContent !== note) this.note.textContent = note;
    this.board.element.classList.toggle("taught", taught(this.kept, last) !== null);
    const lost = isKept ? null : make("p", { class: "not-kept" }, texts().notKept);
    const parts: (Node | null)[] = [make("h2", { class: "hidden" }, this.title), seatList(seats, seats.map((_, seat) => this.people.called(seat)), { ...step, next: decides }), make("p", { class: "facts" }, texts().phrase(step.facts)), lost, note === null ? null : this.note, this.log.status];
    if (step.isOver) parts.push(...this.atTheEnd(step.ranks));
    else if (decides !== null && this.people.of(decides).kind === "human") {
      const isHidden = !isOpen && this.people.seats.length > 1 && this.holder !== decides;
      parts.push(...(isHidden ? this.handOver(decides) : this.decision(decides)));
    } else if (decides !== null) this.log.say(texts().thinking(this.people.name(decides)));
    parts.push(make("h3", { class: "history" }, texts().history), this.log.element, this.words, this.keyWords, step.isOver ? null : duringGame(this.outlook),
      make("button", { type: "button", class: "leave", click: () => { this.end(); this.exits.leave(); } }, isBranch(this.key) ? texts().backToReview : texts().leave));
    this.board.offer(this.targets);
    renew(parts);
    reveal(this.panel.querySelector(".moves .hinted"));
    this.log.scroll();
  }

  private handOver(seat: number): Node[] {
    this.log.say(texts().pass(this.people.name(seat)));
    return [make("button", { type: "button", class: "main", click: () => { this.holder = seat; this.show(); } }, texts().goOn)];
  }

  private decision(seat: number): Node[] {
    this.holder = seat;
    const { game, selected, progress: { isWaiting } } = this;
    if (selected.undrawn !== null) return this.askForDraw(selected.undrawn);
    const arrangement = isWaiting ? null : game.arrangement(game.last);
    if (arrangement !== null) return this.compose(seat, arrangement);
    const wanted = taught(this.kept, game.last);
    const offers = isWaiting ? [] : game.moves(game.last).filter(({ move }) => wanted === null || move === wanted);
    const { targets, words, parts } = decided({ game, seat, offers, isWaiting }, selected, {
      play: (move) => this.play(move),
      endTurn: () => this.endTurn(),
      select: (selection) => this.select(selection),
      point: (places) => this.board.point(places),
    });
    this.targets = targets;
    this.log.say(selected.hint === null ? `${this.people.yourTurn(seat)}. ${words}.` : texts().hintIs(sayMove(game, game.last, selected.hint.move)) + reason(selected.hint));
    return [compared(game, selected.hint), ...parts, this.acts(offers[0]?.move ?? "")];
  }

  /** The pictures of what people can have drawn. */
  private askForDraw([move = "", ...rest]: string[]): Node[] {
    this.log.say(texts().whichDraw);
    return [...drawn(this.game.draws(move), (draw) => void this.goOn([`${move}\t${draw}`, ...rest])), this.acts("")];
  }

  private select(selection: Partial<Selected>): void {
    Object.assign(this.selected, selection);
    this.show();
  }

  /** The choices of a landing: its ships get their places in any order, and then land at once. */
  private compose(seat: number, arrangement: Arrangement): Node[] {
    const composition = this.game.composed(this.game.last, this.selected.placed);
    if (taught(this.kept, this.game.last) !== null) composition.open = composition.open.filter((part) => isTaughtPart(this.kept, part));
    const { targets, words, parts } = composed(arrangement, composition, this.selected, { change: (state) => this.select(state), land: (moves) => this.play(...moves) });
    this.targets = targets;
    this.log.say(words !== null && this.selected.hint !== null ? words + reason(this.selected.hint) : `${this.people.yourTurn(seat)}. ${landingWords(arrangement, composition, this.selected)}.`);
    return [...parts, this.acts("")];
  }

  private acts(move: string): HTMLElement {
    const isGiven = this.selected.undrawn !== null || taught(this.kept, this.game.last) !== null;
    const canTakeBack = this.progress.canTakeBack() || this.selected.placed.length > 0;
    return decisionActs(this.game, move, this.progress.isWaiting, isGiven ? null : () => void this.advise(), canTakeBack ? () => this.takeBack() : null);
  }

  private async advise(): Promise<void> {
    this.log.say(`${texts().hint} …`);
    this.kept.isHelped = true;
    const { game, progress } = this;
    const before = progress.moves.join();
    try {
      const hint = hintOf(await progress.ask(this.brain, adviser(this.kept.source.game)));
      // The person may have gone another way in the meantime.
      if (this.isGone || before !== progress.moves.join()) return;
      // A landing begins with the ships that go back, and then with those of the first seat.
      const ship = Number(/^give-back (\d)$/.exec(hint.move)?.[1] ?? game.arrangement(game.last)?.pieces[0]?.seat ?? -1);
      this.select({ ...nothing(), hint, ship });
    } catch (error) {
      if (!(error instanceof Stopped)) this.log.say(`${texts().trouble}: ${String(error)}`);
    }
  }

  private atTheEnd(ranks: number[]): Node[] {
    const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [this.people.called(seat)] : []));
    const rated = rate(this.key, this.kept, ranks);
    this.log.say(`${texts().over}: ${texts().wins(winners)}.${duelOutcome(this.game, this.kept)}${rated}`);
    const record = this.game.record(this.people.names);
    const { game, people, progress: { stored: { source } }, people: { names } } = this;
    const [own, { points }] = [people.you ?? undefined, game.step(game.last)];
    if (this.ending === null) keepFinished(this.key, { source, names, points, ranks, own, at: Date.now(), rating: rated ? rating(source.game, source.players).value : undefined });
    this.ending ??= new Ending({
      game, people, source, seat: own ?? ranks.indexOf(1), review: (step) => this.exits.review({ of: source, names, step, origin: null, own }), note: (known) => keepFinished(this.key, known),
    });
    const lines = (): string[] => [this.title, texts().wins(winners), ...names.map((name, seat) => `${name}: ${signed(points[seat] ?? 0)}`), this.ending?.summary ?? ""];
    return [afterGame(this.outlook, record, lines), this.ending.element];
  }

  /** The game as the buttons below it need it. */
  private get outlook(): Parameters<typeof duringGame>[0] {
    return { game: this.game, kept: this.progress.stored, names: this.people.names, exits: this.exits, say: (words) => this.log.say(words) };
  }

  /** Stops the agents and frees the game. */
  end(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.keys.abort();
    this.brain.stop();
    this.ending?.end();
    this.progress.end();
  }
}
