// Files in and out.

import { decompress } from "fzstd";
import { make } from "./dom";

/** Larger files are not read: a record has some kilobytes. */
const LARGEST = 64 * 1024 * 1024;
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];

export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The records in a file, a line each. */
export async function records(file: Blob): Promise<string[]> {
  if (file.size > LARGEST) throw new Error(`the file has ${Math.round(file.size / 1024 / 1024)} MB, more than 64`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isPacked = ZSTD.every((byte, place) => bytes[place] === byte);
  const plain = isPacked ? unpacked(bytes) : bytes;
  const lines = new TextDecoder("utf-8", { fatal: true }).decode(plain).split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) throw new Error("the file is empty");
  return lines;
}

/** What a packed file says of its own size counts before it is unpacked. */
function unpacked(bytes: Uint8Array): Uint8Array {
  const plain = decompress(bytes);
  if (plain.length > LARGEST) throw new Error("the file unpacks to more than 64 MB");
  return plain;
}
