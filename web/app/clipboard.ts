// Copying links to the clipboard.

import { texts } from "./texts";

/** Copies an address and returns the message to show. */
export async function copy(address: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(address);
    return texts().copied;
  } catch {
    return texts().notCopied;
  }
}
