// Going through the steps of a game by buttons, slider, keys and autoplay.

import { icon, make } from "./dom";
import type { Game } from "./engine";
import { decimal } from "./numbers";
import { texts } from "./texts";

/** The pauses of autoplay in milliseconds, and the one that it begins with. */
const [PAUSES, USUAL] = [[2000, 1000, 500, 200], 1000];

export class Stepper {
  readonly element: HTMLElement;
  readonly counter = make("p", { class: "counter" });
  readonly keys = {
    ArrowLeft: () => this.go(this.step - 1), ArrowRight: () => this.go(this.step + 1),
    Home: () => this.go(0), End: () => this.go(this.game.last), " ": () => this.toggle(),
  };
  private readonly slider = make("input", { type: "range", min: "0", input: () => this.go(Number(this.slider.value)) });
  private readonly player = make("button", { type: "button", class: "player", click: () => this.toggle() });
  private readonly speeds = make("select", { "aria-label": texts().speed, title: texts().speed, change: () => this.timer !== undefined && this.play(true) },
    ...PAUSES.map((pause) => make("option", { value: String(pause), selected: pause === USUAL }, `${decimal(1000 / pause, 1000 % pause === 0 ? 0 : 1)}×`)));
  private timer: ReturnType<typeof setInterval> | undefined;

  /** `shown` is called after each change of the step. */
  constructor(private readonly game: Game, public step: number, private readonly shown: () => void) {
    const button = (sign: Parameters<typeof icon>[0], label: string, act: () => void): HTMLElement =>
      make("button", { type: "button", "aria-label": label, title: label, click: act }, icon(sign));
    const { first, back, forward, last } = texts();
    const { keys } = this;
    this.slider.max = String(game.last);
    this.play(false);
    this.element = make("div", { class: "controls" }, button("first", first, keys.Home), button("back", back, keys.ArrowLeft), this.player,
      button("forward", forward, keys.ArrowRight), button("last", last, keys.End), this.speeds, this.slider);
  }

  /** Goes to a step, or shows the same one anew. */
  go(step = this.step): void {
    const { game: { last } } = this;
    this.step = Math.min(Math.max(0, step), last);
    this.counter.textContent = `${texts().step(this.step, last)}, ${texts().turn(this.game.step(this.step).turn)}`;
    this.slider.value = String(this.step);
    this.slider.setAttribute("aria-label", this.counter.textContent);
    this.shown();
    if (this.step === last) this.play(false);
  }

  private toggle(): void {
    const isOn = this.timer === undefined;
    if (isOn && this.step === this.game.last) this.go(0);
    this.play(isOn);
  }

  /** Starts autoplay at the chosen speed, or stops it. */
  private play(isOn: boolean): void {
    clearInterval(this.timer);
    this.timer = isOn ? setInterval(this.keys.ArrowRight, Number(this.speeds.value)) : undefined;
    const label = isOn ? texts().pause : texts().playback;
    this.player.replaceChildren(icon(isOn ? "pause" : "play"));
    this.player.title = label;
    this.player.setAttribute("aria-label", label);
  }

  end = (): void => clearInterval(this.timer);
}
