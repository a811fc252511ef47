//! The quantities that evaluations use: the part of the game that is left, the open cards, the kinds that seats lead, and the
//! features computed from them.

use crate::state::cards::MOST_STONES;
use crate::{
    AreaCard, Cause, Edition, Figure, KINDS, Kind, REGIONS, Region, RitualCard, SEATS, State,
};
use engine::bits::bits;
use engine::{Seat, Turn};

engine::numbers! {
    /// The features of Wongar.
    FEATURES: Feature;
    /// Returns the features of a seat.
    fn features(state: &State, seat: Seat, leads: &Leads, horizon: &Horizon, open: &Open) {
        let rest = horizon.rest;
        let hand = f64::from(state.hand_size(seat));
        let has = |figure| f64::from(state.owner(figure) == Some(seat));
        let own_cards = Figure::ALL.map(|figure| u8::from(state.has_own_card(seat, figure)));
        let (due_stones, due_rituals) = if state.active() == seat { state.still_due() } else { (0, 0) };
    }
    points(1.0): f64::from(state.points(seat)), "points on the track";
    bonus(1.1): bonus(state, seat, rest), "points of the bonus, times the chance to get it";
    at_stake(1.0): stake(state, leads.all), "points of the kinds led where a ceremony is under way";
    ancestor_near(0.2): if open.ancestor { leads.near(state, Figure::Ancestor) * horizon.soon } else { 0.0 },
        "points of the kinds led next to the Ancestor, by region there, if its card is open";
    elder_near(0.4): if open.elder { leads.near(state, Figure::Elder) * horizon.soon } else { 0.0 },
        "the same for the regions that the Elder can reach";
    both_near(0.3): f64::from(leads.within(open.both)) * points(state, Cause::Both) * horizon.soon,
        "points of the kinds led in regions with an open card for both";
    leads(0.0): f64::from(leads.all.count_ones()) * rest, "kinds led in all regions, times rest";
    central_leads(0.3): f64::from(leads.central) * rest, "the same, each as often as the region has neighbours";
    safe_leads(2.6): f64::from(leads.safe.count_ones()) * rest, "kinds led by two stones or more, times rest";
    near_leads(0.8): f64::from(leads.missed.count_ones()) * rest, "kinds that one stone more would lead, times rest";
    regions(0.2): f64::from(presence(state, seat).count_ones()) * rest, "regions with stones of the seat, times rest";
    stones(0.3): f64::from(on_board(state, seat)) * rest, "stones on the board, times rest";
    rituals(2.1): hand, "ritual cards in hand";
    many_rituals(0.0): (hand - 4.0).max(0.0), "ritual cards in hand beyond four";
    late_rituals(-1.5): hand * (1.0 - rest), "ritual cards in hand, times what of the game is over";
    doubles(1.0): f64::from(state.hand(seat, RitualCard::Double)), "doubles among them";
    ancestor(-1.0): has(Figure::Ancestor) * horizon.soon, "having the token of the Ancestor";
    elder(1.0): has(Figure::Elder) * rest, "having the token of the Elder";
    own_cards(2.0): f64::from(own_cards[0] + own_cards[1]) * horizon.soon, "own cards left (W30)";
    due_stones(1.5): f64::from(due_stones) * rest, "stones still to be placed in this turn";
    due_rituals(1.5): f64::from(due_rituals) * rest, "ritual cards still to be drawn in this turn";
    exposed(-1.2): if state.edition() == Edition::Base && state.called().is_none() { has(Figure::Ancestor) * f64::from(state.behind(seat)) } else { 0.0 },
        "players behind who has the Ancestor: points that a revealed scorpion costs (W16)";
}

/// Returns the expected points of the bonus, each kind weighted by an estimated probability of getting it.
fn bonus(state: &State, seat: Seat, rest: f64) -> f64 {
    if state.turn() == Turn::Over {
        return 0.0; // it is among the points
    }
    let chance = |card: AreaCard| {
        let own = f64::from(state.taken(seat, card));
        let best = state.others(seat).map(|other| state.taken(other, card)).max().unwrap_or(0);
        let lead = (own - f64::from(best) + 0.5) / (0.1 + 3.0 * rest);
        0.5 + 0.5 * lead / (1.0 + lead.abs())
    };
    f64::from(state.house.bonus())
        * Kind::ALL.map(|kind| chance(kind.area_card())).iter().sum::<f64>()
}

