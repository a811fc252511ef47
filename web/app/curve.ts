// A curve over the steps of a game, a line for each seat.

import { draw, make } from "./dom";
import type { Seat } from "./engine";

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [400, 150, 34, 380, 10, 138];

export interface Mark {
  step: number;
  seat: number;
  label: string;
}

/** Draws values by step and seat. Choosing a place on the curve chooses its step. */
export function curve(
  title: string,
  seats: Seat[],
  values: (number[] | null)[],
  format: (value: number) => string,
  marks: Mark[],
  current: number,
  choose: (step: number) => void,
): HTMLElement {
  const known = values.flatMap((row) => row ?? []);
  const [least, most] = [Math.min(0, ...known), Math.max(...known, 1e-9)];
  const last = Math.max(1, values.length - 1);
  const across = (step: number): number => LEFT + ((RIGHT - LEFT) * step) / last;
  const up = (value: number): number => BOTTOM - ((BOTTOM - TOP) * (value - least)) / (most - least);
  const svg = draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": title });
  for (const value of [least, (least + most) / 2, most]) {
    const text = draw("text", { x: LEFT - 4, y: up(value) + 4, "font-size": 11, "text-anchor": "end" });
    text.textContent = format(value);
    svg.append(draw("path", { d: `M${LEFT} ${up(value)}H${RIGHT}`, class: "grid" }), text);
  }
  seats.forEach(({ colour, letter }, seat) => {
    const points = values.flatMap((row, step) => (row === null ? [] : [`${across(step).toFixed(1)} ${up(row[seat] ?? 0).toFixed(1)}`])).join(" ");
    svg.append(draw("polyline", { points, class: "under" }), draw("polyline", { points, stroke: colour, class: "line" }));
    const text = draw("text", { x: RIGHT + 5, y: up(values.at(-1)?.[seat] ?? 0) + 4, "font-size": 12, "font-weight": "bold" });
    text.textContent = letter;
    svg.append(text);
  });
  for (const { step, seat, label } of marks) {
    const value = values[step]?.[seat];
    if (value === undefined) continue;
    const mark = draw("circle", { cx: across(step), cy: up(value), r: 4.5, class: "mark" });
    const words = draw("title", {});
    words.textContent = label;
    mark.append(words);
    svg.append(mark);
  }
  svg.append(draw("path", { d: `M${across(current)} ${TOP}V${BOTTOM}`, class: "cursor" }));
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    choose(Math.round(((at - LEFT) / (RIGHT - LEFT)) * last));
  });
  return make("figure", {}, make("figcaption", {}, title), svg);
}
