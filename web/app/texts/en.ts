// English. Every other language has the same keys.

import type { EventData } from "../engine";
import { LETTERS, place } from "../names";
import type { RuleBook } from "../rules/section";

/** The rules in plain words. The numbers are those of the exact rules. */
const book: RuleBook = {
  tongiaki: [
    { id: "aim", numbers: "T29–T30", title: "What it is about", picture: 1, text: [
      "You sail from Tonga into an unknown sea and settle islands. At the end, every island on which you have a ship is worth its number to you. It makes no difference how many ships you have there.",
      "Tonga is worth nothing. On equal points, the player on more islands wins, then the one with fewer ships on the board.",
    ] },
    { id: "setup", numbers: "T1–T5", title: "The start", picture: 0, text: [
      "Everybody has 15 ships. Only Tonga lies on the table; 15 islands and 16 waters lie face down in a hidden order.",
      "In turn, everybody puts one ship on a beach of Tonga, and then a second one. At least one mooring of each beach stays free.",
    ] },
    { id: "expand", numbers: "T6–T7, T31", title: "Expand", text: [
      "Choose an island with ships of yours. As many new ships join them as you have there, at most one on each beach, and no more than you have in supply.",
      "If all your ships are on the board, take one of them from anywhere and put it down as the only new one.",
    ] },
    { id: "voyage", numbers: "T14–T18", title: "Full beaches set sail", picture: 2, text: [
      "A beach whose moorings are all taken is too crowded: its whole fleet leaves, whoever owns the ships. The player whose turn it is chooses the jetty, before anything is turned up.",
      "Where the sea is unknown, a tile is drawn and laid. Its red crest faces the fleet.",
      "On water, the fleet follows the current. The number says how many colours the fleet needs. A fleet with fewer is lost, and its ships go back to their owners.",
      "From a king island the fleet turns back to where it came from.",
    ] },
    { id: "landing", numbers: "T19–T20", title: "Landing", text: [
      "On an island, the player whose turn it is puts all ships of the fleet on the beaches: first one on each beach with a free mooring, then the rest. Ships without a mooring go back to their owners; the player chooses which.",
      "If that fills a beach, it sets sail, too. So one turn can be a long chain.",
    ] },
    { id: "king", numbers: "T8–T9", title: "Found a king island", picture: 3, text: [
      "Instead of expanding: where only your ships stand, leave one for good and take the others back. The island is yours until the end. Nobody can land or sail through.",
      "You may do this twice in a game, and never on Tonga.",
    ] },
    { id: "resettle", numbers: "T10–T12, T32", title: "Resettle", text: [
      "Instead of expanding: take all your ships off the board, except from king islands. Draw tiles and lay each beside a jetty or a current of your choice, until an island comes. Put one ship on it.",
    ] },
    { id: "enter", numbers: "T13", title: "Without a ship", text: [
      "If you have no ship on the board but kings, you come in anew: with two ships on Tonga, or with one ship on a beach of another island.",
    ] },
    { id: "endless", numbers: "T21–T25, T33–T35", title: "Endless chains", text: [
      "Jetties that lead straight back may be used only if an island has no other way out. If a chain could go on for ever, all ships of the island go back to their owners, and its tile leaves the game.",
    ] },
    { id: "end", numbers: "T26–T28, T36–T37", title: "The end", text: [
      "When the last island or the last water has been drawn, the turn is played to its end, and the game is over. In the Hungarian edition a last water ends the game at once.",
      "A turn limit ends games in which nobody draws.",
    ] },
  ],
  wongar: [
    { id: "aim", numbers: "W26", title: "What it is about", text: [
      "Ten regions fill with stones of three kinds: lenses, cubes and cylinders. Where a figure arrives, a ceremony is held: for each kind, the player with the most stones there scores. Most points win.",
    ] },
    { id: "setup", numbers: "W1–W7, W29", title: "The start", picture: 1, text: [
      "Stones of all players are drawn at random into the regions. In the advanced game, the players place them one by one.",
      "Each region has a stack of cards with one open card. Everybody has ritual cards in hand. One player has the Ancestor and the boomerang, another one the Elder.",
    ] },
    { id: "round", numbers: "W8–W11", title: "A round", text: [
      "The owner of the Ancestor gets the boomerang and turns up missing cards. The owner of the Elder draws a ritual card.",
      "From the boomerang on, each player takes one open card from any region, does what it says, and keeps it.",
    ] },
    { id: "stones", numbers: "W12–W14", title: "Cards for stones", text: [
      "Lens, cube or cylinder: put a stone of this kind into the card's region. Then twice: put another one anywhere, or draw a ritual card.",
      "Triple: put three stones of one kind anywhere. Four rituals: draw four ritual cards.",
    ] },
    { id: "figures", numbers: "W15", title: "Cards for figures", picture: 2, text: [
      "Ancestor: take its token and move it to a region next to it. Elder: take its token and move it one or two steps. Both: take both tokens; both figures go to the card's region. Then a ceremony is held there.",
    ] },
    { id: "ceremony", numbers: "W19–W23", title: "A ceremony", text: [
      "All who have a stone in the region take part, the owner of the Ancestor first. In turn you play a ritual card or pass. Whoever has passed is out.",
      "A card removes another player's stone of its kind, or moves a stone of yours out to a neighbouring region or in from one. A double does this with two stones of any kind.",
      "Then each kind scores for the player with most stones of it. On a tie the owner of the Ancestor scores, or whoever comes next after him. Points grow from phase to phase.",
    ] },
    { id: "scorpion", numbers: "W16–W18, W32", title: "Scorpions", picture: 3, text: [
      "Whoever turns up or draws a scorpion goes back one point for each player behind him, and the scorpion moves on. In the advanced game scorpions cost nothing.",
    ] },
    { id: "advanced", numbers: "W27–W32", title: "The advanced game", text: [
      "Everybody has an Ancestor and an Elder card of his own. Instead of taking an open card you may play one of them, once each.",
      "You do not draw ritual cards blindly: you choose them from the deck. Only you know which.",
    ] },
    { id: "end", numbers: "W24–W26", title: "The end", text: [
      "The last space of the scorpion's track or an empty stack calls the end. The round is finished. For each kind, whoever has taken most of its cards gets 8 points more.",
    ] },
  ],
};

