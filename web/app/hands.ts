// Hidden hands in a review: all hands, the cards visible to one seat, or the cards it can infer.

import { hasEngine } from "./bundle";
import { choice, fold, make } from "./dom";
import type { Belief, Game, HeldCard } from "./engine";
import { decimal, percent } from "./numbers";
import { handList } from "./seats";
import { texts } from "./texts";

/** The viewpoint of a review; `seat` is null if all hands are shown. */
export interface Eyes {
  seat: number | null;
  believes: boolean;
}

export class Hands {
  private readonly fold = fold(texts().hand);
  readonly element = this.fold.element;
  private eyes: Eyes;

  /** Shows the hands that a seat sees at first, or all hands. */
  constructor(private readonly game: Game, private readonly names: string[], seat: number | null, private readonly changed: () => void) {
    this.eyes = { seat, believes: false };
  }

  get seat(): number | null {
    return this.eyes.seat;
  }

  get viewer(): "all" | number {
    return this.eyes.seat ?? "all";
  }

  show(step: number): void {
    const { seat, believes } = this.eyes;
    const whose = choice(texts().sees, [["", texts().allSeeing], ...this.names.map((name, seat): [string, string] => [String(seat), name])], String(seat ?? ""),
      (value) => this.turn({ ...this.eyes, seat: value === "" ? null : Number(value) }, "eyes"), "eyes");
    const howMuch = choice(texts().seesAs, [["seen", texts().seenOnly], ["believed", texts().believed]], believes ? "believed" : "seen",
      (value) => this.turn({ ...this.eyes, believes: value === "believed" }, "beliefs"), "beliefs");
    this.fold.fill(hasEngine && make("div", { class: "eyes" }, whose, seat === null ? null : howMuch),
      ...(seat !== null && believes ? [this.table(this.game.belief(step, seat), seat)] : this.lists(step)));
  }

  /** Changes the viewpoint and keeps the focus on the control. */
  private turn(eyes: Eyes, name: string): void {
    this.eyes = eyes;
    this.changed();
    this.element.querySelector<HTMLElement>(`select[name=${name}]`)?.focus({ preventScroll: true });
  }

  private lists(step: number): HTMLElement[] {
    return this.names.map((name, seat) => {
      const cards = this.game.hand(step, seat);
      const isOpen = this.eyes.seat === null || this.eyes.seat === seat;
      return make("div", { class: "held" }, make("strong", {}, name),
        isOpen ? handList(cards) : make("p", { class: "hand" }, cards.length === 0 ? texts().emptyHand : texts().hiddenCards(cards.length)));
    });
  }

  /** Table of cards by place, with bars for their probabilities. */
  private table(places: Belief[], seat: number): HTMLElement {
    const titles = [...this.game.table.seats.map(({ letter }) => letter), texts().deck];
    const cards = [...new Set(places.flatMap((place) => Object.keys(place) as HeldCard[]))];
    const cell = (card: HeldCard, place: Belief): HTMLElement => {
      const { likely, expected } = place[card] ?? { likely: 0, expected: 0 };
      return make("td", { style: `--share:${likely.toFixed(3)}` }, percent(likely), make("small", {}, decimal(expected)));
    };
    return make("table", { class: "beliefs" }, make("caption", {}, texts().beliefs),
      make("thead", {}, make("tr", {}, make("th", {}, texts().card),
        ...titles.map((title, place) => make("th", { scope: "col", class: place === seat ? "own" : "" }, title)))),
      make("tbody", {}, ...cards.map((card) => make("tr", {}, make("th", { scope: "row" }, texts().cards[card]),
        ...places.map((place) => cell(card, place))))));
  }
}
