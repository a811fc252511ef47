// The screen for playing a game.

import { BoardView, type Target } from "./board";
import { Brain, Stopped } from "./brain";
import { consider, same, toggled } from "./choose";
import { make, renew } from "./dom";
import type { Arrangement, Game, Offer, Point } from "./engine";
import type { Phrase } from "./engine-keys";
import { afterGame, duringGame, type Exits } from "./game-acts";
import { isBranch, storeGame, type Kept } from "./kept";
import { composed, landingWords, type Composing } from "./landing-view";
import { isTaughtPart, lessonWords, taught } from "./lesson";
import { adviser, levels } from "./levels";
import { LETTERS } from "./names";
import { made } from "./protocol";
import { openRules, sectionAbout } from "./rules";
import { playsCard, sayMove } from "./say";
import { handList, seatList, told } from "./seats";
import { pause } from "./settings";
import type { Player } from "./setup";
import { remember } from "./store";
import { texts } from "./texts";

/** The state of the screen: the stored game, with the selection, which is not stored. */
export interface Playing extends Kept, Partial<Composing> {
  /** The seat of the person who has the device. */
  holder?: number | null;
  chosen?: Point[];
  /** The card in hand whose moves are listed. */
  card?: string | null;
}

/** Minimum time between two redraws while agents play at once, in milliseconds. */
const GLANCE = 100;

/** The number of the beach at a place of a move, if the move has beaches. */
function beachAt({ values }: Phrase, place: number): string {
  const beach = "beaches" in values ? values.beaches[place] : "beach" in values ? values.beach : undefined;
  return typeof beach === "number" ? String(beach) : "";
}

export class PlayScreen {
  readonly element: HTMLElement;
  private readonly game: Game;
  private readonly board = new BoardView();
  private readonly brain = new Brain();
  /** Has the focus while nobody can choose, so that the keyboard keeps its place. */
  private readonly panel = make("section", { class: "panel", tabindex: "-1" });
  /** The latest events above the board, for screens on which the log is out of sight. */
  private readonly ticker = make("div", { class: "ticker", "aria-hidden": "true" });
  private readonly status = make("p", { class: "status" });
  /** The sentence of a lesson. */
  private readonly note = make("p", { class: "lesson", role: "status" });
  /** Live region for screen readers, which require that it stays in the document. */
  private readonly live = make("p", { class: "hidden", role: "status", "aria-live": "polite" });
  private readonly log = make("ol", { class: "log", tabindex: "0", "aria-label": texts().history });
  private readonly words = this.board.inWords();
  /** The moves since the start of the game or of the variation. */
  private readonly moves: string[];
  private chosen: Point[];
  /** The card in hand whose moves are listed. */
  private card: string | null;
  /** The steps before each choice that can be undone. */
  private marks: number[];
  /** The seat of the person who has the device. */
  private holder: number | null;
  private isWaiting: boolean;
  // The state of a landing, and the hint.
  placed: Composing["placed"];
  ship: number | null;
  hint: string | null;
  private isGone = false;
  private isKept = true;
  /** Time of the last redraw. */
  private shown = 0;

  constructor(private readonly key: string, private readonly kept: Playing, private readonly exits: Exits) {
    this.game = made(kept.source);
    this.moves = [...kept.source.moves];
    this.marks = (kept.marks ?? []).filter((step) => step < this.game.last);
    this.isWaiting = kept.isWaiting === true && this.marks.length > 0;
    this.holder = kept.holder ?? null;
    this.chosen = kept.chosen ?? [];
    this.card = kept.card ?? null;
    this.hint = kept.hint ?? null;
    this.placed = kept.placed ?? [];
    this.ship = kept.ship ?? null;
    this.board.define(this.game.table.definitions);
    this.board.element.prepend(this.ticker);
    this.element = make("main", { class: "game" }, this.board.element, this.panel, this.live);
    for (let step = 0; step <= this.game.last; step++) this.tell(step);
    document.addEventListener("keydown", this.press);
    if (this.isWaiting) this.show();
    else void this.next();
  }

  /** The stored game, with all moves so far. */
  private get stored(): Kept {
    const { source, seats, isLesson } = this.kept;
    return { source: { ...source, moves: [...this.moves] }, seats, isLesson, marks: [...this.marks], isWaiting: this.isWaiting };
  }

  /** The current state of the screen. */
  get now(): Playing {
    const { holder, chosen, card, hint, placed, ship } = this;
    return { ...this.stored, holder, chosen, card, hint, placed, ship };
  }

  get title(): string {
    return this.game.table.title;
  }

  private player(seat: number): Player {
    return this.kept.seats[seat] ?? { kind: "human" };
  }

