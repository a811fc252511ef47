// Display names of places and seats.

/** Converts the id of an island to its name: `rapa-nui` to `Rapa Nui`. */
export function place(id: string): string {
  return id.split("-").map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join(" ");
}

/** The number of a water tile, or null for an island. */
export function water(id: string): number | null {
  const [, number] = /^water-(\d+)$/.exec(id) ?? [];
  return number === undefined ? null : Number(number);
}

/** Splits a player's name where a line may break: after the marks in the spec of an agent. */
export const breakable = (name: string): string[] => name.split(/(?<=[:=,])/);

export const LETTERS = "ABCDEF";
