// Downloading files, and reading files of records.

import { Decompress } from "fzstd";
import { make } from "./dom";
import { texts } from "./texts";

/** Maximum size of a file, packed and unpacked, in bytes. */
const LARGEST = 64 * 1024 * 1024;
const PIECE = 64 * 1024;
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

export function download(name: string, content: string | Blob, type = "application/x-ndjson"): void {
  const address = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Reads the records in a file, one per line. */
export async function records(file: Blob): Promise<string[]> {
  if (file.size > LARGEST) throw new Error(texts().largeFile(Math.round(file.size / 1024 / 1024)));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isPacked = ZSTD.every((byte, place) => bytes[place] === byte);
  const plain = isPacked ? await unpacked(bytes) : bytes;
  const lines = decoded(plain).split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new Error(texts().emptyFile);
  return lines;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(texts().noText);
  }
}

/** The unpacked content exceeds the limit. */
class TooLarge extends Error {}

/** Unpacks in pieces, so that a small file cannot exhaust memory. */
async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const stream = new Decompress((piece) => {
    size += piece.length;
    if (size > LARGEST) throw new TooLarge();
    pieces.push(piece as Uint8Array<ArrayBuffer>);
  });
  try {
    for (let from = 0; from < bytes.length; from += PIECE) {
      stream.push(bytes.subarray(from, from + PIECE), from + PIECE >= bytes.length);
    }
  } catch (error) {
    throw new Error(error instanceof TooLarge ? texts().largeInside : texts().damagedFile);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
