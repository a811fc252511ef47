// Charts of a value over the steps of a game, with one line per seat.

import { draw, make, meaning } from "./dom";
import type { Seat, Verdict } from "./engine";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [400, 150, 42, 380, 10, 138];

export interface Mark {
  step: number;
  seat: number;
  label: string;
  kind: NonNullable<Verdict["verdict"]>;
}

/** Shapes of the verdicts, which differ so that colour is never the only cue. */
export const SHAPES: Record<Mark["kind"], string> = {
  brilliant: "M0 -6 1.6 -2 6 -1.9 2.6 .8 3.7 5 0 2.6 -3.7 5 -2.6 .8 -6 -1.9 -1.6 -2z",
  inaccuracy: "M-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0z",
  mistake: "M0 -5.2 4.9 4h-9.8z",
  blunder: "M-4.4 -4.4h8.8v8.8h-8.8z",
};

/** Draws the shape of a verdict, with its name, or for use next to it. */
export const sign = (kind: Mark["kind"], name?: string): SVGSVGElement =>
  draw("svg", { viewBox: "-8 -8 16 16", class: "sign", ...meaning(name) }, draw("path", { d: SHAPES[kind], class: `mark ${kind}` }));

/** Spreads labels that would overlap: `heights` from the top, with at least `gap` between neighbours. */
export function apart(heights: number[], gap: number, least: number, most: number): number[] {
  const order = heights.map((_, place) => place).sort((one, other) => (heights[one] ?? 0) - (heights[other] ?? 0));
  const placed = [...heights];
  let before = least - gap;
  for (const place of order) before = placed[place] = Math.max(placed[place] ?? 0, before + gap);
  let after = most + gap;
  for (const place of order.reverse()) after = placed[place] = Math.min(placed[place] ?? 0, after - gap);
  return placed;
}

export interface Curve {
  element: HTMLElement;
  /** Moves the marker to the step on the screen. */
  point: (step: number) => void;
}

/** Draws values by step and seat, from 0 or from another bottom. A click on the chart goes to the step below the pointer. */
export function curve(title: string, seats: Seat[], values: (number[] | null)[], format: (value: number) => string, marks: Mark[], choose: (step: number) => void, bottom = 0): Curve {
  const known = values.flatMap((row) => row ?? []);
  const [least, most] = [Math.min(bottom, ...known), Math.max(...known, 1e-9)];
  const last = Math.max(1, values.length - 1);
  const across = (step: number): number => LEFT + ((RIGHT - LEFT) * step) / last;
  const up = (value: number): number => BOTTOM - ((BOTTOM - TOP) * (value - least)) / (most - least);
  const svg = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": title });
  for (const value of [least, (least + most) / 2, most]) {
    svg.append(draw("path", { d: `M${LEFT} ${up(value)}H${RIGHT}`, class: "grid" }),
      draw("text", { x: LEFT - 4, y: up(value) + 4, "font-size": 11, "text-anchor": "end" }, format(value)));
  }
  const ends = apart(seats.map((_, seat) => up(values.at(-1)?.[seat] ?? 0)), 12, TOP, BOTTOM);
  seats.forEach(({ colour, letter }, seat) => {
    const points = values.flatMap((row, step) => (row === null ? [] : [`${across(step).toFixed(1)} ${up(row[seat] ?? 0).toFixed(1)}`])).join(" ");
    svg.append(draw("polyline", { points, class: "under" }), draw("polyline", { points, stroke: colour, class: "line" }),
      draw("text", { x: RIGHT + 5, y: (ends[seat] ?? 0) + 4, "font-size": 12, "font-weight": "bold" }, letter));
  });
  for (const { step, seat, label, kind } of marks) {
    const value = values[step]?.[seat];
    if (value === undefined) continue;
    svg.append(draw("path", { d: SHAPES[kind], transform: `translate(${across(step).toFixed(1)} ${up(value).toFixed(1)})`, class: `mark ${kind}` }, draw("title", {}, label)));
  }
  const cursor = draw("path", { class: "cursor" });
  svg.append(cursor);
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    choose(Math.round(((at - LEFT) / (RIGHT - LEFT)) * last));
  });
  return {
    element: make("figure", {}, make("figcaption", {}, title), svg),
    point: (step) => cursor.setAttribute("d", `M${across(step).toFixed(1)} ${TOP}V${BOTTOM}`),
  };
}
