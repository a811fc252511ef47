// What the page keeps in the browser. Without storage it works all the same and keeps nothing.

const PREFIX = "hidden-decks.";

export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, value);
  } catch {
    // Private windows may refuse, and a full store too.
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** What was kept as JSON; nothing, if it was damaged since. */
export function recallObject<T extends object>(key: string): T | null {
  try {
    const found: unknown = JSON.parse(recall(key) ?? "null");
    return typeof found === "object" ? (found as T | null) : null;
  } catch {
    return null;
  }
}
