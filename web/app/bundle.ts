// Parts of the page: separate files, or elements of the document if the page is a single file.

const text = (id: string): string | null => document.getElementById(id)?.textContent ?? null;

// Read on load, because screens replace all elements.
const packed = text("engine");
const script = text("thinker");
const recorded = document.getElementById("record");

/** The WebAssembly module, unpacked from gzip. */
export async function engine(): Promise<ArrayBuffer> {
  const { body } = await fetch(packed === null ? "engine.bin" : `data:application/octet-stream;base64,${packed.trim()}`);
  if (body === null) throw new Error("engine.bin is empty");
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Starts a worker that runs the agents. */
export const thinker = (): Worker =>
  new Worker(script === null ? "thinker.js" : URL.createObjectURL(new Blob([script], { type: "text/javascript" })));

/** The record embedded in the page by `tournament show --page`, and the step to show. */
export const record = (): { line: string; step: number } | null =>
  recorded === null ? null : { line: recorded.textContent ?? "", step: Number(recorded.dataset.step ?? 0) };
