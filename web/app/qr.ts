// QR codes of links.

import { draw, make } from "./dom";
import { texts } from "./texts";

/** White modules around a code, which readers need. */
const QUIET = 4;

/** Limit on the length of an address, so that cameras can still read the code. */
const LONGEST = 1000;

/** Opens a dialog with the QR code of an address. Returns false if the address is too long. */
export async function openQr(address: string): Promise<boolean> {
  if (address.length > LONGEST) return false;
  const { generate } = await import("lean-qr");
  const code = generate(address);
  const cells = Array.from({ length: code.size ** 2 }, (_, cell): [number, number] => [cell % code.size, Math.floor(cell / code.size)]);
  const dark = cells.filter(([x, y]) => code.get(x, y)).map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("");
  const side = code.size + 2 * QUIET;
  const dialog = make("dialog", { class: "rules qr", "aria-label": texts().qr, close: () => dialog.remove() },
    make("header", {}, make("h2", {}, texts().qr), make("button", { type: "button", class: "close", click: () => dialog.close() }, texts().close)),
    draw("svg", { viewBox: `${-QUIET} ${-QUIET} ${side} ${side}`, role: "img", "aria-label": texts().qr, "shape-rendering": "crispEdges" },
      draw("rect", { x: -QUIET, y: -QUIET, width: side, height: side, fill: "#fff" }), draw("path", { d: dark, fill: "#000" })),
    make("p", {}, make("a", { href: address }, texts().thisStep)));
  document.body.append(dialog);
  dialog.showModal();
  return true;
}
