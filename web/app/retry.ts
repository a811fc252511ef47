// Learning from mistakes: a seat's worst decisions are played again until the move is good.

import type { Judgement } from "./analysis";
import { percent } from "./numbers";
import { upTo, type Source } from "./protocol";
import { sayMove } from "./say";
import { texts } from "./texts";
import { TrialScreen, type Trial } from "./trial";
import { bestFirst } from "./verdicts";

/** The mistakes of a seat in a game, and the one on the screen. */
export interface Mistakes {
  source: Source;
  names: string[];
  seat: number;
  judgements: Judgement[];
  /** The move that was played at each of them. */
  played: string[];
  at: number;
}

/** The trial of a mistake: the search at this decision judges the moves. */
function trial({ source, names, seat, judgements, played }: Mistakes, at: number): Trial {
  const mistake = judgements[at];
  if (mistake === undefined) throw new Error(`there is no mistake ${at}`);
  const { step, thought: { table } } = mistake;
  const lost = percent(mistake.lost ?? 0, 1);
  return {
    source: upTo(source, step - 1), seat, names: () => names,
    heading: (game) => `${texts().mistakeOf(at + 1, judgements.length)}, ${texts().turn(game.step(game.last).turn)}`,
    question: (game) => texts().findBetter(sayMove(game, game.last, played[at] ?? ""), lost),
    judge: (game, step, _, words) => {
      const { lost: loss, verdict } = game.judge([{ step, table, glance: null }])[step] ?? { lost: null, verdict: null };
      const isGood = loss !== null && verdict === null;
      return { isGood, answer: isGood ? texts().goodMove(words, lost) : loss === null ? texts().untriedMove(words) : texts().badMove(words, percent(loss, 1)) };
    },
    solution: () => bestFirst(table)[0]?.move ?? "",
    next: at + 1 === judgements.length ? null : texts().nextMistake,
  };
}

export const retryScreen = (mistakes: Mistakes, leave: () => void): TrialScreen =>
  new TrialScreen(texts().retry, (at) => trial(mistakes, at), mistakes.at, { label: texts().backToReview, leave });
