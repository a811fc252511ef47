//! The inputs that networks receive in addition to the [features](crate::numbers::features) of each seat.
//!
//! They describe the information of the seat together with the hands that a determinization deals. Lookahead also evaluates
//! positions within turns, for instance in ceremonies, so some inputs describe the action in progress.

use crate::numbers::sight::{Horizon, Leads, Open, features, points, stake};
use crate::state::phase::{Phase, Then};
use crate::{AreaCard, Edition, Figure, Kind, PHASES, Region, RitualCard, State};
use engine::{Evaluated, Seat, SeatOrder, Turn};

engine::numbers! {
    /// The inputs of a seat, after its features.
    SEAT_INPUTS: Input;
    /// Computes the inputs of a seat.
    fn of_seat(state: &State, seat: Seat, leads: &Leads, order: &Order) {
        let players = state.players();
        let best = state.others(seat).map(|other| state.points(other)).max().unwrap_or(0);
        let wait = order.wait(seat, players);
        let plays = wait < order.left;
        let [lenses, cubes, cylinders] = Kind::ALL.map(|kind| f64::from(state.supply(seat, kind)));
        let [lens_cards, cube_cards, cylinder_cards] = Kind::ALL.map(|kind| {
            let card = kind.area_card();
            let best = state.others(seat).map(|other| state.taken(other, card)).max().unwrap_or(0);
            f64::from(state.taken(seat, card)) - f64::from(best)
        });
        let [lens_rituals, cube_rituals, cylinder_rituals] =
            Kind::ALL.map(|kind| f64::from(state.hand(seat, kind.ritual())));
        let [lens_leads, cube_leads, cylinder_leads] =
            leads.regions.map(|regions| f64::from(regions.count_ones()));
    }
    lead: f64::from(state.points(seat) - best), "points less those of the best rival";
    plays: f64::from(plays), "1 if a turn of the seat is still to begin in this round (W11)";
    wait: if plays { wait as f64 / players as f64 } else { 1.0 },
        "turns that begin before it, as a part of a round; 1 if there is none";
    begins: f64::from(plays && wait == 0), "1 if the seat begins the next turn";
    next_wait: SeatOrder::new(order.next_round, players).place(seat) as f64 / players as f64,
        "turns that others are going to begin before the seat in the next round, as a part of it (W8)";
    lenses: lenses, "lenses off the board (W1)";
    cubes: cubes, "cubes off the board";
    cylinders: cylinders, "cylinders off the board";
    lens_cards: lens_cards, "area cards of lenses less those of the best rival (W25)";
    cube_cards: cube_cards, "the same for cubes";
    cylinder_cards: cylinder_cards, "the same for cylinders";
    lens_rituals: lens_rituals, "ritual cards of lenses in hand";
    cube_rituals: cube_rituals, "ritual cards of cubes in hand";
    cylinder_rituals: cylinder_rituals, "ritual cards of cylinders in hand";
    has_ancestor: f64::from(state.owner(Figure::Ancestor) == Some(seat)), "1 with the token of the Ancestor";
    has_elder: f64::from(state.owner(Figure::Elder) == Some(seat)), "1 with the token of the Elder";
    ancestor_reach: leads.near(state, Figure::Ancestor),
        "points of the kinds led next to the Ancestor, by region there";
    elder_reach: leads.near(state, Figure::Elder), "the same for the regions that the Elder can reach";
    lens_leads: lens_leads, "regions where lenses lead";
    cube_leads: cube_leads, "regions where cubes lead";
    cylinder_leads: cylinder_leads, "regions where cylinders lead";
    safe_stake: stake(state, leads.safe), "points at stake of kinds led by two stones or more";
    near_stake: stake(state, leads.missed), "points at stake of the kinds that one stone more would lead";
    takes_part: f64::from(takes_part(state, seat)), "1 if the seat may still play a card in the ceremony under way (W19)";
    decides: f64::from(!state.is_between_turns() && state.turn() == Turn::Decide(seat)),
        "1 if the seat decides next, within a turn";
    behind: f64::from(state.behind(seat)), "players behind: the cost of a scorpion (W16)";
}

