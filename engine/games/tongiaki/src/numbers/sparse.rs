//! Sparse inputs of networks: binary relations between places and fleets.
//!
//! A seat sees the position in relative colours: itself, its *rival* (the strongest other seat: most points, then most ships on
//! beaches, then the first in turn order after the seat), and all *others* combined. With 2 players, only the seat that begins
//! the next turn has sparse inputs; with more players, all seats do.
//!
//! In random games with 2 players, about 40 of these inputs are on.

use crate::state::BEACHES_OF;
use crate::state::fleet::Fleet;
use crate::state::tiles::{BEACHES, Beach, ISLANDS, Island, TILES};
use crate::{Bearing, Landfall, State};
use engine::bits::bits;
use engine::{MAX_SEATS, Seat};

/// Number of classes for the ships on a beach: 0 to 5, where 5 includes more.
const ON_BEACH: usize = 6;
/// Number of classes for the ships on an island: 0 to 6, where 6 includes more.
const ON_ISLAND: usize = 7;
/// Number of combinations of owners present, one bit each for the seat, its rival and others; the empty combination is left out.
const PRESENCES: usize = 7;
/// Number of dangers of a seat's ships on an island; see [`Danger`].
const DANGERS: usize = 3;
/// Number of statuses of an island: the values of [`Sight::uninhabited`], then the owners present with the dangers of their
/// ships, then whether the seat, its rival or another seat is alone and may found a king island there.
const STATUSES: usize = UNINHABITED + PRESENCES * DANGERS * DANGERS + 3;
const UNINHABITED: usize = 6;
/// Number of targets: islands by points and holders (one bit each as above), a king, the open sea, nowhere.
const TARGETS: usize = POINTS * HOLDERS + 3;
const POINTS: usize = 6;
const HOLDERS: usize = 8;
/// Number of outcomes of a seat's next expansion: it does not fill the beach, sends off a fleet that fails, or sends off a fleet
/// that passes.
const OUTCOMES: usize = 3;
/// Number of classes for other counts: 0 to 15, where 15 includes more.
const COUNTS: usize = 16;
/// Number of classes for leads, from -12 to 12.
const LEADS: usize = 25;
/// Number of classes for the tiles left; see [`nearness`].
const NEARNESS: usize = 8;

engine::groups! {
    /// The groups of sparse inputs.
    GROUPS;
    BeachShips = "beach_ships"[BEACHES, ON_BEACH, ON_BEACH],
        "(beach, own ships, the rival's ships), where either has any";
    BeachOthers = "beach_others"[BEACHES, ON_BEACH], "(beach, ships of others), where they have any";
    IslandShips = "island_ships"[ISLANDS, ON_ISLAND, ON_ISLAND],
        "(island, own ships, the rival's ships), where either has any";
    IslandOthers = "island_others"[ISLANDS, ON_ISLAND], "(island, ships of others), where they have any";
    Status = "island_status"[ISLANDS, STATUSES], "(island, status), for islands that have left the deck";
    Voyage = "ready_voyages"[PRESENCES, TARGETS, OUTCOMES, OUTCOMES],
        "(who is there, target, outcome for the seat, outcome for the rival) for the jetties of ready beaches with ships";
    Ready = "ready_beaches"[PRESENCES, POINTS, 2, 2, 2, 2],
        "(who is there, points of the island, own only beach there, the rival's only beach there, the seat can fill it, the rival can) for ready beaches with ships";
    Deck = "tiles_in_deck"[TILES], "tiles in the deck";
    IslandsLeft = "islands_in_deck"[COUNTS], "islands in the deck";
    WatersLeft = "waters_in_deck"[COUNTS + 1], "waters in the deck";
    Supply = "own_supply"[COUNTS], "own ships in the supply";
    RivalSupply = "rival_supply"[COUNTS], "the rival's ships in the supply";
    Kings = "kings_to_found"[3, 3], "(king islands that the seat may still found, the rival may)";
    Lead = "lead_and_end"[NEARNESS, LEADS], "(nearness of the end, lead over the rival in points)";
    Turns = "turn_count"[COUNTS], "turns played, in fives";
    Exits = "exit_count"[24], "tiles with an exit to the open sea";
    UnderWay = "own_under_way"[COUNTS], "own ships under way";
    RivalUnderWay = "rival_under_way"[COUNTS], "the rival's ships under way";
    InTurn = "in_turn"[1], "a turn is in progress";
    Next = "next_to_begin"[3], "the seat that begins the next turn: the seat, its rival, another one";
}

