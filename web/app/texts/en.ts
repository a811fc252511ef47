// English texts. Every other language has the same keys.

import type { AreaCard, Edition, GameName, Phrase, Region, RitualCard, RuleKey, Use, Verb } from "../engine-keys";
import { LETTERS, place, water } from "../names";
import type { RuleBook } from "../rules/section";

/** The rules in plain words, with the numbers of the exact rules that each section explains. */
const book: RuleBook = {
  tongiaki: [
    { id: "aim", numbers: "T29–T30", title: "Goal", picture: 1, text: [
      "You sail from Tonga into an unknown sea and settle islands. At the end of the game, you score the number on every island where you have a ship, no matter how many ships you have there.",
      "Tonga is worth nothing. Ties go to the player on more islands, then to the player with fewer ships on the board.",
    ] },
    { id: "setup", numbers: "T1–T5", title: "Setup", picture: 0, text: [
      "Each player has 15 ships. Only Tonga is on the table; 15 island tiles and 16 water tiles lie face down in a hidden order.",
      "In turn order, each player puts one ship on a beach of Tonga, then a second one. At least one mooring of each beach stays free.",
    ] },
    { id: "expand", numbers: "T6–T7, T31", title: "Expand", text: [
      "Choose an island where you have ships. Add as many new ships as you already have there, at most one on each beach and no more than you have in supply.",
      "If all your ships are on the board, take one of them from anywhere and place it as your only new ship.",
    ] },
    { id: "voyage", numbers: "T14–T18", title: "Full beaches set sail", picture: 2, text: [
      "A beach with no free mooring is overcrowded, and its whole fleet leaves, no matter who owns the ships. The player whose turn it is chooses the jetty before any tile is revealed.",
      "Where the sea is unknown, a tile is drawn and placed with its red crest towards the fleet.",
      "On water, the fleet follows the current. The number on the current is the number of colours the fleet needs. A fleet with fewer colours is lost, and its ships return to their owners.",
      "A king island turns the fleet back to the island it came from.",
    ] },
    { id: "landing", numbers: "T19–T20", title: "Landing", text: [
      "On an island, the player whose turn it is distributes all ships of the fleet: first one on each beach with a free mooring, then the rest. Ships without a mooring return to their owners; the same player chooses which ones.",
      "If the landing fills a beach, that beach sets sail as well, so one turn can become a long chain.",
    ] },
    { id: "king", numbers: "T8–T9", title: "Found a king island", picture: 3, text: [
      "Instead of expanding, choose an island where only you have ships. Leave one ship there for good and take the others back. The island is yours until the end of the game: nobody can land there or sail through.",
      "You may do this twice per game, and never on Tonga.",
    ] },
    { id: "resettle", numbers: "T10–T12, T32", title: "Resettle", text: [
      "Instead of expanding, take all your ships off the board, except those on king islands. Draw tiles and place each one next to a jetty or a current of your choice until you draw an island. Put one ship on it.",
    ] },
    { id: "enter", numbers: "T13", title: "Re-enter the board", text: [
      "If you have no ships on the board outside king islands, you re-enter with two ships on Tonga or with one ship on a beach of another island.",
    ] },
    { id: "endless", numbers: "T21–T25, T33–T35", title: "Endless chains", text: [
      "A fleet may use a jetty that leads straight back only if the island offers no other way out. If a chain could continue for ever, all ships of the island return to their owners, and its tile leaves the game.",
    ] },
    { id: "end", numbers: "T26–T28, T36–T37", title: "End of the game", text: [
      "Once the last island or the last water tile has been drawn, the current turn is completed and the game is over. In the Hungarian edition, a last water tile drawn during a voyage ends the game at once.",
      "A turn limit ends games in which nobody draws tiles.",
    ] },
  ],
  wongar: [
    { id: "aim", numbers: "W26", title: "Goal", text: [
      "Ten regions fill with stones of three kinds: lenses, cubes and cylinders. A ceremony takes place wherever a figure arrives: for each kind, the player with the most stones in the region scores. The player with the most points wins.",
    ] },
    { id: "setup", numbers: "W1–W7, W29", title: "Setup", picture: 1, text: [
      "Stones of all players are drawn at random into the regions. In the advanced game, the players place them one by one.",
      "Each region has a stack of cards with one open card. Each player has ritual cards in hand. One player has the Ancestor and the boomerang, another has the Elder.",
    ] },
    { id: "round", numbers: "W8–W11", title: "A round", text: [
      "The owner of the Ancestor gets the boomerang and reveals missing cards. The owner of the Elder draws a ritual card.",
      "Starting with the owner of the boomerang, each player takes an open card from any region, carries it out and keeps it.",
    ] },
    { id: "stones", numbers: "W12–W14", title: "Stone cards", text: [
      "Lens, cube or cylinder: place a stone of this kind in the card's region. Then, twice: place another one anywhere, or draw a ritual card.",
      "Triple: place three stones of one kind anywhere. Four rituals: draw four ritual cards.",
    ] },
    { id: "figures", numbers: "W15", title: "Figure cards", picture: 2, text: [
      "Ancestor: take its token and move the figure to an adjacent region. Elder: take its token and move the figure one or two steps. Both: take both tokens and move both figures to the card's region. A ceremony then takes place wherever a figure has arrived.",
    ] },
    { id: "ceremony", numbers: "W19–W23", title: "A ceremony", text: [
      "Every player with a stone in the region takes part, starting with the owner of the Ancestor. In turn order, players play a ritual card or pass. A player who has passed is out of the ceremony.",
      "A ritual card removes another player's stone of its kind, moves one of your own stones out to an adjacent region, or moves one in from there. A double does the same with two stones of any one kind.",
      "Then each kind scores for the player with the most stones of it. Ties go to the Ancestor's owner or, failing that, to the next tied player clockwise. Ceremonies score more from phase to phase.",
    ] },
    { id: "scorpion", numbers: "W16–W18, W32", title: "Scorpions", picture: 3, text: [
      "A player who reveals or draws a scorpion loses one point for each player who is behind them, and the scorpion advances. In the advanced game, scorpions cost no points.",
    ] },
    { id: "advanced", numbers: "W27–W32", title: "The advanced game", text: [
      "Each player has their own Ancestor card and Elder card. Instead of taking an open card, you may play one of these two, each once per game.",
      "You do not draw ritual cards blindly: you choose them from the deck, and only you know which ones.",
    ] },
    { id: "end", numbers: "W24–W26", title: "End of the game", text: [
      "The game ends after the round in which the scorpion reaches the last space of its track or a stack runs out. For each kind of stone, the player who has taken the most cards of that kind scores 8 extra points; tied players all score them.",
    ] },
  ],
};

