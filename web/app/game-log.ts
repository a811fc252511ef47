// What happened in a game, as lines below the board and above it, and as messages for screen readers.

import { make } from "./dom";
import type { Game } from "./engine";
import type { People } from "./people";
import { sayMove } from "./say";
import { told } from "./seats";
import { texts } from "./texts";

export class GameLog {
  readonly element = make("ol", { class: "log", tabindex: "0", "aria-label": texts().history });
  /** The latest events above the board, for screens on which the log is out of sight. */
  readonly ticker = make("div", { class: "ticker", "aria-hidden": "true" });
  /** Live region for screen readers, which require that it stays in the document. */
  readonly live = make("p", { class: "hidden", role: "status", "aria-live": "polite" });
  readonly status = make("p", { class: "status" });

  constructor(private readonly game: Game, private readonly people: People) {}

  /** Adds a line about a step. */
  tell(step: number): void {
    const { viewer, you } = this.people;
    const { move, seat, ...seen } = this.game.step(step, viewer);
    const sentences = told(seen, you);
    const lines = sentences.length > 0 ? sentences : move === undefined ? [] : [sayMove(this.game, step - 1, move)];
    const isOwn = seat !== undefined && this.people.of(seat).kind === "human";
    this.element.append(make("li", { class: `${sentences.length > 0 ? "" : "quiet"}${isOwn ? " own" : ""}` }, ...lines.map((line) => make("p", {}, line))));
    // All that happened since the person chose.
    if (isOwn) this.ticker.replaceChildren();
    this.ticker.append(...lines.map((line) => make("p", {}, line)));
    this.live.textContent = lines.join(" ");
  }

  /** Removes the last line, here and above the board. */
  takeBack(): void {
    const line = this.element.lastElementChild;
    for (let count = line?.childElementCount ?? 0; count > 0; count--) this.ticker.lastElementChild?.remove();
    line?.remove();
  }

  /** Shows a status message and announces it to screen readers. */
  say(words: string): void {
    if (this.status.textContent !== words) this.live.textContent = `${this.live.textContent} ${words}`;
    this.status.textContent = words;
  }

  /** Scrolls to the last line after layout. */
  scroll(): void {
    requestAnimationFrame(() => { this.element.scrollTop = this.element.scrollHeight; });
  }
}
