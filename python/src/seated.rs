//! Agents without their game's type.

use crate::errors::Refusal;
use crate::held::{PythonGame, SightOf, TableOf};
use crate::table::{SearchRow, Seated, Sight};
use agents::{Agent, Participant};
use engine::{Game, Seed, View};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// An agent at a table.
pub struct SeatedOf<G: PythonGame> {
    table: Arc<TableOf<G>>,
    agent: Box<dyn Agent<G>>,
    moves: Vec<G::Move>,
}

impl<G: PythonGame> SeatedOf<G> {
    /// Reads a spec.
    ///
    /// # Errors
    /// If it is not the spec of one agent that can play by views alone.
    pub fn new(table: Arc<TableOf<G>>, spec: &str) -> Result<Self, Refusal> {
        let agent = participant(&table, spec)?.make();
        Ok(Self { table, agent, moves: Vec::new() })
    }
}

/// Reads the spec of one agent that can play by views alone.
///
/// # Errors
/// If it is something else.
pub fn participant<G: PythonGame>(
    table: &TableOf<G>,
    spec: &str,
) -> Result<Participant<G>, Refusal> {
    let list = table.registry().participants(spec);
    let mut list = list.map_err(|error| Refusal::Agent(error.to_string()))?;
    let (Some(participant), true) = (list.pop(), list.is_empty()) else {
        let sentence = format!("'{spec}' names several agents: make an object for each");
        return Err(Refusal::Agent(sentence));
    };
    if participant.make().observes() {
        let sentence = format!(
            "'{spec}' follows whole games in a process of its own: it can play in tournaments only"
        );
        return Err(Refusal::Agent(sentence));
    }
    Ok(participant)
}

/// Asks an agent for a move, and turns its panics into errors.
///
/// # Errors
/// If the agent fails.
pub fn asked<G: Game>(
    agent: &mut dyn Agent<G>,
    view: &G::View,
    seed: Seed,
) -> Result<G::Move, Refusal> {
    let choice = catch_unwind(AssertUnwindSafe(|| agent.try_choose(view, &mut seed.rng())));
    match choice {
        Ok(Ok(mv)) => Ok(mv),
        Ok(Err(fault)) => Err(Refusal::Agent(format!("the agent failed: {fault}"))),
        Err(_) => Err(Refusal::Agent("the agent failed: it panicked".to_owned())),
    }
}

impl<G: PythonGame> Seated for SeatedOf<G> {
    fn act(&mut self, sight: &dyn Sight, seed: u64) -> Result<usize, Refusal> {
        let sight = sight.as_any().downcast_ref::<SightOf<G>>();
        let sight = sight.filter(|sight| sight.table.facts.is_same(&self.table.facts));
        let own = self.table.facts.words();
        let sight = sight.ok_or(Refusal::OtherGame { own, other: "another table".to_owned() })?;
        sight.view.moves(&mut self.moves);
        if self.moves.is_empty() {
            return Err(Refusal::NotItsTurn(sight.view.seat().index()));
        }
        let mv = asked(&mut *self.agent, &sight.view, Seed::new(seed))?;
        let number = self.moves.binary_search(&mv).ok().and_then(|_| G::number_of(mv));
        number.ok_or_else(|| Refusal::Agent(format!("the agent failed: illegal move \"{mv}\"")))
    }

    fn search_table(&self) -> Vec<SearchRow> {
        let rows = self.agent.search_table().into_iter();
        let rows = rows.filter_map(|row| {
            let action = G::number_of(row.mv)?;
            Some(SearchRow { action, visits: row.visits, value: row.value })
        });
        rows.collect()
    }
}
