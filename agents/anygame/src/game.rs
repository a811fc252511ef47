//! A game of any type, with its agents.

use crate::analysis::{AnalysedGame, Analyst, analyse};
use crate::decisions::{Decisions, RecordedResult, decisions};
use crate::follower::{RecordFollower, TypedFollower};
use crate::play::TypedTable;
use crate::training::trainer;
use crate::tree::tree;
use crate::{
    AgentFacts, AnyParticipant, AnySetup, AnySums, AnyTable, AnyTrainer, AnyTree, GameFacts,
    GameRows, Judge, JudgeError, TableError, TableTerms, TrainingError, TrainingTerms, TreeError,
    TypedSums,
};
use agents::{AgentError, Registry, Spec};
use engine::csv_table::{CsvError, CsvRows, CsvTable};
use engine::{PlayableGame, Record, RecordError, RuleError, Rules};
use std::sync::Arc;

/// A game of any type, with the agents that play it.
///
/// Setups and participants belong to the game that made them.
pub trait AnyGame: Send + Sync {
    /// Returns what is known about the game before a table is set up.
    fn facts(&self) -> &GameFacts;

    /// Returns the agents, in the order of their listing.
    fn agents(&self) -> Vec<AgentFacts>;

    /// Returns the agent with this name, ignoring case.
    ///
    /// # Errors
    /// If there is no such agent.
    fn agent(&self, name: &str) -> Result<AgentFacts, AgentError>;

    /// Sets up a table.
    ///
    /// # Errors
    /// If the game is not for so many players, has no such rule, or the rule no such value.
    fn setup(&self, players: usize, rules: &Rules) -> Result<AnySetup, RuleError>;

    /// Reads a spec and the files that it names.
    ///
    /// # Errors
    /// For an unknown agent, or a parameter that is unknown, out of range or in conflict.
    fn participant(&self, spec: &Spec) -> Result<AnyParticipant, AgentError>;

    /// Reads a list of specs, separated by commas.
    ///
    /// # Errors
    /// The first error in the list.
    fn participants(&self, list: &str) -> Result<Vec<AnyParticipant>, AgentError> {
        Spec::parse_list(list)?.iter().map(|spec| self.participant(spec)).collect()
    }

    /// Returns a table at which games are played under these terms.
    ///
    /// # Errors
    /// If the setup or a participant belongs to another game, or if the game has no way to measure luck.
    fn table(
        &self,
        setup: AnySetup,
        participants: Vec<AnyParticipant>,
        terms: TableTerms,
    ) -> Result<Arc<dyn AnyTable>, TableError>;

    /// Returns the tables that a run of the game fills: `games.csv`, `seats.csv` and those of the game alone.
    fn tables(&self) -> Vec<CsvTable>;

    /// Parses the rows of a game from their pages, one for each table. Further pages are ignored.
    ///
    /// # Errors
    /// If the pages do not have such rows.
    ///
    /// # Panics
    /// If there are fewer pages than tables.
    fn read_rows(&self, pages: &[CsvRows]) -> Result<GameRows, CsvError>;

    /// Returns the sums over the rows of all games, before the first game.
    fn sums(&self) -> Box<dyn AnySums>;

    /// Returns a follower of records that may refer to these texts. It measures luck if that is asked for and the game
    /// has an outcome model.
    fn follower(&self, texts: &Rules, measures_luck: bool) -> Box<dyn RecordFollower>;

    /// Returns the trainer of networks under these terms.
    ///
    /// # Errors
    /// If there is no such input, or if the network to start from cannot be read or has another shape.
    fn trainer(&self, terms: TrainingTerms) -> Result<Box<dyn AnyTrainer>, TrainingError>;

    /// Returns the tree of a small game.
    ///
    /// # Errors
    /// If the setup belongs to another game, if there are more histories than allowed, or if a seat has no perfect
    /// recall.
    fn tree(&self, setup: &AnySetup, most_histories: usize) -> Result<Box<dyn AnyTree>, TreeError>;

    /// Replays a record and checks every event and the result. The rules hold the texts that the record may refer to.
    ///
    /// # Errors
    /// If the line is not the record of a game by the rules.
    fn check_record(&self, line: &str, texts: &Rules) -> Result<(), RecordError>;

