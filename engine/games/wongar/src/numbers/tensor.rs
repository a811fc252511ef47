//! Observation tensors of Wongar (W33).
//!
//! The board is not part of the tensor, because it is constant during a game.

use crate::state::State;
use crate::state::board::{PHASES, REGIONS, Region};
use crate::state::cards::{AREA_CARDS, AreaCard, Ending, Figure, HELD, KINDS, Kind, RitualCard};
use crate::state::moves::{Move, Pick};
use crate::state::phase::Phase;
use crate::state::view::View;
use engine::{Seat, SeatOrder, TensorWriter, Turn};

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
/// Number of values per seat, apart from its area cards.
const SEAT_VALUES: usize = 13;
/// Number of values that describe a seat's knowledge of another hand.
const KNOWLEDGE: usize = 2 * HELD + 1;

engine::encoding! {
    /// The encoding of Wongar. In the meanings, a number in brackets is the number of things that has the value 1.
    ENCODING: State, Move;
    (view, players, writer) {
        let (table, observer) = (view.table(), engine::View::seat(view));
        let order = SeatOrder::new(observer, players);
        let open = |region| table.open_card(region).map(AreaCard::index);
        let place = |figure| Some(table.figure(figure).index());
        let (stones, rituals) = table.still_due();
        let (ceremony, play) = (table.ceremony(), table.play_in_progress());
        let kind = table.placed_kind().or(play.map(|play| play.kind));
    }
    seat[players]: writer.one_hot(players, Some(observer.index())), "1 at the observer's seat number";
    seats[players, SEAT_VALUES + AREA_CARDS]: for seat in order.seats() { table.write_seat(seat, writer) },
        "from the observer on: points (200), hand (43), lenses, cubes and cylinders off the \
         board (18, 15, 12), owns the Ancestor, owns the Elder, has the boomerang, is \
         active, decides, has passed, has its own Ancestor card, its own Elder card; area \
         cards taken by kind (30)";
    knowledge[players, KNOWLEDGE]: for seat in order.seats() { view.write_knowledge(observer, seat, writer) },
        "from the observer on: ritual cards certainly held by kind, for the observer the \
         hand (14); cards drawn since the observer saw the pile (43); cards played since by \
         kind (14)";
    stones[REGIONS, KINDS, players]: table.write_stones(order, writer),
        "stones on the board, of all of that kind";
    open[REGIONS, AREA_CARDS]: for region in Region::all() { writer.one_hot(AREA_CARDS, open(region)) },
        "1 at the open card of the region";
    face_down[REGIONS, AREA_CARDS]: table.write_face_down(writer), "face-down cards of the stack (4)";
    tucked[REGIONS]: writer.push_all(Region::all().map(|region| f32::from(table.tucked(region)) / MOST_STACKED)),
        "scorpions at the bottom of the stack (4)";
    figures[2, REGIONS]: for figure in Figure::ALL { writer.one_hot(REGIONS, place(figure)) },
        "1 where the Ancestor and the Elder stand";
    table[5]: table.write_table(writer),
        "scorpion's space (its track), round (50), turns left in it (players), face-down \
         ritual cards (43), base game";
    scorpion[PHASES]: writer.one_hot(PHASES, Some(usize::from(table.scorpion_phase()) - 1)),
        "1 at the phase of the scorpion track";
    called[2]: writer.one_hot(2, table.called().map(Ending::index)),
        "1 if the scorpion, or an empty stack, has called the end";
    discard[HELD + 1]: writer.push_all(table.discard.map(|count| f32::from(count) / MOST_RITUALS)),
        "discarded ritual cards by kind (14)";
    pile[KINDS + 2]: view.write_pile(writer),
        "the pile as last seen by kind (14), cards taken since (43); 1 if it was seen at all";
    phase[Phase::COUNT]: writer.one_hot(Phase::COUNT, Some(table.phase.number())),
        "1 at what is due, in the order of the rules";
    due[2]: writer.push_all([f32::from(stones) / 3.0, f32::from(rituals) / f32::from(Pick::MOST)]),
        "stones (3) and ritual cards (4) that the active seat still gets";
    figure[2]: writer.one_hot(2, table.travelling().map(Figure::index)), "1 at the figure that moves";
    kind[KINDS]: writer.one_hot(KINDS, kind.map(Kind::index)),
        "1 at the kind of stone that is placed or played";
    region[REGIONS]: writer.one_hot(REGIONS, ceremony.map(|(region, _)| region.index())),
        "1 at the region of the ceremony";
    cause[3]: writer.one_hot(3, ceremony.map(|(_, cause)| cause.index())),
        "1 at the cause of the ceremony";
    double[1]: writer.flag(play.is_some_and(|play| play.double)), "1 if a double is played";
    use[3]: writer.one_hot(3, play.map(|play| play.usage.index())),
        "1 at the use of the card played: remove, out, in";
    first[REGIONS]: writer.one_hot(REGIONS, play.and_then(|play| play.first).map(usize::from)),
        "1 at the seat or region of a double's first stone";
}

