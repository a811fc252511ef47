// The players of a game: their names, and who plays at this device.

import { levelName } from "./levels";
import { LETTERS } from "./names";
import type { Player } from "./plan";
import { texts } from "./texts";

/** The seats of the people. */
export const humans = (players: Player[]): number[] => players.flatMap(({ kind }, seat) => (kind === "human" ? [seat] : []));

/** The seat of a person who plays alone; null if none or several play. */
export function aloneAt(players: Player[]): number | null {
  const [one, ...others] = humans(players);
  return one !== undefined && others.length === 0 ? one : null;
}

export class People {
  /** The seats of the people. */
  readonly seats: number[];
  /** The seat of a person who plays alone, whom sentences address; null if several play. */
  readonly you: number | null;
  /** The viewer of the game log: the seat of the only person, or the public if there are several. */
  readonly viewer: "public" | number;

  constructor(private readonly game: string, private readonly players: Player[]) {
    this.seats = humans(players);
    this.you = aloneAt(players);
    this.viewer = this.you ?? "public";
  }

  of(seat: number): Player {
    return this.players[seat] ?? { kind: "human" };
  }

  /** The name of a player in records; `more` stands behind it. */
  name(seat: number, ...more: string[]): string {
    const player = this.of(seat);
    const words = [player.kind === "human" ? player.name ?? "" : levelName(this.game, player.level), ...more].filter((word) => word !== "");
    return [LETTERS[seat] ?? "?", ...(words.length === 0 ? [] : [`(${words.join(", ")})`])].join(" ");
  }

  get names(): string[] {
    return this.players.map((_, seat) => this.name(seat));
  }

  /** The name of a player on the screen, which addresses a person who plays alone. */
  called(seat: number): string {
    return this.you === seat ? this.name(seat, texts().you) : this.name(seat);
  }

  yourTurn(seat: number): string {
    return this.you === seat ? texts().turnAlone : texts().yourTurn(this.name(seat));
  }
}
