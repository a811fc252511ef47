// The engine's phrases in German.

import type { AreaCard, Compass, Figure, Kind, Phrase, Phrases, PlayingCard, Region, RitualCard, Use } from "../engine-keys";
import { LETTERS } from "../names";
import { signed } from "./signed";

const list = new Intl.ListFormat("de", { type: "conjunction" });
const numbers = new Intl.NumberFormat("de");
const plurals = new Intl.PluralRules("de");

/** A number of things in the nominative or accusative, which have the same plural. */
const count = (number: number, one: string, other: string): string => `${signed(numbers.format(number))} ${plurals.select(number) === "one" ? one : other}`;

const letter = (seat: number): string => LETTERS[seat] ?? "?";
const letters = (seats: number[]): string => list.format(seats.map(letter));
const ships = (number: number): string => count(number, "Schiff", "Schiffe");
export const points = (number: number): string => count(number, "Punkt", "Punkte");
const chips = (number: number): string => count(number, "Chip", "Chips");
const waters = (number: number): string => count(number, "Wasserplättchen", "Wasserplättchen");
const owned = (counts: [number, number][]): string => (counts.length === 0 ? "keine" : counts.map(([seat, number]) => `${number} von ${letter(seat)}`).join(", "));
/** A fleet: `2 Schiffe von A, 1 von D`. */
const fleet = (counts: [number, number][]): string => {
  const [first, ...others] = counts;
  return first === undefined ? "keine" : [`${ships(first[1])} von ${letter(first[0])}`, ...others.map(([seat, number]) => `${number} von ${letter(seat)}`)].join(", ");
};
const atBeaches = (beaches: number[]): string => (beaches.length === 1 ? `an Strand ${beaches[0] ?? ""}` : `an den Stränden ${list.format(beaches.map(String))}`);

export const cards: Record<AreaCard | RitualCard | PlayingCard, string> = {
  lens: "Linse", cube: "Würfel", cylinder: "Zylinder", double: "Doppelkarte", scorpion: "Skorpion", triple: "Dreier",
  "four-rituals": "vier Ritualkarten", ancestor: "Urahne", elder: "Ältester", both: "beide Figuren",
  T: "Zehn", J: "Bube", Q: "Dame", K: "König", Js: "Pik-Bube", Jh: "Herz-Bube", Qs: "Pik-Dame", Qh: "Herz-Dame", Ks: "Pik-König", Kh: "Herz-König",
};
const regions: Record<Region, string> = {
  kangaroo: "Känguru", north: "Norden", "north-east": "Nordosten", west: "Westen", hands: "Hände", foot: "Fuß",
  east: "Osten", "south-west": "Südwesten", south: "Süden", "south-east": "Südosten",
};
/** A figure with its article, in the nominative. */
const figures: Record<Figure, string> = { ancestor: "der Urahne", elder: "der Älteste" };
const kindPlural: Record<Kind, string> = { lens: "Linsen", cube: "Würfel", cylinder: "Zylinder" };
/** A stone with its article, in the accusative. */
const aStone: Record<Kind, string> = { lens: "eine Linse", cube: "einen Würfel", cylinder: "einen Zylinder" };
const stones = ({ kind, count: number }: { kind: Kind; count: number }): string => (number === 1 ? aStone[kind] : `${number} ${kindPlural[kind]}`);
const regionList = (names: Region[]): string => list.format(names.map((name) => regions[name]));
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const uses: Record<Use, string> = { remove: "Stein entfernen", out: "Stein hinaus", in: "Stein herein" };
const compass: Record<Compass, string> = {
  north: "Norden", northeast: "Nordosten", southeast: "Südosten", south: "Süden", southwest: "Südwesten", northwest: "Nordwesten",
};
/** A tile by the name of its island or the number of its water tile. */
const tileName = (tile: string | number): string => (typeof tile === "string" ? tile : `Wasserplättchen ${tile}`);