/// Returns a number of stones as a part of all stones of that kind that a seat has.
fn part_of_stones(state: &State, stones: u8, kind: Kind) -> f32 {
    f32::from(stones) / f32::from(state.house.stones(kind))
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
        writer.push_all(memory.played[seat.index()].map(|count| f32::from(count) / MOST_RITUALS));
    }

    fn write_pile(&self, writer: &mut TensorWriter<'_>) {
        let pile = self.pile_last_seen();
        let (cards, since) = pile.unwrap_or_default();
        writer.push_all(cards.map(|count| f32::from(count) / MOST_RITUALS));
        writer.push(f32::from(since) / ALL_RITUALS);
        writer.flag(pile.is_some());
    }
}

impl State {
    fn write_seat(&self, seat: Seat, writer: &mut TensorWriter<'_>) {
        writer.push((f32::from(self.points(seat)) / MANY_POINTS).min(1.0));
        writer.push(f32::from(self.hand_size(seat)) / ALL_RITUALS);
        writer.push_all(Kind::ALL.map(|kind| part_of_stones(self, self.supply(seat, kind), kind)));
        for figure in Figure::ALL {
            writer.flag(self.owner(figure) == Some(seat));
        }
        writer.flag(self.boomerang() == seat);
        writer.flag(self.active() == seat);
        writer.flag(self.turn() == Turn::Decide(seat));
        writer.flag(self.rite().is_some_and(|rite| rite.has_passed(seat)));
        for figure in Figure::ALL {
            writer.flag(self.has_own_card(seat, figure));
        }
        writer.push_all(self.taken[seat.index()].map(|count| f32::from(count) / MOST_TAKEN));
    }

    fn write_stones(&self, order: SeatOrder, writer: &mut TensorWriter<'_>) {
        for region in Region::all() {
            for kind in Kind::ALL {
                let stones = self.stones_of_all(region, kind);
                let parts =
                    order.seats().map(|seat| part_of_stones(self, stones[seat.index()], kind));
                writer.push_all(parts);
            }
        }
    }

    fn write_face_down(&self, writer: &mut TensorWriter<'_>) {
        for region in Region::all() {
            let counts = AreaCard::ALL.map(|card| self.face_down(region, card));
            writer.push_all(counts.map(|count| f32::from(count) / MOST_STACKED));
        }
    }

    fn write_table(&self, writer: &mut TensorWriter<'_>) {
        writer.push(f32::from(self.space()) / f32::from(self.board().spaces()));
        writer.push((f32::from(self.round()) / MOST_ROUNDS).min(1.0));
        writer.push(f32::from(self.turns_left()) / self.players() as f32);
        writer.push(f32::from(self.deck_size()) / ALL_RITUALS);
        writer.flag(self.edition() == crate::Edition::Base);
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
