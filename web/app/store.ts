// Local storage of the browser. If it is unavailable, nothing is stored and the page still works.

const PREFIX = "hidden-decks.";

export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, value);
  } catch {
    // Private windows and full storage throw.
  }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Reads a stored JSON object; null if it is missing or damaged. */
export function recallObject<T extends object>(key: string): T | null {
  try {
    const found: unknown = JSON.parse(recall(key) ?? "null");
    return typeof found === "object" ? (found as T | null) : null;
  } catch {
    return null;
  }
}
