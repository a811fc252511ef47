// Mistakes: what each decision lost by the judgement of a search.
//
// At a decision the search values moves by the chance to win. The loss of a decision is the value of the best
// move that it tried less that of the move played. If it did not try that move, the value of the best way on at
// the seat's next decision stands for it, as long as chance has not acted in between; otherwise nothing is said.

import type { Brain } from "./brain";
import type { Game, Thought } from "./engine";
import type { Source } from "./protocol";

/** From which loss on a decision is inaccurate, a mistake, a blunder: 5, 10 and 20 percentage points. */
export const THRESHOLDS = { inaccurate: 0.05, mistake: 0.1, blunder: 0.2 } as const;

export type Verdict = keyof typeof THRESHOLDS;

export interface Judgement {
  /** The step that the decision leads to. */
  step: number;
  seat: number;
  thought: Thought;
  /** The chance to win that was lost; null where the search cannot say. */
  lost: number | null;
  verdict: Verdict | null;
}

export function verdict(lost: number | null): Verdict | null {
  if (lost === null) return null;
  if (lost >= THRESHOLDS.blunder) return "blunder";
  if (lost >= THRESHOLDS.mistake) return "mistake";
  return lost >= THRESHOLDS.inaccurate ? "inaccurate" : null;
}

const best = (thought: Thought): number | null =>
  thought.table.length > 0 ? Math.max(...thought.table.map(({ value }) => value)) : null;

/** The loss of the decision that leads to a step. */
export function loss(game: Game, step: number, thought: Thought, following: Thought | null): number | null {
  const { seat, move, reveals } = game.step(step);
  const most = best(thought);
  if (most === null) return null;
  const played = thought.table.find((row) => row.move === move)?.value;
  if (played !== undefined) return Math.max(0, most - played);
  const goesOn = !reveals && game.step(step).next === seat && following !== null;
  const value = goesOn ? best(following) : null;
  return value === null ? null : Math.max(0, most - value);
}

/** Looks at every decision with a choice; `report` hears of each as it comes. */
export async function analyse(
  game: Game,
  source: Source,
  brain: Brain,
  spec: string,
  report: (done: number, all: number, judgement: Judgement | null) => void,
): Promise<Judgement[]> {
  const decisions = Array.from({ length: game.last }, (_, step) => step).filter((step) => game.moves(step).length > 1);
  const thoughts = new Map<number, Thought>();
  for (const [done, step] of decisions.entries()) {
    thoughts.set(step, await brain.ask(source, step, spec, step));
    report(done + 1, decisions.length, null);
  }
  const judgements = decisions.flatMap((step): Judgement[] => {
    const thought = thoughts.get(step);
    const { seat } = game.step(step + 1);
    if (thought === undefined || seat === undefined) return [];
    const lost = loss(game, step + 1, thought, thoughts.get(step + 1) ?? null);
    return [{ step: step + 1, seat, thought, lost, verdict: verdict(lost) }];
  });
  return judgements;
}
