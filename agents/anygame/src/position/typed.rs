//! Positions and views that know the type of their game: the only implementations of [`AnyPosition`] and
//! [`AnyView`].

use super::afterstates::{Afterstates, Ahead, Described, Inputs, inputs};
use super::any_position::{AnyPosition, AnyView};
use super::belief::{Belief, belief};
use super::chance_source::ChanceSource;
use super::error::ActionError;
use super::facts::{OfferedArrangement, OfferedDraw, OfferedMove, PositionFacts, ToldEvent};
use super::legal_moves::LegalMoves;
use super::seen_event::seen;
use super::typed_setup::TypedSetup;
use agents::evaluation::win_chances;
use engine::drawing::{Board, Frame, LegendEntry, Viewer};
use engine::phrase::Phrase;
use engine::{Game, Outcome, PlayableGame, Record, RecordHeader, Seat, Seed, Turn, View};
use serde_json::Value;
use std::any::Any;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A position that knows the type of its game.
pub struct TypedPosition<G: PlayableGame> {
    setup: Arc<TypedSetup<G>>,
    pub(crate) game: G,
    chance: ChanceSource<G>,
    /// The events since the last position, if the position keeps events.
    events: Option<Vec<G::Event>>,
    legal: LegalMoves<G>,
}

impl<G: PlayableGame> TypedPosition<G> {
    /// Creates a position whose chance events come from this source.
    pub const fn new(setup: Arc<TypedSetup<G>>, game: G, chance: ChanceSource<G>) -> Self {
        Self { setup, game, chance, events: None, legal: LegalMoves::new() }
    }

    /// Creates a position with this deck.
    pub const fn dealt(setup: Arc<TypedSetup<G>>, game: G, deal: Arc<G::Deal>) -> Self {
        Self::new(setup, game, ChanceSource::Deal(deal))
    }

    /// Returns the position with the events that led to it, as after [`AnyPosition::keep_events`].
    pub fn with_events(self, events: Vec<G::Event>) -> Self {
        Self { events: Some(events), ..self }
    }

    /// Returns the deck, if the game was dealt.
    pub fn deal(&self) -> Option<&G::Deal> {
        if let ChanceSource::Deal(deal) = &self.chance { Some(deal) } else { None }
    }

    fn happen(&mut self, chance: G::Chance) {
        self.legal.forget();
        match &mut self.events {
            Some(events) => self.game.happen_recorded(chance, events),
            None => self.game.happen(chance),
        }
    }

    fn play(&mut self, mv: G::Move) {
        self.legal.forget();
        match &mut self.events {
            Some(events) => {
                events.clear();
                self.game.play_recorded(mv, events);
            }
            None => self.game.play(mv),
        }
    }

    /// Returns the chance outcomes with their weights; none unless chance acts.
    fn chances(&self) -> Vec<(G::Chance, u32)> {
        let mut chances = Vec::new();
        if self.game.turn() == Turn::Chance {
            self.game.chances(&mut chances);
        }
        chances
    }

    fn check_decision(&self) -> Result<(), ActionError> {
        match self.game.turn() {
            Turn::Decide(_) => Ok(()),
            Turn::Chance => Err(ActionError::ChanceActs),
            Turn::Over => Err(ActionError::GameOver),
        }
    }

    fn of(position: &dyn AnyPosition) -> Option<&Self> {
        (position as &dyn Any).downcast_ref()
    }
}

