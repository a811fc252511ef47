// Deutsch, die Sprache der Spielanleitung.

import type { EventData } from "../engine";
import { LETTERS, place } from "../names";
import type { RuleBook } from "../rules/section";
import type { Texts } from "./en";

const letter = (seat: unknown): string => LETTERS[Number(seat)] ?? "?";
const ships = (count: number): string => (count === 1 ? "ein Schiff" : `${count} Schiffe`);
const sum = (fleet: unknown): number => (fleet as number[]).reduce((all, one) => all + one, 0);
const name = (id: unknown): string => place(String(id));
const cards: Record<string, string> = {
  lens: "Linse", cube: "Würfel", cylinder: "Zylinder", double: "Doppelkarte", scorpion: "Skorpion", triple: "Dreier",
  "four-rituals": "vier Ritualkarten", ancestor: "Urahne", elder: "Ältester", both: "beide Figuren",
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
  [/, worth (\d+)/, ", Wert $1"], [/\bking island of\b/, "Königsinsel von"], [/\bbeach (\d+):/g, "Strand $1:"],
  [/\b(\d+) free\b/g, "$1 frei"], [/^(\d+) of water$/, "Wasser: $1"], [/\b(\d+) of ([A-F])\b/g, "$1 von $2"],
  ...Object.entries(cards).map(([id, words]): [RegExp, string] => [new RegExp(`\\b${id}\\b`, "g"), words]),
  ...Object.entries(regions).map(([id, words]): [RegExp, string] => [new RegExp(`^${id}(?=:|$)`), words]),
];

/** What the engine refuses: how its sentences begin. What follows, such as a place in a file, stays English. */
const refusals: [RegExp, string][] = [
  [/^there is no game '(.*)'$/, "Es gibt kein Spiel „$1“"], [/^the record: it names no game$/, "Die Aufzeichnung nennt kein Spiel"],
  [/^the record: /, "Die Aufzeichnung ist nicht zu lesen: "], [/^the rules: /, "Die Regeln passen nicht: "],
];

