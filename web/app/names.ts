// Names of places as people write them.

/** `niue-fekai` or `water-03` as a name. */
export function place(id: string): string {
  return id.split("-").map((word) => (/^\d+$/.test(word) ? String(Number(word)) : word.slice(0, 1).toUpperCase() + word.slice(1))).join(" ");
}

export const LETTERS = "ABCDEF";
