// Results of the analysis: the moves searched at a decision, and the loss of every decision.

import type { Judgement } from "./analysis";
import { sign } from "./curve";
import { make } from "./dom";
import type { Game } from "./engine";
import { percent } from "./numbers";
import { sayMove } from "./say";
import { texts } from "./texts";

/** Maximum number of listed moves. */
const PLANS = 6;

/** Describes a judgement. */
export function judged(game: Game, { seat, lost, verdict }: Judgement): string {
  const who = game.table.seats[seat]?.letter ?? "";
  const called = `${who}: ${verdict === null ? "" : texts().mistake[verdict]}`;
  return verdict === "brilliant" ? called : `${called}, ${texts().lost(percent(lost ?? 0))}`;
}

/** Table of the moves searched at the decision before a step; `play` branches off with a move. */
export function plans(game: Game, { step, thought }: Judgement, play: (move: string) => void): HTMLElement {
  const rows = [...thought.table].sort((one, other) => other.value - one.value).slice(0, PLANS);
  const head = make("tr", {}, ...[texts().move, texts().visits, texts().value].map((word) => make("th", { scope: "col" }, word)));
  const played = game.step(step).move;
  const legal = new Set(game.moves(step - 1).map(({ move }) => move));
  const words = (move: string): HTMLElement | string => {
    const said = sayMove(game, step - 1, move);
    return legal.has(move) ? make("button", { type: "button", title: texts().tryMove(said), click: () => play(move) }, said) : said;
  };
  return make("div", {},
    make("table", { class: "thoughts" }, make("caption", {}, texts().bestPlans), make("thead", {}, head),
      make("tbody", {}, ...rows.map(({ move, visits, value }) => make("tr", { class: move === played ? "played" : "" },
        make("td", {}, words(move)), make("td", {}, String(visits)), make("td", {}, percent(value)))))),
    make("small", {}, texts().bestPlansHelp));
}

/** The share of the chance to win at stake that a seat did not lose; null if nothing was at stake. */
function accuracy(judgements: Judgement[]): number | null {
  const sum = (value: (one: Judgement) => number | null): number => judgements.reduce((all, one) => all + (value(one) ?? 0), 0);
  const atStake = sum((one) => one.at_stake);
  return atStake > 0 ? 1 - sum((one) => (one.at_stake === null ? null : one.lost)) / atStake : null;
}

/** The decisions with a verdict, and the average loss and accuracy of each seat. */
export function losses(game: Game, names: string[], judgements: Judgement[], show: (step: number) => void): HTMLElement[] {
  const found = judgements.filter(({ verdict }) => verdict !== null);
  const average = names.map((name, seat) => {
    const own = judgements.filter((one) => one.seat === seat);
    const losses = own.flatMap(({ lost }) => (lost !== null ? [lost] : []));
    const mean = losses.reduce((sum, lost) => sum + lost, 0) / Math.max(1, losses.length);
    const share = accuracy(own);
    return make("li", {}, `${name}: ${percent(mean, 1)} (${losses.length})${share === null ? "" : `, ${texts().accuracy(percent(share))}`}`);
  });
  return [
    found.length === 0 ? make("p", {}, texts().noMistakes)
      : make("ul", { class: "mistakes" }, ...found.map((one) => make("li", {},
        make("button", { type: "button", class: one.verdict ?? "", click: () => show(one.step) },
          one.verdict === null ? null : sign(one.verdict), judged(game, one))))),
    make("small", {}, texts().thresholds),
    make("h3", {}, texts().average), make("ul", { class: "averages" }, ...average),
  ];
}
