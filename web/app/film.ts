// The events of a step on the board, one by one: fleets sail along the currents, tiles are turned, a lost fleet sinks.

import type { BoardView } from "./board";
import { draw } from "./dom";
import type { Frame } from "./engine";

/** Durations in milliseconds at the usual speed: an event, a turned tile, a unit of a fleet's way, and the longest way. */
const [EVENT, TURN, UNIT, LONGEST] = [700, 550, 5, 2600];

/** Moves a piece along a path that ends where the piece is. Returns the duration. */
export function sail(piece: Element, way: string, delay: number, tempo: number): number {
  const path = draw("path", { d: way });
  const length = path.getTotalLength();
  const [end, count] = [path.getPointAtLength(length), Math.max(2, Math.ceil(length / 8))];
  const places = Array.from({ length: count + 1 }, (_, number) => {
    const { x, y } = path.getPointAtLength((length * number) / count);
    return { translate: `${(x - end.x).toFixed(1)}px ${(y - end.y).toFixed(1)}px` };
  });
  const duration = Math.min(LONGEST, Math.max(EVENT, UNIT * length)) * tempo;
  piece.animate(places, { duration, delay, easing: "ease-in-out", fill: "backwards" });
  return delay + duration;
}

/** Shows the pictures of events with these names one after the other, and tells the number of each; a click or a key shows the end at once. */
export async function film(board: BoardView, frames: Frame[], names: unknown[], tempo: number, tell: (number: number) => void): Promise<void> {
  let wake = (): void => undefined;
  const skipped = new AbortController();
  const skip = (): void => { skipped.abort(); wake(); };
  // Not by the click that has caused the events, which is on its way up.
  for (const kind of ["click", "keydown"]) document.addEventListener(kind, skip, { signal: skipped.signal, capture: true });
  for (const [number, frame] of frames.entries()) {
    if (skipped.signal.aborted) return;
    tell(number);
    const isTurned = names[number] === "draw";
    const shown = board.film(frame, isTurned, names[number] === "fail");
    const start = isTurned ? TURN * tempo : 0;
    const duration = frame.way === "" || shown === null ? start + EVENT * tempo : sail(shown, frame.way, start, tempo);
    await new Promise<void>((later) => {
      wake = later;
      setTimeout(later, duration + 0.3 * EVENT * tempo);
    });
  }
  skipped.abort();
}
