// The view of a decision: the places on the board, the list of moves, the hand, and the buttons below them.

import type { Target } from "./board";
import { consider, same, toggled } from "./choose";
import { make } from "./dom";
import type { Draw, Game, Offer, Point } from "./engine";
import type { Phrase } from "./engine-keys";
import type { Hint } from "./hint";
import { LETTERS } from "./names";
import { LEGEND, picture } from "./picture";
import { openRules, sectionAbout, sections } from "./rules";
import { playsCard, sayMove } from "./say";
import { handList } from "./seats";
import { texts } from "./texts";

/** What the person has selected, and the hint. */
export interface Selection {
  chosen: Point[];
  /** The card in hand whose moves are listed. */
  card: string | null;
  hint: Hint | null;
}

/** A decision at the last step of a game. */
export interface Decision {
  game: Game;
  seat: number;
  /** The legal moves; none if the turn is complete and can be ended. */
  offers: Offer[];
  isWaiting: boolean;
}

export interface DecisionActs {
  play: (move: string) => void;
  endTurn: () => void;
  select: (selection: Partial<Selection>) => void;
  /** Highlights places of the board. */
  point: (places: Point[]) => void;
}

/** The number of the beach at a place of a move, if the move has beaches. */
function beachAt({ values }: Phrase, place: number): string {
  const beach = "beaches" in values ? values.beaches[place] : "beach" in values ? values.beach : undefined;
  return typeof beach === "number" ? String(beach) : "";
}

/** The places on the board, the words about the choice, and the parts of the panel. */
export function decided({ game, seat, offers: all, isWaiting }: Decision, { chosen, card, hint }: Selection, acts: DecisionActs): { targets: Target[]; words: string; parts: Node[] } {
  const { last } = game;
  const offers = card === null ? all : all.filter(({ move }) => playsCard(move, card));
  const { fitting, complete, open } = consider(offers, chosen);
  const words = ({ move }: Offer): string => sayMove(game, last, move);
  const choose = (at: Point): void => {
    const next = toggled(chosen, at);
    const { complete, fitting } = consider(offers, next);
    const [only] = complete;
    if (only !== undefined && complete.length === 1 && fitting.length === 1) acts.play(only.move);
    else acts.select({ chosen: next });
  };
  const target = (at: Point, isChosen: boolean): Target => {
    const meant = offers.filter(({ places }) => places.some((place) => same(place, at)));
    const isHinted = meant.some(({ move }) => move === hint?.move);
    const text = meant.map(({ move, places }) => beachAt(game.moveInWords(last, move), places.findIndex((place) => same(place, at))))[0] ?? "";
    // What is placed on a beach is a ship.
    const ships = isChosen && text !== "" ? [LETTERS[seat] ?? ""] : [];
    return { at, isChosen, isHinted, text, ships, label: texts().placeLabel(meant.map(words).join("; ")), choose: () => choose(at) };
  };
  const point = (places: Point[]) => (): void => acts.point(places);
  const pointing = (places: Point[]) => ({ mouseenter: point(places), focus: point(places), mouseleave: point([]), blur: point([]) });
  const listed = complete.length > 1 ? complete : fitting;
  const list = make("ul", { class: "moves" }, ...listed.map((offer) => make("li", {},
    make("button", { type: "button", class: offer.move === hint?.move ? "hinted" : "", "data-move": offer.move, click: () => acts.play(offer.move), ...pointing(offer.places) }, words(offer)))));
  return {
    targets: [...chosen.map((place) => target(place, true)), ...open.map((place) => target(place, false))],
    words: isWaiting ? texts().turnDone : chosen.length > 0 ? texts().chooseMore : open.length > 0 ? texts().choose : texts().chooseListed,
    parts: [
      ...cards(game, seat, all, card, (card) => acts.select({ card, chosen: [] })),
      isWaiting ? make("button", { type: "button", class: "main end-turn", click: acts.endTurn }, texts().endTurn) : make("h3", {}, texts().moves),
      list,
    ],
  };
}

/** The hand; playable cards are buttons that filter the list of moves. */
function cards(game: Game, seat: number, offers: Offer[], chosen: string | null, select: (card: string | null) => void): Node[] {
  if (game.table.isOpen) return [];
  const hand = game.hand(game.last, seat);
  const canPlay = offers.some(({ move }) => hand.some((card) => playsCard(move, card)));
  const choose = (card: string): void => select(chosen === card ? null : card);
  return [make("h3", {}, texts().hand), canPlay ? handList(hand, chosen, choose) : handList(hand)];
}

/** The pictures of what people can have drawn at a table of their own, with a filter by name. */
export function drawn(draws: Draw[], enter: (draw: string) => void): Node[] {
  const items = draws.map(({ draw, picture: svg, name }) =>
    make("li", {}, make("button", { type: "button", "data-draw": draw, click: () => enter(draw) }, picture(svg, LEGEND), texts().phrase(name))));
  const filter = make("input", { type: "search", name: "draw", placeholder: texts().filter, "aria-label": texts().filter, input: () => {
    for (const one of items) one.hidden = !(one.textContent ?? "").toLowerCase().includes(filter.value.trim().toLowerCase());
  } });
  return [make("h3", {}, texts().whichDraw), filter, make("ul", { class: "moves draws" }, ...items)];
}

/** The buttons of every decision; `advise` is null where there is no hint, and `takeBack` where nothing can be undone. */
export function decisionActs(game: Game, move: string, isWaiting: boolean, advise: (() => void) | null, takeBack: (() => void) | null): HTMLElement {
  const { table } = game;
  const about = sectionAbout(table.game, game.step(game.last).phase, move);
  const section = sections(table.game).find(({ id }) => id === about);
  return make("p", { class: "acts" },
    make("button", { type: "button", class: "take-back", disabled: takeBack === null, title: takeBack === null ? texts().cannotTakeBack : "", click: () => takeBack?.() }, texts().takeBack),
    advise === null ? null : make("button", { type: "button", class: "hint", disabled: isWaiting, click: advise }, texts().hint),
    make("button", { type: "button", class: "rules", click: () => openRules(table, about) },
      section?.numbers === undefined ? texts().rules : texts().rulesHere(section.title, section.numbers)));
}