/** What a player does, in the third person or in the second. */
const does = (p: number, isYou: boolean, third: string, second = third): string => (isYou ? `Du ${second}` : `${letter(p)} ${third}`);

/** The phrases, which can address the player `p`. */
const phrases: { [Key in keyof Phrases]: (values: Phrases[Key], isYou: boolean) => string } = {
  "tongiaki.hidden": ({ islands, waters: left }) => `noch verdeckt: ${count(islands, "Insel", "Inseln")}, ${waters(left)}`,
  "tongiaki.seat": ({ parts }) => parts.map(german).join(", "),
  "tongiaki.islands": ({ islands }) => count(islands, "Insel", "Inseln"),
  "tongiaki.kings": ({ kings }) => count(kings, "Königsinsel", "Königsinseln"),
  "tongiaki.supply": ({ ships: number }) => `${ships(number)} im Vorrat`,
  "tongiaki.island": ({ island, points: worth, beaches }) => `${island}, Wert ${worth}: ${beaches.map(german).join("; ")}`,
  "tongiaki.king_island": ({ island, points: worth, king }) => `${island}, Wert ${worth}, Königsinsel von ${letter(king)}`,
  "tongiaki.plate": ({ island, points: worth }) => `${island} ${worth}`,
  "tongiaki.beach": ({ beach, ships: seats, free }) => `Strand ${beach}: ${seats.map(letter).join(", ")}, ${free} frei`,
  "tongiaki.mooring": ({ beach, island }) => `Strand ${beach} von ${island}`,
  "tongiaki.empty_beach": ({ beach, free }) => `Strand ${beach}: ${free} frei`,
  "tongiaki.waters": ({ waters: number }) => waters(number),
  "tongiaki.fleet_adrift": ({ fleet: counts }) => `treibend: ${owned(counts)}`,
  "tongiaki.fleet_under_way": ({ fleet: counts }) => `unterwegs: ${owned(counts)}`,
  "tongiaki.tile": ({ tile }) => tileName(tile),
  "tongiaki.move_expand": ({ island }) => `Auf ${island} vermehren`,
  "tongiaki.move_found": ({ island }) => `Königsinsel auf ${island} gründen`,
  "tongiaki.move_enter": ({ island }) => `Auf ${island} neu einsetzen`,
  "tongiaki.move_resettle": () => "Umsiedeln: alle Schiffe vom Plan nehmen",
  "tongiaki.move_take": ({ beach, island }) => `Das Schiff von Strand ${beach} von ${island} nehmen`,
  "tongiaki.move_spread": ({ island, beaches }) => `Neue Schiffe auf ${island} setzen: ${beaches.length === 1 ? "Strand" : "Strände"} ${list.format(beaches.map(String))}`,
  "tongiaki.move_moor": ({ beach, island }) => `Anlegen an Strand ${beach} von ${island}`,
  "tongiaki.move_land": ({ p, beach, island }) => `Ein Schiff von ${letter(p)} an Strand ${beach} von ${island} anlegen`,
  "tongiaki.move_emigrate": ({ island }) => `Als Nächstes von ${island} ablegen`,
  "tongiaki.move_sail": ({ island, to }) => `Von ${island} nach ${compass[to]} ablegen`,
  "tongiaki.move_give_back": ({ p }) => `Ein Schiff an ${letter(p)} zurückgeben`,
  "tongiaki.move_attach": ({ tile }) => `Das Plättchen an ${tileName(tile)} legen`,
  "tongiaki.move_exit": ({ tile, to }) => `Das Plättchen im ${compass[to]} von ${tileName(tile)} anlegen`,
  "tongiaki.place": ({ p, beach }, isYou) => `${does(p, isYou, "stellt", "stellst")} ein Schiff an Strand ${beach} von Tonga.`,
  "tongiaki.expand": ({ p, island, ships: number, beaches }, isYou) =>
    `${does(p, isYou, "vermehrt sich", "vermehrst dich")} auf ${island}: ${count(number, "neues Schiff", "neue Schiffe")} ${atBeaches(beaches)}.`,
  "tongiaki.expand_from": ({ p, island, beaches, origin, beach }, isYou) =>
    `${does(p, isYou, "hat", "hast")} kein Schiff im Vorrat und ${isYou ? "vermehrst dich" : "vermehrt sich"} auf ${island} mit einem Schiff von Strand ${beach} von ${origin}, jetzt ${atBeaches(beaches)}.`,
  "tongiaki.enter": ({ p, island, ships: number, beaches }, isYou) => `${does(p, isYou, "setzt")} auf ${island} neu ein: ${ships(number)} ${atBeaches(beaches)}.`,
  "tongiaki.king": ({ p, island, points: worth }, isYou) =>
    `${does(p, isYou, "gründet", "gründest")} eine Königsinsel auf ${island}. Deren ${points(worth)} gehören ${isYou ? "dir" : letter(p)} bis zum Ende des Spiels.`,
  "tongiaki.resettle": ({ p }, isYou) => `${does(p, isYou, "siedelt", "siedelst")} um: Alle ${isYou ? "deine" : "eigenen"} Schiffe verlassen den Plan, außer denen auf Königsinseln.`,
  "tongiaki.sail": ({ island, beach, fleet: counts }) => `Die Flotte fährt von Strand ${beach} von ${island} ab: ${fleet(counts)}.`,
  "tongiaki.draw_island": ({ island, points: worth }) => `${island} wird entdeckt und ist ${points(worth)} wert.`,
  "tongiaki.draw_water": ({ tile, colours }) =>
    `Wasserplättchen ${tile} wird aufgedeckt. Für seine Schaumspuren braucht eine Flotte ${list.format(colours.map(String))} Farben.`,
  "tongiaki.fail": ({ tile, fleet: counts }) =>
    `Die Überfahrt scheitert: Die Flotte hat zu wenige Farben für die Schaumspur von Wasserplättchen ${tile}. Zurück an ihre Besitzer: ${fleet(counts)}.`,
  "tongiaki.turn_back": ({ island }) => `${island} ist eine Königsinsel: Die Flotte kehrt um.`,
  "tongiaki.drift": ({ fleet: counts }) => `Für die Weiterfahrt ist kein Plättchen mehr da. Die Flotte treibt bis zum Ende des Spiels: ${fleet(counts)}.`,
  "tongiaki.land": ({ island, fleet: counts }) => `Die Flotte landet auf ${island}: ${fleet(counts)}.`,
  "tongiaki.land_returned": ({ island, fleet: counts, returned }) =>
    `Die Flotte landet auf ${island}: ${fleet(counts)}. Ohne Liegeplatz und zurück an ihre Besitzer: ${fleet(returned)}.`,
  "tongiaki.settle": ({ p, island, beach }, isYou) => `${does(p, isYou, "siedelt", "siedelst")} an Strand ${beach} von ${island}.`,
  "tongiaki.endless": ({ island, returned }) => `Die Kette würde nie enden: ${island} kommt aus dem Spiel. Zurück an ihre Besitzer: ${fleet(returned)}.`,
  "tongiaki.end_deck": () => "Das Spiel ist zu Ende: Die letzte Insel oder das letzte Wasser ist gezogen.",
  "tongiaki.end_turn_limit": () => "Das Spiel ist zu Ende: Das Zuglimit ist erreicht.",
  "tongiaki.end_stall": () => "Das Spiel ist zu Ende: Zu viele Runden sind ohne neues Plättchen vergangen.",
  "tongiaki.legend_ships": () => "Schiffe. Jeder Spieler hat eine Farbe, eine Form und einen Buchstaben; A sitzt auf Platz 0 und beginnt.",
  "tongiaki.legend_island": () =>
    "Eine Insel mit ihrem Namen und ihren Punkten, umgeben von Stränden. Jeder Ring auf einem Strand ist ein Liegeplatz für ein Schiff, und braune Stege führen aufs Meer. Das rote Wappen zeigt die Seite, an der die erste Flotte ankam.",
  "tongiaki.legend_water": () =>
    "Wasser mit drei Schaumspuren. Eine Flotte folgt der Spur, die an ihrer Seite beginnt. Die Zahl gibt an, wie viele Farben die Flotte braucht; ohne Zahl kommt jede Flotte durch.",
  "tongiaki.legend_king": () => "Eine Königsinsel. Keine Flotte kann dort landen, und ihre Punkte bekommt nur der König, dessen Farbe die Maske hat.",
  "wongar.progress": ({ round, space, spaces }) => `Runde ${round}, Skorpion auf Feld ${space} von ${spaces}`,
  "wongar.seat": ({ parts }) => parts.map(german).join(", "),
  "wongar.hand": ({ cards: number }) => count(number, "Ritualkarte", "Ritualkarten"),
  "wongar.figure": ({ figure }) => cards[figure],
  "wongar.boomerang": () => "Bumerang",
  "wongar.contents": ({ region, parts }) => `${regions[region]}: ${parts.map(german).join("; ")}`,
  "wongar.stones": ({ kind, owners }) => `${kindPlural[kind]}: ${owned(owners)}`,
  "wongar.open_card": ({ card }) => `offene Karte: ${cards[card]}`,
  "wongar.no_open_card": () => "keine offene Karte",
  "wongar.face_down": ({ cards: number }) => `${count(number, "Karte", "Karten")} verdeckt`,
  "wongar.region": ({ region }) => regions[region],
  "wongar.card": ({ card }) => cards[card],
  "wongar.kind": ({ kind }) => cards[kind],
  "wongar.scorpion": () => "Skorpion",
  "wongar.move_settle": ({ kind, region }) => `${capital(aStone[kind])} ins Gebiet ${regions[region]} setzen`,
  "wongar.move_take": ({ region, card }) => `Die Karte im Gebiet ${regions[region]} nehmen: ${cards[card]}`,
  "wongar.move_own": ({ figure }) => `Eigene Karte spielen: ${cards[figure]}`,
  "wongar.move_place": ({ region }) => `Den Stein ins Gebiet ${regions[region]} setzen`,
  "wongar.move_draw": () => "Eine Ritualkarte ziehen",
  "wongar.move_triple": ({ kind }) => `Drei ${kindPlural[kind]} setzen`,
  "wongar.move_choose": ({ cards: chosen }) => `Aus dem Stapel wählen: ${list.format(chosen.map((card) => cards[card]))}`,
  "wongar.move_choose_unseen": ({ cards: number }) => `${count(number, "Karte", "Karten")} aus dem Stapel wählen`,
  "wongar.move_travel": ({ region }) => `Die Figur ins Gebiet ${regions[region]} ziehen`,
  "wongar.move_pass": () => "Passen",
  "wongar.move_play": ({ kind, usage }) => `${cards[kind]} spielen: ${uses[usage]}`,
  "wongar.move_play_double": ({ kind, usage }) => `Doppelkarte als ${cards[kind]}: ${uses[usage]}`,
  "wongar.move_from": ({ p }) => `Einen Stein von ${letter(p)} entfernen`,
  "wongar.move_via": ({ region }) => `Nachbargebiet: ${regions[region]}`,
  "wongar.place": ({ p, kind, region }, isYou) => `${does(p, isYou, "setzt")} ${aStone[kind]} ins Gebiet ${regions[region]}.`,
  "wongar.round": ({ round, start }) => `Runde ${round} beginnt. ${letter(start)} hat den Bumerang.`,
  "wongar.reveal": ({ region, card }) => `Im Gebiet ${regions[region]} wird eine Karte aufgedeckt: ${cards[card]}.`,
  "wongar.take": ({ p, region, card }, isYou) => `${does(p, isYou, "nimmt", "nimmst")} die offene Karte im Gebiet ${regions[region]}: ${cards[card]}.`,
  "wongar.own_card": ({ p, figure }, isYou) => `${does(p, isYou, "spielt", "spielst")} die eigene Karte: ${cards[figure]}.`,
  "wongar.ritual": ({ p, card }, isYou) => `${does(p, isYou, "bekommt", "bekommst")} eine Ritualkarte: ${cards[card]}.`,
  "wongar.hidden_ritual": ({ p }, isYou) => `${does(p, isYou, "bekommt", "bekommst")} eine Ritualkarte.`,
  "wongar.lapse": ({ p }, isYou) => `${does(p, isYou, "kann", "kannst")} nicht ziehen: Es sind keine Ritualkarten mehr da.`,
  "wongar.reshuffle": () => "Die abgelegten Ritualkarten werden zu einem neuen Stapel gemischt.",
  "wongar.penalty": ({ p, points: lost, space }, isYou) => `${does(p, isYou, "bekommt", "bekommst")} einen Skorpion und ${isYou ? "verlierst" : "verliert"} ${points(lost)}. Der Skorpion rückt auf Feld ${space} vor.`,
  "wongar.no_penalty": ({ p, space }, isYou) => `${does(p, isYou, "bekommt", "bekommst")} einen Skorpion, der auf Feld ${space} vorrückt.`,
  "wongar.travel": ({ figure, region }) => `${capital(figures[figure])} zieht ins Gebiet ${regions[region]}.`,
  "wongar.ceremony": ({ region, figure }) => `Im Gebiet ${regions[region]} beginnt eine Zeremonie, weil ${figures[figure]} angekommen ist.`,
  "wongar.ceremony_of_both": ({ region }) => `Im Gebiet ${regions[region]} beginnt eine Zeremonie, weil beide Figuren angekommen sind.`,
  "wongar.remove": ({ p, card, stones: removed, owners }, isYou) => `${does(p, isYou, "spielt", "spielst")} eine Ritualkarte (${cards[card]}) und ${isYou ? "entfernst" : "entfernt"} ${stones(removed)} von ${letters(owners)}.`,
  "wongar.move_out": ({ p, card, stones: moved, regions: to }, isYou) =>
    `${does(p, isYou, "spielt", "spielst")} eine Ritualkarte (${cards[card]}) und ${isYou ? "bewegst" : "bewegt"} ${stones(moved)} hinaus ${to.length === 1 ? "ins Gebiet" : "in die Gebiete"} ${regionList(to)}.`,
  "wongar.move_in": ({ p, card, stones: moved, regions: from }, isYou) =>
    `${does(p, isYou, "spielt", "spielst")} eine Ritualkarte (${cards[card]}) und ${isYou ? "holst" : "holt"} ${stones(moved)} herein aus ${from.length === 1 ? "dem Gebiet" : "den Gebieten"} ${regionList(from)}.`,
  "wongar.pass": ({ p }, isYou) => `${does(p, isYou, "passt")}.`,
  "wongar.score": ({ p, kind, points: scored }, isYou) => `${does(p, isYou, "hat", "hast")} die meisten ${kindPlural[kind]} und ${isYou ? "bekommst" : "bekommt"} ${points(scored)}.`,
  "wongar.bonus": ({ kind, seats }) => `Bonus für die meisten Karten der Art ${cards[kind]}: ${letters(seats)}.`,
  "wongar.no_bonus": ({ kind }) => `Bonus für die meisten Karten der Art ${cards[kind]}: niemand.`,
  "wongar.end_scorpion": () => "Das Spiel ist zu Ende: Der Skorpion hat das letzte Feld seiner Leiste erreicht.",
  "wongar.end_stack": () => "Das Spiel ist zu Ende: Ein Stapel ist leer.",
  "wongar.legend_players": () => "Spieler, jeder mit einer Farbe, einer Form und einem Buchstaben; A sitzt auf Platz 0.",
  "wongar.legend_stones": () => "Steine, in jedem Gebiet eine Zeile je Art. Die Zahl neben dem Zeichen eines Spielers zählt dessen Steine.",
  "wongar.legend_figures": () =>
    "Die Figuren Urahne und Ältester, mit Farbe und Buchstaben des Spielers, der ihr Zeichen hat, oder weiß. Wo eine Figur ankommt, findet eine Zeremonie statt.",
  "wongar.legend_track": () => "Die Leiste des Skorpions mit ihren drei Phasen. In späteren Phasen gibt es mehr Punkte, und das letzte Feld beendet das Spiel.",
  "poker.pot": ({ chips: number }) => `Topf: ${chips(number)}`,
  "poker.seat": ({ parts }) => parts.map(german).join(", "),
  "poker.line": ({ p, parts }) => `${letter(p)}: ${parts.map(german).join(", ")}`,
  "poker.paid": ({ chips: number }) => `${chips(number)} gezahlt`,
  "poker.folded": () => "hat gepasst",
  "poker.face_down": () => "verdeckte Karte",
  "poker.card": ({ card }) => cards[card],
  "poker.rank": ({ card }) => ({ T: "10", J: "B", Q: "D", K: "K" })[card.slice(0, 1)] ?? card,
  "poker.public_card": ({ card }) => `offene Karte: ${cards[card]}`,
  "poker.no_public_card": () => "offene Karte: noch nicht aufgedeckt",
  "poker.move_check": () => "Schieben",
  "poker.move_fold": () => "Passen",
  "poker.move_bet": ({ chips: number }) => `${chips(number)} setzen`,
  "poker.move_call": ({ chips: number }) => `Mit ${chips(number)} mitgehen`,
  "poker.move_raise": ({ by, chips: number }) => `Um ${by} erhöhen (${chips(number)} zahlen)`,
  "poker.deal": () => "Jeder bekommt eine Karte.",
  "poker.deal_open": ({ parts }) => `Jeder bekommt eine Karte (${parts.map(german).join(", ")}).`,
  "poker.get": ({ p, card }, isYou) => `${does(p, isYou, "bekommt", "bekommst")} eine Karte: ${cards[card]}.`,
  "poker.open": ({ card }) => `Die offene Karte wird aufgedeckt: ${cards[card]}.`,
  "poker.check": ({ p }, isYou) => `${does(p, isYou, "schiebt", "schiebst")}.`,
  "poker.fold": ({ p }, isYou) => `${does(p, isYou, "passt")}.`,
  "poker.bet": ({ p, chips: number }, isYou) => `${does(p, isYou, "setzt")} ${chips(number)}.`,
  "poker.call": ({ p, chips: number }, isYou) => `${does(p, isYou, "geht", "gehst")} mit und ${isYou ? "zahlst" : "zahlt"} ${chips(number)}.`,
  "poker.raise": ({ p, by, chips: number }, isYou) => `${does(p, isYou, "erhöht", "erhöhst")} um ${by} und ${isYou ? "zahlst" : "zahlt"} ${chips(number)}.`,
};

/** The name of an island, where it differs; another value of a phrase as it is. */
export const inGerman = <Value>(value: Value): Value | string => (value === "Fiji" ? "Fidschi" : value);

function translated<Key extends keyof Phrases>({ key, values, text }: { key: Key; values: Phrases[Key]; text: string }, isYou: boolean): string {
  // Replay files show games of any type, also those that the page does not know.
  const known: Partial<typeof phrases> = phrases;
  const named = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inGerman(value)]));
  return known[key]?.(named as Phrases[Key], isYou) ?? text;
}

export const german = (phrase: Phrase): string => translated(phrase, false);
/** Addresses the player that a phrase is about. */
export const germanToYou = (phrase: Phrase): string => translated(phrase, true);
