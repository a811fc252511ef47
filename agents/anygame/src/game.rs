//! Games behind a trait that hides their types, with their agents.

use crate::agent::{
    AnyLane, AnyParticipant, ChoosingAgent, LaneError, LanePlan, MakeChooser, lanes,
};
use crate::learning::{AnyStudy, AnyTrainer, TrainingError, TrainingTerms, studies, trainer};
use crate::position::{AnyPosition, AnySetup, DecidedGame, TypedPosition, TypedSetup};
use crate::shown::ShownGame;
use crate::table::play::{TableTerms, TypedTable};
use crate::table::{
    AnySums, AnyTable, FollowedGame, GameRows, TypedSums, TypedWorkload, Workload, follow,
    signature,
};
use crate::typed_game::TypedGame;
#[cfg(not(target_family = "wasm"))]
use agents::external::{ExternalAgent, Pool};
use agents::{Agent, Participant, Spec};
use engine::csv_table::{CsvError, CsvRows, CsvTable};
use engine::{
    Perft, PlayableGame, Record, RecordError, RuleError, Rules, SearchNote, Seating, TableError,
};
use std::any::Any;
use std::sync::Arc;

/// A game of any type, with the agents that play it.
///
/// Setups and participants must come from the game that they are used with.
pub trait AnyGame: ShownGame {
    /// Returns a table at which games are played under these terms.
    ///
    /// # Errors
    /// Fails if the setup or a participant belongs to another game, or if the terms ask for luck and the game
    /// has no outcome model.
    fn table(
        &self,
        setup: AnySetup,
        participants: Vec<AnyParticipant>,
        terms: TableTerms,
    ) -> Result<Arc<dyn AnyTable>, TableError>;

    /// Returns the tables that a run of the game fills: `games.csv`, `seats.csv` and the game-specific tables.
    fn tables(&self) -> Vec<CsvTable>;

    /// Parses the rows of a game from their pages, one page for each table. Further pages are ignored.
    ///
    /// # Errors
    /// Fails if the rows of the pages are invalid.
    ///
    /// # Panics
    /// If there are fewer pages than tables.
    fn read_rows(&self, pages: &[CsvRows]) -> Result<GameRows, CsvError>;

    /// Returns empty sums for the rows of all games.
    fn sums(&self) -> Box<dyn AnySums>;

    /// Replays the record of a game with these stored rows, and returns the rows that result from it. Records do not include
    /// forfeits, so the forfeits are taken from the stored rows, as are the ranks and decision counts that depend on them. `texts`
    /// contains the texts that the record may refer to. Luck is measured and turns are forecast if requested and if the game has an outcome model.
    ///
    /// # Errors
    /// Fails if the line is not a record of a legal game.
    fn follow(
        &self,
        line: &str,
        texts: &Rules,
        seating: &Seating,
        stored: &GameRows,
        measures_luck: bool,
        forecasts: bool,
    ) -> Result<FollowedGame, RecordError>;

    /// Returns a workload at a table for speed measurements.
    ///
    /// # Errors
    /// Fails if the setup belongs to another game.
    fn workload(&self, setup: &AnySetup) -> Result<Box<dyn Workload>, TableError>;

    /// Returns a hash of games between built-in agents under all editions and player counts. It is identical on
    /// every machine, and changes when games play out differently.
    ///
    /// # Errors
    /// Fails if a game cannot be set up.
    fn signature(&self) -> Result<String, RuleError>;

    /// Returns a participant that plays through processes of an external bot.
    #[cfg(not(target_family = "wasm"))]
    fn bot(&self, spec: Spec, pool: Arc<Pool>) -> AnyParticipant;

    /// Returns a participant that plays through choosers at tables with this setup.
    ///
    /// # Errors
    /// Fails if the setup belongs to another game.
    fn chooser(
        &self,
        spec: Spec,
        setup: &AnySetup,
        make: MakeChooser,
    ) -> Result<AnyParticipant, TableError>;

    /// Returns the game's studies: the common ones, then the game-specific ones.
    fn studies(&self) -> Vec<Box<dyn AnyStudy>>;

    /// Returns a trainer of networks under these terms.
    ///
    /// # Errors
    /// Fails if an input does not exist, or if the initial network cannot be read or has another shape.
    fn trainer(&self, terms: TrainingTerms) -> Result<Box<dyn AnyTrainer>, TrainingError>;

    /// Checks a record and returns its decisions with the positions before them. `texts` contains the texts that the record may
    /// refer to.
    ///
    /// # Errors
    /// Fails if the line is not a record of a legal game.
    fn decided_game(&self, line: &str, texts: &Rules) -> Result<DecidedGame, RecordError>;

