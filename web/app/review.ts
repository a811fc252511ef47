// The screen that shows a game again: board, moves, curves, mistakes, beliefs, and playing on.

import { analyse, noted, type Judgement } from "./analysis";
import { BoardView } from "./board";
import { Brain, Stopped } from "./brain";
import { curve, type Mark } from "./curve";
import { make, renew } from "./dom";
import { Game } from "./engine";
import { adviser } from "./levels";
import type { Kept } from "./play";
import type { Source } from "./protocol";
import { download } from "./save";
import { handList, seatTable, told } from "./seats";
import type { Player } from "./setup";
import { texts } from "./texts";

const SPEEDS = [2000, 1000, 500, 200];
const percent = (share: number): string => `${Math.round(100 * share)}%`;

export class ReviewScreen {
  readonly element: HTMLElement;
  private readonly game: Game;
  private readonly board = new BoardView();
  private readonly brain = new Brain();
  private readonly panel = make("section", { class: "panel" });
  private readonly status = make("p", { class: "status", role: "status", "aria-live": "polite" });
  private readonly chances: (number[] | null)[];
  private readonly words: string[];
  private judgements: Judgement[] = [];
  private current: number;
  private viewer: number | null = null;
  private timer: ReturnType<typeof setInterval> | null = null;
  private speed = 1;

  constructor(private readonly line: string, step: number, private readonly leave: () => void, private readonly play: (kept: Kept) => void) {
    this.game = Game.read(line);
    const { definitions } = this.game.table;
    this.board.define(definitions);
    this.chances = Array.from({ length: this.game.last + 1 }, (_, number) => this.game.chances(number));
    this.words = Array.from({ length: this.game.last + 1 }, (_, number) => this.told(number));
    this.judgements = noted(this.game);
    this.current = Math.min(Math.max(0, step), this.game.last);
    this.element = make("main", { class: "game" }, this.board.element, this.panel);
    document.addEventListener("keydown", this.press);
    this.show(this.current);
  }

  private names(): string[] {
    return this.game.table.seats.map(({ letter, label }) => (label ? `${letter} ${label}` : letter));
  }

  show(step: number): void {
    this.current = Math.min(Math.max(0, step), this.game.last);
    const now = this.game.step(this.current);
    const { seats, isOpen } = this.game.table;
    this.board.show(this.game.scene(this.current), this.words[this.current] ?? "");
    const go = (to: number) => (): void => this.show(to);
    const button = (sign: string, label: string, act: () => void): HTMLElement =>
      make("button", { type: "button", "aria-label": label, title: label, click: act }, sign);
    const slider = make("input", {
      type: "range", min: "0", max: String(this.game.last), value: String(this.current),
      "aria-label": texts().step(this.current, this.game.last),
      input: (event) => this.show(Number((event.target as HTMLInputElement).value)),
    });
    const marks = this.judgements.filter(({ verdict }) => verdict !== null).map((one): Mark => ({
      step: one.step - 1, seat: one.seat, label: this.judged(one),
    }));
    const parts: (Node | null)[] = [
      make("p", { class: "controls" },
        button("⏮", texts().first, go(0)), button("◀", texts().back, go(this.current - 1)),
        button(this.timer === null ? "▶▶" : "❚❚", this.timer === null ? texts().playback : texts().pause, () => this.toggle()),
        button("▶", texts().forward, go(this.current + 1)), button("⏭", texts().last, go(this.game.last)), this.speeds(), slider),
      make("p", { class: "counter" }, `${texts().step(this.current, this.game.last)}, ${texts().turn(now.turn)}`),
      make("p", { class: "told" }, this.words[this.current] ?? ""),
      seatTable(seats, this.names(), now), make("p", { class: "facts" }, texts().fact(now.facts)),
      isOpen ? null : this.hands(),
      this.chances.some((row) => row !== null)
        ? curve(texts().chances, seats, this.chances, percent, marks, this.current, (to) => this.show(to)) : null,
      curve(texts().scores, seats, this.points(), (value) => String(Math.round(value)), [], this.current, (to) => this.show(to)),
      this.thoughts(), this.mistakes(), this.moveList(), this.status,
      make("p", { class: "acts" },
        make("button", { type: "button", class: "analyse", click: () => void this.search() }, texts().analyse),
        make("button", { type: "button", class: "play-on", disabled: this.game.moves(this.current).length === 0, click: () => this.playOn() }, texts().playOn),
        make("button", { type: "button", click: () => this.link() }, texts().copyLink),
        make("button", { type: "button", click: () => download("record.jsonl", `${this.line}\n`) }, texts().save),
        make("button", { type: "button", click: () => this.close() }, texts().leave)),
    ];
    renew(this.panel, parts);
    history.replaceState(null, "", `#step=${this.current}`);
    if (this.current === this.game.last) this.pause();
  }

  /** What happened in a step. */
  private told(step: number): string {
    const { move, ...now } = this.game.step(step);
    const lines = told(now).join(" ");
    if (lines !== "") return lines;
    return move === undefined ? texts().first : texts().say(move.split(" "));
  }

  private points(): number[][] {
    return Array.from({ length: this.game.last + 1 }, (_, step) => this.game.step(step).points.slice(0, this.game.table.players));
  }

