// German texts. Game terms follow the published German rules.

import type { Kind, Region, Use, Verb } from "../engine-keys";
import { place, water } from "../names";
import type { RuleBook } from "../rules/section";
import { aStone, capital, cards, german, letter, regions } from "./de-phrases";
import type { Texts } from "./en";

const list = new Intl.ListFormat("de", { type: "conjunction" });
const uses: Record<Use, string> = { remove: "Stein entfernen", out: "Stein hinaus", in: "Stein herein" };

/** Beginnings of the engine's error messages, with their German replacements. The rest, such as a place in a file, stays English. */
const refusals: [RegExp, string][] = [
  [/^there is no game '(.*)'$/, "Es gibt kein Spiel „$1“"], [/^the record: the field game is missing$/, "Die Aufzeichnung nennt kein Spiel"],
  [/^the record: /, "Die Aufzeichnung ist nicht zu lesen: "], [/^the rules: /, "Die Regeln passen nicht: "],
];

/** The rules in plain words, with the numbers of the exact rules that each section explains. */
const book: RuleBook = {
  tongiaki: [
    { id: "aim", numbers: "T29–T30", title: "Ziel des Spiels", picture: 1, text: [
      "Von Tonga aus segelt ihr auf ein unbekanntes Meer und besiedelt Inseln. Am Ende bekommst du für jede Insel, auf der du ein Schiff hast, so viele Punkte, wie ihre Zahl angibt. Wie viele Schiffe du dort hast, spielt keine Rolle.",
      "Tonga zählt nichts. Bei Gleichstand gewinnt, wer auf mehr Inseln vertreten ist, dann, wer weniger Schiffe auf dem Plan hat.",
    ] },
    { id: "setup", numbers: "T1–T5", title: "Spielaufbau", picture: 0, text: [
      "Jeder hat 15 Schiffe. Nur Tonga liegt offen aus; 15 Inselplättchen und 16 Wasserplättchen liegen verdeckt in unbekannter Reihenfolge.",
      "Reihum setzt jeder ein Schiff an einen Strand von Tonga, dann ein zweites. An jedem Strand bleibt mindestens ein Liegeplatz frei.",
    ] },
    { id: "expand", numbers: "T6–T7, T31", title: "Vermehren", text: [
      "Wähle eine Insel, auf der du Schiffe hast. Dort kommen so viele neue hinzu, wie du dort schon hast, höchstens eines je Strand und nicht mehr, als dein Vorrat hergibt.",
      "Sind alle deine Schiffe auf dem Plan, nimm eines von einer beliebigen Stelle und setze es als einziges neues Schiff ein.",
    ] },
    { id: "voyage", numbers: "T14–T18", title: "Volle Strände stechen in See", picture: 2, text: [
      "Sind alle Liegeplätze eines Strandes besetzt, fährt die ganze Flotte ab, egal wem die Schiffe gehören. Wer am Zug ist, wählt den Steg, bevor ein Plättchen aufgedeckt wird.",
      "Wo das Meer noch unbekannt ist, wird ein Plättchen gezogen und angelegt. Sein rotes Wappen zeigt zur Flotte.",
      "Auf dem Wasser folgt die Flotte der Schaumspur. Die Zahl gibt an, wie viele Farben die Flotte braucht. Hat sie weniger, scheitert die Überfahrt, und die Schiffe gehen an ihre Besitzer zurück.",
      "Vor einer Königsinsel kehrt die Flotte dorthin um, woher sie kam.",
    ] },
    { id: "landing", numbers: "T19–T20", title: "Landen", text: [
      "Auf einer Insel verteilt der Spieler am Zug alle Schiffe der Flotte: zuerst eines an jeden Strand mit freiem Liegeplatz, dann den Rest. Schiffe ohne Liegeplatz gehen an ihre Besitzer zurück; welche das sind, bestimmt der Spieler am Zug.",
      "Wird dabei ein Strand voll, fährt auch er ab. So kann ein Zug zu einer langen Kette werden.",
    ] },
    { id: "king", numbers: "T8–T9", title: "Eine Königsinsel gründen", picture: 3, text: [
      "Statt dich zu vermehren, wähle eine Insel, auf der nur du Schiffe hast. Eines bleibt für immer dort, die anderen nimmst du zurück. Die Insel gehört dir bis zum Ende des Spiels: Niemand kann dort landen oder hindurchfahren.",
      "Das darfst du zweimal im Spiel, aber nie auf Tonga.",
    ] },
    { id: "resettle", numbers: "T10–T12, T32", title: "Umsiedeln", text: [
      "Statt dich zu vermehren, nimm alle deine Schiffe vom Plan, außer von Königsinseln. Ziehe Plättchen und lege jedes an einen Steg oder eine Schaumspur deiner Wahl, bis eine Insel kommt. Auf diese setzt du ein Schiff.",
    ] },
    { id: "enter", numbers: "T13", title: "Neu einsetzen", text: [
      "Hast du außerhalb von Königsinseln kein Schiff auf dem Plan, setzt du neu ein: zwei Schiffe auf Tonga oder ein Schiff an einem Strand einer anderen Insel.",
    ] },
    { id: "endless", numbers: "T21–T25, T33–T35", title: "Endlose Ketten", text: [
      "Stege, die geradewegs zurückführen, sind nur erlaubt, wenn eine Insel keinen anderen Ausweg hat. Könnte eine Kette ewig dauern, gehen alle Schiffe der Insel an ihre Besitzer zurück, und das Plättchen kommt aus dem Spiel.",
    ] },
    { id: "end", numbers: "T26–T28, T36–T37", title: "Spielende", text: [
      "Ist die letzte Insel oder das letzte Wasser gezogen, wird der Zug noch zu Ende gespielt; dann endet das Spiel. In der ungarischen Ausgabe beendet das letzte Wasser das Spiel sofort, wenn es auf einer Überfahrt gezogen wird.",
      "Ein Zuglimit beendet Spiele, in denen niemand mehr Plättchen zieht.",
    ] },
  ],
  wongar: [
    { id: "aim", numbers: "W26", title: "Ziel des Spiels", text: [
      "Zehn Gebiete füllen sich mit Steinen dreier Arten: Linsen, Würfeln und Zylindern. Wo eine Figur ankommt, findet eine Zeremonie statt: Für jede Art punktet, wer dort die meisten Steine hat. Wer am Ende die meisten Punkte hat, gewinnt.",
    ] },
    { id: "setup", numbers: "W1–W7, W29", title: "Spielaufbau", picture: 1, text: [
      "Steine aller Spieler werden zufällig auf die Gebiete verteilt. Im Spiel für Eingeweihte setzen die Spieler sie einzeln reihum.",
      "Jedes Gebiet hat einen Kartenstapel mit einer offenen Karte. Jeder hat Ritualkarten auf der Hand. Ein Spieler hat den Urahnen und den Bumerang, ein anderer den Ältesten.",
    ] },
    { id: "round", numbers: "W8–W11", title: "Eine Runde", text: [
      "Der Besitzer des Urahnen bekommt den Bumerang und deckt fehlende Karten auf. Der Besitzer des Ältesten zieht eine Ritualkarte.",
      "Beginnend beim Besitzer des Bumerangs nimmt jeder eine offene Karte aus einem beliebigen Gebiet, führt sie aus und behält sie.",
    ] },
    { id: "stones", numbers: "W12–W14", title: "Karten für Steine", text: [
      "Linse, Würfel oder Zylinder: Setze einen Stein dieser Art in das Gebiet der Karte. Danach zweimal: Setze noch einen in ein beliebiges Gebiet, oder ziehe eine Ritualkarte.",
      "Dreier: Setze drei Steine einer Art in beliebige Gebiete. Vier Ritualkarten: Ziehe vier Ritualkarten.",
    ] },
    { id: "figures", numbers: "W15", title: "Karten für Figuren", picture: 2, text: [
      "Urahne: Nimm sein Zeichen und ziehe die Figur in ein Nachbargebiet. Ältester: Nimm sein Zeichen und ziehe die Figur einen oder zwei Schritte. Beide Figuren: Nimm beide Zeichen und setze beide Figuren in das Gebiet der Karte. Wo eine Figur ankommt, findet danach eine Zeremonie statt.",
    ] },
    { id: "ceremony", numbers: "W19–W23", title: "Eine Zeremonie", text: [
      "Wer einen Stein im Gebiet hat, nimmt teil; der Besitzer des Urahnen beginnt. Reihum spielt man eine Ritualkarte oder passt. Wer gepasst hat, ist aus der Zeremonie ausgeschieden.",
      "Eine Ritualkarte entfernt einen fremden Stein ihrer Art, oder sie bewegt einen eigenen in ein Nachbargebiet hinaus oder von dort herein. Eine Doppelkarte tut das mit zwei Steinen einer beliebigen Art.",
      "Dann punktet für jede Art, wer die meisten Steine davon hat. Bei Gleichstand punktet der Besitzer des Urahnen, sonst von den Beteiligten der nächste im Uhrzeigersinn. Von Phase zu Phase gibt es mehr Punkte.",
    ] },
    { id: "scorpion", numbers: "W16–W18, W32", title: "Skorpione", picture: 3, text: [
      "Wer einen Skorpion aufdeckt oder zieht, verliert für jeden Spieler, der weniger Punkte hat, einen Punkt, und der Skorpion rückt vor. Im Spiel für Eingeweihte kosten Skorpione nichts.",
    ] },
    { id: "advanced", numbers: "W27–W32", title: "Für Eingeweihte", text: [
      "Jeder hat eine eigene Urahnen- und eine eigene Ältestenkarte. Statt eine offene Karte zu nehmen, darfst du eine der beiden spielen, jede einmal im Spiel.",
      "Ritualkarten ziehst du nicht blind: Du suchst sie dir aus dem Stapel aus. Welche es sind, weißt nur du.",
    ] },
    { id: "end", numbers: "W24–W26", title: "Spielende", text: [
      "Erreicht der Skorpion das letzte Feld seiner Leiste oder ist ein Stapel leer, endet das Spiel nach dieser Runde. Für jede Art von Steinen bekommt 8 Punkte dazu, wer die meisten Karten dieser Art genommen hat; bei Gleichstand bekommen sie alle Beteiligten.",
    ] },
  ],
};

