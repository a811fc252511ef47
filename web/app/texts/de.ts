// Deutsch, die Sprache der Spielanleitung.

import type { EventData } from "../engine";
import { LETTERS, place } from "../names";
import type { Texts } from "./en";

const letter = (seat: unknown): string => LETTERS[Number(seat)] ?? "?";
const ships = (count: number): string => (count === 1 ? "ein Schiff" : `${count} Schiffe`);
const sum = (fleet: unknown): number => (fleet as number[]).reduce((all, one) => all + one, 0);
const name = (id: unknown): string => place(String(id));
const cards: Record<string, string> = {
  lens: "Linse", cube: "Würfel", cylinder: "Zylinder", double: "Doppelkarte", scorpion: "Skorpion", triple: "Dreier",
  "four-rituals": "vier Ritualkarten", ancestor: "Urahne", elder: "Ältester", both: "Urahne und Ältester",
};
const regions: Record<string, string> = {
  kangaroo: "Känguru", north: "Norden", "north-east": "Nordosten", west: "Westen", hands: "Hände", foot: "Fuß",
  east: "Osten", "south-west": "Südwesten", south: "Süden", "south-east": "Südosten",
};
const region = (id: unknown): string => regions[String(id)] ?? String(id);
const card = (id: unknown): string => cards[String(id)] ?? String(id);
const uses: Record<string, string> = { remove: "Stein entfernen", out: "Stein hinaus", in: "Stein herein" };

/** Events in German, by the keys of the record format. */
function tell(event: EventData): string {
  const { p, island, beach, fleet } = event;
  switch (event.event) {
    case "place": return "kind" in event ? `${letter(p)} setzt ${card(event.kind)} in Gebiet ${region(event.region)}.` : `${letter(p)} stellt ein Schiff an Strand ${Number(beach) + 1} von Tonga.`;
    case "expand": return `${letter(p)} vermehrt sich auf ${name(island)}: ${ships((event.beaches as number[]).length)}.`;
    case "enter": return `${letter(p)} kommt auf ${name(island)} neu ins Spiel.`;
    case "king": return `${letter(p)} gründet eine Königsinsel auf ${name(island)}.`;
    case "resettle": return `${letter(p)} nimmt alle Schiffe vom Plan und siedelt um.`;
    case "sail": return `Eine Flotte mit ${ships(sum(fleet))} verlässt ${name(island)}.`;
    case "draw": return `Aufgedeckt wird ${name(event.tile)}.`;
    case "fail": return `Die Überfahrt scheitert: ${ships(sum(fleet))} kehren zu ihren Besitzern zurück.`;
    case "turn_back": return `Die Königsinsel ${name(island)} weist die Flotte ab.`;
    case "adrift": return `${ships(sum(fleet))} treiben von nun an auf dem Wasser.`;
    case "land": return `${ships(sum(fleet) - sum(event.returned))} landen auf ${name(island)}.`;
    case "settle": return `${letter(p)} siedelt auf ${name(island)}, Strand ${Number(beach) + 1}.`;
    case "endless": return `Eine endlose Kette räumt ${name(island)}.`;
    case "end": return "Das Spiel ist zu Ende.";
    case "round": return `Runde ${event.n} beginnt; den Bumerang hat ${letter(event.start)}.`;
    case "reveal": return `In Gebiet ${region(event.region)} liegt nun offen: ${card(event.card)}.`;
    case "take": return `${letter(p)} nimmt in Gebiet ${region(event.region)}: ${card(event.card)}.`;
    case "own_card": return `${letter(p)} spielt die eigene Karte ${card(event.card)}.`;
    case "ritual": return event.card === undefined ? `${letter(p)} zieht eine Ritualkarte.` : `${letter(p)} zieht ${card(event.card)}.`;
    case "lapse": return `${letter(p)} kann keine Karte ziehen.`;
    case "reshuffle": return "Die Ritualkarten werden neu gemischt.";
    case "scorpion": return `Der Skorpion rückt auf Feld ${event.space}; ${letter(p)} verliert ${event.penalty}.`;
    case "move": return `${card(event.figure)} zieht nach Gebiet ${region(event.region)}.`;
    case "ceremony": return `In Gebiet ${region(event.region)} beginnt eine Zeremonie.`;
    case "play": return `${letter(p)} spielt ${card(event.card)}: ${uses[String(event.use)] ?? ""}.`;
    case "pass": return `${letter(p)} passt.`;
    case "score": return `${letter(p)} hat die meisten (${card(event.kind)}): ${event.points} Punkte.`;
    case "bonus": return `Bonus (${card(event.kind)}): ${(event.seats as number[]).map(letter).join(" und ")}.`;
    default: return String(event.event);
  }
}

