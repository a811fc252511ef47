// English. Every other language has the same keys.

import type { EventData } from "../engine";
import { place } from "../names";

export const en = {
  language: "English",
  title: "Hidden Decks",
  lead: "Play Tongiaki and Wongar against the agents of this project, or look at a game again. Nothing leaves this page.",
  newGame: "New game",
  resume: "Go on with the last game",
  openRecord: "Open a record",
  openRecordHelp: "A file with games (records.jsonl or .jsonl.zst): choose it here or drop it on the page.",
  whichGame: (count: number) => `The file holds ${count} games. Which one?`,
  game: "Game",
  players: "Players",
  rules: "Rules",
  rulesOf: (title: string) => `The rules of ${title}`,
  rulesHere: "The rule for this",
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
  rule: { edition: "Edition", "turn-limit": "Turn limit" } as Record<string, string>,
  seat: (letter: string) => `Seat ${letter}`,
  human: "a human",
  levels: ["beginner", "gentle", "medium", "strong", "strongest"],
  seed: "Seed of the deck",
  seedHelp: "The same seed gives the same deck, so two people can play the same game.",
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
  moves: "Moves",
  history: "What happened",
  hand: "Hand",
  emptyHand: "no cards",
  points: "points",
  turn: (turn: number) => `turn ${turn}`,
  step: (step: number, last: number) => `Step ${step} of ${last}`,
  review: "Look at this game",
  save: "Save the record",
  leave: "Leave",
  playOn: "Play on from here",
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
  lost: (share: string) => `${share} lost`,
  average: "Average loss a decision",
  bestPlans: "What the search thinks",
  move: "move",
  visits: "visits",
  value: "value",
  sees: "Whose eyes",
  allSeeing: "everybody's cards",
  beliefs: "What this seat may expect in each hand",
  dark: "Dark",
  light: "Light",
  system: "As the system",
  appearance: "Appearance",
  languageLabel: "Language",
  copyLink: "Copy a link to this step",
  copied: "Copied.",
  trouble: "That did not work",
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
      case "give-back": return `Give a ship back to ${"ABCDEF"[Number(first)]}`;
      case "attach": return `Lay the tile at ${place(first)}`;
      case "exit": return `Lay it at side ${Number(first.split(">")[1]) + 1} of ${place(first.split(">")[0] ?? "")}`;
      case "settle": return `Put a ${first} into region ${second}`;
      case "take": return first.includes(":") ? `Take the ship from ${beach(first)}` : `Take the card of region ${first}`;
      case "own": return `Play your own card: ${first}`;
      case "place": return `Put the stone into region ${first}`;
      case "draw": return "Draw a ritual card";
      case "triple": return `Place three: ${first}`;
      case "choose": return `Take from the deck: ${first.split("+").join(", ")}`;
      case "travel": return `Move the figure to region ${first}`;
      case "play": return `Play a ${first}: ${this.uses[second] ?? second}`;
      case "play-double": return `Play a double as ${first}: ${this.uses[second] ?? second}`;
      case "from": return `Remove a stone of ${"ABCDEF"[Number(first)]}`;
      case "via": return `Region ${first}`;
      default: return words.join(" ");
    }
  },
  uses: { remove: "remove a stone", out: "move a stone out", in: "move a stone in" } as Record<string, string>,
  /** The engine writes facts and the words on the board in English. */
  fact: (text: string): string => text,
  /** The engine tells its events in English. */
  tell: (_event: EventData, told: string): string => told,
};

export type Texts = typeof en;
