// The screen on which a game is played.

import { BoardView } from "./board";
import { Brain, Stopped } from "./brain";
import { consider, toggled } from "./choose";
import { make, renew } from "./dom";
import type { Game, Offer, Point } from "./engine";
import { adviser, levels } from "./levels";
import { made, type Source } from "./protocol";
import { openRules, sectionAbout } from "./rules";
import { download } from "./save";
import { handList, seatTable, told } from "./seats";
import type { Plan, Player } from "./setup";
import { remember } from "./store";
import { texts } from "./texts";

/** A game under way, and who sits where: enough to go on with it later. */
export interface Kept {
  source: Source;
  seats: Player[];
}

/** A new game as planned. */
export const planned = ({ seats, ...plan }: Plan): Kept => ({ source: { ...plan, base: 0, moves: [] }, seats });

export class PlayScreen {
  readonly element: HTMLElement;
  private readonly game: Game;
  private readonly board = new BoardView();
  private readonly brain = new Brain();
  private readonly panel = make("section", { class: "panel" });
  private readonly status = make("p", { class: "status", role: "status", "aria-live": "polite" });
  private readonly log = make("ol", { class: "log", tabindex: "0", "aria-label": texts().history });
  private chosen: Point[] = [];
  /** The step at which the turn under way began. */
  private begun = 0;
  /** The seat whose human has the device. */
  private holder: number | null = null;
  private isWaiting = false;
  private hint: string | null = null;
  private isGone = false;

  constructor(private readonly kept: Kept, private readonly leave: () => void, private readonly review: (record: string) => void) {
    this.game = made(kept.source);
    this.begun = this.game.last;
    this.board.define(this.game.table.definitions);
    this.element = make("main", { class: "game" }, this.board.element, this.panel);
    for (let step = 0; step <= this.game.last; step++) this.tell(step);
    void this.next();
  }

  private get source(): Source {
    const { source } = this.kept;
    return { ...source, moves: this.game.moveList().slice(source.base) };
  }

  private player(seat: number): Player {
    return this.kept.seats[seat] ?? { kind: "human" };
  }

  private name(seat: number): string {
    const player = this.player(seat);
    const letter = "ABCDEF"[seat] ?? "?";
    return player.kind === "human" ? letter : `${letter} (${texts().levels[player.level] ?? ""})`;
  }

  private get humans(): number {
    return this.kept.seats.filter(({ kind }) => kind === "human").length;
  }

  /** Goes on with whoever decides next. */
  private async next(): Promise<void> {
    const { next, isOver } = this.game.step(this.game.last);
    this.keep();
    if (next === null || isOver) return this.show();
    const player = this.player(next);
    if (player.kind === "human") return this.show();
    this.show();
    try {
      const spec = levels(this.kept.source.game)[player.level] ?? "random";
      const { move } = await this.brain.ask(this.source, this.game.last, spec, this.game.last);
      if (this.isGone) return;
      this.game.play(move);
      this.tell(this.game.last);
      this.begun = this.game.last;
      await this.next();
    } catch (error) {
      if (!(error instanceof Stopped)) this.status.textContent = `${texts().trouble}: ${String(error)}`;
    }
  }

  private play(move: string): void {
    this.game.play(move);
    this.chosen = [];
    this.hint = null;
    this.tell(this.game.last);
    const before = this.game.step(this.game.last).seat;
    const { next, isOver, reveals } = this.game.step(this.game.last);
    if (reveals) this.begun = this.game.last;
    if (isOver || next !== before) {
      // The turn is complete: it can be taken back until it is ended, unless it showed something.
      this.isWaiting = this.begun < this.game.last && !isOver;
      if (!this.isWaiting) this.begun = this.game.last;
    }
    if (this.isWaiting) this.show();
    else void this.next();
  }

  private endTurn(): void {
    this.isWaiting = false;
    this.begun = this.game.last;
    void this.next();
  }

  private takeBack(): void {
    this.game.takeBack(this.game.last - 1);
    this.log.lastElementChild?.remove();
    this.isWaiting = false;
    this.chosen = [];
    this.hint = null;
    this.show();
  }

  /** Who reads the history: the only person at the table, or several. */
  private get viewer(): "public" | number {
    const people = this.kept.seats.flatMap(({ kind }, seat) => (kind === "human" ? [seat] : []));
    return people.length === 1 && people[0] !== undefined ? people[0] : "public";
  }

  private tell(step: number): void {
    const { move, ...seen } = this.game.step(step, this.viewer);
    const sentences = told(seen);
    const words = sentences.length > 0 ? sentences.join(" ") : move === undefined ? "" : texts().say(move.split(" "));
    this.log.append(make("li", { class: sentences.length > 0 ? "" : "quiet" }, words));
    this.log.scrollTop = this.log.scrollHeight;
  }

