// The page's side of the worker that runs the agents: sends questions, returns promises of answers.

import { thinker } from "./bundle";
import type { Luck, Thought } from "./engine";
import type { Answer, Question, Source } from "./protocol";

/** Most brains that search at the same time. */
const MOST = 8;

type Waiting = { resolve: (found: unknown) => void; reject: (error: Error) => void };

/** The WebAssembly module for the workers, which cannot load it themselves when the page is offline. */
let module: Uint8Array | null = null;

export const setModule = (bytes: Uint8Array): void => {
  module = bytes;
};

/** Rejection of questions that were cancelled because the screen closed. */
export class Stopped extends Error {}

export class Brain {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;

  /** Asks an agent for a move. */
  ask(source: Source, step: number, spec: string, seed: number): Promise<Thought> {
    return this.post<Thought>({ source, search: { step, spec, seed } });
  }

  /** Measures the luck in a finished game. */
  luck(source: Source): Promise<Luck> {
    return this.post<Luck>({ source });
  }

  private post<Found>(about: Omit<Question, "id">): Promise<Found> {
    // Each worker receives the module once.
    const first = this.worker === null ? { module } : {};
    if (this.worker === null) {
      this.worker = thinker();
      this.worker.onmessage = ({ data }: MessageEvent<Answer>) => this.hear(data);
      this.worker.onerror = (event) => this.stop(new Error(event.message));
    }
    const question: Question = { id: ++this.count, ...about };
    return new Promise((resolve, reject) => {
      this.waiting.set(question.id, { resolve: (found) => resolve(found as Found), reject });
      this.worker?.postMessage({ ...question, ...first });
    });
  }

  private hear(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ("found" in answer) waiting?.resolve(answer.found);
    else waiting?.reject(new Error(answer.error));
  }

  /** Ends the worker and rejects all pending questions. */
  stop(why: Error = new Stopped("stopped")): void {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(why);
    this.waiting.clear();
  }
}

/** As many brains as the device has cores; each has a module of its own in memory. */
export const brains = (): Brain[] => Array.from({ length: Math.min(MOST, navigator.hardwareConcurrency || 1) }, () => new Brain());