/// Appends the inputs that are on for each seat that has sparse inputs; returns the number of inputs of each seat.
pub(crate) fn sparse_inputs(state: &State, on: &mut Vec<u16>) -> [u16; MAX_SEATS] {
    engine::by_processor!(fn list(state: &State, on: &mut Vec<u16>) -> [u16; MAX_SEATS])
}

#[inline(always)]
fn list(state: &State, on: &mut Vec<u16>) -> [u16; MAX_SEATS] {
    let (players, next) = (state.players(), state.next_to_begin());
    let seats = Seat::all(players).filter(|&seat| players > 2 || seat == next);
    let mut counts = [0; MAX_SEATS];
    for seat in seats {
        let before = on.len();
        Sight::of(state, seat).list(on);
        counts[seat.index()] = (on.len() - before) as u16;
    }
    counts
}

/// A position from the perspective of one seat.
struct Sight<'a> {
    state: &'a State,
    /// The seat and its rival.
    pair: [Seat; 2],
    /// The islands with ships of the seat, of its rival, and of others, kings included, one bit each.
    held: [u16; 3],
    /// The beaches with ships, one bit each.
    occupied: u64,
}

/// The numbers of ships in one place: the seat's own, its rival's, and all others.
#[derive(Copy, Clone)]
struct Shares {
    pair: [usize; 2],
    others: usize,
}

impl Shares {
    /// Returns the combination of owners present, of which there must be at least one.
    #[inline(always)]
    fn presence(self) -> usize {
        let [own, rival] = self.pair.map(|ships| usize::from(ships > 0));
        own + 2 * rival + 4 * usize::from(self.others > 0) - 1
    }
}

/// Whether a single expansion can force all of a seat's ships off an island.
#[derive(Copy, Clone)]
enum Danger {
    /// Some ships are on a beach with two or more free moorings, or the seat has no ships.
    Safe,
    /// All ships are on ready beaches, but no single expansion fills all of these beaches.
    Exposed,
    /// A single expansion of another seat can fill all these beaches; if the seat is alone, an expansion of the seat itself.
    Threatened,
}

impl<'a> Sight<'a> {
    #[inline(always)]
    fn of(state: &'a State, seat: Seat) -> Self {
        let players = state.players();
        let strength = |other: Seat| {
            let ships: u32 =
                state.inhabited_islands().map(|island| state.ships_on(island, other)).sum();
            (state.points(other), ships)
        };
        // Among equally strong seats, the rival is the first in turn order after this seat.
        let mut rival = seat.next(players);
        if players > 2 {
            let mut best = strength(rival);
            let mut other = rival.next(players);
            while other != seat {
                let strength = strength(other);
                if strength > best {
                    (rival, best) = (other, strength);
                }
                other = other.next(players);
            }
        }
        let mut sight = Self { state, pair: [seat, rival], held: [0; 3], occupied: 0 };
        for seat in Seat::all(players) {
            sight.held[sight.whose(seat)] |= state.held(seat);
            sight.occupied |= state.occupied(seat);
        }
        sight
    }

    /// Appends the inputs that are on.
    #[inline(always)]
    fn list(&self, on: &mut Vec<u16>) {
        let state = self.state;
        for island in Island::all() {
            if state.fleet_on(island).is_empty() {
                if !state.in_deck(island.tile()) {
                    Status([island.index(), self.uninhabited(island)]).add(on);
                }
            } else {
                self.list_island(island, on);
            }
        }
        self.list_table(on);
    }

    /// Returns the status of an island without ships on its beaches.
    #[inline(always)]
    fn uninhabited(&self, island: Island) -> usize {
        // Without ships on its beaches, an island can only have a king's ship (T9).
        let king = self.held.iter().position(|held| held >> island.index() & 1 == 1);
        king.map_or(usize::from(self.state.sea.is_laid(island.tile())), |king| 2 + king)
    }

    #[inline(always)]
    fn shares(&self, fleet: Fleet) -> Shares {
        let pair = self.pair.map(|seat| fleet.ships(seat) as usize);
        Shares { pair, others: fleet.total() as usize - pair[0] - pair[1] }
    }

