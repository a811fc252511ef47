// Parts of the page: separate files, or elements of the document if the page is a single file.

import { texts } from "./texts";

/** The file with the WebAssembly module, null in a page that replays one game without it; and the script of the worker that runs the agents. */
declare const ENGINE: string | null;
declare const THINKER: string;

// Read on load, because screens replace all elements.
const packed = document.getElementById("engine")?.textContent ?? null;
const recorded = document.getElementById("record");

/** Whether the page is a single file, without the files of puzzles. */
export const isWhole = packed !== null;

/** Whether the page can search, play and estimate beliefs. */
export const hasEngine = ENGINE !== null;

/** Loads a file and unpacks it from gzip. */
async function unpacked(address: string, name = address): Promise<Response> {
  const { ok, body } = await fetch(address);
  if (!ok || body === null) throw new Error(texts().noFile(name));
  return new Response(body.pipeThrough(new DecompressionStream("gzip")));
}

/** The WebAssembly module. */
export async function engine(): Promise<ArrayBuffer> {
  return (await unpacked(packed === null ? ENGINE ?? "" : `data:application/octet-stream;base64,${packed.trim()}`, ENGINE ?? "")).arrayBuffer();
}

/** The text of a packed file. */
export const text = async (file: string): Promise<string> => (await unpacked(file)).text();

const script = URL.createObjectURL(new Blob([THINKER], { type: "text/javascript" }));

/** Starts a worker that runs the agents. Its script is part of the page, so that it always fits the module. */
export const thinker = (): Worker => new Worker(script);

/** The record embedded in the page by `tournament show --page`, and the step to show. */
export const record = (): { line: string; step: number } | null =>
  recorded === null ? null : { line: recorded.textContent ?? "", step: Number(recorded.dataset.step ?? 0) };
