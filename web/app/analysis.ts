// Finds mistakes: asks a search about every decision and lets the engine's review judge the answers.

import type { Brain } from "./brain";
import type { Game, Thought, Verdict } from "./engine";
import type { Source } from "./protocol";

/** The agent whose choice a brilliant move must differ from. */
const GLANCE = "greedy";

export interface Judgement extends Verdict {
  /** The step after the decision. */
  step: number;
  seat: number;
  thought: Thought;
}

/** Judgements stored in the record by an earlier analysis. */
export function noted(game: Game): Judgement[] {
  return Array.from({ length: game.last }, (_, before) => before + 1).flatMap((step): Judgement[] => {
    const { seat, move, search } = game.step(step);
    if (seat === undefined || move === undefined || search === undefined) return [];
    const { table, ...verdict } = search;
    return [{ step, seat, thought: { move, table }, ...verdict }];
  });
}

/** Analyses every decision with more than one legal move; calls `report` after each. */
export async function analyse(
  game: Game,
  source: Source,
  brain: Brain,
  spec: string,
  report: (done: number, all: number) => void,
): Promise<Judgement[]> {
  const decisions = Array.from({ length: game.last }, (_, step) => step).filter((step) => game.moves(step).length > 1);
  const thoughts: { step: number; thought: Thought; glance: string }[] = [];
  for (const [done, step] of decisions.entries()) {
    const thought = await brain.ask(source, step, spec, step);
    const glance = await brain.ask(source, step, GLANCE, step);
    thoughts.push({ step, thought, glance: glance.move });
    report(done + 1, decisions.length);
  }
  const verdicts = game.judge(thoughts.map(({ step, thought: { table }, glance }) => ({ step, table, glance })));
  return thoughts.flatMap(({ step, thought }): Judgement[] => {
    const { seat } = game.step(step + 1);
    const judged = verdicts[step];
    return seat === undefined || judged === undefined ? [] : [{ step: step + 1, seat, thought, ...judged }];
  });
}
