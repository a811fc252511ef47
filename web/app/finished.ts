// Finished games in the browser's storage, and their list on the first screen, with the person's ratings after them.

import { curve } from "./curve";
import { make } from "./dom";
import { games } from "./engine";
import { percent, signedPercent } from "./numbers";
import type { Source } from "./protocol";
import type { View } from "./review";
import { recall, recallObject, remember } from "./store";
import { locale, texts } from "./texts";
import { signed } from "./texts/signed";

/** What is known of the play of a person who played alone. */
export type Known = Partial<Record<"accuracy" | "luck" | "rating", number>>;

export interface Finished extends Known, Pick<View, "own"> {
  source: Source;
  names: string[];
  points: number[];
  ranks: number[];
  /** When it was finished, in milliseconds since 1970. */
  at: number;
}

/** Most games that are kept. */
const MOST = 40;

/** The games, the newest first, without damaged ones. */
const all = (): [key: string, game: Finished][] => Object.entries(recallObject<Record<string, Finished | null>>("finished") ?? {}).flatMap(([key, game]): [string, Finished][] => game?.source && [game.names, game.points, game.ranks].every(Array.isArray) ? [[key, game]] : []).sort(([, one], [, other]) => other.at - one.at);

/** Keeps a finished game, or what has become known of one. */
export function keepFinished(key: string, known: Finished | Known): void {
  const before = all();
  const now = { ...before.find(([other]) => other === key)?.[1], ...known };
  remember("finished", JSON.stringify(Object.fromEntries([[key, now], ...before.filter(([other]) => other !== key)].slice(0, MOST))));
}

/** Tells a game by its players in the order of their ranks, and how the person played. */
function told({ source, names, points, ranks, at, accuracy, luck }: Finished): HTMLElement[] {
  const seats = names.map((_, seat) => seat).sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
  const quality = [[texts().accuracy, accuracy === undefined ? "" : percent(accuracy)], [texts().luck, luck === undefined ? "" : signedPercent(luck)]];
  return [
    make("span", {}, `${games().find(({ name }) => name === source.game)?.title ?? "?"}: ${seats.map((seat) => `${ranks[seat]}. ${names[seat]} ${signed(points[seat] ?? 0)}`).join(", ")}`),
    make("small", {}, [...quality.filter(([, value]) => value !== "").map((part) => part.join(" ")), new Date(at || 0).toLocaleDateString(locale(), { dateStyle: "medium" })].join(", ")),
  ];
}

/** The games, each with a button to review it, and the ratings at the table of the last one. */
export function finishedList(review: (view: View) => void): HTMLElement | null {
  const kept = all().map(([, game]) => game);
  const [last] = kept;
  const record = recall("last"); // The only game that earlier versions kept.
  if (last === undefined) return record === null ? null : make("p", { class: "acts again" }, make("button", { type: "button", class: "look-last", click: () => review({ of: record, step: 0, origin: null }) }, texts().review));
  const ratings = kept.filter(({ source }) => source.game === last.source.game && source.players === last.source.players).flatMap(({ rating }) => rating ?? []).reverse();
  const chart = ratings.length < 2 ? null : curve(texts().ratings, [{ letter: "", colour: "#c47a00", label: null }], ratings.map((rating) => [rating]), (value) => String(Math.round(value)), [], () => undefined, Math.min(...ratings) - 50).element;
  return make("section", { class: "setup finished" }, make("h2", {}, texts().finished),
    chart,
    make("ul", { class: "kept" }, ...kept.map((game, number) => make("li", {}, ...told(game),
      make("button", { type: "button", class: number === 0 ? "look-last" : "look", click: () => review({ of: game.source, names: game.names, step: 0, origin: null, own: game.own }) }, texts().review)))));
}
