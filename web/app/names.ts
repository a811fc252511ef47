// Display names of places.

/** Converts an id to a name: `niue-fekai` to `Niue Fekai`, `water-03` to `Water 3`. */
export function place(id: string): string {
  return id.split("-").map((word) => (/^\d+$/.test(word) ? String(Number(word)) : word.slice(0, 1).toUpperCase() + word.slice(1))).join(" ");
}

export const LETTERS = "ABCDEF";
