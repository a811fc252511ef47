// Die Regeln in einfachen Worten. Die Nummern sind die der genauen Regeln.

import type { RuleBook } from "./section";

export const de: RuleBook = {
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
