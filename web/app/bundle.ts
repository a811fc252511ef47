// What the page is made of: files beside it, or elements of the page where all of it is one file.

const text = (id: string): string | null => document.getElementById(id)?.textContent ?? null;

// Taken at once, because screens replace all elements.
const packed = text("engine");
const script = text("thinker");
const recorded = document.getElementById("record");

/** The module. */
export async function engine(): Promise<ArrayBuffer> {
  const address = packed === null ? "engine.wasm" : `data:application/wasm;base64,${packed.trim()}`;
  return (await fetch(address)).arrayBuffer();
}

/** A worker that thinks. */
export const thinker = (): Worker =>
  new Worker(script === null ? "thinker.js" : URL.createObjectURL(new Blob([script], { type: "text/javascript" })));

/** The record that was put into the page, and the step to show. */
export const record = (): { line: string; step: number } | null =>
  recorded === null ? null : { line: recorded.textContent ?? "", step: Number(recorded.dataset.step ?? 0) };