/// Returns the regions where the seat has stones, one bit each.
fn presence(state: &State, seat: Seat) -> u16 {
    Kind::ALL.into_iter().fold(0, |all, kind| all | state.regions_with(seat, kind))
}

fn on_board(state: &State, seat: Seat) -> u8 {
    let on_board = |kind| state.house.stones(kind) - state.supply(seat, kind);
    Kind::ALL.map(on_board).iter().sum()
}

/// The part of the game that is left.
pub(crate) struct Horizon {
    /// The rest: 1 at the beginning, 0 when the end has been called.
    pub(crate) rest: f64,
    /// The part of a round that is left for actions in the near future: 1 if at least a round is left.
    pub(crate) soon: f64,
}

impl Horizon {
    pub(crate) fn of(state: &State) -> Self {
        if state.called().is_some() {
            let turns = if state.turn() == Turn::Over { 0 } else { state.turns_left() };
            return Self { rest: 0.0, soon: f64::from(turns) / state.players() as f64 };
        }
        let spaces = state.board().spaces();
        let track = f64::from(spaces - state.space()) / f64::from(spaces);
        let cards: u8 = AreaCard::ALL.into_iter().map(|card| card.count(state.edition())).sum();
        let shortest = Region::all().map(|region| state.stack_size(region)).min().unwrap_or(0);
        Self { rest: track.min(f64::from(shortest) / f64::from(cards)), soon: 1.0 }
    }
}

/// Number of cells. A cell is a kind of stone in a region, represented by one bit.
const CELLS: usize = KINDS * REGIONS;
/// One byte for every cell, padded by two bytes to fill vector registers.
type Bytes = [u8; 32];

/// The cells that a seat leads.
#[derive(Copy, Clone, Default)]
pub(crate) struct Leads {
    /// For every kind, the regions where the seat leads it, one bit each.
    pub(crate) regions: [u16; KINDS],
    /// The cells led, one bit each.
    pub(crate) all: u32,
    /// The number of cells led, each counted as often as its region has neighbours.
    pub(crate) central: u32,
    /// The cells led by at least two stones, one bit each.
    pub(crate) safe: u32,
    /// The cells that the seat would lead with one more stone, one bit each.
    pub(crate) missed: u32,
}

impl Leads {
    /// Returns the leads of each seat. All cells are processed at once, so that compilers can vectorize the loops.
    #[inline(always)]
    pub(crate) fn of_all(state: &State) -> [Self; SEATS] {
        let seats = || 0..state.players();
        let precedence = state.precedence();
        let mut stones = [[0; 32]; SEATS];
        for (region, kinds) in state.stones.iter().enumerate() {
            for (kind, cell) in kinds.iter().enumerate() {
                for seat in 0..SEATS {
                    stones[seat][kind * REGIONS + region] = cell[seat];
                }
            }
        }
        // A claim without stones ranks below every claim with a stone, so it does not block others.
        let mut claims = [[0; 32]; SEATS];
        let (mut best, mut second): (Bytes, Bytes) = ([0; 32], [0; 32]);
        for seat in seats() {
            for cell in 0..32 {
                let claim = claim(stones[seat][cell], precedence[seat]);
                claims[seat][cell] = claim;
                second[cell] = second[cell].max(best[cell].min(claim));
                best[cell] = best[cell].max(claim);
            }
        }
        let mut leads = [Self::default(); SEATS];
        for seat in seats() {
            let (stones, claims) = (&stones[seat], &claims[seat]);
            let (mut ahead, mut safe, mut missed): (Bytes, Bytes, Bytes) =
                ([0; 32], [0; 32], [0; 32]);
            for cell in 0..32 {
                let is_present = u8::from(stones[cell] > 0);
                let does_lead = u8::from(claims[cell] == best[cell]);
                let without_one = claim(stones[cell].saturating_sub(1), 0);
                let with_one_more = claim(stones[cell].saturating_add(1), precedence[seat]);
                ahead[cell] = is_present & does_lead;
                safe[cell] = is_present & does_lead & u8::from(without_one > second[cell]);
                missed[cell] = is_present & !does_lead & u8::from(with_one_more > best[cell]);
            }
            let lead = &mut leads[seat];
            lead.all = word(&ahead);
            for (kind, regions) in lead.regions.iter_mut().enumerate() {
                *regions = (lead.all >> (kind * REGIONS)) as u16 & ((1 << REGIONS) - 1);
            }
            lead.central = bits(lead.all.into())
                .map(|cell| state.board().neighbours(Region::new(cell % REGIONS)).count_ones())
                .sum();
            lead.safe = word(&safe);
            lead.missed = word(&missed);
        }
        leads
    }

