// The board: the engine's picture with places to select, and a description in words.

import { Camera } from "./camera";
import { same } from "./choose";
import { SHAPES, type Mark } from "./curve";
import { draw, fold, icon, make } from "./dom";
import type { Frame, Point, Scene } from "./engine";
import { glide, place, tokens } from "./glide";
import { translate } from "./say";
import { texts } from "./texts";

export interface Target {
  at: Point;
  label: string;
  /** Letters on the place. */
  text?: string;
  /** Letters of the seats whose ships are to come here. */
  ships?: string[];
  isChosen: boolean;
  /** Whether the hinted move uses this place. */
  isHinted: boolean;
  choose: () => void;
}

/** The sign of a verdict at a place. */
export interface Sign {
  at: Point;
  kind: Mark["kind"];
}

/** The outlines of what lies at places, such as tiles and regions. */
const outlines = (picture: Element): SVGElement[] => [...picture.querySelectorAll<SVGElement>("[data-place]")];

/** Whether an outline is that of what lies at a place. */
const liesAt = ({ dataset: { place = "" } }: SVGElement, at: Point): boolean => same(place.split(" ").map(Number) as Point, at);

/** Radius of a place: usual size and maximum in picture units, minimum for fingers and usual maximum in pixels. */
const [SPOT, LARGEST, FINGER, WIDEST] = [15, 34, 13, 28];

/** The keys of a screen and of its board. */
export const keyHelp = (screen: "game" | "review"): HTMLElement => fold(texts().keys, false,
  make("dl", { class: "keys" }, ...[...texts().keyList[screen], ...texts().keyList.board].flatMap(([key, does]) => [make("dt", {}, key), make("dd", {}, does)]))).element;

export class BoardView {
  readonly element: HTMLElement;
  private readonly svg: SVGSVGElement;
  private readonly content: SVGGElement;
  private readonly recent: SVGGElement;
  private readonly spots: SVGGElement;
  private readonly definitions: SVGDefsElement;
  private readonly words = make("ul", { class: "words" });
  private readonly camera: Camera;
  private seen = new Set<string>();
  /** The places of the choice that the picture was last moved to. */
  private focused = "";
  /** The pieces and places of ships that the person has seen before the others moved; null while nothing is marked. */
  private known: Set<string> | null = null;
  private offered: { at: Point; spot: SVGElement }[] = [];

  constructor() {
    this.definitions = draw("defs", {});
    this.content = draw("g", { class: "pieces" });
    this.recent = draw("g", { class: "recent" });
    this.spots = draw("g", { class: "spots" });
    this.svg = draw("svg", { class: "board", role: "group", "font-family": "sans-serif" }, this.definitions, this.content, this.recent, this.spots);
    this.camera = new Camera(this.svg, () => this.size());
    const button = (sign: Node | string, label: string, act: () => void): HTMLElement =>
      make("button", { type: "button", "aria-label": label, title: label, click: act }, sign);
    const tools = make("div", { class: "tools" },
      button("+", texts().zoomIn, () => this.camera.enlarge(1.3)),
      button("−", texts().zoomOut, () => this.camera.enlarge(1 / 1.3)),
      button(icon("whole"), texts().zoomReset, () => this.camera.showAll()));
    this.element = make("div", { class: "board-frame" }, tools);
    this.element.prepend(this.svg);
    new ResizeObserver(() => { this.camera.focus(); this.size(); }).observe(this.svg);
  }

  /** Collapsible description of the board in words, for the panel. */
  inWords(): HTMLElement {
    return make("details", { class: "in-words" }, make("summary", {}, texts().boardWords), this.words);
  }

