//! The numbering of Tongiaki's moves.
//!
//! Sets of all beaches of an island have no number, because they are never legal moves: a choice without an alternative is made
//! automatically.

use crate::state::hex::Side;
use crate::state::moves::{BeachSet, Move};
use crate::state::tiles::{BEACHES, Beach, ISLANDS, Island, TILES, Tile};
use engine::{ActionGroup, MAX_SEATS, Seat};

/// For each island, numbers for the sets of its beaches that are neither empty nor full.
const SPREADS: Numbers<ISLANDS> = {
    let mut counts = [0; ISLANDS];
    let mut island = 0;
    while island < ISLANDS {
        counts[island] = (1 << Island::new(island).beach_count()) - 2;
        island += 1;
    }
    Numbers::of(counts)
};

/// For each tile, numbers for its sides with a jetty or the end of a current. The islands come first.
const EXITS: Numbers<TILES> = {
    let mut counts = [0; TILES];
    let mut tile = 0;
    while tile < TILES {
        counts[tile] = Tile::new(tile).exits().count_ones() as u16;
        tile += 1;
    }
    Numbers::of(counts)
};

/// The number of jetties on all islands.
const JETTIES: usize = EXITS.first[ISLANDS] as usize;

/// The groups of actions, in the order of their numbers.
pub(crate) const GROUPS: [ActionGroup; 12] = [
    ActionGroup::new("expand", ISLANDS, "begin the turn with an expansion on this island (T6)"),
    ActionGroup::new("found", ISLANDS - 1, "found a king island; not on Tonga (T8)"),
    ActionGroup::new(
        "enter",
        ISLANDS,
        "begin the turn by re-entering the board on this island (T13)",
    ),
    ActionGroup::new("resettle", 1, "take all ships off the board and resettle (T10)"),
    ActionGroup::new("take", BEACHES, "take the ship to expand with from this beach (T7)"),
    ActionGroup::new("spread", SPREADS.total(), "put one new ship on each of these beaches (T6)"),
    ActionGroup::new("moor", BEACHES, "put one ship on this beach (T4, T11, T13, T19)"),
    ActionGroup::new("emigrate", ISLANDS, "emigrate from this island next (T14)"),
    ActionGroup::new("sail", JETTIES, "sail from this jetty (T14)"),
    ActionGroup::new("give-back", MAX_SEATS, "give a ship without room back to this seat (T19)"),
    ActionGroup::new("attach", TILES, "lay the drawn tile at an exit of this tile (T10)"),
    ActionGroup::new("exit", EXITS.total(), "lay it at this exit (T10)"),
];

// The positions of the groups in [`GROUPS`].
const EXPAND: usize = 0;
const FOUND: usize = 1;
const ENTER: usize = 2;
const RESETTLE: usize = 3;
const TAKE: usize = 4;
const SPREAD: usize = 5;
const MOOR: usize = 6;
const EMIGRATE: usize = 7;
const SAIL: usize = 8;
const GIVE_BACK: usize = 9;
const ATTACH: usize = 10;
const EXIT: usize = 11;

/// The first number of each group.
const FIRST: [usize; GROUPS.len()] = ActionGroup::all_first(&GROUPS);

/// Consecutive numbers for the options of several things, such as the beaches of each island.
struct Numbers<const N: usize> {
    /// The first number of each thing, followed by the total count of numbers.
    first: [u16; 33],
}

impl<const N: usize> Numbers<N> {
    const fn of(counts: [u16; N]) -> Self {
        let mut first = [0; 33];
        let mut thing = 0;
        while thing < N {
            first[thing + 1] = first[thing] + counts[thing];
            thing += 1;
        }
        Self { first }
    }

    const fn total(&self) -> usize {
        self.first[N] as usize
    }

    /// Returns the first number of a thing.
    const fn first(&self, thing: usize) -> usize {
        self.first[thing] as usize
    }

    /// Returns the thing to which a number belongs, and the number's position among the numbers of this thing.
    const fn thing(&self, number: usize) -> (usize, usize) {
        let mut thing = 0;
        while self.first(thing + 1) <= number {
            thing += 1;
        }
        (thing, number - self.first(thing))
    }
}

/// Returns the position of a side among the exits of a tile.
fn place_of_exit(tile: Tile, side: Side) -> usize {
    (tile.exits() & ((1 << side.index()) - 1)).count_ones() as usize
}

/// Returns the exit of a tile at this position.
const fn exit_at(tile: Tile, place: usize) -> Side {
    let (mut side, mut before) = (0, 0);
    loop {
        if tile.exits() >> side & 1 == 1 {
            if before == place {
                return Side::new(side);
            }
            before += 1;
        }
        side += 1;
    }
}

