//! Tables: the games, their agents and their batches put together.

use crate::errors::Refusal;
use crate::held::{PositionOf, PythonGame, TableOf, json};
use crate::lane::LaneOf;
use crate::seated::SeatedOf;
use crate::table::{Lane, Plan, Position, Returns, Seated, Table, TableFacts};
use engine::{ActionGroup, Rules, TensorBlock};
use std::sync::{Arc, OnceLock};

/// Lays a table.
///
/// # Errors
/// If the game is not for so many or has no such rules.
pub fn lay<G: PythonGame>(
    players: Option<usize>,
    given: &[(String, String)],
    returns: Returns,
) -> Result<Arc<dyn Table>, Refusal> {
    let players = players.unwrap_or(*G::PLAYERS.start());
    let with = |rules: Rules, (key, value): &(String, String)| rules.with(key, value);
    let setup = G::setup(players, &given.iter().fold(Rules::new(), with))?;
    let facts = TableFacts {
        name: G::NAME,
        title: G::TITLE,
        players,
        given: given.to_vec(),
        rules: G::rules_in_force(&setup),
        returns,
        actions: G::ACTIONS,
        tensor_size: G::tensor_size(players),
    };
    Ok(Arc::new(TableOf::<G> { facts, setup, registry: OnceLock::new() }))
}

impl<G: PythonGame> Table for TableOf<G> {
    fn facts(&self) -> &TableFacts {
        &self.facts
    }

    fn groups(&self) -> &'static [ActionGroup] {
        G::GROUPS
    }

    fn action_text(&self, action: usize) -> Option<String> {
        G::action(action).map(|mv| mv.to_string())
    }

    fn action_number(&self, text: &str) -> Result<usize, Refusal> {
        let refuse =
            |reason| Refusal::NoActionText { game: G::NAME, text: text.to_owned(), reason };
        let mv: G::Move = text.parse().map_err(|error| refuse(format!("{error}")))?;
        G::number_of(mv).ok_or_else(|| refuse("it is never legal".to_owned()))
    }

    fn blocks(&self) -> Vec<TensorBlock> {
        G::blocks(self.facts.players)
    }

    fn describe(&self) -> String {
        json(&G::describe_table(&self.setup))
    }

    fn start(self: Arc<Self>, seed: Option<u64>) -> Box<dyn Position> {
        Box::new(PositionOf::start(self, seed))
    }

    fn agent(self: Arc<Self>, spec: &str) -> Result<Box<dyn Seated>, Refusal> {
        SeatedOf::new(self, spec).map(|agent| Box::new(agent) as Box<dyn Seated>)
    }

    fn games(self: Arc<Self>, plan: &Plan) -> Result<Vec<Box<dyn Lane>>, Refusal> {
        LaneOf::all(&self, plan)
    }
}
