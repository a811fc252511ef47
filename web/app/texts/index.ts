// The chosen language of the page and its texts.

import { recall, remember } from "../store";
import { de } from "./de";
import { en, type Texts } from "./en";

export const LANGUAGES: Record<string, Texts> = { en, de };

let chosen = recall("language") ?? navigator.language.slice(0, 2);

export const texts = (): Texts => LANGUAGES[chosen] ?? en;

export const language = (): string => (chosen in LANGUAGES ? chosen : "en");

export function speak(name: string): void {
  chosen = name;
  remember("language", name);
}
