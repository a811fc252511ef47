// The chosen language of the page and its texts, which are loaded when needed.

import { preferred, type Language } from "../preferences";
import { remember } from "../store";
import { en, type Texts } from "./en";

/** The languages loaded so far. */
export const LANGUAGES: Partial<Record<Language, Texts>> = { en };

let chosen = preferred();

export const texts = (): Texts => LANGUAGES[chosen] ?? en;

export const language = (): Language => chosen;

/** The language with the region of the browser, for dates. */
export const locale = (): string => navigator.languages?.find((one) => one.startsWith(chosen)) ?? chosen;

/** Loads the languages that a person can choose. */
export async function loadLanguages(): Promise<void> {
  LANGUAGES.de ??= (await import("./de")).de;
}

/** Chooses a language that is loaded. */
export function speak(name: Language): void {
  remember("language", name);
  chosen = name;
}

// Without a network, English has to do.
if (chosen !== "en") await loadLanguages().catch(() => { chosen = "en"; });
