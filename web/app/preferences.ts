// What the person prefers, as far as it is needed before the texts are there: the language, and a light or dark page.

import { recall } from "./store";

export const LANGUAGE_NAMES = { en: "English", de: "Deutsch" };
export type Language = keyof typeof LANGUAGE_NAMES;

/** The language that the person chose, else that of the browser, if the page has it. */
export function preferred(): Language {
  const name = recall("language") ?? navigator.language.slice(0, 2);
  return name in LANGUAGE_NAMES ? (name as Language) : "en";
}

/** Applies the appearance: light, dark or as the system. */
export function paint(): void {
  document.documentElement.dataset.look = recall("look") ?? "";
}
