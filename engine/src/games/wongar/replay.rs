//! How a record's events lead from decision to decision.

use super::cards::{Kind, RitualCard, Use};
use super::deal::Deal;
use super::event::{Event, Name};
use super::moves::{Move, Pick};
use super::phase::{Phase, Play};
use super::state::State;
use crate::Seat;
use crate::replay::Replayed;

impl Replayed for State {
    fn move_toward(&self, event: &Event) -> Option<Move> {
        move_toward(self, event)
    }

    /// The stones of a card have no order.
    fn is_same(event: &Event, due: &Event) -> bool {
        let ordered = |event: &Event| {
            let mut event = event.clone();
            if let Event::Play { stones, .. } = &mut event {
                stones.sort();
            }
            event
        };
        event == due || ordered(event) == ordered(due)
    }

    /// A step makes one new deck at most, and draws nothing from it: it is the deck that is there.
    fn check_deal(&self, deal: &Deal, event: &Event) -> Result<(), String> {
        if *event == Event::Reshuffle && !deal.lists(self.shuffles, self.deck) {
            return Err("the deal does not list the order of these cards".to_owned());
        }
        Ok(())
    }
}

fn move_toward(state: &State, event: &Event) -> Option<Move> {
    let region_of = |name: &Name| state.board().region(name);
    match (state.phase, event) {
        (Phase::Settle, Event::Place { kind, region, .. }) => {
            Some(Move::Settle(*kind, region_of(region)?))
        }
        (Phase::Turn, Event::Take { region, .. }) => Some(Move::Take(region_of(region)?)),
        (Phase::Turn, Event::OwnCard { card, .. }) => Some(Move::Own(*card)),
        (Phase::Work { .. } | Phase::Spread { .. }, Event::Place { region, .. }) => {
            Some(Move::Place(region_of(region)?))
        }
        (Phase::Work { .. }, Event::Ritual { .. } | Event::Lapse { .. } | Event::Reshuffle) => {
            Some(Move::Draw)
        }
        (Phase::Triple, Event::Place { kind, .. }) => Some(Move::Triple(*kind)),
        (Phase::Travel { .. }, Event::Move { region, .. }) => {
            Some(Move::Travel(region_of(region)?))
        }
        (Phase::Choose { .. }, Event::Ritual { card, .. }) => {
            kind_of(*card).map(|kind| Move::Choose(Pick::one(kind)))
        }
        (Phase::Ceremony { .. }, Event::Pass { .. }) => Some(Move::Pass),
        (Phase::Ceremony { .. }, Event::Play { card, kind, usage, .. }) => match card {
            RitualCard::Double => Some(Move::PlayDouble(*kind, *usage)),
            RitualCard::Scorpion => None,
            _ => Some(Move::Play(kind_of(*card)?, *usage)),
        },
        (Phase::Stone { play, .. }, Event::Play { stones, .. }) => {
            let options = stones.iter().map(|stone| option_of_stone(state, play, stone));
            let mut options = options.collect::<Option<Vec<_>>>()?;
            options.sort_unstable();
            options.get(usize::from(play.first.is_some())).copied()
        }
        _ => None,
    }
}

fn option_of_stone(state: &State, play: Play, (seat, region): &(Seat, Name)) -> Option<Move> {
    match play.usage {
        Use::Remove => Some(Move::From(*seat)),
        Use::Out | Use::In => state.board().region(region).map(Move::Via),
    }
}

fn kind_of(card: RitualCard) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.ritual() == card)
}
