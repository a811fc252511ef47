// Settings: language, appearance, speed of the opponents, and sounds.

import { hasEngine } from "./bundle";
import { icon, make } from "./dom";
import { recall, remember } from "./store";
import { LANGUAGES, language, speak, texts } from "./texts";

/** Delays before an opponent's move is shown, in milliseconds. */
const PAUSES = [0, 350, 800, 1600];
const USUAL = 2;

const paceNumber = (): number => {
  const kept = Number(recall("pace") ?? USUAL);
  return PAUSES[kept] === undefined ? USUAL : kept;
};

export const pause = (): number => PAUSES[paceNumber()] ?? 0;

/** Applies the appearance: light, dark or as the system. */
export function paint(): void {
  document.documentElement.dataset.look = recall("look") ?? "";
}

function choice(label: string, options: [string, string][], chosen: string, choose: (value: string) => void): HTMLElement {
  const select = make("select", { change: () => choose(select.value) },
    ...options.map(([value, words]) => make("option", { value, selected: value === chosen }, words)));
  return make("label", {}, make("span", {}, label), select);
}

/** The settings menu. `again` redraws the screen after a change of language. */
export function settings(again: () => void): HTMLElement {
  const looks: [string, string][] = [["", texts().system], ["light", texts().light], ["dark", texts().dark]];
  const menu = make("details", { class: "settings" },
    make("summary", {}, icon("settings"), texts().settings),
    make("div", { class: "menu" },
      choice(texts().languageLabel, Object.entries(LANGUAGES).map(([key, { language: name }]) => [key, name]), language(), (value) => {
        speak(value);
        again();
      }),
      choice(texts().appearance, looks, recall("look") ?? "", (value) => {
        remember("look", value);
        paint();
      }),
      hasEngine && choice(texts().pace, texts().paces.map((words, number) => [String(number), words]), String(paceNumber()), (value) => remember("pace", value)),
      hasEngine && choice(texts().sounds, [["", texts().off], ["on", texts().on]], recall("sound") ?? "", (value) => remember("sound", value))));
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  return menu;
}
