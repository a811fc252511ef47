// Parts of the page: separate files, or elements of the document if the page is a single file.

/** The file with the WebAssembly module, and the script of the worker that runs the agents. */
declare const ENGINE: string;
declare const THINKER: string;

// Read on load, because screens replace all elements.
const packed = document.getElementById("engine")?.textContent ?? null;
const recorded = document.getElementById("record");

/** Whether the page is a single file, without the files of puzzles. */
export const isWhole = packed !== null;

/** The WebAssembly module, unpacked from gzip. */
export async function engine(): Promise<ArrayBuffer> {
  const { ok, body } = await fetch(packed === null ? ENGINE : `data:application/octet-stream;base64,${packed.trim()}`);
  if (!ok || body === null) throw new Error(`${ENGINE} is missing`);
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

const script = URL.createObjectURL(new Blob([THINKER], { type: "text/javascript" }));

/** Starts a worker that runs the agents. Its script is part of the page, so that it always fits the module. */
export const thinker = (): Worker => new Worker(script);

/** The record embedded in the page by `tournament show --page`, and the step to show. */
export const record = (): { line: string; step: number } | null =>
  recorded === null ? null : { line: recorded.textContent ?? "", step: Number(recorded.dataset.step ?? 0) };
