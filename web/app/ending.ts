// The end of a game: the curve of the chances to win with its turning point, skill and luck, and the best and the worst move.

import { judgements, searched } from "./analysis";
import { Brain, brains } from "./brain";
import { curve } from "./curve";
import { draw, make } from "./dom";
import type { Game, Luck } from "./engine";
import { adviser, isSolved } from "./levels";
import { percent, signedPercent } from "./numbers";
import type { Known } from "./finished";
import type { People } from "./people";
import { sceneOf } from "./picture";
import type { Source } from "./protocol";
import { sayMove } from "./say";
import { told } from "./seats";
import { texts } from "./texts";

/** The chance to win that nobody misses. */
const SMALL = 0.01;

/** What the end is about: the person who plays alone, else the winner. */
interface Ended {
  game: Game;
  source: Source;
  people: People;
  seat: number;
  /** Reviews the game at a step. */
  review: (step: number) => void;
  /** Keeps what has become known of the person's play. */
  note: (known: Known) => void;
}

/** The step with the largest change of a seat's chance to win, and the change. */
export function turningPoint(chances: (number[] | null)[], seat: number): { step: number; change: number } | null {
  const changes = chances.map((now, step) => (now?.[seat] ?? NaN) - (chances[step - 1]?.[seat] ?? NaN));
  const largest = Math.max(...changes.filter((change) => !Number.isNaN(change)).map(Math.abs));
  const step = changes.findIndex((change) => Math.abs(change) === largest);
  return step < 0 ? null : { step, change: changes[step] ?? 0 };
}

/** A bar from an even share of the win to the result: first by skill, then by luck. */
function skillBar(skill: number, luck: number): SVGSVGElement {
  const at = (share: number): number => 100 + 95 * Math.max(-1, Math.min(1, share));
  const part = (kind: string, from: number, to: number, y: number): SVGElement =>
    draw("rect", { class: kind, x: Math.min(at(from), at(to)), y, width: Math.max(1, Math.abs(at(to) - at(from))), height: 9, rx: 2 });
  return draw("svg", { viewBox: "0 0 200 24", class: "skill-bar", "aria-hidden": "true" },
    draw("path", { class: "grid", d: "M100 0V24" }), part("skill", 0, skill, 2), part("luck-part", skill, skill + luck, 13));
}

export class Ending {
  readonly element = make("section", { class: "ending" });
  private readonly verdict = make("div", {});
  private readonly moves = make("ul", { class: "best-worst" });
  private readonly brains = brains();
  private readonly gauge = new Brain();
  private isGone = false;
  /** The sentences about skill and luck, for the card that is shared. */
  summary = "";

  constructor(private readonly ended: Ended) {
    const { game, seat, people } = ended;
    const chances = Array.from({ length: game.last + 1 }, (_, step) => game.chances(step));
    // The last step makes a chance a result.
    const turn = turningPoint(chances.slice(0, -1), seat);
    if (turn !== null) {
      const words = texts().turningPoint(people.called(seat), signedPercent(turn.change), this.what(turn.step));
      const { element, point } = curve(texts().chances, game.table.seats, chances, percent, [], (step) => ended.review(step));
      point(turn.step);
      this.element.append(element, this.link("turning", turn.step, make("span", {}, words), make("span", { class: "view", "aria-hidden": "true" }, sceneOf(game, turn.step))), this.verdict, this.moves);
    }
    void this.measure();
    // Without the moves, the end is still worth seeing.
    void this.judge().catch(() => this.moves.replaceChildren());
  }

  private link(kind: string, step: number, ...content: (string | Node)[]): HTMLElement {
    return make("button", { type: "button", class: kind, click: () => this.ended.review(step) }, ...content);
  }

  /** The turn and the events of a step, or its move. */
  private what(step: number): string {
    const { game, people } = this.ended;
    const { move, ...now } = game.step(step, people.viewer);
    const words = told(now, people.you).join(" ");
    return `${texts().turn(game.step(step - 1).turn)}: ${words !== "" || move === undefined ? words : sayMove(game, step - 1, move)}`;
  }

  /** Tells skill from luck. */
  private async measure(): Promise<void> {
    const { seat, source, people } = this.ended;
    const found = await this.gauge.luck(source).catch((): Luck | null => null);
    this.gauge.stop();
    if (found === null || found.draws.length === 0) return;
    const [luck, result, even] = [found.luck[seat] ?? 0, found.results[seat] ?? 0, 1 / people.names.length];
    const skill = result - luck - even;
    if (people.you !== null) this.ended.note({ luck });
    this.summary = texts().skillAndLuck(signedPercent(skill), signedPercent(luck));
    this.verdict.replaceChildren(make("h3", {}, texts().skillTitle), skillBar(skill, luck), make("p", {}, this.summary), make("small", {}, texts().skillHelp));
  }

  /** Looks for the best and the worst move of a person who plays alone. */
  private async judge(): Promise<void> {
    const { game, source, seat, people } = this.ended;
    if (people.you === null || isSolved(source.game)) return;
    this.moves.append(make("li", {}, texts().searchingMoves));
    const thoughts = await searched(game, source, this.brains, adviser(source.game), () => undefined, seat);
    if (this.isGone) return;
    const judged = judgements(game, thoughts);
    const accuracy = game.quality(judged)[seat]?.accuracy ?? null;
    if (accuracy !== null) this.ended.note({ accuracy });
    const own = judged.filter(({ lost }) => lost !== null);
    const [worst] = [...own].sort((one, other) => (other.lost ?? 0) - (one.lost ?? 0));
    // The best move is the one with which most could have been lost, and nothing was.
    const [best] = own.filter(({ lost }) => (lost ?? 1) < SMALL).sort((one, other) => (other.at_stake ?? 0) - (one.at_stake ?? 0));
    this.moves.replaceChildren(...[
      best !== undefined && this.link("best", best.step, texts().bestMove(this.what(best.step))),
      worst?.lost && worst.lost >= SMALL && this.link("worst", worst.step, texts().worstMove(this.what(worst.step), percent(worst.lost))),
    ].flatMap((link) => (link ? [make("li", {}, link)] : [])));
  }

  end(): void {
    this.isGone = true;
    for (const brain of this.brains) brain.stop();
    this.gauge.stop();
  }
}
