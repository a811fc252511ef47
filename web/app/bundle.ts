// Parts of the page: separate files, or elements of the document if the page is a single file.

import { decompress } from "fzstd";
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

/** Loads a file and unpacks it from zstd, which is a fifth smaller than what browsers unpack by themselves. */
async function unpacked(address: string, name = address): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(texts().noFile(name));
  return decompress(new Uint8Array(await response.arrayBuffer())) as Uint8Array<ArrayBuffer>;
}

/** The WebAssembly module. */
export const engine = (): Promise<Uint8Array<ArrayBuffer>> =>
  unpacked(packed === null ? ENGINE ?? "" : `data:application/octet-stream;base64,${packed.trim()}`, ENGINE ?? "");

/** The text of a packed file. */
export const text = async (file: string): Promise<string> => new TextDecoder().decode(await unpacked(file));

const script = URL.createObjectURL(new Blob([THINKER], { type: "text/javascript" }));

/** Starts a worker that runs the agents. Its script is part of the page, so that it always fits the module. */
export const thinker = (): Worker => new Worker(script);

/** The record embedded in the page by `tournament show --page`, and the step to show. */
export const record = (): { line: string; step: number } | null =>
  recorded === null ? null : { line: recorded.textContent ?? "", step: Number(recorded.dataset.step ?? 0) };
