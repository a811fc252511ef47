// Structure of the rules in plain words.

import type { GameName, Phases } from "../engine-keys";

export interface Section {
  /** Id of the section in the dialog. */
  id: string;
  /** Numbers of the exact rules that the section explains, if they are numbered. */
  numbers?: string;
  title: string;
  text: string[];
  /** Index of an illustration in the game's legend. */
  picture?: number;
}

/** The sections by game. */
export type RuleBook = Record<GameName, Section[]>;

/** Ids of the sections about the decisions of each phase. */
const ABOUT: { [Game in GameName]: Record<Phases[Game], string> } = {
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
