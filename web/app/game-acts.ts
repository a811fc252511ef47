// Buttons below a game: review it, save it, share it, play again.

import { shareCard } from "./card";
import { copy } from "./clipboard";
import { make } from "./dom";
import { duelLink } from "./duel";
import type { Game } from "./engine";
import { freshSeed, type Kept } from "./kept";
import { toStep } from "./links";
import { aloneAt, humans } from "./people";
import type { View } from "./review";
import { readdress } from "./router";
import { download } from "./save";
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

/** Copies a link to the current position, as this seat sees it or with all hands. */
async function link({ game, say }: Shown, seat: number | null): Promise<void> {
  const text = await packed(game, null);
  if (text === null) return say(texts().noLink);
  await share(toStep({ packed: text }, game.last, seat), say);
}

/** The buttons of a finished game with this record; `lines` are on the picture to share. */
export function afterGame(shown: Shown, record: string, lines: () => string[]): HTMLElement {
  const { kept: { source, seats }, names, exits } = shown;
  const { game, players, rules, seed } = source;
  const duel = duelLink(shown.game, shown.kept);
  return make("p", { class: "acts" },
    button("main review", texts().review, () => exits.review({ of: source, names, step: 0, origin: null, own: aloneAt(seats) ?? undefined })),
    source.record !== undefined ? null
      : button("again", texts().playAgain, () => exits.again({ source: { game, players, rules, seed: freshSeed(), base: 0, moves: [] }, seats })),
    button("share-card", texts().shareCard, () => void shareCard(shown.game, lines(), duel === null ? undefined : new URL(duel, location.href).href)),
    button("save", texts().save, () => download(`${game}-${seed}.jsonl`, `${record}\n`)),
    duel === null ? null : button("duel", texts().challenge, () => void share(duel, shown.say)),
    button("link", texts().copyLink, () => void link(shown, null)));
}

/** The buttons of an unfinished game. A review and a link, which can show all hands, are not offered where several people have hidden
 * ones. They begin with what a person who plays alone sees. */
export function duringGame(shown: Shown): HTMLElement | null {
  const { game, kept: { source, seats }, names, exits } = shown;
  const { isOpen } = game.table;
  if (!isOpen && humans(seats).length > 1) return null;
  const seat = isOpen ? null : aloneAt(seats);
  return make("p", { class: "acts so-far" },
    button("look", texts().reviewSoFar, () => exits.review({ of: source, names, step: game.last, origin: null, seat })),
    button("link", texts().copyLink, () => void link(shown, seat)));
}
