// The board: the engine's picture with places to select, and a description in words.

import { Camera } from "./camera";
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

/** Radius of a place: usual size in picture units, minimum for fingers in pixels, maximum in picture units. */
const [SPOT, FINGER, LARGEST] = [15, 13, 34];

export class BoardView {
  readonly element: HTMLElement;
  private readonly svg: SVGSVGElement;
  private readonly content: SVGGElement;
  private readonly spots: SVGGElement;
  private readonly definitions: SVGDefsElement;
  private readonly words = make("ul", { class: "words" });
  private readonly camera: Camera;
  private seen = new Set<string>();

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
    if (this.seen.size > 0) glide(before, tokens(this.content));
    this.seen = new Set(scene.pieces);
    const view = scene.view.split(" ").map(Number);
    const [, , width = 1, height = 1] = view;
    this.svg.style.setProperty("--ratio", String(width / height));
    this.camera.fit(view);
  }

  /** Shows the places that can be selected. */
  offer(targets: Target[]): void {
    this.spots.replaceChildren(...targets.flatMap(({ at: [x, y], label, text, isChosen, isHinted, choose }) => {
      const spot = draw("circle", {
        cx: x, cy: y, r: this.radius, class: `spot${isChosen ? " chosen" : ""}${isHinted ? " hinted" : ""}`, tabindex: 0, role: "button",
        "aria-label": label, "aria-pressed": String(isChosen), "data-label": label,
      });
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
      if (text === undefined) return [spot];
      const letters = draw("text", { x, y, class: "spot-text" });
      letters.textContent = text;
      return [spot, letters];
    }));
  }

  private get radius(): number {
    return Math.min(LARGEST, Math.max(SPOT, FINGER * this.camera.unitsPerPixel));
  }

  /** Resizes the places, so that fingers can hit them at any zoom. */
  private size(): void {
    for (const spot of this.spots.querySelectorAll("circle")) spot.setAttribute("r", String(this.radius));
  }
}
