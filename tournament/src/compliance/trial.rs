//! Test games for a bot, which plays in each seat in turn against random agents.

use crate::cli::compliance::ComplianceArguments;
use agents::external::{Pool, Program};
use agents::{Fault, Spec};
use anygame::{AnyGame, AnySetup, PlayedGame, Seating, TableTerms};
use engine::Seed;
use runner::Failure;
use std::sync::Arc;

/// Indices of the participants: the bot, and the random agent.
const BOT: usize = 0;
const RANDOM: usize = 1;

/// The test games of a bot, for every allowed player count.
pub struct Trials<'a> {
    game: &'a dyn AnyGame,
    spec: Spec,
    /// The bot's program.
    pub program: Program,
    games: u64,
    seed: Seed,
    /// A game setup for each number of players.
    tables: Vec<AnySetup>,
}

/// The test games for one number of players.
pub struct Trial<'a> {
    all: &'a Trials<'a>,
    setup: &'a AnySetup,
}

/// The result of a series of test games.
pub struct TrialEnd {
    /// The number of games that the bot forfeited.
    pub forfeits: u64,
    /// A remark if all went well, or the first fault.
    pub verdict: Result<String, Fault>,
}

impl<'a> Trials<'a> {
    /// Sets up the test games.
    ///
    /// # Errors
    /// Fails if a game cannot be set up.
    pub fn new(
        game: &'a dyn AnyGame,
        spec: Spec,
        program: Program,
        arguments: &ComplianceArguments,
    ) -> Result<Self, Failure> {
        let ComplianceArguments { games, ref table, seed, .. } = *arguments;
        let sizes = game.facts().players.clone();
        let sizes = table.players.map_or(sizes, |players| players..=players);
        let rules = table.rules.choice();
        let tables = sizes.map(|players| rules.setup(game, players));
        let tables = tables.collect::<Result<_, Failure>>()?;
        Ok(Self { game, spec, program, games, seed: Seed::new(seed), tables })
    }

    /// Returns an empty pool of bot processes. With `with_unknown_field`, messages contain a field that the protocol does not
    /// define.
    pub fn pool(&self, with_unknown_field: bool) -> Arc<Pool> {
        let program = Program { with_unknown_field, is_fresh: false, ..self.program.clone() };
        Arc::new(Pool::new(program, self.game.facts().name))
    }

    /// Returns the test games for each number of players.
    pub fn of_all_tables(&self) -> impl Iterator<Item = Trial<'_>> {
        self.tables.iter().map(|setup| Trial { all: self, setup })
    }

    /// Returns the test games for the first number of players.
    pub fn first(&self) -> Trial<'_> {
        Trial { all: self, setup: &self.tables[0] }
    }
}

impl Trial<'_> {
    /// Returns the number of players.
    pub const fn players(&self) -> usize {
        self.setup.players()
    }

    /// Plays the test games.
    ///
    /// # Errors
    /// Fails if a game cannot be played.
    pub fn play(&self, pool: &Arc<Pool>) -> Result<TrialEnd, Failure> {
        let (mut forfeits, mut decisions) = (0, 0);
        let mut first = None;
        for game in 0..self.all.games {
            let mut played = self.game(pool, game)?.result;
            let bot = self.seat_of_bot(game);
            decisions += played.thinking[bot].decisions;
            if let Some(forfeit) = played.forfeits.pop() {
                forfeits += 1;
                first.get_or_insert_with(|| format!("seat {forfeit} of game {game}"));
            }
        }
        let games = self.all.games;
        let verdict = match first {
            None => Ok(format!("{games} games, {decisions} decisions")),
            Some(first) => {
                Err(Fault::new(&format!("{forfeits} of {games} games forfeited; {first}")))
            }
        };
        Ok(TrialEnd { forfeits, verdict })
    }

    /// Plays the first game and returns its record.
    ///
    /// # Errors
    /// Fails if the game cannot be played.
    pub fn record(&self, pool: &Arc<Pool>) -> Result<Option<String>, Failure> {
        Ok(self.game(pool, 0)?.record)
    }

    fn seat_of_bot(&self, game: u64) -> usize {
        (game % self.players() as u64) as usize
    }

    fn game(&self, pool: &Arc<Pool>, game: u64) -> Result<PlayedGame, Failure> {
        let Trials { game: of, spec, seed, .. } = self.all;
        let bot = of.bot(spec.clone(), Arc::clone(pool));
        let participants = [bot].into_iter().chain(of.participants("random")?).collect();
        let terms = TableTerms { records: true, ..TableTerms::new(*seed) };
        let table = of.table(self.setup.clone(), participants, terms)?;
        let bot = self.seat_of_bot(game);
        let assignment = (0..self.players()).map(|seat| if seat == bot { BOT } else { RANDOM });
        let seating = Seating { game, block: game, repeat: 0, assignment: assignment.collect() };
        Ok(table.play_for_rows(&seating, &[]))
    }
}
