//! Records of Wongar, and the replay of their events decision by decision.

use crate::state::State;
use crate::state::board::Region;
use crate::state::cards::{Ending, Kind, RitualCard, Use};
use crate::state::chance::Chance;
use crate::state::deal::Deal;
use crate::state::event::Event;
use crate::state::moves::{Move, Pick};
use crate::state::phase::{Phase, Play};
use crate::state::setup::Setup;
use engine::{GameEvent, Seat, reason};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The result of a game as stored in records, by seat.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(expecting = "a result: points, ranks, cause")]
pub struct GameResult {
    points: Vec<i16>,
    ranks: Vec<u8>,
    cause: Ending,
}

impl GameEvent<State> for Event {
    type Result = GameResult;

    fn play(game: &mut State, mv: Move, log: &mut Vec<Self>) {
        game.play_noting(mv, log);
    }

    fn happen(game: &mut State, chance: Chance, log: &mut Vec<Self>) {
        game.let_happen(chance, log);
    }

    fn move_toward(&self, game: &State) -> Option<Move> {
        move_toward(game, self)
    }

    fn result(end: &State) -> GameResult {
        let outcome = end.outcome();
        GameResult {
            points: outcome.points().to_vec(),
            ranks: outcome.ranks().to_vec(),
            cause: end.called().expect("a finished game has had its end called"),
        }
    }

    fn to_json(&self, setup: &Setup) -> impl Serialize {
        self.with_names(setup.board())
    }

    fn from_json(json: &Value, setup: &Setup) -> Result<Self, String> {
        let event = Event::<String>::deserialize(json).map_err(|error| reason(&error))?;
        event.with_regions(setup.board())
    }

    /// Compares two events; the order of the stones on a card does not matter.
    fn is_same(&self, due: &Self) -> bool {
        let ordered = |event: &Self| {
            let mut event = event.clone();
            if let Self::Play { stones, .. } = &mut event {
                stones.sort();
            }
            event
        };
        self == due || ordered(self) == ordered(due)
    }

    /// Adds the orders of all new decks to the deal.
    fn deal_in_record(deal: &Deal, setup: &Setup, events: &[Self]) -> Deal {
        deal.with_reshuffles(setup.edition(), events)
    }

    /// A step makes at most one new deck and draws nothing from it, so the current deck is the new one.
    fn check_deal(&self, game: &State, deal: &Deal) -> Result<(), String> {
        if *self == Self::Reshuffle && !deal.lists(game.shuffles, game.deck) {
            return Err(
                "the deck in the record lists no order of the cards for this reshuffle".to_owned()
            );
        }
        Ok(())
    }

    fn check_end(end: &State, deal: &Deal) -> Result<(), String> {
        let (listed, made) = (deal.listed(), end.shuffles);
        if listed == made as usize {
            return Ok(());
        }
        Err(format!("the deal lists {listed} reshuffles, but {made} took place"))
    }

    /// Allows the stones of one card, and the cards taken out of the pile at once, to come in any order.
    fn begin_replay(game: &mut State) {
        game.in_any_order = true;
    }

    fn end_replay(game: &mut State) {
        game.in_any_order = false;
        game.options = game.options_of(game.phase);
    }
}

fn move_toward(state: &State, event: &Event) -> Option<Move> {
    match (state.phase, event) {
        (Phase::Settle, Event::Place { kind, region, .. }) => Some(Move::Settle(*kind, *region)),
        (Phase::Turn, Event::Take { region, .. }) => Some(Move::Take(*region)),
        (Phase::Turn, Event::OwnCard { card, .. }) => Some(Move::Own(*card)),
        (Phase::Work { .. } | Phase::Spread { .. }, Event::Place { region, .. }) => {
            Some(Move::Place(*region))
        }
        (Phase::Work { .. }, Event::Ritual { .. } | Event::Lapse { .. } | Event::Reshuffle) => {
            Some(Move::Draw)
        }
        (Phase::Triple, Event::Place { kind, .. }) => Some(Move::Triple(*kind)),
        (Phase::Travel { .. }, Event::Move { region, .. }) => Some(Move::Travel(*region)),
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
            let options = stones.iter().map(|&stone| option_of_stone(play, stone));
            let mut options: Vec<_> = options.collect();
            options.sort_unstable();
            options.get(usize::from(play.first.is_some())).copied()
        }
        _ => None,
    }
}

fn option_of_stone(play: Play, (seat, region): (Seat, Region)) -> Move {
    match play.usage {
        Use::Remove => Move::From(seat),
        Use::Out | Use::In => Move::Via(region),
    }
}

fn kind_of(card: RitualCard) -> Option<Kind> {
    Kind::ALL.into_iter().find(|kind| kind.ritual() == card)
}
