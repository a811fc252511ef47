// The header of every screen.

import { hasEngine } from "./bundle";
import { draw, make } from "./dom";
import { settings } from "./settings";
import { soundButton } from "./sound";
import { texts } from "./texts";

/** The island tile of the page's icon. */
const emblem = (): SVGSVGElement => draw("svg", { viewBox: "0 0 32 32", width: 28, height: 28, "aria-hidden": "true" },
  draw("path", { d: "M9 4h14l7 12-7 12H9L2 16z", fill: "#cfe8f3", stroke: "#00507f", "stroke-width": 2 }),
  draw("circle", { cx: 16, cy: 16, r: 6.5, fill: "#b5d6a0", stroke: "#c9a227", "stroke-width": 2 }));

/** The header; `retell` shows the screen again in another language. */
export const header = (retell: () => void): HTMLElement => make("header", {}, make("h1", {}, emblem(), texts().title), hasEngine && soundButton(), settings(retell));
