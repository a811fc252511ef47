// A picture of a finished game to send to others, with the board and a few lines.

import { draw } from "./dom";
import type { Game } from "./engine";
import { sceneOf } from "./picture";
import { download } from "./save";
import { texts } from "./texts";

const [WIDTH, HEIGHT, BOARD] = [1200, 630, 700];

/** Draws the card as PNG: the board at the end, beside the lines, the first of which is the largest. */
async function card(game: Game, lines: string[]): Promise<Blob> {
  const scene = sceneOf(game, game.last);
  for (const [name, value] of Object.entries({ width: BOARD, height: HEIGHT, preserveAspectRatio: "xMidYMid meet" })) scene.setAttribute(name, String(value));
  const words = lines.map((line, number) => draw("text", {
    x: BOARD + 20, y: 150 + 90 * number, "font-size": Math.min([64, 40][number] ?? 32, 800 / line.length), "font-weight": number === 0 ? "bold" : "normal", fill: "#1d1b18",
  }, line));
  const whole = draw("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, "font-family": "sans-serif" },
    draw("rect", { width: WIDTH, height: HEIGHT, fill: "#f3efe6" }), draw("rect", { width: BOARD, height: HEIGHT, fill: "#dbeaf1" }), scene, ...words);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(whole))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob === null ? reject(new Error(texts().trouble)) : resolve(blob)), "image/png"));
}

/** Offers the card and a link to the device's other programs, or else downloads the card. */
export async function shareCard(game: Game, lines: string[], url: string | undefined): Promise<void> {
  const picture = await card(game, lines);
  const files = [new File([picture], "game.png", { type: "image/png" })];
  if (!navigator.canShare?.({ files })) return download("game.png", picture);
  // People may change their minds.
  await navigator.share({ files, text: lines.join("\n"), url }).catch(() => undefined);
}