    /// Judges the decisions of a record by a search. All random choices follow from the number of its line, and the
    /// rules hold the texts that the record may refer to.
    ///
    /// # Errors
    /// If the line is not the record of a game by the rules, or if an agent of the analyst fails.
    ///
    /// # Panics
    /// If the analyst belongs to another game.
    fn analyse(
        &self,
        text: &str,
        line: u64,
        analyst: &Analyst,
        texts: &Rules,
    ) -> Result<AnalysedGame, JudgeError>;

    /// Returns the decisions of a recorded game, and what a search says of them. The rules hold the texts that the
    /// record may refer to.
    ///
    /// # Errors
    /// If the record is not that of a game by the rules, if the game has no numbers of actions, or if the judge fails.
    ///
    /// # Panics
    /// If the judge belongs to another game.
    fn decisions(
        &self,
        game: &RecordedResult,
        judge: Option<&Judge>,
        texts: &Rules,
    ) -> Result<Decisions, JudgeError>;
}

/// A game with its type, and its agents: the only implementation of [`AnyGame`].
pub struct TypedGame<G: PlayableGame> {
    facts: GameFacts,
    registry: Registry<G>,
}

impl<G: PlayableGame> TypedGame<G> {
    /// Returns the game with these agents.
    pub const fn new(registry: Registry<G>) -> Self {
        Self { facts: GameFacts::of::<G>(), registry }
    }

    /// Returns the agents.
    pub const fn registry(&self) -> &Registry<G> {
        &self.registry
    }
}

impl<G: PlayableGame> AnyGame for TypedGame<G> {
    fn facts(&self) -> &GameFacts {
        &self.facts
    }

    fn agents(&self) -> Vec<AgentFacts> {
        self.registry.factories().iter().map(AgentFacts::of).collect()
    }

    fn agent(&self, name: &str) -> Result<AgentFacts, AgentError> {
        self.registry.factory(name).map(AgentFacts::of)
    }

    fn setup(&self, players: usize, rules: &Rules) -> Result<AnySetup, RuleError> {
        AnySetup::new::<G>(players, rules)
    }

    fn participant(&self, spec: &Spec) -> Result<AnyParticipant, AgentError> {
        self.registry.participant(spec).map(AnyParticipant::new)
    }

    fn table(
        &self,
        setup: AnySetup,
        participants: Vec<AnyParticipant>,
        terms: TableTerms,
    ) -> Result<Arc<dyn AnyTable>, TableError> {
        Ok(Arc::new(TypedTable::<G>::new(setup, participants, terms)?))
    }

    fn tables(&self) -> Vec<CsvTable> {
        GameRows::tables::<G>()
    }

    fn read_rows(&self, pages: &[CsvRows]) -> Result<GameRows, CsvError> {
        GameRows::read::<G>(pages)
    }

    fn sums(&self) -> Box<dyn AnySums> {
        Box::new(TypedSums::<G>::default())
    }

    fn follower(&self, texts: &Rules, measures_luck: bool) -> Box<dyn RecordFollower> {
        Box::new(TypedFollower::<G>::new(texts, measures_luck))
    }

    fn trainer(&self, terms: TrainingTerms) -> Result<Box<dyn AnyTrainer>, TrainingError> {
        trainer::<G>(terms)
    }

    fn tree(&self, setup: &AnySetup, most_histories: usize) -> Result<Box<dyn AnyTree>, TreeError> {
        tree::<G>(setup, most_histories)
    }

    fn check_record(&self, line: &str, texts: &Rules) -> Result<(), RecordError> {
        Record::<G>::parse(line, texts)?.check()
    }

    fn analyse(
        &self,
        text: &str,
        line: u64,
        analyst: &Analyst,
        texts: &Rules,
    ) -> Result<AnalysedGame, JudgeError> {
        analyse::<G>(text, line, analyst, texts)
    }

    fn decisions(
        &self,
        game: &RecordedResult,
        judge: Option<&Judge>,
        texts: &Rules,
    ) -> Result<Decisions, JudgeError> {
        decisions::<G>(game, judge, texts)
    }
}
