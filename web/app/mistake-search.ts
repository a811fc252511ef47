// The mistakes of a game: those noted in its record or found before, and the search that looks for them.

import { annotated, judgements, noted, searched, type Judgement, type Searched } from "./analysis";
import { brains } from "./brain";
import { make } from "./dom";
import type { Game } from "./engine";
import { adviser } from "./levels";
import type { Source } from "./protocol";
import { recallObject, remember } from "./store";
import { texts } from "./texts";
import { isMistake } from "./verdicts";

/** Minimum time between redraws while mistakes are found, in milliseconds. */
const GLANCE = 1000;

/** The judgements found on this visit, by game; the latest ones are stored under this key, for a reload. */
const found = new Map<string, Judgement[]>();
const LATEST = "analysis";

function foundBefore(of: string): Judgement[] | undefined {
  const latest = recallObject<{ of: string; judgements: Judgement[] }>(LATEST);
  return found.get(of) ?? (latest?.of === of ? latest.judgements : undefined);
}

export class MistakeSearch {
  judgements: Judgement[];
  readonly button = make("button", { type: "button", class: "main analyse", click: () => void this.run() }, texts().analyse);
  private readonly brains = brains();
  private isRunning = false;
  private isGone = false;

  /** Searches in the game of a source; `of` identifies the game. The list of mistakes changes only while it `isFree`: not under the person's hands. */
  constructor(private readonly game: Game, private readonly source: Source, private readonly of: string,
    private readonly say: (words: string) => void, private readonly changed: () => void, private readonly isFree: () => boolean) {
    this.judgements = foundBefore(of) ?? noted(game);
  }

  /** Looks for mistakes, or stops that. */
  private async run(): Promise<void> {
    if (this.isRunning) return this.stop();
    this.turn(true);
    let shown = 0;
    const report = (found: Searched[], all: number): void => {
      this.say(texts().analysing(found.length, all));
      if (performance.now() - shown < GLANCE || !this.isFree()) return;
      shown = performance.now();
      this.take(found);
    };
    try {
      const thoughts = await searched(this.game, this.source, this.brains, adviser(this.source.game), report);
      if (this.isGone) return;
      this.say("");
      // A search that was stopped at once leaves the judgements of the record.
      if (thoughts.length > 0) {
        this.take(thoughts);
        found.set(this.of, this.judgements);
        remember(LATEST, JSON.stringify({ of: this.of, judgements: this.judgements }));
      }
    } catch (error) {
      this.say(`${texts().trouble}: ${String(error)}`);
    }
    this.turn(false);
  }

  private turn(isRunning: boolean): void {
    this.isRunning = isRunning;
    this.button.textContent = isRunning ? texts().stop : texts().analyse;
  }

  private take(thoughts: Searched[]): void {
    this.judgements = judgements(this.game, thoughts);
    this.changed();
  }

  private stop(): void {
    for (const brain of this.brains) brain.stop();
  }

  /** The step of the next mistake of any seat after a step, or of the previous one if `way` is -1; after the last comes the first. */
  beside(step: number, way: number): number {
    const all = this.judgements.filter(isMistake).map((one) => way * one.step).sort((one, other) => one - other);
    return Math.abs(all.find((other) => other > way * step) ?? all[0] ?? step);
  }

  /** A record with the judgements, if they were found by a search. */
  inRecord(line: string): string {
    return foundBefore(this.of) === undefined ? line : annotated(this.game, line, adviser(this.source.game), this.judgements);
  }

  end(): void {
    this.isGone = true;
    this.stop();
  }
}
