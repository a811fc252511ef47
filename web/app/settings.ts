// Settings: language, appearance, speed of the opponents, and sounds.

import { hasEngine } from "./bundle";
import { choice, icon, make } from "./dom";
import { LANGUAGE_NAMES, paint, type Language } from "./preferences";
import { recall, remember } from "./store";
import { LANGUAGES, language, loadLanguages, speak, texts } from "./texts";

/** Delays before an opponent's move is shown, in milliseconds. */
const PAUSES = [0, 350, 800, 1600];
const USUAL = 2;

const paceNumber = (): number => {
  const kept = Number(recall("pace") ?? USUAL);
  return PAUSES[kept] === undefined ? USUAL : kept;
};

export const pause = (): number => PAUSES[paceNumber()] ?? 0;

/** How much longer than at the usual speed an event is shown. */
export const tempo = (): number => pause() / (PAUSES[USUAL] ?? 1);

/** The settings menu. `again` redraws the screen after a change of language. */
export function settings(again: () => void): HTMLElement {
  const languages = choice(texts().languageLabel, Object.entries(LANGUAGE_NAMES), language(), (value) => {
    speak(value as Language);
    document.documentElement.lang = value;
    again();
  });
  // A language is offered as soon as its texts are there.
  const others = [...languages.querySelectorAll("option")].filter(({ value }) => !(value in LANGUAGES));
  for (const option of others) option.remove();
  const offer = (): void => void loadLanguages().then(() => languages.querySelector("select")?.append(...others)).catch(() => undefined);
  const menu = make("details", { class: "settings" },
    make("summary", {}, icon("settings"), texts().settings),
    make("div", { class: "menu" },
      languages,
      choice(texts().appearance, Object.entries(texts().looks), recall("look") ?? "", (value) => {
        remember("look", value);
        paint();
      }),
      hasEngine && choice(texts().pace, texts().paces.map((words, number) => [String(number), words]), String(paceNumber()), (value) => remember("pace", value))));
  menu.addEventListener("toggle", offer, { once: true });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  return menu;
}
