//! A table: a setup with participants, at which whole games are played.

use super::leads::{Leads, leads};
use super::play::{GameResult, TableTerms, TypedResult, TypedTable};
use super::rows::GameRows;
use crate::agent::AnyParticipant;
use crate::position::AnySetup;
use engine::{FinishedGame, PlayableGame, Record, RecordHeader, Seating, Seed};

/// A table at which whole games are played.
///
/// Playing is the only dynamic call in each game: the game loop and the searches within it are monomorphic.
pub trait AnyTable: Send + Sync {
    /// Returns the setup.
    fn setup(&self) -> &AnySetup;

    /// Returns the participants.
    fn participants(&self) -> &[AnyParticipant];

    /// Returns the terms of all games.
    fn terms(&self) -> &TableTerms;

    /// Plays a game for its result, without making rows.
    fn play(&self, seating: &Seating) -> GameResult;

    /// Plays a game for its rows and, if the terms ask for it, its record. The disqualified participants
    /// forfeit the game immediately and are not asked.
    fn play_for_rows(&self, seating: &Seating, disqualified: &[usize]) -> PlayedGame;

    /// Returns the deciding seat's lead in each feature at all decisions of a game between copies of a participant.
    fn leads(&self, participant: usize, seed: Seed) -> Vec<Leads>;

    /// Returns the participants' labels.
    fn labels(&self) -> Vec<String> {
        self.participants().iter().map(|participant| participant.label().to_owned()).collect()
    }
}

/// A game played for its rows, as plain data.
#[derive(Debug)]
pub struct PlayedGame {
    /// The result.
    pub result: GameResult,
    /// The game's rows in all tables of a run.
    pub rows: GameRows,
    /// The record as a line of JSON, if the terms ask for records.
    pub record: Option<String>,
}

impl<G: PlayableGame> AnyTable for TypedTable<G> {
    fn setup(&self) -> &AnySetup {
        &self.setup
    }

    fn participants(&self) -> &[AnyParticipant] {
        &self.participants
    }

    fn terms(&self) -> &TableTerms {
        &self.terms
    }

    fn play(&self, seating: &Seating) -> GameResult {
        self.play_without(&[], seating, &mut ()).result
    }

    fn play_for_rows(&self, seating: &Seating, disqualified: &[usize]) -> PlayedGame {
        let mut builder = G::Tables::default();
        let TypedResult { deck_seed, deal, end, events, searches, result } =
            self.play_without(disqualified, seating, &mut builder);
        let label = |&agent: &usize| self.participants[agent].label().to_owned();
        let agents: Vec<_> = seating.assignment.iter().map(label).collect();
        let setup = self.typed_setup();
        let finished = FinishedGame {
            game: seating.game,
            block: seating.block,
            setup,
            end: &end,
            outcome: &result.outcome,
            agents: &agents,
        };
        let rows = GameRows::of_game(&finished, deck_seed, &result, builder);
        let write = || {
            let header = RecordHeader { seed: deck_seed.value().to_string(), agents };
            Record::new(setup, &end, header, &deal, &events).to_line_with(&searches)
        };
        let record = self.terms.records.then(write);
        PlayedGame { result, rows, record }
    }

    fn leads(&self, participant: usize, seed: Seed) -> Vec<Leads> {
        leads(self.participant(participant), self.typed_setup(), seed)
    }
}
