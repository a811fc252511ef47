// Structure of the rules in plain words.

export interface Section {
  /** Id of the section in the dialog. */
  id: string;
  /** Numbers of the exact rules that the section explains. */
  numbers: string;
  title: string;
  text: string[];
  /** Index of an illustration in the game's legend. */
  picture?: number;
}

/** The sections by game. */
export type RuleBook = Record<string, Section[]>;

/** Ids of the sections about decisions, by the first word of their moves. */
const ABOUT: Record<string, Record<string, string>> = {
  tongiaki: {
    moor: "landing", expand: "expand", spread: "expand", "give-back": "landing", found: "king", resettle: "resettle", attach: "resettle",
    exit: "resettle", enter: "enter", emigrate: "voyage", sail: "voyage", take: "expand", place: "landing",
  },
  wongar: {
    settle: "setup", take: "round", own: "advanced", place: "stones", draw: "stones", triple: "stones", choose: "advanced",
    travel: "figures", play: "ceremony", "play-double": "ceremony", from: "ceremony", via: "ceremony", pass: "ceremony",
  },
};

export const sectionAbout = (game: string, move: string): string | undefined => ABOUT[game]?.[move.split(" ")[0] ?? ""];