    /// Returns a record with the results of searches instead of those in it.
    ///
    /// # Errors
    /// Fails if the line is not a record of the game.
    ///
    /// # Panics
    /// If a note refers to an event that does not exist.
    fn annotated(
        &self,
        line: &str,
        texts: &Rules,
        searches: &[SearchNote],
    ) -> Result<String, RecordError>;

    /// Returns the position of a recorded game after this many turns, with the record's deck. `texts` contains
    /// the texts that the record may refer to.
    ///
    /// # Errors
    /// Fails if the game has fewer turns, or if an earlier event is invalid.
    fn position_in_record(
        &self,
        line: &str,
        texts: &Rules,
        after_turn: u32,
    ) -> Result<Box<dyn AnyPosition>, RecordError>;

    /// Counts the distinct positions at the end of each turn, for this many turns, with [`engine::Perft`].
    /// Returns `None` for a position of another game or without a deck.
    fn perft<'a>(
        &self,
        start: &'a dyn AnyPosition,
        turns: u32,
    ) -> Option<Box<dyn Iterator<Item = u64> + 'a>>;

    /// Returns lanes for learners, each of which plays one game after another.
    ///
    /// # Errors
    /// Fails if the setup or an opponent belongs to another game, or if an opponent fails in the first game.
    fn lanes(&self, setup: &AnySetup, plan: &LanePlan) -> Result<Vec<Box<dyn AnyLane>>, LaneError>;
}

impl<G: PlayableGame> AnyGame for TypedGame<G> {
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
        Box::new(TypedSums::<G>(Default::default()))
    }

    fn follow(
        &self,
        line: &str,
        texts: &Rules,
        seating: &Seating,
        stored: &GameRows,
        measures_luck: bool,
        forecasts: bool,
    ) -> Result<FollowedGame, RecordError> {
        let [forecast, of_turns] =
            [measures_luck, forecasts].map(|is_due| is_due.then(|| self.forecast()).flatten());
        follow(&Record::parse(line, texts)?, seating, stored, forecast, of_turns)
    }

    fn workload(&self, setup: &AnySetup) -> Result<Box<dyn Workload>, TableError> {
        let setup = setup.typed::<G>().ok_or(TableError::OtherGame(G::NAME))?;
        Ok(Box::new(TypedWorkload { start: G::start(setup) }))
    }

    fn signature(&self) -> Result<String, RuleError> {
        signature::<G>()
    }

    #[cfg(not(target_family = "wasm"))]
    fn bot(&self, spec: Spec, pool: Arc<Pool>) -> AnyParticipant {
        let agent =
            move || -> Box<dyn Agent<G>> { Box::new(ExternalAgent::new(Arc::clone(&pool))) };
        AnyParticipant::new(Participant::<G>::with(spec, agent))
    }

    fn chooser(
        &self,
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

    fn studies(&self) -> Vec<Box<dyn AnyStudy>> {
        studies::<G>()
    }

    fn trainer(&self, terms: TrainingTerms) -> Result<Box<dyn AnyTrainer>, TrainingError> {
        trainer::<G>(terms)
    }

    fn position_in_record(
        &self,
        line: &str,
        texts: &Rules,
        after_turn: u32,
    ) -> Result<Box<dyn AnyPosition>, RecordError> {
        let record = Record::<G>::parse(line, texts)?;
        let position = record.position(after_turn)?;
        let players = record.header().agents.len();
        let setup = Arc::new(TypedSetup::new(players, record.setup().clone()));
        Ok(Box::new(TypedPosition::dealt(setup, position, Arc::new(record.deal().clone()))))
    }

    fn perft<'a>(
        &self,
        start: &'a dyn AnyPosition,
        turns: u32,
    ) -> Option<Box<dyn Iterator<Item = u64> + 'a>> {
        let start: &TypedPosition<G> = (start as &dyn Any).downcast_ref()?;
        Some(Box::new(Perft::new(start.game.clone(), start.deal()?, turns)))
    }

    fn lanes(&self, setup: &AnySetup, plan: &LanePlan) -> Result<Vec<Box<dyn AnyLane>>, LaneError> {
        lanes::<G>(setup, plan)
    }

    fn decided_game(&self, line: &str, texts: &Rules) -> Result<DecidedGame, RecordError> {
        DecidedGame::new::<G>(&Record::parse(line, texts)?)
    }

    fn annotated(
        &self,
        line: &str,
        texts: &Rules,
        searches: &[SearchNote],
    ) -> Result<String, RecordError> {
        Ok(Record::<G>::parse(line, texts)?.to_line_with(searches))
    }
}
