// Local storage of the browser. If it is unavailable, nothing is stored and the page still works.

const PREFIX = "hidden-decks.";

/** A store of the browser: for all tabs, or for this tab alone. */
type Kind = "localStorage" | "sessionStorage";

/** Reads or writes, or returns `otherwise`: private windows and full storage throw, and what is stored may be damaged. */
export function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

/** Stores a value, or removes it if it is null. Returns whether it is stored. */
export const remember = (key: string, value: string | null, kind: Kind = "localStorage"): boolean => attempt(() => {
  if (value === null) globalThis[kind].removeItem(PREFIX + key);
  else globalThis[kind].setItem(PREFIX + key, value);
  return true;
}, false);

export const recall = (key: string, kind: Kind = "localStorage"): string | null => attempt(() => globalThis[kind].getItem(PREFIX + key), null);

/** The keys of all stored values. */
export const stored = (): string[] => attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length)), []);

/** Reads a stored JSON object; null if it is missing or damaged. */
export const recallObject = <T extends object>(key: string): T | null => attempt(() => {
  const found: unknown = JSON.parse(recall(key) ?? "null");
  return typeof found === "object" ? (found as T | null) : null;
}, null);
