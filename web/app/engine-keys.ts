// Names and phrases of the engine. Generated: UPDATE=1 cargo test -p hidden-decks-web engine_keys

export type GameName = "tongiaki" | "wongar" | "kuhn" | "leduc";
export type RuleKey = "edition" | "turn-limit" | "stall" | "ships" | "setup-ships" | "king-islands" | "deck-islands" | "deck-waters" | "lenses" | "bonus" | "hand";
export type Edition = "schmidt" | "dutch" | "brettspielwelt" | "hungarian" | "base" | "advanced";
export type RefusalKey = "game" | "no-game" | "rules" | "record" | "old-link" | "damaged-link" | "foreign-link";
export type Compass = "south" | "southwest" | "northwest" | "north" | "northeast" | "southeast";
export type Kind = "lens" | "cube" | "cylinder";
export type AreaCard = "lens" | "cube" | "cylinder" | "triple" | "scorpion" | "four-rituals" | "ancestor" | "elder" | "both";
export type RitualCard = "lens" | "cube" | "cylinder" | "double" | "scorpion";
export type Figure = "ancestor" | "elder";
export type Use = "remove" | "out" | "in";
export type Region = "kangaroo" | "north" | "north-east" | "west" | "hands" | "foot" | "east" | "south-west" | "south" | "south-east";
export type PlayingCard = "T" | "J" | "Q" | "K" | "Js" | "Jh" | "Qs" | "Qh" | "Ks" | "Kh";

/** The phases of each game. */
export interface Phases {
  tongiaki: "setup" | "turn" | "expand" | "enter" | "voyage" | "landing" | "resettle" | "over";
  wongar: "setup" | "round" | "turn" | "stones" | "figures" | "draw" | "ceremony" | "over";
  kuhn: never;
  leduc: never;
}

