// Links to positions of a game.

import { Game, games } from "./engine";
import { ofCoded, pack, toCoded, unpack } from "./links";
import type { Source } from "./protocol";

/** Packs a game for a link: as a code if its seed determines it, else as its compressed record. Null if it has neither. */
export async function packed(game: Game, line: string | null): Promise<string | null> {
  const { game: name, players, rules } = game.table;
  const options = games().find((one) => one.name === name)?.rules ?? [];
  const code = game.code();
  const short = code === undefined ? undefined : toCoded({ game: name, players, rules, code }, (key) => options.find((one) => one.key === key)?.default);
  return short ?? (line === null ? null : pack(line));
}

/** Unpacks a game: the line of a record, or the source of a coded game. */
export async function unpacked(text: string): Promise<string | Source> {
  const coded = ofCoded(text);
  if (coded === null) return unpack(text);
  const { game: name, players, rules, code } = coded;
  const game = Game.ofCode(name, players, rules, code);
  const moves = Array.from({ length: game.last }, (_, step) => game.step(step + 1).move ?? "");
  const { seed } = game.table;
  game.free();
  return { base: 0, game: name, players, rules, seed, moves };
}
