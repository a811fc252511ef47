// Buttons below a game: review it, save it, share it, play again.

import { copy } from "./clipboard";
import { make } from "./dom";
import { duelLink } from "./duel";
import type { Game } from "./engine";
import type { Kept } from "./kept";
import { toStep } from "./links";
import { aloneAt, humans } from "./people";
import type { View } from "./review";
import { readdress } from "./router";
import { download } from "./save";
import { freshSeed } from "./setup";
import { packed } from "./share";
import { texts } from "./texts";

/** Ways out of a game. */
export interface Exits {
  leave: () => void;
  review: (view: View) => void;
  /** Starts another game. */
  again: (kept: Kept) => void;
}

/** The game on the screen, and how to show a message. */
interface Shown {
  game: Game;
  kept: Kept;
  names: string[];
  exits: Exits;
  say: (words: string) => void;
}

const button = (name: string, words: string, click: () => void): HTMLElement => make("button", { type: "button", class: name, click }, words);

/** Copies a link, or shows it in the address bar. */
async function share(hash: string, say: Shown["say"]): Promise<void> {
  const message = await copy(new URL(hash, location.href).href);
  if (message !== texts().copied) readdress(hash);
  say(message);
}

/** Copies a link to the current position. */
async function link({ game, say }: Shown): Promise<void> {
  const text = await packed(game, null);
  if (text === null) return say(texts().noLink);
  await share(toStep({ packed: text }, game.last), say);
}

/** The buttons of a finished game with this record. */
export function afterGame(shown: Shown, record: string): HTMLElement {
  const { kept: { source, seats }, names, exits } = shown;
  const { game, players, rules, seed } = source;
  const duel = duelLink(shown.game, shown.kept);
  return make("p", { class: "acts" },
    button("main review", texts().review, () => exits.review({ of: source, names, step: 0, origin: null })),
    source.record !== undefined ? null
      : button("again", texts().playAgain, () => exits.again({ source: { game, players, rules, seed: freshSeed(), base: 0, moves: [] }, seats })),
    button("save", texts().save, () => download(`${game}-${seed}.jsonl`, `${record}\n`)),
    duel === null ? null : button("duel", texts().challenge, () => void share(duel, shown.say)),
    button("link", texts().copyLink, () => void link(shown)));
}

/** The buttons of an unfinished game. A review, which can show all hands, is not offered where several people have hidden ones. It
 * begins with what a person who plays alone sees. */
export function duringGame(shown: Shown): HTMLElement {
  const { game, kept: { source, seats }, names, exits } = shown;
  const { isOpen } = game.table;
  const isOffered = isOpen || humans(seats).length < 2;
  return make("p", { class: "acts so-far" },
    isOffered ? button("look", texts().reviewSoFar, () => exits.review({ of: source, names, step: game.last, origin: null, seat: isOpen ? null : aloneAt(seats) })) : null,
    button("link", texts().copyLink, () => void link(shown)));
}
