// The board: the engine's picture with places to select, and a description in words.

import { Camera } from "./camera";
import { same } from "./choose";
import { draw, icon, make } from "./dom";
import type { Point, Scene } from "./engine";
import { glide, tokens } from "./glide";
import { translate } from "./say";
import { texts } from "./texts";

export interface Target {
  at: Point;
  label: string;
  /** Letters on the place. */
  text?: string;
  isChosen: boolean;
  /** Whether the hinted move uses this place. */
  isHinted: boolean;
  choose: () => void;
}

/** The outline of a piece whose centre is a place, such as a tile or a region. */
interface Outline {
  centre: Point;
  shape: SVGElement;
}

/** The outlines of pieces, by their first shape. Needs no layout, because the picture may not be in the document yet. */
function outlines(content: Element): Outline[] {
  return [...content.children].flatMap(({ firstElementChild: shape }): Outline[] => {
    if (!(shape instanceof SVGElement) || shape.getAttribute("fill") === "none") return [];
    const number = (name: string): number => Number(shape.getAttribute(name));
    if (shape.tagName === "rect") return [{ centre: [number("x") + number("width") / 2, number("y") + number("height") / 2], shape }];
    const corners = /^M([-\d.\s]+)z$/.exec(shape.getAttribute("d") ?? "")?.[1]?.trim().split(/\s+/).map(Number) ?? [];
    const middle = (from: number): number => {
      const values = corners.filter((_, place) => place % 2 === from);
      return (Math.min(...values) + Math.max(...values)) / 2;
    };
    return corners.length < 6 ? [] : [{ centre: [middle(0), middle(1)], shape }];
  });
}

/** Radius of a place: usual size and maximum in picture units, minimum for fingers and usual maximum in pixels. */
const [SPOT, LARGEST, FINGER, WIDEST] = [15, 34, 13, 28];

export class BoardView {
  readonly element: HTMLElement;
  private readonly svg: SVGSVGElement;
  private readonly content: SVGGElement;
  private readonly spots: SVGGElement;
  private readonly definitions: SVGDefsElement;
  private readonly words = make("ul", { class: "words" });
  private readonly camera: Camera;
  private seen = new Set<string>();
  private outlines: Outline[] = [];
  private offered: { at: Point; spot: SVGElement }[] = [];

  constructor() {
    this.definitions = draw("defs", {});
    this.content = draw("g", { class: "pieces" });
    this.spots = draw("g", { class: "spots" });
    this.svg = draw("svg", { class: "board", role: "group", "font-family": "sans-serif" }, this.definitions, this.content, this.spots);
    this.camera = new Camera(this.svg, () => this.size());
    const button = (sign: Node | string, label: string, act: () => void): HTMLElement =>
      make("button", { type: "button", "aria-label": label, title: label, click: act }, sign);
    const tools = make("div", { class: "tools" },
      button("+", texts().zoomIn, () => this.camera.enlarge(1.3)),
      button("−", texts().zoomOut, () => this.camera.enlarge(1 / 1.3)),
      button(icon("whole"), texts().zoomReset, () => this.camera.showAll()));
    this.element = make("div", { class: "board-frame" }, tools);
    this.element.prepend(this.svg);
    new ResizeObserver(() => this.size()).observe(this.svg);
  }

  /** Collapsible description of the board in words, for the panel. */
  inWords(): HTMLElement {
    return make("details", { class: "in-words" }, make("summary", {}, texts().boardWords), this.words);
  }

  /** Zooms or pans the board for its keys; returns whether the key was one of them. */
  press({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
    // The browser's keys enlarge the whole page.
    if (ctrlKey || altKey || metaKey) return false;
    const part = 0.15;
    const acts: Record<string, () => void> = {
      "+": () => this.camera.enlarge(1.3), "-": () => this.camera.enlarge(1 / 1.3), "0": () => this.camera.showAll(),
      ...(shiftKey ? {
        ArrowLeft: () => this.camera.pan(-part, 0), ArrowRight: () => this.camera.pan(part, 0),
        ArrowUp: () => this.camera.pan(0, -part), ArrowDown: () => this.camera.pan(0, part),
      } : {}),
    };
    acts[key]?.();
    return acts[key] !== undefined;
  }

  define(definitions: string): void {
    // Safe as HTML: written by the engine without any text from outside.
    this.definitions.innerHTML = definitions;
  }

  show(scene: Scene, label: string): void {
    this.svg.setAttribute("aria-label", texts().boardLabel(label));
    this.words.replaceChildren(...scene.words.map((line) => make("li", {}, texts().phrase(line))));
    const before = tokens(this.content);
    const isNew = (piece: string): boolean => this.seen.size > 0 && !this.seen.has(piece);
    this.content.innerHTML = scene.pieces.map((piece) => `<g${isNew(piece) ? ' class="new"' : ""}>${piece}</g>`).join("");
    translate(this.content);
    this.outlines = outlines(this.content);
    if (this.seen.size > 0) glide(before, tokens(this.content));
    this.seen = new Set(scene.pieces);
    const view = scene.view.split(" ").map(Number);
    const [, , width = 1, height = 1] = view;
    this.svg.style.setProperty("--ratio", String(width / height));
    this.camera.fit(view);
  }

  /** Shows the places that can be selected: outlines of pieces around their centres, so that they cover nothing, else circles. */
  offer(targets: Target[]): void {
    this.offered = targets.map((target) => ({ at: target.at, spot: this.spot(target) }));
    const letters = targets.flatMap(({ at: [x, y], text }) => {
      if (text === undefined || text === "") return [];
      const label = draw("text", { x, y, class: "spot-text", "aria-hidden": "true" });
      label.textContent = text;
      return [label];
    });
    const spots = this.offered.map(({ spot }) => spot);
    // Circles can be hit within outlines.
    this.spots.replaceChildren(...spots.filter((spot) => spot.matches(".outline")), ...spots.filter((spot) => !spot.matches(".outline")), ...letters);
    this.size();
  }

  private spot({ at, label, isChosen, isHinted, choose }: Target): SVGElement {
    const [x, y] = at;
    const around = this.outlines.find(({ centre }) => same(centre, at))?.shape.cloneNode();
    const spot = around instanceof SVGElement ? around : draw("circle", { cx: x, cy: y, r: this.radius });
    for (const name of ["fill", "stroke", "stroke-width"]) spot.removeAttribute(name);
    spot.setAttribute("class", `spot${isChosen ? " chosen" : ""}${isHinted ? " hinted" : ""}${spot === around ? " outline" : ""}`);
    const attributes = { tabindex: "0", role: "button", "aria-label": label, "aria-pressed": String(isChosen), "data-label": label };
    for (const [name, value] of Object.entries(attributes)) spot.setAttribute(name, value);
    const title = draw("title", {});
    title.textContent = label;
    spot.append(title);
    spot.addEventListener("click", choose);
    spot.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        choose();
      }
    });
    return spot;
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