export const en = {
  language: "English",
  title: "Hidden Decks",
  lead: "Two board games with hidden decks, and opponents from gentle to very strong. They think in your browser: nothing leaves this page.",
  about: {
    tongiaki: "Sail from Tonga into an unknown sea and settle its islands. 2 to 6 players.",
    wongar: "Gather the most stones where the Ancestor holds a ceremony. Hidden hands. 3 to 5 players.",
  } as Record<string, string>,
  newGame: "New game",
  resume: "Go on with the last game",
  resumeBranch: "Go on with what you tried",
  lastGame: "Look at the game that ended last",
  openRecord: "Open a record",
  openRecordHelp: "A file with games (records.jsonl or .jsonl.zst): choose it here or drop it on the page.",
  moreOptions: "More options",
  settings: "Settings",
  pace: "Pace of the opponents",
  paces: ["at once", "quick", "calm", "slow"],
  whichGame: (count: number) => `The file holds ${count} games. Which one?`,
  game: "Game",
  players: "Players",
  rules: "Rules",
  rulesOf: (title: string) => `The rules of ${title}`,
  rulesHere: (title: string, numbers: string) => `Rule ${numbers}: ${title}`,
  contents: "Contents",
  close: "Close",
  editions: {
    schmidt: "Schmidt 2004",
    hungarian: "Hungarian",
    "hungarian-corrected": "Hungarian, corrected",
    english: "English",
    base: "base game",
    advanced: "advanced game",
  } as Record<string, string>,
  rule: { edition: "Edition", "turn-limit": "Turn limit", stall: "Rounds without a tile that end the game (0: none)" } as Record<string, string>,
  seat: (letter: string) => `Seat ${letter}`,
  human: "a human",
  levels: ["beginner", "gentle", "medium", "strong", "strongest"],
  seed: "Seed of the deck",
  seedHelp: "The same seed gives the same deck, so two people can play the same game.",
  shareDeck: "Copy a link to this deck",
  start: "Start",
  yourTurn: (who: string) => `${who}, your turn`,
  thinking: (who: string) => `${who} is thinking …`,
  over: "The game is over",
  wins: (who: string[]) => (who.length === 1 ? `${who[0]} wins` : `${who.join(" and ")} share the win`),
  pass: (who: string) => `Pass the device to ${who}. The hand is shown when you go on.`,
  goOn: "Go on",
  endTurn: "End the turn",
  takeBack: "Take back",
  cannotTakeBack: "A tile or card has been turned up: this cannot be taken back.",
  hint: "Hint",
  hintIs: (move: string) => `The strong agent would play: ${move}`,
  choose: "Choose on the board or in the list",
  chooseMore: "Choose the next place, or take one back by choosing it again",
  turnDone: "The turn is complete. End it, or take it back",
  held: (card: string) => `Moves with ${card}`,
  moves: "Moves",
  history: "What happened",
  hand: "Hand",
  emptyHand: "no cards",
  hiddenCards: (count: number) => (count === 1 ? "1 card, face down" : `${count} cards, face down`),
  deck: "Deck",
  card: "card",
  boardWords: "The board in words",
  points: "points",
  turn: (turn: number) => `turn ${turn}`,
  step: (step: number, last: number) => `Step ${step} of ${last}`,
  review: "Look at this game",
  save: "Save the record",
  leave: "Leave",
  playOn: "Play on from here",
  tryMove: (move: string) => `Play on with: ${move}`,
  backToReview: "Back to the review",
  first: "To the start",
  back: "Back",
  forward: "Forward",
  last: "To the end",
  playback: "Play",
  pause: "Pause",
  speed: "Speed",
  zoomIn: "Larger",
  zoomOut: "Smaller",
  zoomReset: "All of it",
  scores: "Points by step",
  chances: "Chance to win by step",
  analyse: "Find mistakes",
  analysing: (done: number, all: number) => `Looking at decision ${done} of ${all}`,
  mistakes: "Lost chance to win",
  noMistakes: "Nothing was lost that the search can see.",
  mistake: {
    brilliant: "brilliant",
    inaccuracy: "inaccurate",
    mistake: "mistake",
    blunder: "blunder",
  },
  thresholds: "Inaccurate: at least 5 percentage points of the chance to win lost; mistake: 10; blunder: 20. Brilliant: better than every other move by 10, and not what a first glance shows.",
  lost: (share: string) => `${share} lost`,
  average: "Average loss a decision",
  bestPlans: "What the search thinks",
  bestPlansHelp: "The move played stands in bold. Choose a move to play on with it.",
  move: "move",
  visits: "visits",
  value: "value",
  sees: "Whose eyes",
  allSeeing: "all-seeing",
  seesAs: "How much",
  seenOnly: "what it sees",
  believed: "what it may believe",
  beliefs: "How likely each place holds at least one, and how many to expect there",
  dark: "Dark",
  light: "Light",
  system: "As the system",
  appearance: "Appearance",
  languageLabel: "Language",
  copyLink: "Copy a link to this step",
  copied: "Copied.",
  notCopied: "The browser does not let the page copy: the link stands in its address.",
  keys: "Keys",
  keyList: [
    ["← →", "a step back or forward"], ["Home, End", "to the start, to the end"], ["space", "play and pause"],
    ["+ − 0", "the board larger, smaller, all of it"], ["Shift + arrows", "move the enlarged board"],
  ] as [string, string][],
  trouble: "That did not work",
  /** The engine writes what it refuses in English. */
  refused: (sentence: string): string => sentence,
  emptyFile: "the file is empty",
  largeFile: (megabytes: number) => `the file has ${megabytes} MB, more than 64`,
  largeInside: "the file unpacks to more than 64 MB",
  noText: "the file holds no text: records are lines of JSON, plain or compressed by zstd",
  damagedFile: "the compressed file is damaged",
  otherSite: "#record= names a file beside this page only",
  noFile: (name: string) => `there is no file ${name}`,
  noLine: (line: number, lines: number) => `there is no game ${line}: the file holds ${lines}`,
  damagedLink: "the link is damaged or incomplete",
  boardLabel: (told: string) => `The board. ${told}`,
  placeLabel: (moves: string) => `Place: ${moves}`,
  cards: {
    lens: "lens", cube: "cube", cylinder: "cylinder", double: "double", scorpion: "scorpion",
  } as Record<string, string>,
  say(words: string[]): string {
    const [verb = "", first = "", second = ""] = words;
    const beach = (text: string): string => `beach ${Number(text.split(":")[1]) + 1} of ${place(text.split(":")[0] ?? "")}`;
    switch (verb) {
      case "expand": return `Expand on ${place(first)}`;
      case "found": return `Found a king island on ${place(first)}`;
      case "enter": return `Enter ${place(first)} anew`;
      case "resettle": return "Take all ships off the board and resettle";
      case "spread": {
        const [island = "", beaches = ""] = first.split(":");
        return `New ships on ${place(island)}, beaches ${beaches.split("+").map((one) => Number(one) + 1).join(", ")}`;
      }
      case "moor": return `Moor at ${beach(first)}`;
      case "emigrate": return `Set sail from ${place(first)} next`;
      case "sail": return `Sail from ${place(first.split(">")[0] ?? "")} by jetty ${Number(first.split(">")[1]) + 1}`;
      case "give-back": return `Give a ship back to ${LETTERS[Number(first)] ?? "?"}`;
      case "attach": return `Lay the tile at ${place(first)}`;
      case "exit": return `Lay it at side ${Number(first.split(">")[1]) + 1} of ${place(first.split(">")[0] ?? "")}`;
      case "pass": return "Pass";
      case "settle": return `Put a ${first} into ${second}`;
      case "take": return first.includes(":") ? `Take the ship from ${beach(first)}` : `Take the card of ${first}${second === "" ? "" : `: ${second}`}`;
      case "own": return `Play your own card: ${first}`;
      case "place": return `Put the stone into ${first}`;
      case "draw": return "Draw a ritual card";
      case "triple": return `Place three: ${first}`;
      case "choose": return `Take from the deck: ${first.split("+").join(", ")}`;
      case "travel": return `Move the figure to ${first}`;
      case "play": return `Play a ${first}: ${this.uses[second] ?? second}`;
      case "play-double": return `Play a double as ${first}: ${this.uses[second] ?? second}`;
      case "from": return `Remove a stone of ${LETTERS[Number(first)] ?? "?"}`;
      case "via": return `By way of ${first}`;
      default: return words.join(" ");
    }
  },
  uses: { remove: "remove a stone", out: "move a stone out", in: "move a stone in" } as Record<string, string>,
  /** The engine writes facts and the words on the board in English. */
  fact: (text: string): string => text,
  /** The engine tells its events in English. */
  tell: (_event: EventData, told: string): string => told,
  book,
};

export type Texts = typeof en;