/** What the engine writes of a position: how it begins, and how that is said here. */
const facts: [RegExp, string][] = [
  [/\bstill hidden: (\d+) islands?, (\d+) of water\b/, "noch verdeckt: Inseln $1, Wasser $2"],
  [/\b(\d+) ships? in supply\b/, "$1 Schiffe im Vorrat"],
  [/\b1 island\b/, "1 Insel"], [/\b(\d+) islands\b/, "$1 Inseln"],
  [/\b1 king\b/, "1 Königsinsel"], [/\b(\d+) kings\b/, "$1 Königsinseln"],
  [/\badrift\b/, "treibend"], [/\bunder way\b/, "unterwegs"],
  [/\bround (\d+), scorpion on space (\d+) of (\d+)/, "Runde $1, Skorpion auf Feld $2 von $3"],
  [/\b1 ritual card\b/, "1 Ritualkarte"], [/\b(\d+) ritual cards\b/, "$1 Ritualkarten"],
  [/\bboomerang\b/, "Bumerang"], [/\bno open card\b/, "keine offene Karte"], [/\bopen card\b/, "offene Karte"],
  [/\bface down\b/, "verdeckt"], [/^scorpion$/, "Skorpion"],
  ...Object.entries(cards).map(([id, words]): [RegExp, string] => [new RegExp(`\\b${id}\\b`), words]),
  ...Object.entries(regions).map(([id, words]): [RegExp, string] => [new RegExp(`^${id}$`), words]),
];