impl<G: PlayableGame> AnyPosition for TypedPosition<G> {
    fn copy(&self) -> Box<dyn AnyPosition> {
        let (setup, chance) = (Arc::clone(&self.setup), self.chance.clone());
        let events = self.events.clone();
        Box::new(Self { events, ..Self::new(setup, self.game.clone(), chance) })
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn turns_played(&self) -> u32 {
        self.game.turns_played()
    }

    fn is_between_turns(&self) -> bool {
        self.game.is_between_turns()
    }

    fn outcome(&self) -> Outcome {
        self.game.outcome()
    }

    fn legal_actions(&mut self) -> &[usize] {
        self.legal.numbers(&self.game, self.setup.encoding)
    }

    fn apply(&mut self, action: usize) -> Result<(), ActionError> {
        self.check_decision()?;
        if let Some(mv) = self.legal.listed(action) {
            self.play(mv);
            return Ok(());
        }
        let mv = self.setup.encoding()?.action(action);
        let mv = mv.ok_or_else(|| self.setup.no_action(action as i64))?;
        if !self.game.is_legal(mv) {
            return Err(ActionError::Illegal { number: action, text: mv.to_string() });
        }
        self.play(mv);
        Ok(())
    }

    fn apply_nth(&mut self, number: usize) -> Result<usize, ActionError> {
        self.check_decision()?;
        let moves = self.legal.moves(&self.game);
        let place = number % moves.len();
        let mv = moves[place];
        self.play(mv);
        Ok(place)
    }

    fn settle(&mut self) {
        while self.game.turn() == Turn::Chance
            && let Some(chance) = self.chance.next(&self.game)
        {
            self.happen(chance);
        }
    }

    fn chance_outcomes(&self) -> Vec<(String, f64)> {
        let chances = self.chances();
        let total: f64 = chances.iter().map(|&(_, weight)| f64::from(weight)).sum();
        let share =
            |(chance, weight): (G::Chance, u32)| (chance.to_string(), f64::from(weight) / total);
        chances.into_iter().map(share).collect()
    }

    fn apply_chance(&mut self, outcome: usize) -> Result<(), ActionError> {
        if self.game.turn() != Turn::Chance {
            return Err(ActionError::NoChance);
        }
        let chances = self.chances();
        let (number, last) = (outcome as i64, chances.len() - 1);
        let &(chance, _) = chances.get(outcome).ok_or(ActionError::NoOutcome { number, last })?;
        self.happen(chance);
        Ok(())
    }

    fn draws(&self) -> Vec<OfferedDraw> {
        let offered = self.chances().into_iter().filter_map(|(chance, _)| {
            let LegendEntry { picture, meaning } = G::renderer().chance_picture(chance)?;
            Some(OfferedDraw { draw: chance.to_string(), picture, name: meaning })
        });
        offered.collect()
    }

    fn draw_next(&mut self, outcome: usize) -> bool {
        let chances = self.chances();
        let (Some(&(chance, _)), ChanceSource::Deal(deal)) =
            (chances.get(outcome), &mut self.chance)
        else {
            return false;
        };
        self.game.draw_next(Arc::make_mut(deal), chance)
    }

    fn view(&self, seat: Seat) -> Box<dyn AnyView> {
        let draws_chance = !matches!(self.chance, ChanceSource::Explicit);
        Box::new(TypedView::new(Arc::clone(&self.setup), self.game.view(seat), draws_chance))
    }

    fn write_tensor(&self, seat: Seat, into: &mut [f32]) {
        if let Some(encoding) = self.setup.encoding {
            encoding.write_tensor(&self.game.view(seat), self.setup.players, into);
        }
    }

    fn inputs(&self, seat: Seat) -> Inputs {
        inputs(&self.game, seat)
    }

    fn facts(&self) -> PositionFacts {
        let (game, outcome) = (&self.game, self.game.outcome());
        let next = match game.turn() {
            Turn::Decide(seat) => Some(seat.index()),
            Turn::Chance | Turn::Over => None,
        };
        let seats = Seat::all(self.setup.players);
        PositionFacts {
            turn: game.turns_played(),
            is_between_turns: game.is_between_turns(),
            next,
            is_over: game.turn() == Turn::Over,
            points: outcome.points().to_vec(),
            ranks: outcome.ranks().to_vec(),
            phase: G::renderer().phase(game),
            facts: G::renderer().facts(game),
            seat_facts: seats.map(|seat| G::renderer().seat_facts(game, seat)).collect(),
        }
    }

    fn moves(&self) -> Vec<OfferedMove> {
        let mut moves = Vec::new();
        if let Turn::Decide(_) = self.game.turn() {
            self.game.moves(&mut moves);
        }
        let offered = moves.into_iter().map(|mv| {
            let places = G::renderer().places(&self.game, &self.setup.setup, mv);
            let places = places.into_iter().map(|place| [place.x, place.y]).collect();
            OfferedMove { mv: mv.to_string(), places }
        });
        offered.collect()
    }

    fn move_in_words(&self, mv: &str) -> Phrase {
        match mv.parse() {
            Ok(mv) => G::renderer().move_in_words(&self.game, &self.setup.setup, mv),
            Err(_) => Phrase::untranslated(mv.to_owned()),
        }
    }

    fn arrangement(&self) -> Option<OfferedArrangement> {
        G::renderer().arrangement(&self.game, &self.setup.setup).map(Into::into)
    }

    fn board(&self, viewer: Viewer) -> Board {
        G::renderer().board(&self.game, &self.setup.setup, viewer)
    }

    fn frames(&self, earlier: &dyn AnyPosition) -> Vec<Frame> {
        match (Self::of(earlier), &self.events) {
            (Some(earlier), Some(events)) => G::renderer().frames(&earlier.game, events),
            _ => Vec::new(),
        }
    }

    fn words(&self, viewer: Viewer) -> Vec<Phrase> {
        G::renderer().words(&self.game, &self.setup.setup, viewer)
    }

    fn sketch(&self, viewer: Viewer) -> String {
        let (renderer, setup) = (G::renderer(), &self.setup.setup);
        match viewer {
            Viewer::Everything => renderer.sketch(&self.game, setup),
            Viewer::Seat(_) | Viewer::Public => renderer.public_sketch(&self.game, setup),
        }
    }

    fn hand(&self, seat: Seat) -> Vec<&'static str> {
        G::renderer().hand(&self.game, seat)
    }