  /** Listens to the keys that zoom or pan the board, and to those of the screen. The result ends that. */
  listen(own: Record<string, () => void> = {}): AbortController {
    const part = 0.15;
    const acts: Record<string, () => void> = {
      ...own, "+": () => this.camera.enlarge(1.3), "-": () => this.camera.enlarge(1 / 1.3), "0": () => this.camera.showAll(),
      "Shift ArrowLeft": () => this.camera.pan(-part, 0), "Shift ArrowRight": () => this.camera.pan(part, 0),
      "Shift ArrowUp": () => this.camera.pan(0, -part), "Shift ArrowDown": () => this.camera.pan(0, part),
    };
    const end = new AbortController();
    document.addEventListener("keydown", (event) => {
      const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event;
      // The browser's keys enlarge the whole page, and space presses a button.
      const isTaken = ctrlKey || altKey || metaKey || target instanceof HTMLInputElement || target instanceof HTMLSelectElement
        || (key === " " && target instanceof Element && target.closest("button, summary, [role=button]") !== null);
      const act = isTaken ? undefined : acts[shiftKey && key.startsWith("Arrow") ? `Shift ${key}` : key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    }, { signal: end.signal });
    return end;
  }

  define(definitions: string): void {
    // Safe as HTML: written by the engine without any text from outside.
    this.definitions.innerHTML = definitions;
  }

  show(scene: Scene, label: string): void {
    this.svg.setAttribute("aria-label", texts().boardLabel(label));
    this.words.replaceChildren(...scene.words.map((line) => make("li", {}, texts().phrase(line))));
    const before = tokens(this.content);
    const isFirst = this.seen.size === 0;
    this.draw(scene, "new");
    this.markRecent(scene.pieces);
    if (!isFirst) glide(before, tokens(this.content));
  }

  /** Shows the picture after an event, in which a tile may be turned, or the fleet of the picture before be lost. Returns the last piece. */
  film(frame: Frame, isTurned: boolean, isLost: boolean): Element | null {
    const [before, lost] = [tokens(this.content), isLost ? this.content.lastElementChild : null];
    this.draw(frame, isTurned ? "new turned" : "new");
    const last = this.content.lastElementChild;
    // A fleet on its way comes from where it was.
    if (frame.way !== "") last?.classList.remove("new", "turned");
    else if (lost === null) glide(before, tokens(this.content));
    lost?.setAttribute("class", "lost");
    this.content.append(...(lost === null ? [] : [lost]));
    return last;
  }

  /** Draws a picture, with a class for the pieces that were not in the last one. */
  private draw({ pieces, view }: Frame | Scene, kind: string): void {
    const isNew = (piece: string): boolean => this.seen.size > 0 && !this.seen.has(piece);
    this.content.innerHTML = pieces.map((piece) => `<g${isNew(piece) ? ` class="${kind}"` : ""}>${piece}</g>`).join("");
    translate(this.content);
    this.seen = new Set(pieces);
    this.recent.replaceChildren();
    const box = view.split(" ").map(Number);
    const [, , width = 1, height = 1] = box;
    this.svg.style.setProperty("--ratio", String(width / height));
    this.camera.fit(box);
  }

  /** From now on, marks what is not in the picture on the screen: what others have moved since. */
  remember(): void {
    this.known = new Set([...this.seen, ...tokens(this.content).map(place)]);
    this.recent.replaceChildren();
  }

  /** Marks the ships and tiles that have come since `remember`, with rings and outlines. */
  private markRecent(pieces: string[]): void {
    const { known } = this;
    if (known === null) return;
    const rings = tokens(this.content).filter((token) => !known.has(place(token))).map(({ x, y }) => draw("circle", { cx: x, cy: y, r: 13 }));
    const tiles = [...this.content.children].filter((_, number) => !known.has(pieces[number] ?? "")).flatMap(outlines);
    this.recent.replaceChildren(...tiles.map((tile) => tile.cloneNode()), ...rings);
  }

  /** Shows the places that can be selected: outlines of pieces around their centres, so that they cover nothing, else circles. */
  offer(targets: Target[]): void {
    const places = targets.map(({ at }) => at);
    // In the middle of a choice, the picture stays as it is.
    if (places.join(" ") !== this.focused && !targets.some(({ isChosen }) => isChosen)) this.camera.focus(places);
    this.focused = places.join(" ");
    this.offered = targets.map((target) => ({ at: target.at, spot: this.spot(target) }));
    const letters = targets.flatMap(({ at: [x, y], text, ships = [] }): SVGElement[] => {
      if (ships.length > 0) return ships.map((letter, number) => draw("use", { href: `#ship-${letter}`, transform: `translate(${x + 15 * (number - (ships.length - 1) / 2)} ${y}) scale(.8)`, class: "ghost" }));
      return text === undefined || text === "" ? [] : [draw("text", { x, y, class: "spot-text", "aria-hidden": "true" }, text)];
    });
    const spots = this.offered.map(({ spot }) => spot);
    // Circles can be hit within outlines.
    this.spots.replaceChildren(...spots.filter((spot) => spot.matches(".outline")), ...spots.filter((spot) => !spot.matches(".outline")), ...letters);
    this.size();
  }

  private spot({ at, label, isChosen, isHinted, choose }: Target): SVGElement {
    const [x, y] = at;
    const around = outlines(this.content).find((one) => liesAt(one, at))?.cloneNode();
    const spot = around instanceof SVGElement ? around : draw("circle", { cx: x, cy: y, r: this.radius });
    for (const name of ["fill", "stroke", "stroke-width"]) spot.removeAttribute(name);
    spot.setAttribute("class", `spot${isChosen ? " chosen" : ""}${isHinted ? " hinted" : ""}${spot === around ? " outline" : ""}`);
    const attributes = { tabindex: "0", role: "button", "aria-label": label, "aria-pressed": String(isChosen), "data-label": label };
    for (const [name, value] of Object.entries(attributes)) spot.setAttribute(name, value);
    spot.append(draw("title", {}, label));
    spot.addEventListener("click", choose);
    spot.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        choose();
      }
    });
    return spot;
  }

  /** Marks places with the signs of verdicts. */
  mark(signs: Sign[]): void {
    // Two signs at one place lie side by side, above the name of what lies there.
    const above = (at: Point): number => (outlines(this.content).some((one) => liesAt(one, at)) ? 26 : 0);
    this.recent.replaceChildren(...signs.map(({ at: [x, y], kind }) =>
      draw("path", { d: SHAPES[kind], class: `mark ${kind}`, transform: `translate(${x + (kind === "brilliant" ? -10 : 10)} ${y - above([x, y])}) scale(2.2)` })));
  }

  /** Highlights the places of a move in the list. */
  point(places: Point[]): void {
    for (const { at, spot } of this.offered) spot.classList.toggle("pointed", places.some((place) => same(place, at)));
  }

  private get radius(): number {
    const pixel = this.camera.unitsPerPixel;
    return Math.min(LARGEST, Math.max(Math.min(SPOT, WIDEST * pixel), FINGER * pixel));
  }

  /** Resizes the places, so that fingers can hit them at any zoom. */
  private size(): void {
    for (const spot of this.spots.querySelectorAll("circle")) spot.setAttribute("r", String(this.radius));
    for (const letters of this.spots.querySelectorAll("text")) letters.setAttribute("font-size", String(0.8 * this.radius));
  }
}