engine::numbers! {
    /// The inputs of the table.
    TABLE_INPUTS: Input;
    /// Computes the inputs of the table.
    fn of_table(state: &State, horizon: &Horizon, order: &Order) {
        let (mut open, mut shortest, mut scorpions) = ([0.0; AreaCard::ALL.len()], u8::MAX, 0.0);
        for region in Region::all() {
            let cards = state.stack_size(region);
            shortest = shortest.min(cards);
            match state.open_card(region) {
                Some(card) => open[card.index()] += 1.0,
                None if cards > 0 => {
                    let hits = state.face_down(region, AreaCard::Scorpion);
                    scorpions += f64::from(hits) / f64::from(cards);
                }
                None => {}
            }
        }
        let spaces = state.board().spaces();
        let phase = state.scorpion_phase();
        let scorpion = RitualCard::Scorpion;
        let [lens, cube, cylinder, triple, _, rituals, ancestor, elder, both] = open;
    }
    rest: horizon.rest, "how much of the game is left, from 1 to 0";
    track: f64::from(spaces - state.space()) / f64::from(spaces), "spaces before the scorpion, as a part of its track";
    second_phase: f64::from(phase == 2), "1 in the second phase of the track";
    third_phase: f64::from(usize::from(phase) == PHASES), "1 in the third phase";
    called: f64::from(state.called().is_some()), "1 once the end has been called (W24)";
    round_left: order.left as f64 / state.players() as f64,
        "turns that are still to begin in this round, as a part of it";
    round_ended: f64::from(matches!(state.phase, Phase::Reveal { .. })), "1 before the cards of a round are turned up (W9)";
    open_lenses: lens, "open area cards of lenses";
    open_cubes: cube, "open area cards of cubes";
    open_cylinders: cylinder, "open area cards of cylinders";
    open_triples: triple, "open triples";
    open_rituals: rituals, "open cards of four rituals";
    open_ancestors: ancestor, "open cards of the Ancestor";
    open_elders: elder, "open cards of the Elder";
    open_both: both, "open cards of both figures";
    shortest_stack: f64::from(shortest), "face-down cards of the shortest stack";
    scorpions: scorpions, "scorpions to expect on top of the stacks without an open card";
    at_stake: state.ceremony().map_or(0.0, |(_, cause)| points(state, cause)),
        "points of a majority in the ceremony under way";
    deck: f64::from(state.deck_size()), "cards in the deck of ritual cards";
    ritual_scorpions: f64::from(scorpion.count(state.edition()) - state.discarded(scorpion)),
        "scorpions in that deck (W17)";
    rounds: f64::from(state.round()), "rounds begun";
    advanced: f64::from(state.edition() == Edition::Advanced), "1 in the advanced game";
}

/// Passes the inputs of every seat, then the inputs of the table.
#[inline(always)]
pub(crate) fn encode(
    state: &State,
    mut each: impl FnMut(Seat, &[f64]),
    table: impl FnOnce(&[f64]),
) {
    let (horizon, open, order) = (Horizon::of(state), Open::of(state), Order::of(state));
    let leads = Leads::of_all(state);
    let mut inputs = [0.0; State::FEATURES.len() + SEAT_INPUTS.len()];
    for seat in Seat::all(state.players()) {
        let leads = &leads[seat.index()];
        let (first, rest) = inputs.split_at_mut(State::FEATURES.len());
        first.copy_from_slice(&features(state, seat, leads, &horizon, &open));
        rest.copy_from_slice(&of_seat(state, seat, leads, &order));
        each(seat, &inputs);
    }
    table(&of_table(state, &horizon, &order));
}

/// Returns whether the seat may still play a card in the ceremony in progress (W19).
pub(crate) fn takes_part(state: &State, seat: Seat) -> bool {
    state.rite().is_some_and(|rite| {
        let is_present = state.is_present(seat, rite.region);
        !rite.has_passed(seat) && state.hand_size(seat) > 0 && is_present
    })
}

/// The order of the next turns.
pub(crate) struct Order {
    /// The seat that begins the next turn.
    next: Seat,
    /// The number of turns that have not yet begun in this round.
    pub(crate) left: usize,
    /// The seat that begins the round after this one, to the best of current knowledge (W8).
    next_round: Seat,
}

impl Order {
    /// Returns the number of turns that begin before the seat's next one.
    pub(crate) fn wait(&self, seat: Seat, players: usize) -> usize {
        SeatOrder::new(self.next, players).place(seat)
    }

