// What the page is made of: files beside it, or elements of the page where all of it is one file.

const text = (id: string): string | null => document.getElementById(id)?.textContent ?? null;

// Taken at once, because screens replace all elements.
const packed = text("engine");
const script = text("thinker");
const recorded = document.getElementById("record");

/** The module, which travels packed. */
export async function engine(): Promise<ArrayBuffer> {
  const { body } = await fetch(packed === null ? "engine.bin" : `data:application/octet-stream;base64,${packed.trim()}`);
  if (body === null) throw new Error("engine.bin is empty");
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** A worker that thinks. */
export const thinker = (): Worker =>
  new Worker(script === null ? "thinker.js" : URL.createObjectURL(new Blob([script], { type: "text/javascript" })));

/** The record that was put into the page, and the step to show. */
export const record = (): { line: string; step: number } | null =>
  recorded === null ? null : { line: recorded.textContent ?? "", step: Number(recorded.dataset.step ?? 0) };