/** Die Regeln in einfachen Worten. Die Nummern sind die der genauen Regeln. */
const book: RuleBook = {
  tongiaki: [
    { id: "aim", numbers: "T29–T30", title: "Worum es geht", picture: 1, text: [
      "Von Tonga aus fahrt ihr auf ein unbekanntes Meer und besiedelt Inseln. Am Ende zählt für dich jede Insel, auf der du ein Schiff hast, mit ihrer Zahl. Wie viele Schiffe dort liegen, ist gleich.",
      "Tonga zählt nichts. Bei gleichen Punkten gewinnt, wer auf mehr Inseln ist, danach, wer weniger Schiffe auf dem Plan hat.",
    ] },
    { id: "setup", numbers: "T1–T5", title: "Der Anfang", picture: 0, text: [
      "Jeder hat 15 Schiffe. Nur Tonga liegt offen; 15 Inseln und 16 Wasserteile liegen verdeckt in unbekannter Reihenfolge.",
      "Reihum setzt jeder ein Schiff an einen Strand von Tonga, dann ein zweites. An jedem Strand bleibt mindestens ein Liegeplatz frei.",
    ] },
    { id: "expand", numbers: "T6–T7, T31", title: "Vermehren", text: [
      "Wähle eine Insel mit eigenen Schiffen. So viele neue kommen dazu, wie du dort schon hast, höchstens eines je Strand und nicht mehr, als dein Vorrat hergibt.",
      "Sind alle deine Schiffe auf dem Plan, so nimm eines von irgendwo und setze es als einziges neues ein.",
    ] },
    { id: "voyage", numbers: "T14–T18", title: "Volle Strände stechen in See", picture: 2, text: [
      "Sind alle Liegeplätze eines Strandes besetzt, fährt die ganze Flotte ab, gleich, wem die Schiffe gehören. Wer am Zug ist, wählt den Steg, bevor etwas aufgedeckt wird.",
      "Ist das Meer dort unbekannt, wird ein Teil gezogen und angelegt. Sein rotes Wappen zeigt zur Flotte.",
      "Auf dem Wasser folgt die Flotte der Schaumspur. Die Zahl sagt, wie viele Farben sie braucht. Hat sie weniger, scheitert die Überfahrt, und die Schiffe gehen an ihre Besitzer zurück.",
      "Vor einer Königsinsel kehrt die Flotte dorthin um, woher sie kam.",
    ] },
    { id: "landing", numbers: "T19–T20", title: "Landen", text: [
      "Auf einer Insel verteilt der Spieler am Zug alle Schiffe der Flotte: zuerst eines an jeden Strand mit freiem Liegeplatz, dann den Rest. Schiffe ohne Platz gehen an ihre Besitzer zurück; welche, bestimmt er.",
      "Wird dabei ein Strand voll, so fährt auch er ab. Ein Zug kann so zu einer langen Kette werden.",
    ] },
    { id: "king", numbers: "T8–T9", title: "Eine Königsinsel gründen", picture: 3, text: [
      "Statt zu vermehren: Wo nur du Schiffe hast, lässt du eines für immer stehen und nimmst die anderen zurück. Die Insel gehört dir bis zum Schluss. Niemand kann dort landen oder hindurchfahren.",
      "Das darfst du zweimal im Spiel, nie auf Tonga.",
    ] },
    { id: "resettle", numbers: "T10–T12, T32", title: "Neu besiedeln", text: [
      "Statt zu vermehren: Nimm alle deine Schiffe vom Plan, außer von Königsinseln. Ziehe Teile und lege jedes an einen Steg oder eine Schaumspur deiner Wahl, bis eine Insel kommt. Auf sie setzt du ein Schiff.",
    ] },
    { id: "enter", numbers: "T13", title: "Ohne Schiff", text: [
      "Hast du außer Königen kein Schiff auf dem Plan, beginnst du neu: mit zwei Schiffen auf Tonga oder mit einem Schiff an einem Strand einer anderen Insel.",
    ] },
    { id: "endless", numbers: "T21–T25, T33–T35", title: "Endlose Ketten", text: [
      "Stege, die geradewegs zurückführen, darf man nur nehmen, wenn eine Insel keinen anderen Ausweg hat. Könnte eine Kette ewig dauern, gehen alle Schiffe der Insel an ihre Besitzer zurück, und das Teil kommt aus dem Spiel.",
    ] },
    { id: "end", numbers: "T26–T28, T36–T37", title: "Das Ende", text: [
      "Ist die letzte Insel oder das letzte Wasser gezogen, wird der Zug zu Ende gespielt; dann ist das Spiel aus. In der ungarischen Ausgabe beendet ein letztes Wasser das Spiel sofort.",
      "Eine Zuggrenze beendet Spiele, in denen niemand mehr zieht.",
    ] },
  ],
  wongar: [
    { id: "aim", numbers: "W26", title: "Worum es geht", text: [
      "Zehn Gebiete füllen sich mit Steinen dreier Arten: Linsen, Würfel und Zylinder. Wo eine Figur ankommt, findet eine Zeremonie statt: Für jede Art punktet, wer dort die meisten Steine hat. Die meisten Punkte gewinnen.",
    ] },
    { id: "setup", numbers: "W1–W7, W29", title: "Der Anfang", picture: 1, text: [
      "Steine aller Spieler werden zufällig auf die Gebiete verteilt. Im Spiel für Eingeweihte setzen die Spieler sie reihum.",
      "Jedes Gebiet hat einen Kartenstapel mit einer offenen Karte. Jeder hat Ritualkarten auf der Hand. Einer hat den Urahnen und den Bumerang, ein anderer den Ältesten.",
    ] },
    { id: "round", numbers: "W8–W11", title: "Eine Runde", text: [
      "Der Besitzer des Urahnen bekommt den Bumerang und deckt fehlende Karten auf. Der Besitzer des Ältesten zieht eine Ritualkarte.",
      "Vom Bumerang an nimmt jeder eine offene Karte aus einem beliebigen Gebiet, tut, was sie sagt, und behält sie.",
    ] },
    { id: "stones", numbers: "W12–W14", title: "Karten für Steine", text: [
      "Linse, Würfel oder Zylinder: Setze einen Stein dieser Art in das Gebiet der Karte. Dann zweimal: Setze noch einen irgendwohin, oder ziehe eine Ritualkarte.",
      "Dreifach: Setze drei Steine einer Art irgendwohin. Vier Rituale: Ziehe vier Ritualkarten.",
    ] },
    { id: "figures", numbers: "W15", title: "Karten für Figuren", picture: 2, text: [
      "Urahne: Nimm sein Zeichen und ziehe ihn in ein Nachbargebiet. Ältester: Nimm sein Zeichen und ziehe ihn einen oder zwei Schritte. Beide: Nimm beide Zeichen; beide Figuren kommen in das Gebiet der Karte. Dort findet dann eine Zeremonie statt.",
    ] },
    { id: "ceremony", numbers: "W19–W23", title: "Eine Zeremonie", text: [
      "Wer einen Stein im Gebiet hat, nimmt teil, zuerst der Besitzer des Urahnen. Reihum spielt man eine Ritualkarte oder passt. Wer gepasst hat, ist draußen.",
      "Eine Karte entfernt einen fremden Stein ihrer Art oder bewegt einen eigenen in ein Nachbargebiet hinaus oder von dort herein. Ein Doppel tut das mit zwei Steinen einer beliebigen Art.",
      "Dann punktet für jede Art, wer die meisten Steine davon hat. Bei Gleichstand der Besitzer des Urahnen, sonst wer als Nächster nach ihm sitzt. Von Phase zu Phase gibt es mehr Punkte.",
    ] },
    { id: "scorpion", numbers: "W16–W18, W32", title: "Skorpione", picture: 3, text: [
      "Wer einen Skorpion aufdeckt oder zieht, geht für jeden Spieler hinter ihm einen Punkt zurück, und der Skorpion zieht weiter. Im Spiel für Eingeweihte kosten Skorpione nichts.",
    ] },
    { id: "advanced", numbers: "W27–W32", title: "Für Eingeweihte", text: [
      "Jeder hat eine eigene Urahnen- und eine eigene Ältestenkarte. Statt eine offene Karte zu nehmen, darfst du eine davon spielen, jede einmal.",
      "Ritualkarten ziehst du nicht blind: Du suchst sie dir im Stapel aus. Welche, weißt nur du.",
    ] },
    { id: "end", numbers: "W24–W26", title: "Das Ende", text: [
      "Das letzte Feld der Skorpionspur oder ein leerer Stapel läutet das Ende ein. Die Runde wird zu Ende gespielt. Für jede Art bekommt 8 Punkte dazu, wer die meisten Karten davon genommen hat.",
    ] },
  ],
};