  /** Hands as everybody's, or as one seat sees and expects them. */
  private hands(): HTMLElement {
    const names = this.names();
    const select = make("select", { change: (event) => {
      const chosen = (event.target as HTMLSelectElement).value;
      this.viewer = chosen === "" ? null : Number(chosen);
      this.show(this.current);
    } }, make("option", { value: "" }, texts().allSeeing),
    ...names.map((name, seat) => make("option", { value: String(seat), selected: this.viewer === seat }, name)));
    const { viewer } = this;
    const believed = viewer === null ? null : this.game.belief(this.current, viewer);
    const rows = names.map((name, seat) => {
      const cards = believed === null || seat === viewer
        ? handList(this.game.hand(this.current, seat))
        : make("p", { class: "hand" }, Object.entries(believed[seat] ?? {})
          .map(([card, count]) => `${texts().cards[card] ?? card} ${count.toFixed(1)}`).join(", ") || texts().emptyHand);
      return make("div", {}, make("strong", {}, name), cards);
    });
    return make("details", { open: true }, make("summary", {}, texts().hand),
      make("label", {}, make("span", {}, texts().sees), select),
      believed === null ? null : make("p", {}, texts().beliefs), ...rows);
  }

  /** All steps in words. */
  private moveList(): HTMLElement {
    const lines = this.words.map((words, step) => make("li", step === this.current ? { "aria-current": "step" } : {},
      make("button", { type: "button", click: () => this.show(step) }, words)));
    const list = make("ol", { class: "steps", start: "0" }, ...lines);
    // Once it is in its place, the line of this step is in sight.
    requestAnimationFrame(() => {
      const line = lines[this.current];
      if (line !== undefined) list.scrollTop = line.offsetTop - list.clientHeight / 2;
    });
    return make("details", { open: true }, make("summary", {}, texts().history), list);
  }

  private judged({ seat, lost, verdict }: Judgement): string {
    const who = this.game.table.seats[seat]?.letter ?? "";
    const called = `${who}: ${verdict === null ? "" : texts().mistake[verdict]}`;
    return verdict === "brilliant" ? called : `${called}, ${texts().lost(percent(lost ?? 0))}`;
  }

  /** What the search found at the decision that led here. */
  private thoughts(): HTMLElement | null {
    const judgement = this.judgements.find(({ step }) => step === this.current);
    if (judgement === undefined) return null;
    const rows = [...judgement.thought.table].sort((one, other) => other.value - one.value).slice(0, 6);
    const head = make("tr", {}, ...[texts().move, texts().visits, texts().value].map((word) => make("th", {}, word)));
    const played = this.game.step(this.current).move;
    return make("table", { class: "thoughts" }, make("caption", {}, texts().bestPlans), make("thead", {}, head),
      make("tbody", {}, ...rows.map(({ move, visits, value }) => make("tr", { class: move === played ? "played" : "" },
        make("td", {}, texts().say(move.split(" "))), make("td", {}, String(visits)), make("td", {}, percent(value))))));
  }

  private mistakes(): HTMLElement | null {
    if (this.judgements.length === 0) return null;
    const found = this.judgements.filter(({ verdict }) => verdict !== null);
    const average = this.names().map((name, seat) => {
      const losses = this.judgements.flatMap(({ seat: own, lost }) => (own === seat && lost !== null ? [lost] : []));
      const mean = losses.reduce((sum, lost) => sum + lost, 0) / Math.max(1, losses.length);
      return make("li", {}, `${name}: ${(100 * mean).toFixed(1)}% (${losses.length})`);
    });
    return make("details", { open: true }, make("summary", {}, texts().mistakes),
      found.length === 0 ? make("p", {}, texts().noMistakes)
        : make("ul", { class: "mistakes" }, ...found.map((one) => make("li", {},
          make("button", { type: "button", class: one.verdict ?? "", click: () => this.show(one.step) }, this.judged(one))))),
      make("p", {}, texts().average), make("ul", {}, ...average));
  }

  /** This game up to a step. */
  private source(base: number): Source {
    const { game, players, rules, seed } = this.game.table;
    return { record: this.line, base, game, players, rules, seed, moves: [] };
  }

  /** Tries what else could have come: the seat that decides is played here, the others by strong agents. */
  private playOn(): void {
    const { next } = this.game.step(this.current);
    const seats = this.names().map((_, seat): Player => (seat === next ? { kind: "human" } : { kind: "agent", level: 3 }));
    const kept = { source: this.source(this.current), seats };
    this.close();
    this.play(kept);
  }

  private async search(): Promise<void> {
    const source = this.source(this.game.last);
    try {
      this.judgements = await analyse(this.game, source, this.brain, adviser(source.game),
        (done, all) => { this.status.textContent = texts().analysing(done, all); });
      this.status.textContent = "";
      this.show(this.current);
    } catch (error) {
      if (!(error instanceof Stopped)) this.status.textContent = `${texts().trouble}: ${String(error)}`;
    }
  }

  private speeds(): HTMLElement {
    return make("select", { "aria-label": texts().speed, change: (event) => {
      this.speed = Number((event.target as HTMLSelectElement).value);
      if (this.timer !== null) {
        this.pause();
        this.toggle();
      }
    } }, ...SPEEDS.map((pause, number) => make("option", { value: String(number), selected: number === this.speed }, `${1000 / pause}×`)));
  }

  private toggle(): void {
    if (this.timer !== null) {
      this.pause();
      this.show(this.current);
      return;
    }
    if (this.current === this.game.last) this.current = 0;
    this.timer = setInterval(() => this.show(this.current + 1), SPEEDS[this.speed] ?? 1000);
    this.show(this.current);
  }

  private pause(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  private readonly press = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => this.show(this.current - 1),
      ArrowRight: () => this.show(this.current + 1),
      Home: () => this.show(0),
      End: () => this.show(this.game.last),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };

  private link(): void {
    void navigator.clipboard?.writeText(location.href).then(() => { this.status.textContent = texts().copied; });
  }

  private close(): void {
    this.pause();
    document.removeEventListener("keydown", this.press);
    this.brain.stop();
    this.leave();
  }
}
