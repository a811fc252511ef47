// The board: the engine's picture, to be zoomed, moved, and pointed at.

import { draw, make } from "./dom";
import type { Point, Scene } from "./engine";
import { glide, tokens } from "./glide";
import { texts } from "./texts";

export interface Target {
  at: Point;
  label: string;
  isChosen: boolean;
  choose: () => void;
}

const SPOT = 15;

export class BoardView {
  readonly element: HTMLElement;
  private readonly svg: SVGSVGElement;
  private readonly content: SVGGElement;
  private readonly spots: SVGGElement;
  private readonly definitions: SVGDefsElement;
  private seen = new Set<string>();
  private whole = [0, 0, 100, 100];
  private zoom = 1;
  private centre: Point = [50, 50];

  constructor() {
    this.definitions = draw("defs", {});
    this.content = draw("g", { class: "pieces" });
    this.spots = draw("g", { class: "spots" });
    this.svg = draw("svg", { class: "board", role: "group", "font-family": "sans-serif" }, this.definitions, this.content, this.spots);
    const button = (sign: string, label: string, act: () => void): HTMLElement =>
      make("button", { type: "button", "aria-label": label, title: label, click: act }, sign);
    const tools = make("div", { class: "tools" },
      button("+", texts().zoomIn, () => this.enlarge(1.3)),
      button("−", texts().zoomOut, () => this.enlarge(1 / 1.3)),
      button("□", texts().zoomReset, () => this.showAll()));
    this.element = make("div", { class: "board-frame" }, tools);
    this.element.prepend(this.svg);
    this.listen();
  }

  define(definitions: string): void {
    // Written by the engine; no text from outside is in it.
    this.definitions.innerHTML = definitions;
  }

  show(scene: Scene, label: string): void {
    this.svg.setAttribute("aria-label", texts().boardLabel(label));
    const before = tokens(this.content);
    const isNew = (piece: string): boolean => this.seen.size > 0 && !this.seen.has(piece);
    this.content.innerHTML = scene.pieces.map((piece) => `<g${isNew(piece) ? ' class="new"' : ""}>${piece}</g>`).join("");
    for (const words of this.content.querySelectorAll("text")) words.textContent = texts().fact(words.textContent ?? "");
    if (this.seen.size > 0) glide(before, tokens(this.content));
    this.seen = new Set(scene.pieces);
    const view = scene.view.split(" ").map(Number);
    const grew = view.some((value, place) => value !== this.whole[place]);
    this.whole = view;
    if (grew && this.zoom === 1) this.centre = [(view[0] ?? 0) + (view[2] ?? 0) / 2, (view[1] ?? 0) + (view[3] ?? 0) / 2];
    this.frame();
  }

  /** Shows where one may point. */
  offer(targets: Target[]): void {
    this.spots.replaceChildren(...targets.map(({ at: [x, y], label, isChosen, choose }) => {
      const spot = draw("circle", {
        cx: x, cy: y, r: SPOT, class: isChosen ? "spot chosen" : "spot", tabindex: 0, role: "button",
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
      return spot;
    }));
  }

  private frame(): void {
    const [, , width = 100, height = 100] = this.whole;
    const [across, down] = [width / this.zoom, height / this.zoom];
    this.svg.setAttribute("viewBox", `${this.centre[0] - across / 2} ${this.centre[1] - down / 2} ${across} ${down}`);
  }

  private enlarge(by: number): void {
    this.zoom = Math.min(6, Math.max(1, this.zoom * by));
    if (this.zoom === 1) this.showAll();
    else this.frame();
  }

  private showAll(): void {
    const [x = 0, y = 0, width = 100, height = 100] = this.whole;
    this.zoom = 1;
    this.centre = [x + width / 2, y + height / 2];
    this.frame();
  }

  private listen(): void {
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.enlarge(event.deltaY < 0 ? 1.15 : 1 / 1.15);
    }, { passive: false });
    let from: { x: number; y: number; centre: Point } | null = null;
    this.svg.addEventListener("pointerdown", (event) => {
      if (this.zoom > 1) from = { x: event.clientX, y: event.clientY, centre: this.centre };
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (from === null) return;
      const scale = (this.whole[2] ?? 100) / this.zoom / this.svg.clientWidth;
      this.centre = [from.centre[0] - (event.clientX - from.x) * scale, from.centre[1] - (event.clientY - from.y) * scale];
      this.frame();
    });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) this.svg.addEventListener(end, () => { from = null; });
  }
}
