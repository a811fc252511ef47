//! Participants whose moves come from code that does not know the type of the game.

use crate::position::{TypedSetup, TypedView};
use crate::{AnyParticipant, AnySetup, AnyView, TableError};
use agents::{Agent, Fault, Participant, Spec};
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
struct ChoosingAgent<G: PlayableGame> {
    setup: Arc<TypedSetup<G>>,
    chooser: Box<dyn Chooser>,
}

impl<G: PlayableGame> Agent<G> for ChoosingAgent<G> {
    fn try_choose(&mut self, view: &G::View, rng: &mut GameRng) -> Result<G::Move, Fault> {
        let view = TypedView::<G>::new(Arc::clone(&self.setup), view.clone(), true);
        let number = self.chooser.choose(Box::new(view), rng)?;
        let mv = self.setup.encoding.and_then(|encoding| encoding.action(number));
        mv.ok_or_else(|| Fault::new(&self.setup.no_action(number as i64).to_string()))
    }
}

/// Returns a participant that plays at tables with this setup through choosers.
///
/// # Errors
/// Fails if the setup belongs to another game.
pub fn choosing<G: PlayableGame>(
    spec: Spec,
    setup: &AnySetup,
    make: MakeChooser,
) -> Result<AnyParticipant, TableError> {
    let setup = setup.to_typed::<G>().ok_or(TableError::OtherGame(G::NAME))?;
    let agent = move || -> Box<dyn Agent<G>> {
        Box::new(ChoosingAgent { setup: Arc::clone(&setup), chooser: make() })
    };
    Ok(AnyParticipant::new(Participant::with(spec, agent)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{TableTerms, built_in, find};
    use engine::{Rules, Seating, Seed};

    /// Chooses the first legal action, or an action that does not exist.
    struct First(bool);

    impl Chooser for First {
        fn choose(&mut self, view: Box<dyn AnyView>, _: &mut GameRng) -> Result<usize, Fault> {
            Ok(if self.0 { view.legal_actions()[0] } else { 99 })
        }
    }

    #[test]
    fn choosers_play_and_forfeit_like_agents() {
        let games = built_in();
        let kuhn = find(&games, "kuhn").unwrap();
        let setup = kuhn.setup(2, &Rules::new()).unwrap();
        let spec = |text: &str| text.parse::<Spec>().unwrap();
        let participant = |knows: bool| {
            kuhn.chooser(spec("first"), &setup, Arc::new(move || Box::new(First(knows)))).unwrap()
        };
        let participants = vec![participant(true), participant(false)];
        let table = kuhn.table(setup.clone(), participants, TableTerms::new(Seed::new(1))).unwrap();
        let seating = Seating { game: 0, block: 0, repeat: 0, assignment: vec![0, 1] };
        let forfeits = table.play(&seating).forfeits;
        let forfeits: Vec<_> = forfeits.iter().map(ToString::to_string).collect();
        assert_eq!(forfeits.len(), 1);
        assert!(
            forfeits[0].starts_with("1: ") && forfeits[0].contains("no action 99"),
            "{forfeits:?}"
        );
        let wongar = find(&games, "wongar").unwrap();
        let other = wongar.chooser(spec("first"), &setup, Arc::new(|| Box::new(First(true))));
        assert_eq!(other.unwrap_err(), TableError::OtherGame("wongar"));
    }
}
