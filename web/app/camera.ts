// Zooming and panning of the board by wheel, fingers and keys.

import type { Point } from "./engine";

const MOST = 6;
/** Distance at which a press becomes a drag, in pixels. */
const STILL = 8;
/** Most pixels of one turn of the wheel that count. */
const NOTCH = 25;
/** From this zoom on, in which a pixel shows a unit, a part of the picture is worth the loss of the rest; and what is shown around it. */
const [NEEDED, AROUND] = [1.5, 200];

/** The visible part of a picture. */
export class Camera {
  private whole = [0, 0, 100, 100];
  private zoom = 1;
  private centre: Point = [50, 50];
  /** What the picture is to show; null once the person has moved it. */
  private around: Point[] | null = [];
  private readonly fingers = new Map<number, Point>();
  /** Where the last press began, and whether it has become a drag or a pinch. */
  private press: { from: Point; isDrag: boolean } = { from: [0, 0], isDrag: false };

  constructor(private readonly svg: SVGSVGElement, private readonly moved: () => void) {
    svg.addEventListener("wheel", (event) => {
      // Without a key, the wheel scrolls the page. Browsers report a pinch on a trackpad as a wheel with Ctrl.
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const turned = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 16);
      this.enlarge(Math.exp(-Math.max(-NOTCH, Math.min(NOTCH, turned)) / 100), this.at([event.clientX, event.clientY]));
    }, { passive: false });
    svg.addEventListener("pointerdown", ({ pointerId, clientX, clientY }) => {
      this.press = { from: [clientX, clientY], isDrag: this.fingers.size > 0 };
      this.fingers.set(pointerId, [clientX, clientY]);
    });
    // The click at the end of a drag selects no place.
    svg.addEventListener("click", (event) => this.press.isDrag && event.detail > 0 && event.stopPropagation(), { capture: true });
    svg.addEventListener("pointermove", (event) => this.follow(event));
    for (const end of ["pointerup", "pointerleave", "pointercancel"] as const) {
      svg.addEventListener(end, ({ pointerId }) => this.fingers.delete(pointerId));
    }
  }

  /** Adopts the view box of a new picture. */
  fit(view: number[]): void {
    const grew = view.some((value, place) => value !== this.whole[place]);
    this.whole = view;
    if (grew) this.focus();
    this.frame();
  }

  /** Picture units per screen pixel. */
  get unitsPerPixel(): number {
    const [, , width = 100, height = 100] = this.whole;
    const { clientWidth, clientHeight } = this.svg;
    if (clientWidth === 0 || clientHeight === 0) return 1;
    return Math.max(width / clientWidth, height / clientHeight) / this.zoom;
  }

  enlarge(by: number, around: Point = this.centre): void {
    const zoom = Math.min(MOST, Math.max(1, this.zoom * by));
    const share = 1 - this.zoom / zoom;
    this.zoom = zoom;
    if (zoom === 1) return this.showAll();
    this.look([this.centre[0] + (around[0] - this.centre[0]) * share, this.centre[1] + (around[1] - this.centre[1]) * share]);
  }

  showAll(): void {
    const [x = 0, y = 0, width = 100, height = 100] = this.whole;
    this.zoom = 1;
    this.look([x + width / 2, y + height / 2]);
  }

  /** Shows only the part around points if fingers could not hit places in the whole picture, unless the person has moved it. */
  focus(points: Point[] = this.around ?? []): void {
    if (this.around === null) return;
    this.showAll();
    const [x, y] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)];
    const [, , width = 100, height = 100] = this.whole;
    const zoom = Math.min(this.unitsPerPixel, width / (right - left + AROUND), height / (bottom - top + AROUND));
    if (points.length > 0 && zoom > NEEDED) {
      this.zoom = zoom;
      this.look([(left + right) / 2, (top + bottom) / 2]);
    }
    this.around = points;
  }

  /** Pans by a share of the visible part. */
  pan(right: number, down: number): void {
    const [, , width = 100, height = 100] = this.whole;
    this.look([this.centre[0] + (right * width) / this.zoom, this.centre[1] + (down * height) / this.zoom]);
  }

  /** Centres a point as far as the edges allow. */
  private look([x, y]: Point): void {
    const [left = 0, top = 0, width = 100, height = 100] = this.whole;
    const within = (value: number, from: number, size: number): number => {
      const half = size / 2 / this.zoom;
      return Math.min(from + size - half, Math.max(from + half, value));
    };
    this.centre = [within(x, left, width), within(y, top, height)];
    this.around = this.zoom === 1 ? [] : null;
    this.frame();
  }

  private frame(): void {
    const [, , width = 100, height = 100] = this.whole;
    const [across, down] = [width / this.zoom, height / this.zoom];
    this.svg.setAttribute("viewBox", [this.centre[0] - across / 2, this.centre[1] - down / 2, across, down].map((one) => one.toFixed(1)).join(" "));
    // While the whole board is visible, a finger scrolls the page.
    this.svg.style.touchAction = this.zoom > 1 ? "none" : "pan-y";
    this.moved();
  }

  /** Converts screen coordinates to picture coordinates. */
  private at([x, y]: Point): Point {
    const box = this.svg.getBoundingClientRect();
    const units = this.unitsPerPixel;
    return [this.centre[0] + (x - box.left - box.width / 2) * units, this.centre[1] + (y - box.top - box.height / 2) * units];
  }

  /** Pans with one finger, zooms with two. */
  private follow(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (before === undefined) return;
    const now: Point = [event.clientX, event.clientY];
    if (!this.press.isDrag) {
      this.press.isDrag = Math.hypot(now[0] - this.press.from[0], now[1] - this.press.from[1]) > STILL;
      if (!this.press.isDrag) return;
      this.svg.setPointerCapture(event.pointerId);
    }
    this.fingers.set(event.pointerId, now);
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other !== undefined) {
      const apart = (from: Point): number => Math.max(1, Math.hypot(from[0] - other[0], from[1] - other[1]));
      return this.enlarge(apart(now) / apart(before), this.at([(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]));
    }
    if (this.zoom === 1) return;
    const units = this.unitsPerPixel;
    this.look([this.centre[0] - (now[0] - before[0]) * units, this.centre[1] - (now[1] - before[1]) * units]);
  }
}