export const de: Texts = {
  language: "Deutsch",
  title: "Hidden Decks",
  lead: "Spiele zwei Brettspiele mit verdeckten Stapeln gegen Gegner in fünf Spielstärken. Sie rechnen in deinem Browser: Nichts verlässt diese Seite.",
  about: {
    tongiaki: "Segle von Tonga auf ein unbekanntes Meer und besiedle seine Inseln. 2–6 Spieler.",
    wongar: "Sammle die meisten Steine, wo die Figuren zur Zeremonie rufen. Verdeckte Handkarten. 3–5 Spieler.",
  },
  newGame: "Neues Spiel",
  resume: "Spiel fortsetzen",
  resumeBranch: "Variante fortsetzen",
  keptGames: "Angefangene Spiele",
  keptGame: (title, players, when) => `${title}, ${players} Spieler${when === "" ? "" : `, ${when}`}`,
  forget: (game) => `Löschen: ${game}`,
  openElsewhere: "Dieses Spiel ist in einem anderen Tab geöffnet",
  notKept: "Dein Browser speichert dieses Spiel nicht: Es geht verloren, wenn du die Seite schließt.",
  lastGame: "Letztes Spiel ansehen",
  openRecord: "Aufzeichnung öffnen",
  openRecordHelp: "Wähle eine Datei mit aufgezeichneten Spielen (.jsonl oder .jsonl.zst), oder ziehe sie auf diese Seite.",
  moreOptions: "Weitere Optionen",
  settings: "Einstellungen",
  pace: "Tempo der Gegner",
  paces: ["sofort", "schnell", "normal", "langsam"],
  whichGame: (count) => `Nummer des Spiels (1–${count})`,
  game: "Spiel",
  players: "Spieler",
  rules: "Regeln",
  rulesOf: (title) => `Regeln von ${title}`,
  rulesHere: (title, numbers) => `Regeln: ${title} (${numbers})`,
  contents: "Inhalt",
  close: "Schließen",
  editions: {
    schmidt: "Schmidt (2004)",
    dutch: "Niederländisch",
    brettspielwelt: "BrettspielWelt",
    hungarian: "Ungarisch",
    base: "Grundspiel",
    advanced: "Spiel für Eingeweihte",
  },
  rule: { edition: "Ausgabe", "turn-limit": "Zuglimit", stall: "Ende nach so vielen Runden ohne neues Plättchen (0 = nie)" },
  seat: (of) => `Platz ${of}`,
  human: "Mensch",
  levels: ["Anfänger", "leicht", "mittel", "stark", "sehr stark"],
  seed: "Startwert des Stapels",
  seedHelp: "Derselbe Startwert ergibt denselben Stapel. So können zwei Leute dasselbe Spiel spielen.",
  shareDeck: "Stapel-Link kopieren",
  start: "Spiel starten",
  yourTurn: (who) => `${who}, du bist am Zug`,
  thinking: (who) => `${who} denkt nach …`,
  over: "Spielende",
  wins: (who) => (who.length === 1 ? `${who[0]} gewinnt` : `${list.format(who)} teilen sich den Sieg`),
  pass: (who) => `Gib das Gerät an ${who}. Die Handkarten bleiben bis dahin verdeckt.`,
  goOn: "Hand zeigen",
  endTurn: "Zug beenden",
  takeBack: "Zurücknehmen",
  cannotTakeBack: "Du kannst nur Schritte dieses Zuges zurücknehmen, und keine, die ein Plättchen oder eine Karte aufgedeckt haben.",
  hint: "Tipp",
  hintIs: (move) => `Tipp: ${move}`,
  choose: "Wähle einen Zug auf dem Plan oder in der Liste",
  chooseMore: "Wähle den nächsten Ort, oder wähle einen noch einmal, um ihn abzuwählen",
  turnDone: "Dein Zug ist vollständig: Beende ihn, oder nimm ihn zurück",
  held: (of) => `Züge mit ${of}`,
  moves: "Züge",
  history: "Spielverlauf",
  hand: "Hand",
  emptyHand: "keine Karten",
  hiddenCards: (count) => (count === 1 ? "1 Karte, verdeckt" : `${count} Karten, verdeckt`),
  deck: "Stapel",
  card: "Karte",
  boardWords: "Plan in Worten",
  points: "Punkte",
  turn: (turn) => `Zug ${turn}`,
  step: (step, last) => `Schritt ${step} von ${last}`,
  review: "Spiel ansehen",
  save: "Aufzeichnung speichern",
  leave: "Verlassen",
  playOn: "Ab hier spielen",
  tryMove: (move) => `Ausprobieren: ${move}`,
  backToReview: "Zurück zur Ansicht",
  first: "Spielbeginn",
  back: "Schritt zurück",
  forward: "Schritt vor",
  last: "Spielende",
  playback: "Abspielen",
  pause: "Anhalten",
  speed: "Tempo",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  zoomReset: "Ganzer Plan",
  scores: "Punkte je Schritt",
  chances: "Gewinnchance je Schritt",
  analyse: "Fehler suchen",
  analysing: (done, all) => `Entscheidung ${done} von ${all} wird untersucht`,
  mistakes: "Fehler",
  noMistakes: "Die Suche hat keine Fehler gefunden.",
  mistake: { brilliant: "brillant", inaccuracy: "Ungenauigkeit", mistake: "Fehler", blunder: "grober Fehler" },
  thresholds: "Ungenauigkeit: Der Zug kostet mindestens 5 Prozentpunkte Gewinnchance. Fehler: mindestens 10. Grober Fehler: mindestens 20. Brillant: mindestens 10 besser als jeder andere untersuchte Zug, und greedy hätte anders gespielt.",
  lost: (share) => `${share} verloren`,
  average: "Durchschnittlicher Verlust je Entscheidung",
  bestPlans: "Untersuchte Züge",
  bestPlansHelp: "Der gespielte Zug ist fett gedruckt. Wähle einen anderen Zug, um mit ihm weiterzuspielen.",
  move: "Zug",
  visits: "Besuche",
  value: "Wert",
  sees: "Ansicht",
  allSeeing: "alle Spieler",
  seesAs: "Zeigen",
  seenOnly: "sichtbare Karten",
  believed: "erschlossene Karten",
  beliefs: "Wahrscheinlichkeit, dass an einem Ort mindestens eine solche Karte ist, und ihre erwartete Anzahl",
  dark: "Dunkel",
  light: "Hell",
  system: "System",
  appearance: "Darstellung",
  languageLabel: "Sprache",
  copyLink: "Link kopieren",
  copied: "Kopiert.",
  notCopied: "Dein Browser hat das Kopieren verhindert. Der Link steht in der Adresszeile.",
  keys: "Tastenkürzel",
  keyList: [
    ["← →", "Schritt zurück, Schritt vor"], ["Pos1, Ende", "Spielbeginn, Spielende"], ["Leertaste", "abspielen oder anhalten"],
    ["+ − 0", "vergrößern, verkleinern, ganzer Plan"], ["Umschalt + Pfeile", "den vergrößerten Plan verschieben"],
  ],
  trouble: "Das ging nicht",
  refused: (sentence) => refusals.reduce((said, [words, here]) => said.replace(words, here), sentence),
  emptyFile: "Die Datei ist leer",
  largeFile: (megabytes) => `Die Datei hat ${megabytes} MB; erlaubt sind 64 MB`,
  largeInside: "Entpackt hat die Datei mehr als 64 MB",
  noText: "Die Datei ist keine Textdatei: Erwartet werden JSON-Zeilen, unkomprimiert oder mit zstd komprimiert",
  damagedFile: "Die komprimierte Datei ist beschädigt",
  otherSite: "#record= darf nur eine Datei derselben Website nennen",
  noFile: (file) => `Datei nicht gefunden: ${file}`,
  noLine: (line, lines) => `Spiel ${line} nicht gefunden: Das letzte Spiel der Datei ist ${lines}`,
  damagedLink: "Der Link ist beschädigt oder unvollständig",
  boardLabel: (told) => `Plan. ${told}`,
  placeLabel: (moves) => `Ort: ${moves}`,
  cards,
  say(words) {
    const [verb = "", first = "", second = ""] = words;
    const beach = (text: string): string => `Strand ${Number(text.split(":")[1]) + 1} von ${place(text.split(":")[0] ?? "")}`;
    const region = (id: string): string => regions[id as Region];
    const card = (id: string): string => cards[id as keyof typeof cards];
    const seat = letter(Number(first));
    const [tile = "", side = ""] = first.split(">");
    const number = Number(side) + 1;
    const name = water(tile) === null ? place(tile) : `Wasserplättchen ${water(tile)}`;
    switch (verb as Verb) {
      case "expand": return `Auf ${name} vermehren`;
      case "found": return `Königsinsel auf ${name} gründen`;
      case "enter": return `Auf ${name} neu einsetzen`;
      case "resettle": return "Umsiedeln: alle Schiffe vom Plan nehmen";
      case "spread": {
        const [island = "", at = ""] = first.split(":");
        const beaches = at.split("+").map((one) => String(Number(one) + 1));
        return `Neue Schiffe auf ${place(island)} setzen: ${beaches.length === 1 ? "Strand" : "Strände"} ${list.format(beaches)}`;
      }
      case "moor": return `Anlegen an ${beach(first)}`;
      case "emigrate": return `Als Nächstes von ${name} ablegen`;
      case "sail": return `Von ${name} über Steg ${number} ablegen`;
      case "give-back": return `Ein Schiff an ${seat} zurückgeben`;
      case "attach": return `Das Plättchen an ${name} legen`;
      case "exit": return `Das Plättchen an Seite ${number} von ${name} legen`;
      case "settle": return `${capital(aStone[first as Kind])} ins Gebiet ${region(second)} setzen`;
      case "take": return first.includes(":") ? `Das Schiff von ${beach(first)} nehmen` : `Die Karte im Gebiet ${region(first)} nehmen${second === "" ? "" : `: ${card(second)}`}`;
      case "own": return `Eigene Karte spielen: ${card(first)}`;
      case "place": return `Den Stein ins Gebiet ${region(first)} setzen`;
      case "draw": return "Eine Ritualkarte ziehen";
      case "triple": return `Drei Steine setzen: ${card(first)}`;
      case "choose": return `Aus dem Stapel wählen: ${first.split("+").map(card).join(", ")}`;
      case "travel": return `Die Figur ins Gebiet ${region(first)} ziehen`;
      case "pass": return "Passen";
      case "play": return `${card(first)} spielen: ${uses[second as Use]}`;
      case "play-double": return `Doppelkarte als ${card(first)}: ${uses[second as Use]}`;
      case "from": return `Einen Stein von ${seat} entfernen`;
      case "via": return `Nachbargebiet: ${region(first)}`;
    }
  },
  phrase: german,
  book,
};