    pub(crate) fn of(state: &State) -> Self {
        let players = state.players();
        let left = usize::from(state.turns_left());
        let owner = state.owner(Figure::Ancestor).unwrap_or(state.boomerang());
        let next_round = if owner == state.boomerang() { owner.next(players) } else { owner };
        let (next, left) = match state.phase {
            Phase::Turn => (state.active(), left),
            Phase::Reveal { .. }
            | Phase::Draw { then: Then::Turns, .. }
            | Phase::Look { then: Then::Turns, .. }
            | Phase::Choose { then: Then::Turns, .. } => (state.boomerang(), players),
            Phase::Over => (state.active(), 0),
            _ => (state.active().next(players), left.saturating_sub(1)),
        };
        Self { next, left, next_round }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use engine::testing::random_game;

    /// The inputs of a position, by seat and for the table.
    struct Seen {
        seats: Vec<Vec<f64>>,
        table: Vec<f64>,
    }

    impl Seen {
        fn of(state: &State) -> Self {
            let (mut seats, mut table) = (Vec::new(), Vec::new());
            state.inputs(
                |seat, inputs| {
                    assert_eq!(seat.index(), seats.len());
                    seats.push(inputs[State::FEATURES.len()..].to_vec());
                },
                |inputs| table = inputs.to_vec(),
            );
            assert_eq!(table.len(), TABLE_INPUTS.len());
            Self { seats, table }
        }

        fn seat(&self, seat: Seat, name: &str) -> f64 {
            self.seats[seat.index()][position(SEAT_INPUTS, name)]
        }

        fn table(&self, name: &str) -> f64 {
            self.table[position(TABLE_INPUTS, name)]
        }
    }

    fn position(inputs: &[engine::Input], name: &str) -> usize {
        inputs.iter().position(|input| input.name == name).unwrap()
    }

    /// Runs a check at every position of random games.
    fn everywhere(mut check: impl FnMut(&State, &Seen)) {
        for (players, edition) in [(3, Edition::Base), (4, Edition::Advanced), (5, Edition::Base)] {
            let setup = Setup::new(players).unwrap().with_edition(edition);
            random_game::<State>(&setup, 8, |game| check(game, &Seen::of(game)));
        }
    }

    /// Checks that the game's README names every input, and that all inputs are of moderate size.
    #[test]
    fn inputs_are_documented_and_stay_within_the_rules() {
        let page = include_str!("../../README.md");
        for input in SEAT_INPUTS.iter().chain(TABLE_INPUTS) {
            let row = format!("| `{}` | {} |", input.name, input.meaning);
            assert!(page.contains(&row), "{row}");
        }
        everywhere(|_, seen| {
            for inputs in seen.seats.iter().chain([&seen.table]) {
                assert!(inputs.iter().all(|input| input.abs() < 150.0), "{inputs:?}");
            }
        });
    }

    /// Checks that within a turn and before a round, the inputs show the seat that begins the next turn.
    #[test]
    fn the_next_turn_is_foreseen() {
        let (mut foreseen, mut checked) = (None, 0);
        everywhere(|game, seen| {
            if game.round() == 0 {
                return;
            }
            let players = game.players();
            let left = (seen.table("round_left") * players as f64).round() as usize;
            let seats = |name: &str| {
                Seat::all(players).filter(|&seat| seen.seat(seat, name) > 0.5).collect::<Vec<_>>()
            };
            let (plays, begins) = (seats("plays"), seats("begins"));
            assert_eq!((plays.len(), begins.len()), (left, left.min(1)));
            let number = usize::from(game.round()) * players - left;
            if game.is_between_turns() && game.turn() != Turn::Over {
                assert_eq!(
                    (number, &begins[..]),
                    (game.turns_played() as usize, &[game.active()][..])
                );
                if let Some((turn, seat)) = foreseen {
                    checked += u32::from(turn == number);
                    assert!(turn != number || seat == game.active());
                }
            }
            foreseen = begins.first().map(|&seat| (number, seat));
        });
        assert!(checked > 100, "{checked}");
    }

    /// Checks that in ceremonies the stakes of a seat are within bounds, and that the seat that decides takes part; outside
    /// ceremonies, no seat has a stake or takes part.
    #[test]
    fn ceremonies_show_what_is_at_stake_and_for_whom() {
        let (mut ceremonies, mut safe) = (0, 0);
        everywhere(|game, seen| {
            let seats = || Seat::all(game.players());
            if game.ceremony().is_none() {
                assert!(seats().all(|seat| seen.seat(seat, "takes_part") == 0.0));
                assert!(seats().all(|seat| seen.seat(seat, "safe_stake") == 0.0));
                return;
            }
            ceremonies += 1;
            for seat in seats() {
                safe += u32::from(seen.seat(seat, "safe_stake") > 0.0);
                let most = 3.0 * seen.table("at_stake");
                assert!(seen.seat(seat, "safe_stake") + seen.seat(seat, "near_stake") <= most);
                if matches!(game.phase, Phase::Ceremony { .. }) && game.turn() == Turn::Decide(seat)
                {
                    assert!(
                        seen.seat(seat, "takes_part") > 0.5 && seen.seat(seat, "decides") > 0.5
                    );
                }
            }
        });
        assert!(ceremonies > 100 && safe > 50, "{ceremonies}, {safe}");
    }
}
