//! Observation tensors of Wongar (W33).
//!
//! The board is not part of the tensor, because it is constant during a game.

use crate::state::State;
use crate::state::board::{PHASES, REGIONS, Region};
use crate::state::cards::{
    AREA_CARDS, AreaCard, Cause, Ending, Figure, HELD, KINDS, Kind, RitualCard, STONES, Use,
};
use crate::state::moves::Pick;
use crate::state::phase::{Phase, Play};
use crate::state::view::View;
use engine::{Seat, SeatOrder, TensorBlock, TensorWriter, Turn};

/// The number of ritual cards in the base game.
const ALL_RITUALS: f32 = 43.0;
/// The largest number of ritual cards of a kind.
const MOST_RITUALS: f32 = 14.0;
/// The largest number of area cards of a kind in all stacks together.
const MOST_TAKEN: f32 = 30.0;
/// The largest number of cards of a kind in a stack, including tucked cards.
const MOST_STACKED: f32 = 4.0;
/// The scale of points; few games bring a seat more.
const MANY_POINTS: f32 = 200.0;
/// A bound on the number of rounds.
const MOST_ROUNDS: f32 = 50.0;
const PHASE_KINDS: usize = 17;
/// Number of values per seat, apart from its area cards.
const SEAT_VALUES: usize = 13;
/// Number of values that describe a seat's knowledge of another hand.
const KNOWLEDGE: usize = 2 * HELD + 1;

/// Returns the blocks of a tensor for this number of players.
pub(crate) fn blocks(players: usize) -> Vec<TensorBlock> {
    let block = TensorBlock::new;
    vec![
        block("seat", vec![players], "1 at the observer's seat number"),
        block(
            "seats",
            vec![players, SEAT_VALUES + AREA_CARDS],
            "from the observer on: points (200), hand (43), lenses, cubes and cylinders off the \
             board (18, 15, 12), owns the Ancestor, owns the Elder, has the boomerang, is \
             active, decides, has passed, has its own Ancestor card, its own Elder card; area \
             cards taken by kind (30)",
        ),
        block(
            "knowledge",
            vec![players, KNOWLEDGE],
            "from the observer on: ritual cards certainly held by kind, for the observer the \
             hand (14); cards drawn since the observer saw the pile (43); cards played since by \
             kind (14)",
        ),
        block("stones", vec![REGIONS, KINDS, players], "stones on the board, of all of that kind"),
        block("open", vec![REGIONS, AREA_CARDS], "1 at the open card of the region"),
        block("face_down", vec![REGIONS, AREA_CARDS], "face-down cards of the stack (4)"),
        block("tucked", vec![REGIONS], "scorpions at the bottom of the stack (4)"),
        block("figures", vec![2, REGIONS], "1 where the Ancestor and the Elder stand"),
        block(
            "table",
            vec![5],
            "scorpion's space (its track), round (50), turns left in it (players), face-down \
             ritual cards (43), base game",
        ),
        block("scorpion", vec![PHASES], "1 at the phase of the scorpion track"),
        block("called", vec![2], "1 if the scorpion, or an empty stack, has called the end"),
        block("discard", vec![HELD + 1], "discarded ritual cards by kind (14)"),
        block(
            "pile",
            vec![KINDS + 2],
            "the pile as last seen by kind (14), cards taken since (43); 1 if it was seen at all",
        ),
        block("phase", vec![PHASE_KINDS], "1 at what is due, in the order of the rules"),
        block("due", vec![2], "stones (3) and ritual cards (4) that the active seat still gets"),
        block("figure", vec![2], "1 at the figure that moves"),
        block("kind", vec![KINDS], "1 at the kind of stone that is placed or played"),
        block("region", vec![REGIONS], "1 at the region of the ceremony"),
        block("cause", vec![3], "1 at the cause of the ceremony"),
        block("double", vec![1], "1 if a double is played"),
        block("use", vec![3], "1 at the use of the card played: remove, out, in"),
        block("first", vec![REGIONS], "1 at the seat or region of a double's first stone"),
    ]
}

/// Writes all blocks of the view's tensor.
pub(crate) fn write_blocks(view: &View, players: usize, writer: &mut TensorWriter<'_>) {
    let (observer, table) = (engine::View::seat(view), view.table());
    let order = SeatOrder::new(observer, players);
    writer.one_hot(players, Some(observer.index()));
    order.seats().for_each(|seat| table.write_seat(seat, writer));
    order.seats().for_each(|seat| view.write_knowledge(observer, seat, writer));
    table.write_stones(order, writer);
    table.write_stacks(writer);
    table.write_table(writer);
    for card in RitualCard::ALL {
        writer.push(f32::from(table.discarded(card)) / MOST_RITUALS);
    }
    let pile = view.pile_last_seen();
    let (cards, since) = pile.unwrap_or_default();
    for count in cards {
        writer.push(f32::from(count) / MOST_RITUALS);
    }
    writer.push(f32::from(since) / ALL_RITUALS);
    writer.flag(pile.is_some());
    table.write_phase(writer);
}

impl View {
    fn write_knowledge(&self, observer: Seat, seat: Seat, writer: &mut TensorWriter<'_>) {
        let table = self.table();
        let memory = &table.memories[observer.index()];
        for card in &RitualCard::ALL[..HELD] {
            let is_own = seat == observer;
            let held = if is_own { table.hand(seat, *card) } else { self.surely_held(seat, *card) };
            writer.push(f32::from(held) / MOST_RITUALS);
        }
        writer.push(f32::from(memory.drawn[seat.index()]) / ALL_RITUALS);
        for count in memory.played[seat.index()] {
            writer.push(f32::from(count) / MOST_RITUALS);
        }
    }
}

