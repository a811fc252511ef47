//! Sparse inputs of networks: binary relations between stones, cards, figures and the rest of the game.
//!
//! A *standing* compares a seat's stones of a kind in a region with the best claim of the other seats to the majority (W23).
//! Hands are those that a determinization deals. About 90 inputs are on for each seat.

use crate::numbers::encoding::{Order, takes_part};
use crate::numbers::sight::{Horizon, claim, unclaim};
use crate::{
    AREA_CARDS, AreaCard, Cause, Edition, Figure, HELD, KINDS, Kind, PHASES, REGIONS, Region,
    RitualCard, SEATS, State,
};
use engine::{MAX_SEATS, Seat, Turn};

/// Number of classes for the stones of a kind in a region: 0 to 4, where 4 includes more.
const ON_CELL: usize = 5;
/// Number of standings: own stones, stones of the best other claim, whether the seat wins the tie.
const STANDINGS: usize = ON_CELL * ON_CELL * 2;
/// Number of classes for the rest of the game; see [`nearness`].
const NEARNESS: usize = 8;
/// Number of classes for the lead in area cards of a kind, from -3 to 3.
const CARD_LEADS: usize = 7;
/// Number of classes for the lead in points, from -24 to 24 in steps of two.
const LEADS: usize = 25;
/// Number of classes for other counts, where the last includes more.
const COUNTS: usize = 16;
/// Number of classes for the ritual cards of a kind in a hand, and in all other hands.
const IN_HAND: usize = 5;
const IN_HANDS: usize = 9;

engine::groups! {
    /// The groups of sparse inputs.
    GROUPS;
    Cells = "cells"[REGIONS, KINDS, STANDINGS], "(region, kind, standing), where any seat has stones of the kind";
    Reachable = "reachable_cells"[2, 2, PHASES, KINDS, STANDINGS],
        "(the Ancestor can move there, the Elder can, phase, kind, standing), where any seat has stones of the kind";
    Figures = "figures"[2, REGIONS], "(figure, region)";
    Open = "open_cards"[REGIONS, AREA_CARDS + 1], "(region, open card or none)";
    Ceremony = "ceremony"[3, PHASES, KINDS, STANDINGS], "(cause, phase, kind, standing) for the ceremony in progress";
    CeremonyCards = "ceremony_cards"[2, KINDS, IN_HAND, IN_HANDS],
        "(the seat takes part, kind, own cards of its ritual, cards of the others who take part) for the ceremony in progress";
    Hand = "hand"[HELD, IN_HAND], "(ritual card, number in the hand)";
    OtherHands = "other_hands"[HELD, IN_HANDS], "(ritual card, number in all other hands)";
    OffBoard = "off_board"[KINDS, COUNTS], "(kind, own stones off the board)";
    AreaCards = "area_cards"[NEARNESS, KINDS, CARD_LEADS],
        "(nearness of the end, kind, area cards less those of the best rival)";
    Lead = "lead_and_end"[NEARNESS, LEADS], "(nearness of the end, lead over the best rival in points, in twos)";
    Turns = "turns_before"[2, NEARNESS, SEATS],
        "(a turn of the seat is still to begin in this round, nearness of the end, turns that begin before its next one)";
    Tokens = "tokens"[2, 2, PHASES], "(owns the Ancestor, owns the Elder, phase)";
    OwnCards = "own_figure_cards"[2, 2], "own cards of the figures in the advanced game";
    Stack = "smallest_stack"[COUNTS], "face-down cards of the shortest stack";
    Spaces = "scorpion_spaces"[COUNTS], "spaces before the scorpion, in twos";
    Decides = "seat_decides"[1], "the seat decides next, within a turn";
}

/// Appends the inputs that are on for each seat; returns the number of inputs of each seat.
pub(crate) fn sparse_inputs(state: &State, on: &mut Vec<u16>) -> [u16; MAX_SEATS] {
    engine::by_processor!(fn list(state: &State, on: &mut Vec<u16>) -> [u16; MAX_SEATS])
}

#[inline(always)]
fn list(state: &State, on: &mut Vec<u16>) -> [u16; MAX_SEATS] {
    let table = Table::of(state);
    let mut counts = [0; MAX_SEATS];
    for seat in Seat::all(state.players()) {
        let before = on.len();
        table.list(seat, on);
        counts[seat.index()] = (on.len() - before) as u16;
    }
    counts
}

/// Returns the class of a count: the count itself, or the last class, which includes more.
fn class(count: u8, classes: usize) -> usize {
    usize::from(count).min(classes - 1)
}