    /// Appends the inputs of an inhabited island: its status, its beaches, and the voyages from its ready beaches.
    #[inline(always)]
    fn list_island(&self, island: Island, on: &mut Vec<u16>) {
        let state = self.state;
        let number = island.index();
        let fleet = state.fleet_on(island);
        let ashore = self.shares(fleet);
        if ashore.pair != [0, 0] {
            let [own, rival] = ashore.pair.map(|ships| ships.min(ON_ISLAND - 1));
            IslandShips([number, own, rival]).add(on);
        }
        if ashore.others > 0 {
            IslandOthers([number, ashore.others.min(ON_ISLAND - 1)]).add(on);
        }
        let ready = state.ready_beaches(island).bits();
        let beaches = self.pair.map(|seat| state.beaches_of(seat, island).bits());
        let [own, rival] =
            [0, 1].map(|who| self.danger(island, self.pair[who], beaches[who], ready) as usize);
        let status = (ashore.presence() * DANGERS + own) * DANGERS + rival;
        Status([number, UNINHABITED + status]).add(on);
        if fleet.colours() == 1 && island != Island::TONGA {
            let holder = fleet.seats().next().expect("the island is inhabited");
            if state.kings_left(holder) > 0 {
                Status([number, STATUSES - 3 + self.whose(holder)]).add(on);
            }
        }
        let first = island.first_beach();
        let occupied = self.occupied & BEACHES_OF[number];
        for beach in bits(occupied).map(Beach::new) {
            let moored = self.shares(state.fleet_at(beach));
            if moored.pair != [0, 0] {
                let [own, rival] = moored.pair.map(|ships| ships.min(ON_BEACH - 1));
                BeachShips([beach.number(), own, rival]).add(on);
            }
            if moored.others > 0 {
                BeachOthers([beach.number(), moored.others.min(ON_BEACH - 1)]).add(on);
            }
            let index = beach.number() - first;
            if ready >> index & 1 == 1 {
                let is_only = beaches.map(|all| usize::from(all == 1 << index));
                self.list_ready_beach(beach, is_only, ashore.pair, moored.presence(), on);
            }
        }
    }

    /// Appends the inputs of a ready beach with ships. `is_only` is 1 for the seat or its rival if it is the owner's only beach of
    /// the island, and `ashore` is the number of their ships there; `who` is the combination of owners on the beach.
    #[inline(always)]
    fn list_ready_beach(
        &self,
        beach: Beach,
        is_only: [usize; 2],
        ashore: [usize; 2],
        who: usize,
        on: &mut Vec<u16>,
    ) {
        let points = beach.island().points() as usize;
        let [fills, rival_fills] = ashore.map(|ships| usize::from(ships > 0));
        Ready([who, points, is_only[0], is_only[1], fills, rival_fills]).add(on);
        for bearing in self.state.bearings(beach) {
            let [outcome, rivals] =
                [0, 1].map(|one| self.outcome(beach, self.pair[one], ashore[one], bearing));
            Voyage([who, self.target(bearing), outcome, rivals]).add(on);
        }
    }

    /// Returns the class of a seat: the seat itself, its rival, another one.
    fn whose(&self, seat: Seat) -> usize {
        self.pair.iter().position(|&one| one == seat).unwrap_or(2)
    }

    #[inline(always)]
    fn danger(&self, island: Island, seat: Seat, beaches: u8, ready: u8) -> Danger {
        let fleet = self.state.fleet_on(island);
        if beaches & !ready != 0 || fleet.ships(seat) == 0 {
            return Danger::Safe;
        }
        let is_alone = fleet.colours() == 1;
        let can = |other: Seat| self.state.expansion(island, other) >= beaches.count_ones();
        let is_threatened = fleet.seats().any(|other| (other != seat || is_alone) && can(other));
        if is_threatened { Danger::Threatened } else { Danger::Exposed }
    }

    /// Returns the class of a voyage's end: the points and holders of the island, or one of the three other ends.
    #[inline(always)]
    fn target(&self, bearing: Bearing) -> usize {
        const REST: usize = POINTS * HOLDERS;
        match bearing.landfall {
            Landfall::Island(to) => {
                let holders =
                    (0..3).map(|who| (usize::from(self.held[who]) >> to.index() & 1) << who);
                let holders: usize = holders.sum();
                to.points() as usize * HOLDERS + holders
            }
            Landfall::King => REST,
            Landfall::OpenSea => REST + 1,
            Landfall::Nowhere => REST + 2,
        }
    }