export const de: Texts = {
  language: "Deutsch",
  title: "Hidden Decks",
  lead: "Spiele Tongiaki und Wongar gegen die Agenten dieses Projekts, oder sieh dir ein Spiel noch einmal an. Nichts verlässt diese Seite.",
  newGame: "Neues Spiel",
  resume: "Letztes Spiel fortsetzen",
  openRecord: "Aufzeichnung öffnen",
  openRecordHelp: "Eine Datei mit Spielen (records.jsonl oder .jsonl.zst): hier auswählen oder auf die Seite ziehen.",
  whichGame: (count) => `Die Datei enthält ${count} Spiele. Welches?`,
  game: "Spiel",
  players: "Spieler",
  rules: "Regeln",
  rulesOf: (title) => `Die Regeln von ${title}`,
  rulesHere: "Die Regel dazu",
  contents: "Inhalt",
  close: "Schließen",
  editions: {
    schmidt: "Schmidt 2004",
    hungarian: "ungarisch",
    "hungarian-corrected": "ungarisch, korrigiert",
    english: "englisch",
    base: "Grundspiel",
    advanced: "Spiel für Fortgeschrittene",
  },
  rule: { edition: "Ausgabe", "turn-limit": "Höchstzahl der Züge" },
  seat: (of) => `Platz ${of}`,
  human: "ein Mensch",
  levels: ["Anfänger", "sanft", "mittel", "stark", "am stärksten"],
  seed: "Startwert des Stapels",
  seedHelp: "Derselbe Startwert gibt denselben Stapel: So können zwei Leute dasselbe Spiel spielen.",
  start: "Los geht’s",
  yourTurn: (who) => `${who} ist am Zug`,
  thinking: (who) => `${who} denkt nach …`,
  over: "Das Spiel ist zu Ende",
  wins: (who) => (who.length === 1 ? `${who[0]} gewinnt` : `${who.join(" und ")} teilen sich den Sieg`),
  pass: (who) => `Gib das Gerät an ${who}. Die Handkarten erscheinen, wenn du weitergehst.`,
  goOn: "Weiter",
  endTurn: "Zug beenden",
  takeBack: "Zurücknehmen",
  cannotTakeBack: "Ein Plättchen oder eine Karte wurde aufgedeckt: Das lässt sich nicht zurücknehmen.",
  hint: "Tipp",
  hintIs: (move) => `Der starke Agent würde spielen: ${move}`,
  choose: "Wähle auf dem Plan oder in der Liste",
  chooseMore: "Wähle den nächsten Ort, oder nimm einen zurück, indem du ihn noch einmal wählst",
  moves: "Züge",
  history: "Was geschah",
  hand: "Hand",
  emptyHand: "keine Karten",
  points: "Punkte",
  turn: (turn) => `Zug ${turn}`,
  step: (step, last) => `Schritt ${step} von ${last}`,
  review: "Dieses Spiel ansehen",
  save: "Aufzeichnung speichern",
  leave: "Verlassen",
  playOn: "Von hier weiterspielen",
  first: "Zum Anfang",
  back: "Zurück",
  forward: "Vor",
  last: "Zum Ende",
  playback: "Abspielen",
  pause: "Anhalten",
  speed: "Tempo",
  zoomIn: "Größer",
  zoomOut: "Kleiner",
  zoomReset: "Alles",
  scores: "Punkte nach Schritten",
  chances: "Gewinnaussicht nach Schritten",
  analyse: "Fehler suchen",
  analysing: (done, all) => `Entscheidung ${done} von ${all}`,
  mistakes: "Verlorene Gewinnaussicht",
  noMistakes: "Nichts ging verloren, was die Suche sieht.",
  mistake: { brilliant: "brillant", inaccuracy: "ungenau", mistake: "Fehler", blunder: "grober Fehler" },
  lost: (share) => `${share} verloren`,
  average: "Mittlerer Verlust je Entscheidung",
  bestPlans: "Was die Suche denkt",
  move: "Zug",
  visits: "Besuche",
  value: "Wert",
  sees: "Wessen Augen",
  allSeeing: "alle Karten",
  beliefs: "Was dieser Platz in jeder Hand erwarten darf",
  dark: "Dunkel",
  light: "Hell",
  system: "Wie das System",
  appearance: "Aussehen",
  languageLabel: "Sprache",
  copyLink: "Link zu diesem Schritt kopieren",
  copied: "Kopiert.",
  trouble: "Das ging nicht",
  boardLabel: (told) => `Der Plan. ${told}`,
  placeLabel: (moves) => `Ort: ${moves}`,
  cards,
  say(words) {
    const [verb = "", first = "", second = ""] = words;
    const beach = (text: string): string => `Strand ${Number(text.split(":")[1]) + 1} von ${place(text.split(":")[0] ?? "")}`;
    switch (verb) {
      case "expand": return `Auf ${place(first)} vermehren`;
      case "found": return `Königsinsel auf ${place(first)} gründen`;
      case "enter": return `Auf ${place(first)} neu beginnen`;
      case "resettle": return "Alle Schiffe vom Plan nehmen und umsiedeln";
      case "spread": {
        const [island = "", beaches = ""] = first.split(":");
        return `Neue Schiffe auf ${place(island)}, Strand ${beaches.split("+").map((one) => Number(one) + 1).join(", ")}`;
      }
      case "moor": return `Anlegen an ${beach(first)}`;
      case "emigrate": return `Als Nächstes von ${place(first)} ablegen`;
      case "sail": return `Von ${place(first.split(">")[0] ?? "")} über Steg ${Number(first.split(">")[1]) + 1} ablegen`;
      case "give-back": return `Ein Schiff an ${letter(first)} zurückgeben`;
      case "attach": return `Das Plättchen an ${place(first)} legen`;
      case "exit": return `An Seite ${Number(first.split(">")[1]) + 1} von ${place(first.split(">")[0] ?? "")} legen`;
      case "settle": return `${card(first)} in Gebiet ${region(second)} setzen`;
      case "take": return first.includes(":") ? `Das Schiff von ${beach(first)} nehmen` : `Die Karte von Gebiet ${region(first)} nehmen`;
      case "own": return `Eigene Karte spielen: ${card(first)}`;
      case "place": return `Den Stein in Gebiet ${region(first)} setzen`;
      case "draw": return "Eine Ritualkarte ziehen";
      case "triple": return `Drei setzen: ${card(first)}`;
      case "choose": return `Aus dem Stapel nehmen: ${first.split("+").map(card).join(", ")}`;
      case "travel": return `Die Figur nach Gebiet ${region(first)} ziehen`;
      case "pass": return "Passen";
      case "play": return `${card(first)} spielen: ${uses[second] ?? second}`;
      case "play-double": return `Doppelkarte als ${card(first)}: ${uses[second] ?? second}`;
      case "from": return `Einen Stein von ${letter(first)} entfernen`;
      case "via": return `Gebiet ${region(first)}`;
      default: return words.join(" ");
    }
  },
  uses,
  tell,
  fact: (text) => facts.reduce((said, [words, here]) => said.replace(words, here), text),
};
