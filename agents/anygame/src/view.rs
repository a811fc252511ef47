//! What one seat knows, without the type of the game.

use crate::AnyPosition;
use crate::belief::{Belief, belief};
use crate::position::{TypedPosition, stable_hash};
use crate::setup::TypedSetup;
use engine::{Game, PlayableGame, Seat, Seed, View};
use std::any::Any;
use std::sync::Arc;

/// What one seat knows of a game: all that an agent gets.
pub trait AnyView: Any + Send + Sync {
    /// Returns whose view this is.
    fn seat(&self) -> Seat;

    /// Returns the moves that the seat may choose now, ascending, in their notation; none if it does not decide.
    fn moves(&self) -> Vec<String>;

    /// Returns the actions that the seat may choose now, ascending; none if it does not decide, and for a game without
    /// an encoding.
    fn legal_actions(&self) -> Vec<usize>;

    /// Replaces the values by the observation tensor. A game without an encoding leaves them as they are.
    ///
    /// # Panics
    /// If the tensor has another size.
    fn write_tensor(&self, into: &mut [f32]);

    /// Returns all that the seat knows, in JSON.
    fn describe(&self) -> String;

    /// Returns a position that looks like this to the seat, drawn from all such positions, each with its probability.
    /// It draws chance events if the game was dealt.
    fn determinize(&self, seed: u64) -> Box<dyn AnyPosition>;

    /// Returns what the seat may believe about where the cards are, from this many determinizations, at least 1: the
    /// hands by seat, then the deck.
    fn belief(&self, samples: u32, seed: u64) -> Vec<Belief>;

    /// Returns whether the seat cannot tell the two apart.
    fn is_same(&self, other: &dyn AnyView) -> bool;

    /// Returns a hash of the view, the same in every process.
    fn hash(&self) -> u64;
}

/// A view with the type of its game: the only implementation of [`AnyView`].
pub(crate) struct TypedView<G: PlayableGame> {
    setup: Arc<TypedSetup<G>>,
    view: G::View,
    /// Whether determinized positions draw chance events by themselves.
    draws_chance: bool,
}

impl<G: PlayableGame> TypedView<G> {
    pub(crate) const fn new(setup: Arc<TypedSetup<G>>, view: G::View, draws_chance: bool) -> Self {
        Self { setup, view, draws_chance }
    }

    pub(crate) const fn view(&self) -> &G::View {
        &self.view
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
        Box::new(if self.draws_chance {
            TypedPosition::drawn(setup, game, rng)
        } else {
            TypedPosition::undealt(setup, game)
        })
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
