//! Participants whose moves come from code that does not know the type of the game.

use crate::position::{AnyView, TypedSetup, TypedView};
use agents::{Agent, Fault};
use engine::{GameRng, PlayableGame};
use std::sync::Arc;

/// Chooses the moves of one seat of one game, such as a function in another programming language.
pub trait Chooser: Send {
    /// Returns the number of a legal action, for a view whose seat decides.
    ///
    /// # Errors
    /// Fails if there is no answer. The seat then forfeits the game.
    fn choose(&mut self, view: Box<dyn AnyView>, rng: &mut GameRng) -> Result<usize, Fault>;
}

/// Makes the chooser of one seat of one game.
pub type MakeChooser = Arc<dyn Fn() -> Box<dyn Chooser> + Send + Sync>;

/// An agent that plays the moves of a chooser.
pub struct ChoosingAgent<G: PlayableGame> {
    pub setup: Arc<TypedSetup<G>>,
    pub chooser: Box<dyn Chooser>,
}

impl<G: PlayableGame> Agent<G> for ChoosingAgent<G> {
    fn try_choose(&mut self, view: &G::View, rng: &mut GameRng) -> Result<G::Move, Fault> {
        let view = TypedView::<G>::new(Arc::clone(&self.setup), view.clone(), true);
        let number = self.chooser.choose(Box::new(view), rng)?;
        let mv = self.setup.encoding.and_then(|encoding| encoding.action(number));
        mv.ok_or_else(|| Fault::new(&self.setup.no_action(number as i64).to_string()))
    }
}
