// Names and phrases of the engine. Generated: UPDATE=1 cargo test -p hidden-decks-web engine_keys

export type GameName = "tongiaki" | "wongar";
export type RuleKey = "edition" | "turn-limit" | "stall";
export type Edition = "schmidt" | "dutch" | "brettspielwelt" | "hungarian" | "base" | "advanced";
export type Compass = "south" | "southwest" | "northwest" | "north" | "northeast" | "southeast";
export type Kind = "lens" | "cube" | "cylinder";
export type AreaCard = "lens" | "cube" | "cylinder" | "triple" | "scorpion" | "four-rituals" | "ancestor" | "elder" | "both";
export type RitualCard = "lens" | "cube" | "cylinder" | "double" | "scorpion";
export type Figure = "ancestor" | "elder";
export type Use = "remove" | "out" | "in";
export type Region = "kangaroo" | "north" | "north-east" | "west" | "hands" | "foot" | "east" | "south-west" | "south" | "south-east";

/** The phases of each game. */
export interface Phases {
  tongiaki: "setup" | "turn" | "expand" | "enter" | "voyage" | "landing" | "resettle" | "over";
  wongar: "setup" | "round" | "turn" | "stones" | "figures" | "draw" | "ceremony" | "over";
}

/** The values of each phrase. */
export interface Phrases {
  "tongiaki.hidden": { islands: number; waters: number };
  "tongiaki.seat": { parts: Phrase[] };
  "tongiaki.islands": { islands: number };
  "tongiaki.kings": { kings: number };
  "tongiaki.supply": { ships: number };
  "tongiaki.island": { island: string; points: number; beaches: Phrase[] };
  "tongiaki.king_island": { island: string; points: number; king: number };
  "tongiaki.beach": { beach: number; ships: number[]; free: number };
  "tongiaki.mooring": { beach: number; island: string };
  "tongiaki.empty_beach": { beach: number; free: number };
  "tongiaki.waters": { waters: number };
  "tongiaki.fleet_adrift": { fleet: [number, number][] };
  "tongiaki.fleet_under_way": { fleet: [number, number][] };
  "tongiaki.move_expand": { island: string };
  "tongiaki.move_found": { island: string };
  "tongiaki.move_enter": { island: string };
  "tongiaki.move_resettle": Record<string, never>;
  "tongiaki.move_take": { beach: number; island: string };
  "tongiaki.move_spread": { island: string; beaches: number[] };
  "tongiaki.move_moor": { beach: number; island: string };
  "tongiaki.move_land": { p: number; beach: number; island: string };
  "tongiaki.move_emigrate": { island: string };
  "tongiaki.move_sail": { island: string; to: Compass };
  "tongiaki.move_give_back": { p: number };
  "tongiaki.move_attach": { tile: string | number };
  "tongiaki.move_exit": { tile: string | number; to: Compass };
  "tongiaki.place": { p: number; beach: number };
  "tongiaki.expand": { p: number; island: string; ships: number; beaches: number[] };
  "tongiaki.expand_from": { p: number; island: string; beaches: number[]; origin: string; beach: number };
  "tongiaki.enter": { p: number; island: string; ships: number; beaches: number[] };
  "tongiaki.king": { p: number; island: string; points: number };
  "tongiaki.resettle": { p: number };
  "tongiaki.sail": { island: string; beach: number; fleet: [number, number][] };
  "tongiaki.draw_island": { island: string; points: number };
  "tongiaki.draw_water": { tile: number; colours: number[] };
  "tongiaki.fail": { tile: number; fleet: [number, number][] };
  "tongiaki.turn_back": { island: string };
  "tongiaki.drift": { fleet: [number, number][] };
  "tongiaki.land": { island: string; fleet: [number, number][] };
  "tongiaki.land_returned": { island: string; fleet: [number, number][]; returned: [number, number][] };
  "tongiaki.settle": { p: number; island: string; beach: number };
  "tongiaki.endless": { island: string; returned: [number, number][] };
  "tongiaki.end_deck": Record<string, never>;
  "tongiaki.end_turn_limit": Record<string, never>;
  "tongiaki.end_stall": Record<string, never>;
  "tongiaki.legend_ships": Record<string, never>;
  "tongiaki.legend_island": Record<string, never>;
  "tongiaki.legend_water": Record<string, never>;
  "tongiaki.legend_king": Record<string, never>;
  "wongar.progress": { round: number; space: number; spaces: number };
  "wongar.seat": { parts: Phrase[] };
  "wongar.hand": { cards: number };
  "wongar.figure": { figure: Figure };
  "wongar.boomerang": Record<string, never>;
  "wongar.contents": { region: Region; parts: Phrase[] };
  "wongar.stones": { kind: Kind; owners: [number, number][] };
  "wongar.open_card": { card: AreaCard };
  "wongar.no_open_card": Record<string, never>;
  "wongar.face_down": { cards: number };
  "wongar.region": { region: Region };
  "wongar.card": { card: AreaCard };
  "wongar.kind": { kind: Kind };
  "wongar.scorpion": Record<string, never>;
  "wongar.move_settle": { kind: Kind; region: Region };
  "wongar.move_take": { region: Region; card: AreaCard };
  "wongar.move_own": { figure: Figure };
  "wongar.move_place": { region: Region };
  "wongar.move_draw": Record<string, never>;
  "wongar.move_triple": { kind: Kind };
  "wongar.move_choose": { cards: Kind[] };
  "wongar.move_choose_unseen": { cards: number };
  "wongar.move_travel": { region: Region };
  "wongar.move_pass": Record<string, never>;
  "wongar.move_play": { kind: Kind; usage: Use };
  "wongar.move_play_double": { kind: Kind; usage: Use };
  "wongar.move_from": { p: number };
  "wongar.move_via": { region: Region };
  "wongar.place": { p: number; kind: Kind; region: Region };
  "wongar.round": { round: number; start: number };
  "wongar.reveal": { region: Region; card: AreaCard };
  "wongar.take": { p: number; region: Region; card: AreaCard };
  "wongar.own_card": { p: number; figure: Figure };
  "wongar.ritual": { p: number; card: RitualCard };
  "wongar.hidden_ritual": { p: number };
  "wongar.lapse": { p: number };
  "wongar.reshuffle": Record<string, never>;
  "wongar.penalty": { p: number; points: number; space: number };
  "wongar.no_penalty": { p: number; space: number };
  "wongar.travel": { figure: Figure; region: Region };
  "wongar.ceremony": { region: Region; figure: Figure };
  "wongar.ceremony_of_both": { region: Region };
  "wongar.remove": { p: number; card: RitualCard; stones: { kind: Kind; count: number }; owners: number[] };
  "wongar.move_out": { p: number; card: RitualCard; stones: { kind: Kind; count: number }; regions: Region[] };
  "wongar.move_in": { p: number; card: RitualCard; stones: { kind: Kind; count: number }; regions: Region[] };
  "wongar.pass": { p: number };
  "wongar.score": { p: number; kind: Kind; points: number };
  "wongar.bonus": { kind: Kind; seats: number[] };
  "wongar.no_bonus": { kind: Kind };
  "wongar.end_scorpion": Record<string, never>;
  "wongar.end_stack": Record<string, never>;
  "wongar.legend_players": Record<string, never>;
  "wongar.legend_stones": Record<string, never>;
  "wongar.legend_figures": Record<string, never>;
  "wongar.legend_track": Record<string, never>;
}

/** A phrase of the engine, with its English text. */
export type Phrase = { [Key in keyof Phrases]: { key: Key; values: Phrases[Key]; text: string } }[keyof Phrases];
