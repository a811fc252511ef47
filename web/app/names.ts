// Display names of seats.

/** Splits a player's name where a line may break: after the marks in the spec of an agent. */
export const breakable = (name: string): string[] => name.split(/(?<=[:=,])/);

export const LETTERS = "ABCDEF";