    /// Returns the number of cells that the seat leads in these regions.
    pub(crate) fn within(&self, regions: u16) -> u32 {
        self.regions.iter().map(|led| (led & regions).count_ones()).sum()
    }

    /// Returns the average points that a ceremony of this figure would bring.
    pub(crate) fn near(&self, state: &State, figure: Figure) -> f64 {
        let from = state.figure(figure);
        let regions = match figure {
            Figure::Ancestor => state.board().neighbours(from),
            Figure::Elder => state.board().nearby(from),
        };
        let share = f64::from(self.within(regions)) / f64::from(regions.count_ones());
        share * points(state, figure.cause())
    }
}

/// Returns the points at stake in these cells, which are given as one bit each.
pub(crate) fn stake(state: &State, cells: u32) -> f64 {
    state.ceremony().map_or(0.0, |(region, cause)| {
        let there = |kind: &usize| cells >> (kind * REGIONS + region.index()) & 1 == 1;
        (0..KINDS).filter(there).count() as f64 * points(state, cause)
    })
}

/// Returns the lowest bits of all bytes as one word.
fn word(bytes: &Bytes) -> u32 {
    let (eighths, _) = bytes.as_chunks();
    eighths.iter().rev().fold(0, |all, &eighth| {
        let lowest = u64::from_le_bytes(eighth) & 0x0101_0101_0101_0101;
        // Each factor moves the bit of one byte to its position in the highest byte.
        all << 8 | (lowest.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32
    })
}

/// The open cards that move figures.
#[derive(Default)]
pub(crate) struct Open {
    pub(crate) ancestor: bool,
    pub(crate) elder: bool,
    /// The regions with an open card for both figures, one bit each.
    pub(crate) both: u16,
}

impl Open {
    pub(crate) fn of(state: &State) -> Self {
        let mut open = Self::default();
        for region in Region::all() {
            match state.open_card(region) {
                Some(AreaCard::Ancestor) => open.ancestor = true,
                Some(AreaCard::Elder) => open.elder = true,
                Some(AreaCard::Both) => open.both |= 1 << region.index(),
                _ => {}
            }
        }
        open
    }
}

/// Returns the points for a majority in the current phase of the scorpion track.
pub(crate) fn points(state: &State, cause: Cause) -> f64 {
    f64::from(state.board().points(cause, state.scorpion_phase()))
}

/// Returns the claim of a seat with this many stones. The highest claim scores; with equal stones, the higher precedence decides.
pub(crate) const fn claim(stones: u8, precedence: u8) -> u8 {
    stones << PRECEDENCE_BITS | precedence
}

/// Returns the stones and the precedence of a claim.
pub(crate) const fn unclaim(claim: u8) -> (u8, u8) {
    (claim >> PRECEDENCE_BITS, claim & ((1 << PRECEDENCE_BITS) - 1))
}

/// Number of bits for a precedence.
const PRECEDENCE_BITS: u32 = 3;

const _: () = assert!(
    CELLS <= 32 && SEATS < 1 << PRECEDENCE_BITS && (MOST_STONES + 1) < 1 << (8 - PRECEDENCE_BITS)
);