/// All moves by number. Looking a move up is faster than computing it.
static MOVES: [Move; FIRST[EXIT] + EXITS.total()] = {
    let mut moves = [Move::Resettle; FIRST[EXIT] + EXITS.total()];
    let (mut number, mut group) = (0, 0);
    while number < moves.len() {
        if group + 1 < GROUPS.len() && number == FIRST[group + 1] {
            group += 1;
        }
        moves[number] = move_in(group, number - FIRST[group]);
        number += 1;
    }
    moves
};

/// Returns the move at a position of a group.
const fn move_in(group: usize, place: usize) -> Move {
    match group {
        EXPAND => Move::Expand(Island::new(place)),
        FOUND => Move::Found(Island::new(1 + place)),
        ENTER => Move::Enter(Island::new(place)),
        RESETTLE => Move::Resettle,
        TAKE => Move::Take(Beach::new(place)),
        SPREAD => {
            let (island, place) = SPREADS.thing(place);
            Move::Spread(Island::new(island), BeachSet::from_bits(1 + place as u8))
        }
        MOOR => Move::Moor(Beach::new(place)),
        EMIGRATE => Move::Emigrate(Island::new(place)),
        SAIL => {
            let (island, place) = EXITS.thing(place);
            Move::Sail(Island::new(island), exit_at(Tile::new(island), place))
        }
        GIVE_BACK => Move::GiveBack(Seat::new(place)),
        ATTACH => Move::Attach(Tile::new(place)),
        _ => {
            let (tile, place) = EXITS.thing(place);
            Move::Exit(Tile::new(tile), exit_at(Tile::new(tile), place))
        }
    }
}

/// Returns the move with this number.
pub(crate) fn action(number: usize) -> Option<Move> {
    MOVES.get(number).copied()
}

/// Returns the number of a move, or `None` if the move is never legal.
pub(crate) fn number_of(mv: Move) -> Option<usize> {
    Some(match mv {
        Move::Expand(island) => FIRST[EXPAND] + island.index(),
        Move::Found(island) => FIRST[FOUND] + island.index().checked_sub(1)?,
        Move::Enter(island) => FIRST[ENTER] + island.index(),
        Move::Resettle => FIRST[RESETTLE],
        Move::Take(beach) => FIRST[TAKE] + beach.number(),
        Move::Spread(island, beaches) => {
            let (bits, all) = (usize::from(beaches.bits()), (1 << island.beach_count()) - 1);
            let is_numbered = (1..all).contains(&bits);
            is_numbered.then(|| FIRST[SPREAD] + SPREADS.first(island.index()) + bits - 1)?
        }
        Move::Moor(beach) => FIRST[MOOR] + beach.number(),
        Move::Emigrate(island) => FIRST[EMIGRATE] + island.index(),
        Move::Sail(island, side) => {
            let tile = island.tile();
            let place = EXITS.first(tile.index()) + place_of_exit(tile, side);
            (tile.exits() >> side.index() & 1 == 1).then_some(FIRST[SAIL] + place)?
        }
        Move::GiveBack(seat) => FIRST[GIVE_BACK] + seat.index(),
        Move::Attach(tile) => FIRST[ATTACH] + tile.index(),
        Move::Exit(tile, side) => {
            let place = EXITS.first(tile.index()) + place_of_exit(tile, side);
            (tile.exits() >> side.index() & 1 == 1).then_some(FIRST[EXIT] + place)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Setup, State};
    use engine::Game;
    use engine::testing::{check_action_space, random_game};
    use std::collections::BTreeSet;

    #[test]
    fn every_legal_move_has_a_number() {
        for players in 2..=6 {
            check_action_space::<State>(&Setup::new(players).unwrap(), 0..60);
        }
    }

    /// Checks that random games offer all numbered moves, except that exits at the crest of a water may be missing. Such an exit
    /// is rarely offered: the tile was laid with its crest toward another tile, so that side opens only if the other tile leaves
    /// the game.
    #[test]
    fn random_games_offer_all_moves_but_exits_at_the_crest_of_waters() {
        let mut offered = BTreeSet::new();
        let mut moves = Vec::new();
        for seed in 0..4000 {
            let setup = Setup::new(2 + seed as usize % 5).unwrap();
            random_game::<State>(&setup, seed, |game| {
                game.moves(&mut moves);
                offered.extend(moves.iter().copied());
            });
        }
        let all = (0..ActionGroup::total(&GROUPS)).map(|number| action(number).unwrap());
        for mv in all.filter(|mv| !offered.contains(mv)) {
            let Move::Exit(tile, side) = mv else { panic!("{mv} is never offered") };
            assert!(tile.water().is_some() && side == Side::CREST, "{mv} is never offered");
        }
        assert_eq!(ActionGroup::total(&GROUPS), 586);
    }
}
