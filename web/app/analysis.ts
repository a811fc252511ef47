// Mistakes: what each decision lost by the judgement of a search. The engine's review says how.

import type { Brain } from "./brain";
import type { Game, Thought, Verdict } from "./engine";
import type { Source } from "./protocol";

/** The agent whose first glance brilliant moves surprise. */
const GLANCE = "greedy";

export interface Judgement extends Verdict {
  /** The step that the decision leads to. */
  step: number;
  seat: number;
  thought: Thought;
}

/** What a record tells of searches. */
export function noted(game: Game): Judgement[] {
  return Array.from({ length: game.last }, (_, before) => before + 1).flatMap((step): Judgement[] => {
    const { seat, move, search } = game.step(step);
    if (seat === undefined || move === undefined || search === undefined) return [];
    const { table, lost, verdict } = search;
    return [{ step, seat, thought: { move, table }, lost, verdict }];
  });
}

/** Looks at every decision with a choice; `report` hears of each as it comes. */
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