/** The values of each phrase. */
export type Phrases = Record<"tongiaki.hidden", { islands: number; waters: number }>
  & Record<"tongiaki.seat" | "wongar.seat" | "poker.seat" | "poker.deal_open", { parts: Phrase[] }>
  & Record<"tongiaki.islands", { islands: number }>
  & Record<"tongiaki.kings", { kings: number }>
  & Record<"tongiaki.supply", { ships: number }>
  & Record<"tongiaki.island", { island: string; points: number; beaches: Phrase[] }>
  & Record<"tongiaki.king_island", { island: string; points: number; king: number }>
  & Record<"tongiaki.plate" | "tongiaki.draw_island", { island: string; points: number }>
  & Record<"tongiaki.beach", { beach: number; ships: number[]; free: number }>
  & Record<"tongiaki.mooring" | "tongiaki.move_take" | "tongiaki.move_moor", { beach: number; island: string }>
  & Record<"tongiaki.empty_beach", { beach: number; free: number }>
  & Record<"tongiaki.tile" | "tongiaki.move_attach", { tile: string | number }>
  & Record<"tongiaki.waters", { waters: number }>
  & Record<"tongiaki.fleet_adrift" | "tongiaki.fleet_under_way" | "tongiaki.drift", { fleet: [number, number][] }>
  & Record<"tongiaki.move_expand" | "tongiaki.move_found" | "tongiaki.move_enter" | "tongiaki.move_emigrate" | "tongiaki.turn_back", { island: string }>
  & Record<"tongiaki.move_resettle" | "tongiaki.end_deck" | "tongiaki.end_turn_limit" | "tongiaki.end_stall" | "tongiaki.legend_ships" | "tongiaki.legend_island" | "tongiaki.legend_water" | "tongiaki.legend_king" | "wongar.boomerang" | "wongar.no_open_card" | "wongar.scorpion" | "wongar.move_draw" | "wongar.move_pass" | "wongar.reshuffle" | "wongar.end_scorpion" | "wongar.end_stack" | "wongar.legend_players" | "wongar.legend_stones" | "wongar.legend_figures" | "wongar.legend_track" | "poker.folded" | "poker.face_down" | "poker.no_public_card" | "poker.move_check" | "poker.move_fold" | "poker.deal", Record<string, never>>
  & Record<"tongiaki.move_spread", { island: string; beaches: number[] }>
  & Record<"tongiaki.move_land", { p: number; beach: number; island: string }>
  & Record<"tongiaki.move_sail", { island: string; to: Compass }>
  & Record<"tongiaki.move_give_back" | "tongiaki.resettle" | "wongar.move_from" | "wongar.hidden_ritual" | "wongar.lapse" | "wongar.pass" | "poker.check" | "poker.fold", { p: number }>
  & Record<"tongiaki.move_exit", { tile: string | number; to: Compass }>
  & Record<"tongiaki.place", { p: number; beach: number }>
  & Record<"tongiaki.expand" | "tongiaki.enter", { p: number; island: string; ships: number; beaches: number[] }>
  & Record<"tongiaki.expand_from", { p: number; island: string; beaches: number[]; origin: string; beach: number }>
  & Record<"tongiaki.king", { p: number; island: string; points: number }>
  & Record<"tongiaki.sail", { island: string; beach: number; fleet: [number, number][] }>
  & Record<"tongiaki.draw_water", { tile: number; colours: number[] }>
  & Record<"tongiaki.fail", { tile: number; fleet: [number, number][] }>
  & Record<"tongiaki.land", { island: string; fleet: [number, number][] }>
  & Record<"tongiaki.land_returned", { island: string; fleet: [number, number][]; returned: [number, number][] }>
  & Record<"tongiaki.settle", { p: number; island: string; beach: number }>
  & Record<"tongiaki.endless", { island: string; returned: [number, number][] }>
  & Record<"wongar.progress", { round: number; space: number; spaces: number }>
  & Record<"wongar.hand" | "wongar.face_down" | "wongar.move_choose_unseen", { cards: number }>
  & Record<"wongar.figure" | "wongar.move_own", { figure: Figure }>
  & Record<"wongar.contents", { region: Region; parts: Phrase[] }>
  & Record<"wongar.stones", { kind: Kind; owners: [number, number][] }>
  & Record<"wongar.open_card" | "wongar.card", { card: AreaCard }>
  & Record<"wongar.region" | "wongar.move_place" | "wongar.move_travel" | "wongar.move_via" | "wongar.ceremony_of_both", { region: Region }>
  & Record<"wongar.kind" | "wongar.move_triple" | "wongar.no_bonus", { kind: Kind }>
  & Record<"wongar.move_settle", { kind: Kind; region: Region }>
  & Record<"wongar.move_take" | "wongar.reveal", { region: Region; card: AreaCard }>
  & Record<"wongar.move_choose", { cards: Kind[] }>
  & Record<"wongar.move_play" | "wongar.move_play_double", { kind: Kind; usage: Use }>
  & Record<"wongar.place", { p: number; kind: Kind; region: Region }>
  & Record<"wongar.round", { round: number; start: number }>
  & Record<"wongar.take", { p: number; region: Region; card: AreaCard }>
  & Record<"wongar.own_card", { p: number; figure: Figure }>
  & Record<"wongar.ritual", { p: number; card: RitualCard }>
  & Record<"wongar.penalty", { p: number; points: number; space: number }>
  & Record<"wongar.no_penalty", { p: number; space: number }>
  & Record<"wongar.travel", { figure: Figure; region: Region }>
  & Record<"wongar.ceremony", { region: Region; figure: Figure }>
  & Record<"wongar.remove", { p: number; card: RitualCard; stones: { kind: Kind; count: number }; owners: number[] }>
  & Record<"wongar.move_out" | "wongar.move_in", { p: number; card: RitualCard; stones: { kind: Kind; count: number }; regions: Region[] }>
  & Record<"wongar.score", { p: number; kind: Kind; points: number }>
  & Record<"wongar.bonus", { kind: Kind; seats: number[] }>
  & Record<"poker.pot" | "poker.paid" | "poker.move_bet" | "poker.move_call", { chips: number }>
  & Record<"poker.line", { p: number; parts: Phrase[] }>
  & Record<"poker.card" | "poker.rank" | "poker.public_card" | "poker.open", { card: PlayingCard }>
  & Record<"poker.move_raise", { by: number; chips: number }>
  & Record<"poker.get", { p: number; card: PlayingCard }>
  & Record<"poker.bet" | "poker.call", { p: number; chips: number }>
  & Record<"poker.raise", { p: number; by: number; chips: number }>;

/** A phrase of the engine, with its English text, and the text that addresses the player `p` if it is about what they do. */
export type Phrase = { [Key in keyof Phrases]: { key: Key; values: Phrases[Key]; text: string; you?: string } }[keyof Phrases];
