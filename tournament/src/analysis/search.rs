//! A search that judges decisions which others have made.

use crate::failure::Failure;
use crate::job::manifest_agent;
use crate::store::manifest::ManifestAgent;
use agents::{Agent, SearchedMove};
use anygame::{AnyGame, AnyParticipant};
use engine::{Game, PlayableGame, Seed};
use serde::Serialize;
use std::marker::PhantomData;

/// An agent whose search tables are wanted, not its moves.
pub struct Search<G: PlayableGame> {
    participant: AnyParticipant,
    typed: PhantomData<G>,
    seed: u64,
}

/// What the file says about the search.
#[derive(Serialize)]
struct Description {
    #[serde(flatten)]
    agent: ManifestAgent,
    seed: u64,
}

/// An agent and the move that it has chosen.
type Asked<G> = (Box<dyn Agent<G>>, <G as Game>::Move);

impl<G: PlayableGame> Search<G> {
    /// Reads a spec.
    ///
    /// # Errors
    /// Fails if it is none, or if the agent has to hear of a game from its beginning.
    pub fn new(spec: &str, seed: u64, game: &dyn AnyGame) -> Result<Self, Failure> {
        let mut participants = game.participants(spec)?;
        let one = participants.pop().filter(|_| participants.is_empty());
        let several = || Failure::Usage("--agent is one agent, written without a comma".to_owned());
        let participant = one.ok_or_else(several)?;
        if participant.observes() {
            return Err(Failure::joins_late(participant.label()));
        }
        Ok(Self { participant, seed, typed: PhantomData })
    }

    /// Returns the spec of the agent, as typed.
    pub fn spec(&self) -> String {
        self.participant.spec().to_string()
    }

    /// Searches at a decision, whose place decides all random choices. The agent is new each time, so a
    /// row does not depend on others.
    ///
    /// # Errors
    /// Fails if the agent does.
    pub fn table(
        &self,
        view: &G::View,
        game: u64,
        decision: usize,
    ) -> Result<Vec<SearchedMove<G::Move>>, Failure> {
        self.ask(view, game, decision).map(|(agent, _)| agent.search_table())
    }

    /// Returns the move that the agent would make at a decision.
    ///
    /// # Errors
    /// Fails if the agent does.
    pub fn choice(&self, view: &G::View, game: u64, decision: usize) -> Result<G::Move, Failure> {
        self.ask(view, game, decision).map(|(_, chosen)| chosen)
    }

    fn ask(&self, view: &G::View, game: u64, decision: usize) -> Result<Asked<G>, Failure> {
        let mut rng = Seed::new(self.seed).child(game).child(decision as u64).rng();
        let mut agent = self.participant.typed::<G>().expect("it plays this game").make();
        let chosen = agent.try_choose(view, &mut rng);
        let label = self.participant.label();
        let chosen = chosen.map_err(|fault| Failure::Usage(format!("{label}: {fault}")))?;
        Ok((agent, chosen))
    }

    /// Returns the search with all its parameters, in JSON.
    pub fn describe(&self) -> String {
        let agent = manifest_agent(&self.participant, &(1..=engine::MAX_SEATS).collect::<Vec<_>>());
        serde_json::to_string(&Description { agent, seed: self.seed }).expect("it has a JSON form")
    }

    /// Returns the failure of an agent that has no visits to tell.
    pub fn has_found_nothing(&self) -> Failure {
        let label = self.participant.label();
        Failure::Usage(format!(
            "--agent: {label} searched at no decision, so there are no visits to write"
        ))
    }
}