impl State {
    fn write_seat(&self, seat: Seat, writer: &mut TensorWriter<'_>) {
        writer.push((f32::from(self.points(seat)) / MANY_POINTS).min(1.0));
        writer.push(f32::from(self.hand_size(seat)) / ALL_RITUALS);
        for kind in Kind::ALL {
            writer.push(f32::from(self.supply(seat, kind)) / f32::from(STONES[kind.index()]));
        }
        for figure in Figure::ALL {
            writer.flag(self.owner(figure) == Some(seat));
        }
        writer.flag(self.boomerang() == seat);
        writer.flag(self.active() == seat);
        writer.flag(self.turn() == Turn::Decide(seat));
        let passed = match self.phase {
            Phase::Ceremony { rite } | Phase::Stone { rite, .. } => rite.passed,
            _ => 0,
        };
        writer.flag(passed >> seat.index() & 1 == 1);
        for figure in Figure::ALL {
            writer.flag(self.has_own_card(seat, figure));
        }
        for card in AreaCard::ALL {
            writer.push(f32::from(self.taken(seat, card)) / MOST_TAKEN);
        }
    }

    fn write_stones(&self, order: SeatOrder, writer: &mut TensorWriter<'_>) {
        for region in Region::all() {
            for kind in Kind::ALL {
                let stones = self.stones_of_all(region, kind);
                for seat in order.seats() {
                    let all = f32::from(STONES[kind.index()]);
                    writer.push(f32::from(stones[seat.index()]) / all);
                }
            }
        }
    }

    fn write_stacks(&self, writer: &mut TensorWriter<'_>) {
        for region in Region::all() {
            writer.one_hot(AREA_CARDS, self.open_card(region).map(AreaCard::index));
        }
        for region in Region::all() {
            for card in AreaCard::ALL {
                writer.push(f32::from(self.face_down(region, card)) / MOST_STACKED);
            }
        }
        for region in Region::all() {
            writer.push(f32::from(self.tucked(region)) / MOST_STACKED);
        }
    }

    fn write_table(&self, writer: &mut TensorWriter<'_>) {
        for figure in Figure::ALL {
            writer.one_hot(REGIONS, Some(self.figure(figure).index()));
        }
        writer.push(f32::from(self.space()) / f32::from(self.board().spaces()));
        writer.push((f32::from(self.round()) / MOST_ROUNDS).min(1.0));
        writer.push(f32::from(self.turns_left()) / self.players() as f32);
        writer.push(f32::from(self.deck_size()) / ALL_RITUALS);
        writer.flag(self.edition() == crate::Edition::Base);
        writer.one_hot(PHASES, Some(usize::from(self.scorpion_phase()) - 1));
        writer.one_hot(2, self.called().map(Ending::index));
    }

    fn write_phase(&self, writer: &mut TensorWriter<'_>) {
        writer.one_hot(PHASE_KINDS, Some(self.phase.number()));
        let (stones, rituals) = self.still_due();
        writer.push(f32::from(stones) / 3.0);
        writer.push(f32::from(rituals) / f32::from(Pick::MOST));
        let (mut figure, mut kind, mut play) = (None, None, None);
        match self.phase {
            Phase::Travel { figure: moved } => figure = Some(moved),
            Phase::Work { kind: placed, .. } | Phase::Spread { kind: placed, .. } => {
                kind = Some(placed);
            }
            Phase::Stone { play: played, .. } => (kind, play) = (Some(played.kind), Some(played)),
            _ => {}
        }
        writer.one_hot(2, figure.map(Figure::index));
        writer.one_hot(KINDS, kind.map(Kind::index));
        let ceremony = self.ceremony();
        writer.one_hot(REGIONS, ceremony.map(|(region, _)| region.index()));
        writer.one_hot(3, ceremony.map(|(_, cause)| Cause::index(cause)));
        writer.flag(play.is_some_and(|play| play.double));
        writer.one_hot(3, play.map(|Play { usage, .. }| Use::index(usage)));
        writer.one_hot(REGIONS, play.and_then(|play| play.first).map(usize::from));
    }
}

impl Phase {
    /// Returns the phase's number in the order of the rules.
    const fn number(self) -> usize {
        match self {
            Self::Bag { .. } => 0,
            Self::Open { .. } => 1,
            Self::Deal { .. } => 2,
            Self::Token { .. } => 3,
            Self::Settle => 4,
            Self::Reveal { .. } => 5,
            Self::Turn => 6,
            Self::Work { .. } => 7,
            Self::Triple => 8,
            Self::Spread { .. } => 9,
            Self::Travel { .. } => 10,
            Self::Draw { .. } => 11,
            Self::Look { .. } => 12,
            Self::Choose { .. } => 13,
            Self::Ceremony { .. } => 14,
            Self::Stone { .. } => 15,
            Self::Over => 16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edition, Setup};
    use engine::testing::check_tensors;

    #[test]
    fn tensors_show_what_is_seen_and_nothing_else() {
        for players in 3..=5 {
            for edition in Edition::ALL {
                let setup = Setup::new(players).unwrap().with_edition(edition);
                check_tensors::<State>(&setup, 0..10);
            }
        }
    }
}
