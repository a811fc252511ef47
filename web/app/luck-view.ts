// The luck in a finished game: results without luck, and what each chance event gave to the seats.

import { make } from "./dom";
import type { Luck, Table } from "./engine";
import { percent, signedPercent } from "./numbers";
import { texts } from "./texts";

const row = (kind: "td" | "th", cells: (Node | string)[]): HTMLElement =>
  make("tr", {}, ...cells.map((cell, place) => (cell === "" || (kind === "td" && place > 0) ? make("td", {}, cell)
    : make("th", { scope: kind === "td" ? "row" : "col" }, cell))));

/** A table with the seats as rows. */
export function seatTable(kind: string, names: string[], heads: string[], cells: string[][]): HTMLElement {
  return make("table", { class: kind }, make("thead", {}, row("th", ["", ...heads])),
    make("tbody", {}, ...names.map((name, seat) => row("td", [name, ...(cells[seat] ?? [])]))));
}

/** The results with and without luck, and the chance events; `show` goes to a step, and `say` describes it to the viewer. */
export function luckTables({ seats }: Table, names: string[], { draws, luck, results, withoutLuck }: Luck, show: (step: number) => void, say: ((step: number) => string) | null): HTMLElement[] {
  const share = (values: number[], seat: number): string => percent(values[seat] ?? 0, 1);
  const totals = seatTable("luck", names, [texts().result, texts().luck, texts().withoutLuck],
    names.map((_, seat) => [share(results, seat), signedPercent(luck[seat] ?? 0, 1), share(withoutLuck, seat)]));
  // What a seat sees is told step by step, so that the chance events of a step are one to it.
  const seen = say === null ? draws : draws.filter(({ step }, number) => draws[number - 1]?.step !== step).map((one) => ({
    ...one, luck: one.luck.map((_, seat) => draws.reduce((sum, { step, luck }) => sum + (step === one.step ? luck[seat] ?? 0 : 0), 0)),
  }));
  const events = seen.map(({ step, told, luck }) => row("td", [
    make("button", { type: "button", click: () => show(step) }, say === null ? texts().phrase(told) : say(step)),
    ...luck.map((change) => signedPercent(change, 1))]));
  return [
    totals, make("small", {}, texts().luckHelp),
    make("div", { class: "draws", tabindex: "0", role: "region", "aria-label": texts().draws },
      make("table", { class: "luck" }, make("caption", {}, texts().draws), make("thead", {}, row("th", ["", ...seats.map(({ letter }) => letter)])), make("tbody", {}, ...events))),
  ];
}
