// A whole game as a picture that moves: an SVG file whose frames are shown one after the other, again and again.

import { draw } from "./dom";
import type { Game } from "./engine";
import { translate } from "./say";
import { texts } from "./texts";

/** The duration of a frame, and how much longer the last one stays, in seconds. */
const [PAUSE, END] = [0.8, 4];
/** The size of the picture, and of the line below the board. */
const [WIDTH, HEIGHT, LINE] = [1000, 750, 40];

const markup = (element: SVGElement): string => new XMLSerializer().serializeToString(element);

/** A piece in the language of the page. */
function translated(piece: string): string {
  const group = draw("g", {});
  group.innerHTML = piece;
  translate(group);
  for (const label of group.querySelectorAll("[data-phrase]")) label.removeAttribute("data-phrase");
  return markup(group);
}

type Area = [left: number, top: number, right: number, bottom: number];

/** An area that also covers a view box. */
const covering = ([left, top, right, bottom]: Area, view: string): Area => {
  const [x = 0, y = 0, width = 0, height = 0] = view.split(" ").map(Number);
  return [Math.min(left, x), Math.min(top, y), Math.max(right, x + width), Math.max(bottom, y + height)];
};

/** Draws all steps as the viewer sees them, each with its line of `words`. */
export function animation(game: Game, viewer: "all" | number, words: string[]): string {
  const scenes = words.map((_, step) => game.scene(step, viewer));
  const pieces = [...new Set(scenes.flatMap((scene) => scene.pieces))];
  const numbers = new Map(pieces.map((piece, number) => [piece, number]));
  const total = scenes.length * PAUSE + END;
  let seen: Area = [Infinity, Infinity, -Infinity, -Infinity];
  const frames = scenes.map((scene, step) => {
    // What was seen once stays in sight.
    seen = covering(seen, scene.view);
    const [left, top, right, bottom] = seen;
    const line = draw("text", { x: WIDTH / 2, y: HEIGHT - LINE / 3, "font-size": LINE / 2, "text-anchor": "middle" }, words[step] ?? "");
    const uses = scene.pieces.map((piece) => `<use href="#piece-${numbers.get(piece)}"/>`).join("");
    return `<g class="frame${step === scenes.length - 1 ? " last" : ""}" style="animation-delay:${(step * PAUSE).toFixed(1)}s">`
      + `<svg width="${WIDTH}" height="${HEIGHT - LINE}" viewBox="${left} ${top} ${right - left} ${bottom - top}">${uses}</svg>${markup(line)}</g>`;
  });
  const shown = (name: string, seconds: number): string =>
    `@keyframes ${name}{0%{visibility:visible}${((100 * seconds) / total).toFixed(4)}%{visibility:hidden}}`;
  const title = draw("title", {}, `${game.table.title}, ${texts().title}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif">${markup(title)}`
    + `<style>.frame{visibility:hidden;animation:show ${total}s step-end infinite}.last{animation-name:end}${shown("show", PAUSE)}${shown("end", PAUSE + END)}</style>`
    + `<defs>${game.table.definitions}${pieces.map((piece, number) => `<g id="piece-${number}">${translated(piece)}</g>`).join("")}</defs>`
    + `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>${frames.join("")}</svg>\n`;
}
