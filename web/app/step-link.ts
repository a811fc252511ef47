// The link to the step of a review: in the address, to copy, and as a QR code.

import { hasEngine } from "./bundle";
import { copy } from "./clipboard";
import { make } from "./dom";
import type { Game } from "./engine";
import { toStep, type Origin } from "./links";
import { openQr } from "./qr";
import { readdress } from "./router";
import { packed } from "./share";
import { texts } from "./texts";

/** Minimum time between changes of the address, which browsers limit, in milliseconds. */
const PAUSE = 350;

export class StepLink {
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `line` is the record of a finished game, and `now` returns the step and the seat as which it is viewed. */
  constructor(private readonly game: Game, private readonly line: string | null, public origin: Origin | null, private readonly now: () => [step: number, seat: number | null]) {}

  private readonly hash = (): string => toStep(this.origin, ...this.now());

  /** Schedules an update of the address. */
  write(): void {
    this.end();
    this.timer = setTimeout(() => readdress(this.hash()), PAUSE);
  }

  /** Returns the link, which is the address from then on. If the record is not in a file next to the page, the link contains it. */
  private async link(): Promise<string> {
    const text = hasEngine && this.origin === null && location.protocol.startsWith("http") ? await packed(this.game, this.line) : null;
    if (text !== null) this.origin = { packed: text };
    const hash = this.hash();
    readdress(hash);
    return new URL(hash, location.href).href;
  }

  /** The buttons for the link; `say` shows what has become of it. */
  buttons(say: (words: string) => void): (HTMLElement | false)[] {
    const button = (name: string, words: string, use: (link: string) => Promise<unknown>): HTMLElement =>
      make("button", { type: "button", class: name, click: () => void this.link().then(use) }, words);
    return [
      button("link", texts().copyLink, async (link) => say(await copy(link))),
      location.protocol.startsWith("http") && button("qr", texts().qr, async (link) => await openQr(link) || say(texts().longLink)),
    ];
  }

  end = (): void => clearTimeout(this.timer);
}
