// Pictures by the engine, on their own.

import { draw, meaning as meaningOf } from "./dom";
import type { Game } from "./engine";
import type { Phrase } from "./engine-keys";
import { translate } from "./say";
import { texts } from "./texts";

/** The `viewBox` of the pictures in legends. */
export const LEGEND = "-80 -80 160 160";

/** A picture; one without a meaning is decoration. Safe as HTML: the engine writes it without any text from outside. */
export function picture(svg: string, view: string, meaning?: Phrase): SVGSVGElement {
  const known = meaningOf(meaning && texts().phrase(meaning));
  const frame = draw("svg", { viewBox: view, preserveAspectRatio: "xMidYMid slice", "font-family": "sans-serif", ...known });
  frame.innerHTML = svg;
  translate(frame);
  return frame;
}

/** The board at a step as everybody sees it, on its own. */
export function sceneOf(game: Game, step: number): SVGSVGElement {
  const { pieces, view } = game.scene(step, "public");
  return picture(`<defs>${game.table.definitions}</defs>${pieces.join("")}`, view);
}
