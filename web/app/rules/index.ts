// Dialog with the rules of a game in plain words.

import { draw, make } from "../dom";
import type { Table } from "../engine";
import { LEGEND, picture } from "../picture";
import { texts } from "../texts";
import { sections, type Section } from "./section";

export { sectionAbout, sections } from "./section";

function section({ id, numbers, title, text, picture: number }: Section, table: Table): HTMLElement {
  const drawing = number === undefined ? undefined : table.legend[number];
  return make("section", { id: `rule-${id}`, tabindex: "-1" },
    drawing === undefined ? null : picture(drawing[0], LEGEND, drawing[1]),
    make("h3", {}, title, numbers === undefined ? null : make("small", {}, ` ${numbers}`)),
    ...text.map((sentence) => make("p", {}, sentence)));
}

/** Opens the rules of a game, optionally at a section. */
export function openRules(table: Table, at?: string): void {
  const all = sections(table.game);
  const close = (): void => dialog.close();
  const definitions = draw("defs", {});
  definitions.innerHTML = table.definitions;
  const dialog = make("dialog", { class: "rules", "aria-label": texts().rulesOf(table.title), close: () => dialog.remove() },
    draw("svg", { width: 0, height: 0, class: "hidden", "aria-hidden": "true" }, definitions),
    make("header", {}, make("h2", {}, texts().rulesOf(table.title)), make("button", { type: "button", class: "close", click: close }, texts().close)),
    make("nav", { "aria-label": texts().contents }, ...all.map(({ id, title }) =>
      make("button", { type: "button", click: () => show(id) }, title))),
    ...all.map((one) => section(one, table)));
  const show = (id: string): void => {
    const found = dialog.querySelector<HTMLElement>(`#rule-${id}`);
    found?.scrollIntoView();
    found?.focus({ preventScroll: true });
  };
  document.body.append(dialog);
  dialog.showModal();
  if (at !== undefined) show(at);
}