    /// Returns the outcome of the seat's next expansion for a ready beach of an island where the seat has `ships` ships.
    #[inline(always)]
    fn outcome(&self, beach: Beach, seat: Seat, ships: usize, bearing: Bearing) -> usize {
        let fleet = self.state.fleet_at(beach);
        let colours = fleet.colours() + u32::from(fleet.ships(seat) == 0);
        match ships {
            0 => 0,
            _ if colours < bearing.colours => 1,
            _ => 2,
        }
    }

    /// Appends the inputs that do not belong to a place.
    #[inline(always)]
    fn list_table(&self, on: &mut Vec<u16>) {
        let state = self.state;
        let up_to = |count: u32, most: usize| (count as usize).min(most);
        for tile in bits(u64::from(state.sea.deck())) {
            Deck([tile]).add(on);
        }
        IslandsLeft([up_to(state.islands_left(), COUNTS - 1)]).add(on);
        WatersLeft([up_to(state.waters_left(), COUNTS)]).add(on);
        let supplies = self.pair.map(|seat| up_to(state.supply(seat), COUNTS - 1));
        Supply([supplies[0]]).add(on);
        RivalSupply([supplies[1]]).add(on);
        Kings(self.pair.map(|seat| up_to(state.kings_left(seat), 2))).add(on);
        let points = self.pair.map(|seat| state.points(seat));
        let lead = (points[0] - points[1]).clamp(-12, 12) + 12;
        Lead([nearness(state), lead as usize]).add(on);
        Turns([up_to(state.turns_played() / 5, COUNTS - 1)]).add(on);
        Exits([up_to(state.tiles_with_exits(), 23)]).add(on);
        if let Some((_, fleet)) = state.under_way()
            && !fleet.is_empty()
        {
            let ships = self.pair.map(|seat| up_to(fleet.ships(seat), COUNTS - 1));
            UnderWay([ships[0]]).add(on);
            RivalUnderWay([ships[1]]).add(on);
        }
        if !state.is_between_turns() {
            InTurn([0]).add(on);
        }
        Next([self.whose(state.next_to_begin())]).add(on);
    }
}

/// Returns a class for how close the end is, 0 being the closest, by the number of islands or waters left, whichever is smaller.
fn nearness(state: &State) -> usize {
    match state.islands_left().min(state.waters_left()) {
        few @ 0..=3 => few as usize,
        4 | 5 => 4,
        6 | 7 => 5,
        8..=10 => 6,
        _ => 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use engine::{Game, Seed, Turn};

    /// Checks that in every position of random games each input is on at most once, except voyages and ready beaches, which may
    /// occur several times, and that all groups occur.
    #[test]
    fn inputs_are_distinct_and_all_groups_occur() {
        let counted = FIRST[Group::Voyage as usize]..FIRST[Group::Ready as usize + 1];
        let is_counted = |input| counted.contains(&input);
        let mut seen = vec![false; GROUPS.iter().map(|group| group.size).sum()];
        for players in 2..=6 {
            for seed in 0..6 {
                let mut rng = Seed::new(seed).rng();
                let mut game = State::new(&Setup::new(players).unwrap());
                while game.turn() != Turn::Over {
                    let mut on = Vec::new();
                    let counts = sparse_inputs(&game, &mut on);
                    let mut rest = &on[..];
                    for &count in counts.iter().filter(|&&count| count > 0) {
                        let (seen_by_seat, others) = rest.split_at(usize::from(count));
                        let mut sorted = seen_by_seat.to_vec();
                        sorted.retain(|&input| !is_counted(usize::from(input)));
                        sorted.sort_unstable();
                        assert!(sorted.is_sorted_by(|one, other| one < other));
                        rest = others;
                    }
                    assert!(rest.is_empty());
                    for input in on {
                        seen[usize::from(input)] = true;
                    }
                    let seats = counts.iter().filter(|&&count| count > 0).count();
                    assert_eq!(seats, if players == 2 { 1 } else { players });
                    match game.turn() {
                        Turn::Chance => game.happen(game.random_chance(&mut rng)),
                        _ => game.play(game.random_move(&mut rng)),
                    }
                }
            }
        }
        for (group, first) in GROUPS.iter().zip(FIRST) {
            assert!(seen[first..][..group.size].contains(&true), "{}", group.name);
        }
    }
}
