// Finds mistakes: asks a search about every decision and lets the engine's review judge the answers.

import { Stopped, type Brain } from "./brain";
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

/** The result of a search before a step. */
export interface Searched {
  step: number;
  thought: Thought;
  glance: string;
}

/** Searches at every decision with more than one legal move, of all seats or of one, until the brains are stopped; calls `report` with
 * what is found so far after each. */
export async function searched(game: Game, source: Source, brains: Brain[], spec: string, report: (found: Searched[], all: number) => void, seat?: number): Promise<Searched[]> {
  const decisions = Array.from({ length: game.last }, (_, step) => step).filter((step) => (seat === undefined || game.step(step).next === seat) && game.moves(step).length > 1);
  const [found, open]: [Searched[], number[]] = [[], [...decisions]];
  const search = async (brain: Brain): Promise<void> => {
    for (let step = open.shift(); step !== undefined; step = open.shift()) {
      const thought = await brain.ask(source, step, spec, step);
      const glance = await brain.ask(source, step, GLANCE, step);
      found.push({ step, thought, glance: glance.move });
      report(found, decisions.length);
    }
  };
  try {
    await Promise.all(brains.map(search));
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    for (const brain of brains) brain.stop();
  }
  return found;
}

/** Judges the decisions that were searched. */
export function judgements(game: Game, found: Searched[]): Judgement[] {
  const verdicts = game.judge(found.map(({ step, thought: { table }, glance }) => ({ step, table, glance })));
  return [...found].sort((one, other) => one.step - other.step).flatMap(({ step, thought }): Judgement[] => {
    const { seat } = game.step(step + 1);
    const judged = verdicts[step];
    return seat === undefined || judged === undefined ? [] : [{ step: step + 1, seat, thought, ...judged }];
  });
}

/** The record with its judgements as search notes, each at the first event of its decision. */
export function annotated(game: Game, line: string, agent: string, judged: Judgement[]): string {
  const record = JSON.parse(line) as { events: Record<string, unknown>[] };
  const at = new Map(judged.map((one) => [one.step, one]));
  let first = 0;
  for (let step = 0; step <= game.last; step += 1) {
    const [one, event, { length }] = [at.get(step), record.events[first], game.step(step).events];
    if (one !== undefined && event !== undefined && length > 0) {
      const { lost, at_stake, verdict, thought: { table } } = one;
      const known = Object.entries({ lost, at_stake, verdict }).filter(([, value]) => value !== null);
      event.search = { agent, moves: table, ...Object.fromEntries(known) };
    }
    first += length;
  }
  return JSON.stringify(record);
}
