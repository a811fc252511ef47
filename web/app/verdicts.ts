// Results of the analysis: the moves searched at a decision, the loss of every decision, and the curves of the game with the mistakes.

import type { Judgement } from "./analysis";
import type { Sign } from "./board";
import { curve, sign, type Curve } from "./curve";
import { make } from "./dom";
import type { Game, Luck, Thought } from "./engine";
import { seatTable } from "./luck-view";
import { decimal, percent, signedPercent } from "./numbers";
import { sayMove } from "./say";
import { texts } from "./texts";

/** Maximum number of listed moves. */
const PLANS = 6;

/** Describes a judgement. */
function judged(game: Game, { seat, lost, verdict }: Judgement): string {
  const who = game.table.seats[seat]?.letter ?? "";
  const called = `${who}: ${verdict === null ? "" : texts().mistake[verdict]}`;
  return verdict === "brilliant" ? called : `${called}, ${texts().lost(percent(lost ?? 0, 1))}`;
}

/** The moves of a search, the one that it would play first. */
export const bestFirst = (table: Thought["table"]): Thought["table"] =>
  [...table].sort((one, other) => other.visits - one.visits || other.value - one.value);

/** Table of the moves searched at the decision before a step; `play` branches off with a move. */
export function plans(game: Game, { step, thought }: Judgement, play: (move: string) => void): HTMLElement {
  const head = make("tr", {}, ...texts().columns.map((word) => make("th", { scope: "col" }, word)));
  const played = game.step(step).move ?? "";
  const sorted = bestFirst(thought.table);
  const isListed = sorted.slice(0, PLANS).some(({ move }) => move === played);
  const rows = isListed ? sorted.slice(0, PLANS) : [...sorted.slice(0, PLANS - 1), sorted.find(({ move }) => move === played) ?? { move: played, visits: 0, value: null }];
  const legal = new Set(game.moves(step - 1).map(({ move }) => move));
  const words = (move: string): HTMLElement | string => {
    const said = sayMove(game, step - 1, move);
    return legal.has(move) ? make("button", { type: "button", title: texts().tryMove(said), click: () => play(move) }, said) : said;
  };
  return make("div", {},
    make("table", { class: "thoughts" }, make("caption", {}, texts().bestPlans), make("thead", {}, head),
      make("tbody", {}, ...rows.map(({ move, visits, value }) => make("tr", { class: move === played ? "played" : "" },
        make("td", {}, words(move)), make("td", {}, String(visits)), make("td", {}, value === null ? "–" : percent(value)))))),
    make("small", {}, texts().bestPlansHelp));
}

/** The signs on the board at a decision with a verdict: at the places of the best move, and of the move that was played. */
export function signs(game: Game, { step, verdict, thought }: Judgement): Sign[] {
  const offers = game.moves(step - 1);
  const at = (kind: Sign["kind"], move: string | undefined): Sign[] => offers.find((offer) => offer.move === move)?.places.map((at) => ({ at, kind })) ?? [];
  return verdict === null ? [] : [...at("brilliant", bestFirst(thought.table)[0]?.move), ...at(verdict, game.step(step).move)];
}

/** Whether a decision lost enough to be played again. */
export const isMistake = ({ verdict }: Judgement): boolean => verdict !== null && verdict !== "brilliant";

export const mistakesOf = (judgements: Judgement[], seat: number): Judgement[] => judgements.filter((one) => one.seat === seat && isMistake(one));

/** The decisions with a verdict, those of the own seat first, and the quality of each seat's decisions. `show` goes to a step; `retry` plays
 * a seat's mistakes again, if the page can. */
export function losses(game: Game, names: string[], judgements: Judgement[], own: number | undefined, show: (step: number) => void, retry: ((seat: number) => void) | null): HTMLElement[] {
  const found = judgements.filter(({ verdict }) => verdict !== null);
  const order = [...new Set(found.map(({ seat }) => seat))].sort((one, other) => Number(other === own) - Number(one === own));
  const cells = game.quality(judgements).map(({ meanLoss, accuracy, critical, criticalLoss }) => {
    const share = (value: number | null, decimals: number): string => (value === null ? "–" : percent(value, decimals));
    return [share(accuracy, 0), share(meanLoss, 1), String(critical), share(criticalLoss, 1)];
  });
  return [
    ...(found.length === 0 ? [make("p", {}, texts().noMistakes)] : []),
    ...order.map((seat) => make("section", { class: "of-seat" }, make("h3", {}, names[seat] ?? ""),
      make("ul", { class: "mistakes" }, ...found.filter((one) => one.seat === seat).map((one) => make("li", {},
        make("button", { type: "button", class: one.verdict ?? "", "data-step": String(one.step), click: () => show(one.step) },
          one.verdict === null ? null : sign(one.verdict), judged(game, one),
          make("small", {}, `${texts().turn(game.step(one.step - 1).turn)}: ${sayMove(game, one.step - 1, game.step(one.step).move ?? "")}`))))),
      retry !== null && mistakesOf(judgements, seat).length > 0
        && make("button", { type: "button", class: "retry", click: () => retry(seat) }, texts().retrySeat(game.table.seats[seat]?.letter ?? "")))),
    make("small", {}, texts().thresholds),
    seatTable("quality", names, [texts().accuracy, texts().meanLoss, texts().critical, texts().criticalLoss], cells),
    make("small", {}, texts().qualityHelp),
  ];
}

/** The curves that a game has: chances to win, luck, and points; `show` goes to a step. */
export function curves(game: Game, judgements: Judgement[], luck: Luck | null, show: (step: number) => void): Curve[] {
  const { seats, players } = game.table;
  const steps = Array.from({ length: game.last + 1 }, (_, step) => step);
  const chances = steps.map((step) => game.chances(step));
  const marks = judgements.flatMap((one) => (one.verdict === null ? [] : [{ step: one.step - 1, seat: one.seat, kind: one.verdict, label: judged(game, one) }]));
  const points = steps.map((step) => game.step(step).points.slice(0, players));
  return [
    ...(chances.filter((row) => row !== null).length > 1 ? [curve(texts().chances, seats, chances, percent, marks, show)] : []),
    ...(luck === null ? [] : [curve(texts().luckByStep, seats, luck.byStep, signedPercent, [], show)]),
    curve(texts().scores, seats, points, (value) => decimal(value, Number.isInteger(value) ? 0 : 1), [], show),
  ];
}
