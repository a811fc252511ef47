// Links to positions of a game.

import { Game, games } from "./engine";
import { ofCoded, pack, toCoded, unpack } from "./links";
import type { Source } from "./protocol";
import { attempt } from "./store";

/** Packs a game for a link: as a code if its seed determines it, else as its compressed record. Null if it has neither. */
export async function packed(game: Game, line: string | null): Promise<string | null> {
  const { game: name, players, rules } = game.table;
  const options = games().find((one) => one.name === name)?.rules ?? [];
  const code = game.code();
  if (code === undefined) return line === null ? null : pack(line);
  // Files of rules have no place in a link.
  const chosen = Object.fromEntries(Object.entries(rules).filter(([key]) => options.some((one) => one.key === key && one.default !== null)));
  const short = toCoded({ game: name, players, rules: chosen, code }, (key) => options.find((one) => one.key === key)?.default);
  if (short !== undefined && isSame(game, () => Game.ofCode(name, players, chosen, code))) return short;
  return line === null ? null : pack(line);
}

/** Whether another game can be read, has the same rules, and ends in the same position. */
function isSame(game: Game, read: () => Game): boolean {
  const seen = (one: Game): string => JSON.stringify([one.table.rules, one.last, one.scene(one.last, "all")]);
  return attempt(() => {
    const other = read();
    const same = seen(game) === seen(other);
    other.free();
    return same;
  }, false);
}

/** Unpacks a game: the line of a record, or the source of a coded game. */
export async function unpacked(text: string): Promise<string | Source> {
  const coded = ofCoded(text);
  if (coded === null) return unpack(text);
  const { game: name, players, rules, code } = coded;
  const game = Game.ofCode(name, players, rules, code);
  const [base, { seed }] = [game.last, game.table];
  game.free();
  return { code, base, game: name, players, rules, seed, moves: [] };
}