const list = new Intl.ListFormat("en", { type: "conjunction" });

const cards: Record<AreaCard | RitualCard, string> = {
  lens: "lens", cube: "cube", cylinder: "cylinder", double: "double", scorpion: "scorpion", triple: "triple",
  "four-rituals": "four rituals", ancestor: "Ancestor", elder: "Elder", both: "both figures",
};
const regions: Record<Region, string> = {
  kangaroo: "Kangaroo", north: "North", "north-east": "North-East", west: "West", hands: "Hands", foot: "Foot",
  east: "East", "south-west": "South-West", south: "South", "south-east": "South-East",
};
const uses: Record<Use, string> = { remove: "remove a stone", out: "move a stone out", in: "move a stone in" };

export const en = {
  language: "English",
  title: "Hidden Decks",
  lead: "Play two board games with hidden decks against opponents of five levels. They think in your browser: nothing leaves this page.",
  about: {
    tongiaki: "Sail from Tonga into an unknown sea and settle its islands. 2–6 players.",
    wongar: "Gather the most stones where the figures hold a ceremony. Hidden hands. 3–5 players.",
  } satisfies Record<GameName, string>,
  newGame: "New game",
  resume: "Continue game",
  resumeBranch: "Continue variation",
  keptGames: "Unfinished games",
  keptGame: (title: string, players: number, when: string) => `${title}, ${players} players${when === "" ? "" : `, ${when}`}`,
  forget: (game: string) => `Delete: ${game}`,
  openElsewhere: "this game is open in another tab",
  notKept: "Your browser does not store this game: it is lost when you close the page.",
  lastGame: "Review last game",
  openRecord: "Open record",
  openRecordHelp: "Choose a file of recorded games (.jsonl or .jsonl.zst), or drop it anywhere on this page.",
  moreOptions: "More options",
  settings: "Settings",
  pace: "Opponent speed",
  paces: ["instant", "fast", "normal", "slow"],
  whichGame: (count: number) => `Game number (1–${count})`,
  game: "Game",
  players: "Players",
  rules: "Rules",
  rulesOf: (title: string) => `Rules of ${title}`,
  rulesHere: (title: string, numbers: string) => `Rules: ${title} (${numbers})`,
  contents: "Contents",
  close: "Close",
  editions: {
    schmidt: "Schmidt (2004)",
    dutch: "Dutch",
    brettspielwelt: "BrettspielWelt",
    hungarian: "Hungarian",
    base: "Base game",
    advanced: "Advanced game",
  } satisfies Record<Edition, string>,
  rule: { edition: "Edition", "turn-limit": "Turn limit", stall: "End after this many rounds without a new tile (0 = never)" } satisfies Record<RuleKey, string>,
  seat: (letter: string) => `Seat ${letter}`,
  human: "human",
  levels: ["beginner", "easy", "medium", "strong", "strongest"],
  seed: "Deck seed",
  seedHelp: "The same seed gives the same deck, so two people can play the same game.",
  shareDeck: "Copy deck link",
  start: "Start game",
  yourTurn: (who: string) => `${who}, it’s your turn`,
  thinking: (who: string) => `${who} is thinking …`,
  over: "Game over",
  wins: (who: string[]) => (who.length === 1 ? `${who[0]} wins` : `${list.format(who)} share the win`),
  pass: (who: string) => `Pass the device to ${who}. The hand stays hidden until then.`,
  goOn: "Show hand",
  endTurn: "End turn",
  takeBack: "Undo",
  cannotTakeBack: "You can undo only moves of this turn, and none that revealed a tile or a card.",
  hint: "Hint",
  hintIs: (move: string) => `Hint: ${move}`,
  choose: "Choose a move on the board or in the list",
  chooseMore: "Select the next place, or select a place again to clear it",
  turnDone: "Your turn is complete: end it or undo",
  held: (card: string) => `Moves with a ${card} card`,
  moves: "Moves",
  history: "Game log",
  hand: "Hand",
  emptyHand: "no cards",
  hiddenCards: (count: number) => (count === 1 ? "1 card, face down" : `${count} cards, face down`),
  deck: "Deck",
  card: "Card",
  boardWords: "Board description",
  points: "points",
  turn: (turn: number) => `turn ${turn}`,
  step: (step: number, last: number) => `Step ${step} of ${last}`,
  review: "Review game",
  save: "Save record",
  leave: "Leave",
  playOn: "Play from here",
  tryMove: (move: string) => `Try: ${move}`,
  backToReview: "Back to review",
  first: "Start of game",
  back: "Previous step",
  forward: "Next step",
  last: "End of game",
  playback: "Autoplay",
  pause: "Pause",
  speed: "Speed",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  zoomReset: "Whole board",
  scores: "Points by step",
  chances: "Chance to win by step",
  analyse: "Find mistakes",
  analysing: (done: number, all: number) => `Analysing decision ${done} of ${all}`,
  mistakes: "Mistakes",
  noMistakes: "The search found no mistakes.",
  mistake: {
    brilliant: "brilliant",
    inaccuracy: "inaccuracy",
    mistake: "mistake",
    blunder: "blunder",
  },
  thresholds: "Inaccuracy: loses at least 5 percentage points of the chance to win. Mistake: at least 10. Blunder: at least 20. Brilliant: at least 10 better than any other move tried, and not the move that greedy would play.",
  lost: (share: string) => `${share} lost`,
  average: "Average loss per decision",
  bestPlans: "Moves searched",
  bestPlansHelp: "The move played is in bold. Select another move to play on from it.",
  move: "Move",
  visits: "Visits",
  value: "Value",
  sees: "View as",
  allSeeing: "All players",
  seesAs: "Show",
  seenOnly: "Visible cards",
  believed: "Inferred cards",
  beliefs: "Chance that each place contains at least one such card, and the expected number",
  dark: "Dark",
  light: "Light",
  system: "System",
  appearance: "Appearance",
  languageLabel: "Language",
  copyLink: "Copy link",
  copied: "Copied.",
  notCopied: "Your browser blocked copying. The link is in the address bar.",
  keys: "Keyboard shortcuts",
  keyList: [
    ["← →", "previous step, next step"], ["Home, End", "start of game, end of game"], ["Space", "start or pause autoplay"],
    ["+ − 0", "zoom in, zoom out, whole board"], ["Shift + arrows", "move the enlarged board"],
  ] as [string, string][],
  trouble: "That did not work",
  /** The engine's error messages are already in English. */
  refused: (sentence: string): string => sentence,
  emptyFile: "the file is empty",
  largeFile: (megabytes: number) => `the file has ${megabytes} MB; the limit is 64 MB`,
  largeInside: "the file unpacks to more than 64 MB",
  noText: "the file is not a text file: expected lines of JSON, plain or compressed with zstd",
  damagedFile: "the compressed file is damaged",
  otherSite: "#record= must name a file on the same site as this page",
  noFile: (name: string) => `file not found: ${name}`,
  noLine: (line: number, lines: number) => `game ${line} not found: the last game in the file is ${lines}`,
  damagedLink: "the link is damaged or incomplete",
  boardLabel: (told: string) => `Board. ${told}`,
  placeLabel: (moves: string) => `Place: ${moves}`,
  cards,
  say(words: string[]): string {
    const [verb = "", first = "", second = ""] = words;
    const beach = (text: string): string => `beach ${Number(text.split(":")[1]) + 1} of ${place(text.split(":")[0] ?? "")}`;
    const region = (id: string): string => regions[id as Region];
    const card = (id: string): string => cards[id as keyof typeof cards];
    const seat = LETTERS[Number(first)] ?? "?";
    const [tile = "", side = ""] = first.split(">");
    const number = Number(side) + 1;
    const name = water(tile) === null ? place(tile) : `water tile ${water(tile)}`;
    switch (verb as Verb) {
      case "expand": return `Expand on ${name}`;
      case "found": return `Found a king island on ${name}`;
      case "enter": return `Re-enter on ${name}`;
      case "resettle": return "Resettle: take all ships off the board";
      case "spread": {
        const [island = "", at = ""] = first.split(":");
        const beaches = at.split("+").map((one) => String(Number(one) + 1));
        return `Place new ships on ${place(island)}: ${beaches.length === 1 ? "beach" : "beaches"} ${list.format(beaches)}`;
      }
      case "moor": return `Moor at ${beach(first)}`;
      case "emigrate": return `Set sail from ${name} next`;
      case "sail": return `Sail from ${name} by jetty ${number}`;
      case "give-back": return `Return one of ${seat}’s ships`;
      case "attach": return `Place the tile next to ${name}`;
      case "exit": return `Place the tile at side ${number} of ${name}`;
      case "pass": return "Pass";
      case "settle": return `Place a ${card(first)} in ${region(second)}`;
      case "take": return first.includes(":") ? `Take the ship from ${beach(first)}` : `Take the card of ${region(first)}${second === "" ? "" : `: ${card(second)}`}`;
      case "own": return `Play your own card: ${card(first)}`;
      case "place": return `Place the stone in ${region(first)}`;
      case "draw": return "Draw a ritual card";
      case "triple": return `Place three stones: ${card(first)}`;
      case "choose": return `Choose from the deck: ${first.split("+").map(card).join(", ")}`;
      case "travel": return `Move the figure to ${region(first)}`;
      case "play": return `Play a ${card(first)}: ${uses[second as Use]}`;
      case "play-double": return `Play a double as ${card(first)}: ${uses[second as Use]}`;
      case "from": return `Remove one of ${seat}’s stones`;
      case "via": return `Adjacent region: ${region(first)}`;
    }
  },
  /** The engine's phrases have an English text. */
  phrase: ({ text }: Phrase): string => text,
  book,
};

export type Texts = typeof en;
