// Structure of the rules in plain words.

import type { GameName, Phases } from "../engine-keys";
import { texts } from "../texts";

/** The sections by game and id, in their order: the numbers of the exact rules that each explains, and the index of its picture in the game's legend. */
const SECTIONS = {
  tongiaki: {
    aim: ["T29–T30", 1], setup: ["T1–T5", 0], expand: ["T6–T7, T31"], voyage: ["T14–T18", 2], landing: ["T19–T20"],
    king: ["T8–T9", 3], resettle: ["T10–T12, T32"], enter: ["T13"], endless: ["T21–T25, T33–T35"], end: ["T26–T28, T36–T37"],
  },
  wongar: {
    aim: ["W26"], setup: ["W1–W7, W29", 1], round: ["W8–W11"], stones: ["W12–W14"], figures: ["W15", 2],
    ceremony: ["W19–W23"], scorpion: ["W16–W18, W32", 3], advanced: ["W27–W32"], end: ["W24–W26"],
  },
  kuhn: { aim: [] },
  leduc: { aim: [] },
} as const satisfies Record<GameName, Record<string, readonly [numbers?: string, picture?: number]>>;

/** The title and the paragraphs of each section. */
export type RuleBook = { [Game in GameName]: Record<keyof (typeof SECTIONS)[Game], string[]> };

/** The sections of the rules of a game. */
export const sections = (game: GameName) => Object.entries<readonly [string?, number?]>(SECTIONS[game]).map(([id, [numbers, picture]]) => {
  const [title = "", ...text] = (texts().book[game] as Record<string, string[]>)[id] ?? [];
  return { id, numbers, picture, title, text };
});

export type Section = ReturnType<typeof sections>[number];

/** Ids of the sections about the decisions of each phase. */
const ABOUT: { [Game in GameName]: Record<Phases[Game], keyof (typeof SECTIONS)[Game]> } = {
  tongiaki: {
    setup: "setup", turn: "expand", expand: "expand", enter: "enter", voyage: "voyage", landing: "landing", resettle: "resettle", over: "end",
  },
  wongar: {
    setup: "setup", round: "round", turn: "round", stones: "stones", figures: "figures", draw: "advanced", ceremony: "ceremony", over: "end",
  },
  kuhn: {},
  leduc: {},
};

/** The section about a decision, by the phase of the game and the first legal move. A turn without ships can only re-enter the board. */
export function sectionAbout(game: GameName, phase: Phases[GameName], move: string): string {
  if (move.startsWith("enter ")) return "enter";
  const sections: Record<string, string> = ABOUT[game];
  return sections[phase] ?? "aim";
}
