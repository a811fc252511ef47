// What a page of rules is made of.

export interface Section {
  /** Its place on the page. */
  id: string;
  /** The numbers of the exact rules that it explains. */
  numbers: string;
  title: string;
  text: string[];
  /** The picture of the game's legend that goes with it, if there is one. */
  picture?: number;
}

/** The sections by game. */
export type RuleBook = Record<string, Section[]>;

/** The section about a decision, by the first word of its moves. */
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
