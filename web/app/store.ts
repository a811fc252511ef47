// Local storage of the browser. If it is unavailable, nothing is stored and the page still works.

const PREFIX = "hidden-decks.";

/** A store of the browser: for all tabs, or for this tab alone. */
type Kind = "localStorage" | "sessionStorage";

/** Stores a value, or removes it if it is null. Returns whether it is stored. */
export function remember(key: string, value: string | null, kind: Kind = "localStorage"): boolean {
  try {
    if (value === null) globalThis[kind].removeItem(PREFIX + key);
    else globalThis[kind].setItem(PREFIX + key, value);
    return true;
  } catch {
    // Private windows and full storage throw.
    return false;
  }
}

export function recall(key: string, kind: Kind = "localStorage"): string | null {
  try {
    return globalThis[kind].getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** The keys of all stored values. */
export function stored(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
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