  private show(): void {
    const last = this.game.last;
    const step = this.game.step(last);
    const { seats, isOpen } = this.game.table;
    const decides = this.isWaiting ? (step.seat ?? null) : step.next;
    this.board.show(this.game.scene(last), told(this.game.step(last, this.viewer)).join(" "));
    this.board.offer([]);
    const parts: (Node | null)[] = [seatTable(seats, seats.map((_, seat) => this.name(seat)), step), make("p", { class: "facts" }, texts().fact(step.facts)), this.status];
    if (step.isOver) parts.push(...this.atTheEnd(step.ranks));
    else if (decides !== null && this.player(decides).kind === "human") {
      const isHidden = !isOpen && this.humans > 1 && this.holder !== decides;
      parts.push(...(isHidden ? this.handOver(decides) : this.decision(decides)));
    } else if (decides !== null) this.status.textContent = texts().thinking(this.name(decides));
    parts.push(make("h3", {}, texts().history), this.log,
      make("button", { type: "button", click: () => this.close() }, texts().leave));
    renew(this.panel, parts);
    this.log.scrollTop = this.log.scrollHeight;
  }

  private handOver(seat: number): Node[] {
    this.status.textContent = texts().pass(this.name(seat));
    const go = (): void => {
      this.holder = seat;
      this.show();
    };
    return [make("button", { type: "button", class: "main", click: go }, texts().goOn)];
  }

  private decision(seat: number): Node[] {
    this.holder = seat;
    const last = this.game.last;
    const offers = this.isWaiting ? [] : this.game.moves(last);
    const { fitting, complete, open } = consider(offers, this.chosen);
    this.status.textContent = this.hint ?? (this.isWaiting ? texts().yourTurn(this.name(seat)) : `${texts().yourTurn(this.name(seat))}. ${this.chosen.length > 0 ? texts().chooseMore : texts().choose}.`);
    const words = (offer: Offer): string => texts().say(offer.move.split(" "));
    const at = (place: Point, isChosen: boolean) => {
      const meant = offers.filter(({ places }) => places.some(([x, y]) => Math.hypot(x - place[0], y - place[1]) < 1));
      return { at: place, isChosen, label: texts().placeLabel(meant.map(words).join("; ")), choose: () => this.point(place) };
    };
    this.board.offer([...this.chosen.map((place) => at(place, true)), ...open.map((place) => at(place, false))]);
    const listed = complete.length > 1 ? complete : fitting;
    const list = make("ul", { class: "moves" }, ...listed.map((offer) => make("li", {},
      make("button", { type: "button", "data-move": offer.move, click: () => this.play(offer.move) }, words(offer)))));
    const cards = this.game.table.isOpen ? [] : [make("h3", {}, texts().hand), handList(this.game.hand(last, seat))];
    const canTakeBack = last > this.begun && this.game.step(last).seat === seat;
    return [
      ...cards,
      this.isWaiting ? make("button", { type: "button", class: "main end-turn", click: () => this.endTurn() }, texts().endTurn) : make("h3", {}, texts().moves),
      list,
      make("p", { class: "acts" },
        make("button", { type: "button", class: "take-back", disabled: !canTakeBack, title: canTakeBack ? "" : texts().cannotTakeBack, click: () => this.takeBack() }, texts().takeBack),
        make("button", { type: "button", class: "rules", click: () => openRules(this.game.table, sectionAbout(this.game.table.game, offers[0]?.move ?? "")) },
          texts().rulesHere),
        make("button", { type: "button", class: "hint", disabled: this.isWaiting, click: () => void this.advise() }, texts().hint)),
    ];
  }

  private point(place: Point): void {
    this.chosen = toggled(this.chosen, place);
    const { complete, fitting } = consider(this.game.moves(this.game.last), this.chosen);
    const [only] = complete;
    if (only !== undefined && complete.length === 1 && fitting.length === 1) this.play(only.move);
    else this.show();
  }

  private async advise(): Promise<void> {
    this.status.textContent = texts().thinking("");
    const step = this.game.last;
    try {
      const { move } = await this.brain.ask(this.source, step, adviser(this.kept.source.game), step);
      if (step !== this.game.last || this.isGone) return;
      this.hint = texts().hintIs(texts().say(move.split(" ")));
      this.show();
    } catch (error) {
      if (!(error instanceof Stopped)) this.status.textContent = `${texts().trouble}: ${String(error)}`;
    }
  }

  private atTheEnd(ranks: number[]): Node[] {
    const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [this.name(seat)] : []));
    this.status.textContent = `${texts().over}: ${texts().wins(winners)}.`;
    const record = this.game.record(this.kept.seats.map((_, seat) => this.name(seat)));
    return [make("p", { class: "acts" },
      make("button", { type: "button", class: "main review", click: () => { this.close(); this.review(record); } }, texts().review),
      make("button", { type: "button", class: "save", click: () => download(`${this.kept.source.game}-${this.kept.source.seed}.jsonl`, `${record}\n`) }, texts().save))];
  }

  /** Keeps the game, so that it can go on after the page was closed. */
  private keep(): void {
    const isOver = this.game.step(this.game.last).isOver;
    const kept: Kept = { source: this.source, seats: this.kept.seats };
    remember("game", isOver ? null : JSON.stringify(kept));
  }

  private close(): void {
    this.isGone = true;
    this.brain.stop();
    this.leave();
  }
}