/// A position, with the quantities that all seats share.
struct Table<'a> {
    state: &'a State,
    precedence: [u8; SEATS],
    /// The two highest claims to each majority, by region and kind.
    claims: [[[u8; 2]; KINDS]; REGIONS],
    order: Order,
    nearness: usize,
    /// The phase of the scorpion track, counted from 0.
    phase: usize,
    /// The regions that each figure can reach in one move, one bit each.
    reach: [u16; 2],
}

impl<'a> Table<'a> {
    #[inline(always)]
    fn of(state: &'a State) -> Self {
        let [ancestor, elder] = Figure::ALL.map(|figure| state.figure(figure));
        let precedence = state.precedence();
        let highest = |stones: &[u8; SEATS]| {
            let [mut best, mut second] = [0; 2];
            for (&stones, &precedence) in stones.iter().zip(&precedence).take(state.players()) {
                let claim = claim(stones, precedence);
                second = second.max(best.min(claim));
                best = best.max(claim);
            }
            [best, second]
        };
        Self {
            state,
            precedence,
            claims: state.stones.each_ref().map(|kinds| kinds.each_ref().map(highest)),
            order: Order::of(state),
            nearness: nearness(state),
            phase: usize::from(state.scorpion_phase()) - 1,
            reach: [state.board().neighbours(ancestor), state.board().nearby(elder)],
        }
    }

    /// Returns the standing of the seat, or `None` if no seat has stones of this kind there.
    fn standing(&self, seat: Seat, region: Region, kind: Kind) -> Option<usize> {
        let [best, second] = self.claims[region.index()][kind.index()];
        let stones = self.state.stones(region, kind, seat);
        let own_precedence = self.precedence[seat.index()];
        let is_best = claim(stones, own_precedence) == best;
        let (other, precedence) = unclaim(if is_best { second } else { best });
        if stones + other == 0 {
            return None;
        }
        let wins_tie = usize::from(own_precedence > precedence);
        Some((class(stones, ON_CELL) * ON_CELL + class(other, ON_CELL)) * 2 + wins_tie)
    }

    /// Appends the inputs that are on for a seat.
    #[inline(always)]
    fn list(&self, seat: Seat, on: &mut Vec<u16>) {
        let state = self.state;
        for region in Region::all() {
            let reach = self.reach.map(|regions| usize::from(regions >> region.index() & 1));
            for kind in Kind::ALL {
                let Some(standing) = self.standing(seat, region, kind) else { continue };
                Cells([region.index(), kind.index(), standing]).add(on);
                Reachable([reach[0], reach[1], self.phase, kind.index(), standing]).add(on);
            }
            let card = state.open_card(region).map_or(AREA_CARDS, AreaCard::index);
            Open([region.index(), card]).add(on);
        }
        for figure in Figure::ALL {
            Figures([figure.index(), state.figure(figure).index()]).add(on);
        }
        if let Some((region, cause)) = state.ceremony() {
            self.list_ceremony(seat, region, cause, on);
        }
        self.list_cards(seat, on);
        self.list_course(seat, on);
    }

    #[inline(always)]
    fn list_ceremony(&self, seat: Seat, region: Region, cause: Cause, on: &mut Vec<u16>) {
        let state = self.state;
        let part = takes_part(state, seat);
        for kind in Kind::ALL {
            if let Some(standing) = self.standing(seat, region, kind) {
                Ceremony([cause.index(), self.phase, kind.index(), standing]).add(on);
            }
            let card = kind.ritual();
            let own = class(state.hand(seat, card), IN_HAND);
            let rivals = state.others(seat).filter(|&other| takes_part(state, other));
            let others = class(rivals.map(|other| state.hand(other, card)).sum(), IN_HANDS);
            CeremonyCards([usize::from(part), kind.index(), own, others]).add(on);
        }
    }

    #[inline(always)]
    fn list_cards(&self, seat: Seat, on: &mut Vec<u16>) {
        let state = self.state;
        for card in RitualCard::ALL.into_iter().take(HELD) {
            Hand([card.index(), class(state.hand(seat, card), IN_HAND)]).add(on);
            let others = state.others(seat).map(|other| state.hand(other, card)).sum();
            OtherHands([card.index(), class(others, IN_HANDS)]).add(on);
        }
        for kind in Kind::ALL {
            OffBoard([kind.index(), class(state.supply(seat, kind), COUNTS)]).add(on);
            let taken = |seat| i32::from(state.taken(seat, kind.area_card()));
            let best = state.others(seat).map(taken).max().unwrap_or(0);
            let lead = (taken(seat) - best).clamp(-3, 3) + 3;
            AreaCards([self.nearness, kind.index(), lead as usize]).add(on);
        }
        if state.edition() == Edition::Advanced {
            OwnCards(Figure::ALL.map(|figure| usize::from(state.has_own_card(seat, figure))))
                .add(on);
        }
    }