export const de: Texts = {
  language: "Deutsch",
  title: "Hidden Decks",
  lead: "Zwei Brettspiele mit verdeckten Stapeln und Gegner von sanft bis sehr stark. Sie denken in deinem Browser: Nichts verlässt diese Seite.",
  about: {
    tongiaki: "Segle von Tonga auf ein unbekanntes Meer und besiedle seine Inseln. 2 bis 6 Spieler.",
    wongar: "Habe die meisten Steine, wo der Urahne zur Zeremonie ruft. Verdeckte Handkarten. 3 bis 5 Spieler.",
  },
  newGame: "Neues Spiel",
  resume: "Letztes Spiel fortsetzen",
  resumeBranch: "Weiter mit dem, was du versucht hast",
  lastGame: "Das zuletzt beendete Spiel ansehen",
  openRecord: "Aufzeichnung öffnen",
  openRecordHelp: "Eine Datei mit Spielen (records.jsonl oder .jsonl.zst): hier auswählen oder auf die Seite ziehen.",
  moreOptions: "Weitere Einstellungen",
  settings: "Einstellungen",
  pace: "Tempo der Gegner",
  paces: ["sofort", "schnell", "ruhig", "langsam"],
  whichGame: (count) => `Die Datei enthält ${count} Spiele. Welches?`,
  game: "Spiel",
  players: "Spieler",
  rules: "Regeln",
  rulesOf: (title) => `Die Regeln von ${title}`,
  rulesHere: (title, numbers) => `Regel ${numbers}: ${title}`,
  contents: "Inhalt",
  close: "Schließen",
  editions: {
    schmidt: "Schmidt 2004",
    hungarian: "ungarisch",
    "hungarian-corrected": "ungarisch, korrigiert",
    english: "englisch",
    base: "Grundspiel",
    advanced: "Spiel für Eingeweihte",
  },
  rule: { edition: "Ausgabe", "turn-limit": "Höchstzahl der Züge", stall: "Runden ohne neue Karte, die das Spiel beenden (0: keine)" },
  seat: (of) => `Platz ${of}`,
  human: "ein Mensch",
  levels: ["Anfänger", "sanft", "mittel", "stark", "am stärksten"],
  seed: "Startwert des Stapels",
  seedHelp: "Derselbe Startwert gibt denselben Stapel: So können zwei Leute dasselbe Spiel spielen.",
  shareDeck: "Link zu diesem Stapel kopieren",
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
  turnDone: "Der Zug ist vollständig. Beende ihn, oder nimm ihn zurück",
  held: (of) => `Züge mit ${of}`,
  moves: "Züge",
  history: "Was geschah",
  hand: "Hand",
  emptyHand: "keine Karten",
  hiddenCards: (count) => (count === 1 ? "1 Karte, verdeckt" : `${count} Karten, verdeckt`),
  deck: "Stapel",
  card: "Karte",
  boardWords: "Der Plan in Worten",
  points: "Punkte",
  turn: (turn) => `Zug ${turn}`,
  step: (step, last) => `Schritt ${step} von ${last}`,
  review: "Dieses Spiel ansehen",
  save: "Aufzeichnung speichern",
  leave: "Verlassen",
  playOn: "Von hier weiterspielen",
  tryMove: (move) => `Weiterspielen mit: ${move}`,
  backToReview: "Zurück zur Ansicht",
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
  thresholds: "Ungenau: mindestens 5 Prozentpunkte Gewinnaussicht verloren; Fehler: 10; grober Fehler: 20. Brillant: um 10 besser als jeder andere Zug, und auf den ersten Blick nicht zu sehen.",
  lost: (share) => `${share} verloren`,
  average: "Mittlerer Verlust je Entscheidung",
  bestPlans: "Was die Suche denkt",
  bestPlansHelp: "Der gespielte Zug steht fett. Wähle einen Zug, um mit ihm weiterzuspielen.",
  move: "Zug",
  visits: "Besuche",
  value: "Wert",
  sees: "Wessen Augen",
  allSeeing: "alles sehend",
  seesAs: "Wie viel",
  seenOnly: "was er sieht",
  believed: "was er glauben darf",
  beliefs: "Wie wahrscheinlich an jedem Ort mindestens eine liegt, und wie viele dort zu erwarten sind",
  dark: "Dunkel",
  light: "Hell",
  system: "Wie das System",
  appearance: "Aussehen",
  languageLabel: "Sprache",
  copyLink: "Link zu diesem Schritt kopieren",
  copied: "Kopiert.",
  notCopied: "Der Browser lässt die Seite nicht kopieren: Der Link steht in der Adresszeile.",
  keys: "Tasten",
  keyList: [
    ["← →", "einen Schritt zurück oder vor"], ["Pos1, Ende", "zum Anfang, zum Ende"], ["Leertaste", "abspielen und anhalten"],
    ["+ − 0", "Plan größer, kleiner, alles"], ["Umschalt + Pfeile", "den vergrößerten Plan verschieben"],
  ],
  trouble: "Das ging nicht",
  refused: (sentence) => refusals.reduce((said, [words, here]) => said.replace(words, here), sentence),
  emptyFile: "Die Datei ist leer",
  largeFile: (megabytes) => `Die Datei hat ${megabytes} MB, mehr als 64`,
  largeInside: "Ausgepackt hat die Datei mehr als 64 MB",
  noText: "Die Datei enthält keinen Text: Aufzeichnungen sind Zeilen in JSON, lesbar oder mit zstd gepackt",
  damagedFile: "Die gepackte Datei ist beschädigt",
  otherSite: "#record= nennt nur eine Datei neben dieser Seite",
  noFile: (file) => `Es gibt keine Datei ${file}`,
  noLine: (line, lines) => `Es gibt kein Spiel ${line}: Die Datei enthält ${lines}`,
  damagedLink: "Der Link ist beschädigt oder unvollständig",
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
      case "take": return first.includes(":") ? `Das Schiff von ${beach(first)} nehmen` : `Die Karte von ${region(first)} nehmen${second === "" ? "" : `: ${card(second)}`}`;
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
  book,
};
