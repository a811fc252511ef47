// Links for others.

import { texts } from "./texts";

/** Copies an address; what then is to be said. */
export async function copy(address: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(address);
    return texts().copied;
  } catch {
    return texts().notCopied;
  }
}