    /// Appends the inputs for the points, the order of turns and the end.
    #[inline(always)]
    fn list_course(&self, seat: Seat, on: &mut Vec<u16>) {
        let state = self.state;
        let best = state.others(seat).map(|other| state.points(other)).max().unwrap_or(0);
        let lead = ((state.points(seat) - best) / 2).clamp(-12, 12) + 12;
        Lead([self.nearness, lead as usize]).add(on);
        let wait = self.order.wait(seat, state.players());
        let plays = usize::from(wait < self.order.left);
        Turns([plays, self.nearness, wait]).add(on);
        let owns = Figure::ALL.map(|figure| usize::from(state.owner(figure) == Some(seat)));
        Tokens([owns[0], owns[1], self.phase]).add(on);
        let shortest = Region::all().map(|region| state.stack_size(region)).min().unwrap_or(0);
        Stack([class(shortest, COUNTS)]).add(on);
        Spaces([class((state.board().spaces() - state.space()) / 2, COUNTS)]).add(on);
        if !state.is_between_turns() && state.turn() == Turn::Decide(seat) {
            Decides([0]).add(on);
        }
    }
}

/// Returns a class for the rest of the game: 0 after the end has been called, then the closer the lower.
fn nearness(state: &State) -> usize {
    if state.called().is_some() {
        return 0;
    }
    let rest = Horizon::of(state).rest;
    1 + ((rest * (NEARNESS - 1) as f64) as usize).min(NEARNESS - 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use engine::testing::random_game;

    /// Checks that all groups occur in random games, each single input at most once for a seat.
    #[test]
    fn inputs_are_distinct_and_all_groups_occur() {
        let counted = FIRST[Group::Reachable as usize]..FIRST[Group::Figures as usize];
        let mut seen = vec![false; GROUPS.iter().map(|group| group.size).sum()];
        for edition in [Edition::Base, Edition::Advanced] {
            for players in 3..=5 {
                let setup = Setup::new(players).unwrap().with_edition(edition);
                random_game(&setup, players as u64, |game: &State| {
                    let mut on = Vec::new();
                    let counts = sparse_inputs(game, &mut on);
                    let mut rest = &on[..];
                    for count in &counts[..players] {
                        let (of_seat, others) = rest.split_at(usize::from(*count));
                        let mut sorted = of_seat.to_vec();
                        sorted.retain(|&input| !counted.contains(&usize::from(input)));
                        sorted.sort_unstable();
                        assert!(sorted.is_sorted_by(|one, other| one < other));
                        rest = others;
                    }
                    assert!(rest.is_empty());
                    for input in on {
                        seen[usize::from(input)] = true;
                    }
                });
            }
        }
        for (group, first) in GROUPS.iter().zip(FIRST) {
            assert!(seen[first..][..group.size].contains(&true), "{}", group.name);
        }
    }

    /// Checks that standings name the seat that wins a majority (W23): in each cell, exactly one seat with stones has more stones
    /// than the best other claim, or as many and wins the tie.
    #[test]
    fn w23_standings_name_one_winner() {
        let setup = Setup::new(4).unwrap();
        random_game(&setup, 3, |game: &State| {
            let table = Table::of(game);
            for (region, kind) in Region::all().flat_map(|at| Kind::ALL.map(|kind| (at, kind))) {
                let stones = game.stones_of_all(region, kind);
                if stones.iter().any(|&stones| stones >= ON_CELL as u8 - 1) || stones == [0; SEATS]
                {
                    continue;
                }
                let leads = |seat: &Seat| {
                    let standing = table.standing(*seat, region, kind).unwrap();
                    let (own, other) = (standing / 2 / ON_CELL, standing / 2 % ON_CELL);
                    own > other || own == other && standing % 2 == 1
                };
                let leaders = Seat::all(4).filter(leads).collect::<Vec<_>>();
                let precedence = game.precedence();
                let best = Seat::all(4)
                    .max_by_key(|seat| (stones[seat.index()], precedence[seat.index()]));
                assert_eq!(leaders, Vec::from_iter(best));
            }
        });
    }
}