    fn win_chances(&self) -> Option<Vec<f64>> {
        win_chances(&self.game, self.setup.network())
    }

    fn keep_events(&mut self) {
        self.events.get_or_insert_default();
    }

    fn events(&self, viewer: Viewer) -> Vec<ToldEvent> {
        let told = |event: &G::Event| ToldEvent {
            event: seen::<G>(event, viewer, &self.setup),
            told: G::renderer().describe(event, &self.game, &self.setup.setup, viewer),
        };
        self.events.iter().flatten().map(told).collect()
    }

    fn take_events(&mut self, earlier: &dyn AnyPosition) {
        if let (Some(events), Some(earlier)) = (&mut self.events, Self::of(earlier)) {
            events.splice(..0, earlier.events.iter().flatten().cloned());
        }
    }

    fn record(&self, positions: &[&dyn AnyPosition], header: RecordHeader) -> Option<String> {
        let deal = self.deal().filter(|_| self.game.turn() == Turn::Over)?;
        let mut events = Vec::new();
        for position in positions {
            events.extend_from_slice(Self::of(*position)?.events.as_ref()?);
        }
        Some(Record::new(&self.setup.setup, &self.game, header, deal, &events).to_line())
    }

    fn deck(&self) -> Option<Value> {
        serde_json::to_value(self.deal()?).ok()
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        Self::of(other).is_some_and(|other| self.game == other.game)
    }

    fn hash(&self) -> u64 {
        stable_hash(&self.game)
    }
}

/// A view that knows the type of its game.
pub struct TypedView<G: PlayableGame> {
    setup: Arc<TypedSetup<G>>,
    pub(crate) view: G::View,
    /// Whether determinized positions draw chance events themselves.
    draws_chance: bool,
}

impl<G: PlayableGame> TypedView<G> {
    pub const fn new(setup: Arc<TypedSetup<G>>, view: G::View, draws_chance: bool) -> Self {
        Self { setup, view, draws_chance }
    }

    fn listed(&self) -> Vec<G::Move> {
        let mut moves = Vec::with_capacity(64);
        self.view.moves(&mut moves);
        moves
    }
}

impl<G: PlayableGame> AnyView for TypedView<G> {
    fn seat(&self) -> Seat {
        self.view.seat()
    }

    fn moves(&self) -> Vec<String> {
        self.listed().iter().map(<G as Game>::Move::to_string).collect()
    }

    fn legal_actions(&self) -> Vec<usize> {
        let Some(encoding) = self.setup.encoding else { return Vec::new() };
        self.listed().into_iter().filter_map(|mv| encoding.number_of(mv)).collect()
    }

    fn write_tensor(&self, into: &mut [f32]) {
        if let Some(encoding) = self.setup.encoding {
            encoding.write_tensor(&self.view, self.setup.players, into);
        }
    }

    fn describe(&self) -> String {
        serde_json::to_string(&G::describe_view(&self.view)).unwrap_or_default()
    }

    fn determinize(&self, seed: u64) -> Box<dyn AnyPosition> {
        let (setup, mut rng) = (Arc::clone(&self.setup), Seed::new(seed).rng());
        let game = self.view.determinize(&mut rng);
        let chance =
            if self.draws_chance { ChanceSource::Drawn(rng) } else { ChanceSource::Explicit };
        Box::new(TypedPosition::new(setup, game, chance))
    }

    fn afterstates(&self, ahead: Ahead, described: Described, seed: u64) -> Afterstates {
        Afterstates::of(&self.view, &self.setup, ahead, described, Seed::new(seed))
    }

    fn belief(&self, samples: u32, seed: u64) -> Vec<Belief> {
        belief::<G>(&self.view, self.setup.players, samples, seed)
    }

    fn is_same(&self, other: &dyn AnyView) -> bool {
        let other: Option<&Self> = (other as &dyn Any).downcast_ref();
        other.is_some_and(|other| self.view == other.view)
    }

    fn hash(&self) -> u64 {
        stable_hash(&self.view)
    }
}

/// Returns a hash that is equal in every process.
fn stable_hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