  /** The name of a player in records. */
  private name(seat: number): string {
    const player = this.player(seat);
    const letter = LETTERS[seat] ?? "?";
    return player.kind === "human" ? letter : `${letter} (${texts().levels[player.level] ?? ""})`;
  }

  /** The name of a player on the screen, which addresses a person who plays alone. */
  private called(seat: number): string {
    return this.isAlone(seat) ? `${this.name(seat)} (${texts().you})` : this.name(seat);
  }

  private isAlone(seat: number): boolean {
    return this.humans.length === 1 && this.humans[0] === seat;
  }

  private yourTurn(seat: number): string {
    return this.isAlone(seat) ? texts().turnAlone : texts().yourTurn(this.name(seat));
  }

  private get humans(): number[] {
    return this.kept.seats.flatMap(({ kind }, seat) => (kind === "human" ? [seat] : []));
  }

  /** Lets agents play until a person decides or the game is over. */
  private async next(): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      const { next, isOver } = this.game.step(this.game.last);
      const player = next === null || isOver ? null : this.player(next);
      const isAgent = player?.kind === "agent";
      // Redraw at once after a person's move, so that nobody can choose from the old list. Limit the redraws for opponents that
      // move instantly.
      const isDue = isFirst || pause() > 0 || performance.now() - this.shown > GLANCE;
      if (!isAgent || isDue) {
        this.keep();
        this.show();
      }
      if (!isAgent) return;
      try {
        const spec = levels(this.kept.source.game)[player.level] ?? "random";
        const asked = performance.now();
        const move = taught(this.kept, this.game.last) ?? (await this.brain.ask(this.stored.source, this.game.last, spec, this.game.last)).move;
        // Wait, so that people can follow the opponents' moves.
        await new Promise((later) => setTimeout(later, Math.max(0, pause() - (performance.now() - asked))));
        if (this.isGone) return;
        this.game.play(move);
        this.moves.push(move);
        this.tell(this.game.last);
        this.marks = [];
      } catch (error) {
        if (!(error instanceof Stopped)) this.say(`${texts().trouble}: ${String(error)}`);
        return;
      }
    }
  }

  /** Plays the moves of a choice. */
  private play(...moves: string[]): void {
    this.marks.push(this.game.last);
    for (const move of moves) {
      this.game.play(move);
      this.moves.push(move);
      this.tell(this.game.last);
      if (this.game.step(this.game.last).reveals) this.marks = [];
    }
    this.forget();
    const { seat: before, next, isOver } = this.game.step(this.game.last);
    if (isOver || next !== before) {
      // The turn is complete. It can be undone until it is ended, unless it revealed a tile or a card.
      this.isWaiting = this.marks.length > 0 && !isOver;
      if (!this.isWaiting) this.marks = [];
    }
    if (!this.isWaiting) return void this.next();
    this.keep();
    this.show();
  }

  /** Clears the selection, the chosen card, the ships placed and the hint. */
  private forget(): void {
    this.chosen = [];
    this.placed = [];
    this.ship = null;
    this.card = null;
    this.hint = null;
  }

  private endTurn(): void {
    this.isWaiting = false;
    this.marks = [];
    void this.next();
  }

  /** Undoes the last ship placed, or the last choice. */
  private takeBack(): void {
    const mark = this.placed.length > 0 ? undefined : this.marks.pop();
    if (mark === undefined) this.placed = this.placed.slice(0, -1);
    else {
      for (let step = this.game.last; step > mark; step--) {
        this.moves.pop();
        this.log.lastElementChild?.remove();
      }
      this.game.takeBack(mark);
      this.isWaiting = false;
      this.forget();
    }
    this.keep();
    this.show();
  }

  /** Viewer of the game log: the seat of the only person, or the public if there are several. */
  private get viewer(): "public" | number {
    const [one, ...others] = this.humans;
    return one !== undefined && others.length === 0 ? one : "public";
  }

  private tell(step: number): void {
    const { move, seat, ...seen } = this.game.step(step, this.viewer);
    const sentences = told(seen);
    const lines = sentences.length > 0 ? sentences : move === undefined ? [] : [sayMove(this.game, step - 1, move)];
    const isOwn = seat !== undefined && this.player(seat).kind === "human";
    this.log.append(make("li", { class: `${sentences.length > 0 ? "" : "quiet"}${isOwn ? " own" : ""}` }, ...lines.map((line) => make("p", {}, line))));
    // All that happened since the person chose.
    if (isOwn) this.ticker.replaceChildren();
    this.ticker.append(...lines.map((line) => make("p", {}, line)));
    this.live.textContent = lines.join(" ");
  }

  /** Shows a status message and announces it to screen readers. */
  private say(words: string): void {
    if (this.status.textContent !== words) this.live.textContent = `${this.live.textContent} ${words}`;
    this.status.textContent = words;
  }

  private show(): void {
    this.shown = performance.now();
    const focused = this.element.contains(document.activeElement) ? document.activeElement : null;
    const last = this.game.last;
    const step = this.game.step(last);
    const { seats, isOpen } = this.game.table;
    const decides = this.isWaiting ? (step.seat ?? null) : step.next;
    this.board.show(this.game.scene(last), told(this.game.step(last, this.viewer)).join(" "));
    this.board.offer([]);
    const note = step.isOver ? null : lessonWords(this.kept, last);
    if (note !== null && this.note.textContent !== note) this.note.textContent = note;
    this.board.element.classList.toggle("taught", taught(this.kept, last) !== null);
    const lost = this.isKept ? null : make("p", { class: "not-kept" }, texts().notKept);
    const parts: (Node | null)[] = [make("h2", { class: "hidden" }, this.title), seatList(seats, seats.map((_, seat) => this.called(seat)), step), make("p", { class: "facts" }, texts().phrase(step.facts)), lost, note === null ? null : this.note, this.status];
    if (step.isOver) parts.push(...this.atTheEnd(step.ranks));
    else if (decides !== null && this.player(decides).kind === "human") {
      const isHidden = !isOpen && this.humans.length > 1 && this.holder !== decides;
      parts.push(...(isHidden ? this.handOver(decides) : this.decision(decides)));
    } else if (decides !== null) this.say(texts().thinking(this.name(decides)));
    parts.push(make("h3", { class: "history" }, texts().history), this.log, this.words, step.isOver ? null : duringGame(this.outlook),
      make("button", { type: "button", class: "leave", click: () => this.close() }, isBranch(this.key) ? texts().backToReview : texts().leave));
    renew(this.panel, parts);
    if (focused !== null && !this.element.contains(document.activeElement)) {
      const onBoard = focused.matches(".spot") ? this.element.querySelector<SVGElement>(".spot") : null;
      (onBoard ?? this.panel.querySelector<HTMLElement>("button.main, .moves button") ?? this.panel).focus({ preventScroll: true });
    }
    // The first time after the screen is in the document.
    requestAnimationFrame(() => { this.log.scrollTop = this.log.scrollHeight; });
  }

  private handOver(seat: number): Node[] {
    this.say(texts().pass(this.name(seat)));
    const go = (): void => {
      this.holder = seat;
      this.show();
    };
    return [make("button", { type: "button", class: "main", click: go }, texts().goOn)];
  }

  private decision(seat: number): Node[] {
    this.holder = seat;
    const last = this.game.last;
    const arrangement = this.isWaiting ? null : this.game.arrangement(last);
    if (arrangement !== null) return this.compose(seat, arrangement);
    const wanted = taught(this.kept, last);
    const all = this.isWaiting ? [] : this.game.moves(last).filter(({ move }) => wanted === null || move === wanted);
    const { card } = this;
    const offers = card === null ? all : all.filter(({ move }) => playsCard(move, card));
    const { fitting, complete, open } = consider(offers, this.chosen);
    const words = ({ move }: Offer): string => sayMove(this.game, last, move);
    const asked = this.isWaiting ? texts().turnDone : this.chosen.length > 0 ? texts().chooseMore : texts().choose;
    this.say(this.hint === null ? `${this.yourTurn(seat)}. ${asked}.` : texts().hintIs(sayMove(this.game, last, this.hint)));
    const target = (at: Point, isChosen: boolean): Target => {
      const meant = offers.filter(({ places }) => places.some((place) => same(place, at)));
      const isHinted = meant.some(({ move }) => move === this.hint);
      const text = meant.map(({ move, places }) => beachAt(this.game.moveInWords(last, move), places.findIndex((place) => same(place, at))))[0] ?? "";
      return { at, isChosen, isHinted, text, label: texts().placeLabel(meant.map(words).join("; ")), choose: () => this.point(offers, at) };
    };
    this.board.offer([...this.chosen.map((place) => target(place, true)), ...open.map((place) => target(place, false))]);
    const point = (places: Point[]) => (): void => this.board.point(places);
    const pointing = (places: Point[]) => ({ mouseenter: point(places), focus: point(places), mouseleave: point([]), blur: point([]) });
    const listed = complete.length > 1 ? complete : fitting;
    const list = make("ul", { class: "moves" }, ...listed.map((offer) => make("li", {},
      make("button", { type: "button", class: offer.move === this.hint ? "hinted" : "", "data-move": offer.move, click: () => this.play(offer.move), ...pointing(offer.places) }, words(offer)))));
    return [
      ...this.cards(seat, all),
      this.isWaiting ? make("button", { type: "button", class: "main end-turn", click: () => this.endTurn() }, texts().endTurn) : make("h3", {}, texts().moves),
      list, this.acts(all[0]?.move ?? ""),
    ];
  }

  /** The choices of a landing: its ships get their places in any order, and then land at once. */
  private compose(seat: number, arrangement: Arrangement): Node[] {
    const change = (state: Composing): void => {
      Object.assign(this, state);
      this.show();
    };
    const composition = this.game.composed(this.game.last, this.placed);
    if (taught(this.kept, this.game.last) !== null) composition.open = composition.open.filter((part) => isTaughtPart(this.kept, part));
    const { targets, words, parts } = composed(arrangement, composition, this, { change, land: (moves) => this.play(...moves) });
    this.board.offer(targets);
    this.say(words ?? `${this.yourTurn(seat)}. ${landingWords(arrangement, composition, this)}.`);
    return [...parts, this.acts("")];
  }

  /** The hand; playable cards are buttons that filter the list of moves. */
  private cards(seat: number, offers: Offer[]): Node[] {
    if (this.game.table.isOpen) return [];
    const hand = this.game.hand(this.game.last, seat);
    const canPlay = offers.some(({ move }) => hand.some((card) => playsCard(move, card)));
    const choose = (card: string): void => {
      this.card = this.card === card ? null : card;
      this.chosen = [];
      this.show();
    };
    return [make("h3", {}, texts().hand), canPlay ? handList(hand, this.card, choose) : handList(hand)];
  }

  private acts(move: string): HTMLElement {
    const last = this.game.last;
    const { table } = this.game;
    const canTakeBack = this.marks.length > 0 || this.placed.length > 0;
    const about = sectionAbout(table.game, this.game.step(last).phase, move);
    const section = texts().book[table.game].find(({ id }) => id === about);
    return make("p", { class: "acts" },
      make("button", { type: "button", class: "take-back", disabled: !canTakeBack, title: canTakeBack ? "" : texts().cannotTakeBack, click: () => this.takeBack() }, texts().takeBack),
      taught(this.kept, last) !== null ? null : make("button", { type: "button", class: "hint", disabled: this.isWaiting, click: () => void this.advise() }, texts().hint),
      make("button", { type: "button", class: "rules", click: () => openRules(table, about) },
        section === undefined ? texts().rules : texts().rulesHere(section.title, section.numbers)));
  }

  private point(offers: Offer[], place: Point): void {
    this.chosen = toggled(this.chosen, place);
    const { complete, fitting } = consider(offers, this.chosen);
    const [only] = complete;
    if (only !== undefined && complete.length === 1 && fitting.length === 1) this.play(only.move);
    else this.show();
  }

  private async advise(): Promise<void> {
    this.say(`${texts().hint} …`);
    const step = this.game.last;
    try {
      const { move } = await this.brain.ask(this.stored.source, step, adviser(this.kept.source.game), step);
      if (this.isGone || step !== this.game.last) return;
      this.forget();
      this.hint = move;
      // A landing begins with the ships that go back, and then with those of the first seat.
      this.ship = Number(/^give-back (\d)$/.exec(move)?.[1] ?? this.game.arrangement(step)?.pieces[0]?.seat ?? -1);
      this.show();
    } catch (error) {
      if (!(error instanceof Stopped)) this.say(`${texts().trouble}: ${String(error)}`);
    }
  }

  private atTheEnd(ranks: number[]): Node[] {
    const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [this.called(seat)] : []));
    this.say(`${texts().over}: ${texts().wins(winners)}.`);
    const record = this.game.record(this.names);
    remember("last", record);
    return [afterGame(this.outlook, record)];
  }

  private get names(): string[] {
    return this.kept.seats.map((_, seat) => this.name(seat));
  }

  /** The game as the buttons below it need it. */
  private get outlook(): Parameters<typeof duringGame>[0] {
    return { game: this.game, kept: this.stored, names: this.names, exits: this.exits, say: (words) => this.say(words) };
  }

  private readonly press = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (this.board.press(event)) event.preventDefault();
  };

  /** Stores the game, so that it can be resumed after the page is closed. */
  private keep(): void {
    const { isOver } = this.game.step(this.game.last);
    this.isKept = isOver ? remember(this.key, null) : storeGame(this.key, this.stored);
  }

  /** Stops the agents and frees the game. */
  end(): void {
    if (this.isGone) return;
    this.isGone = true;
    // A game without a move is not worth resuming.
    if (this.moves.length === 0) remember(this.key, null);
    document.removeEventListener("keydown", this.press);
    this.brain.stop();
    this.game.free();
  }

  private close(): void {
    this.end();
    this.exits.leave();
  }
}
