//! Test games for a bot, which takes each seat in turn among random players.

use crate::cli::compliance::ComplianceArguments;
use crate::failure::Failure;
use agents::external::{Player, Pool, Program};
use agents::random::Random;
use agents::{Fault, Participant, Registry, Spec};
use anygame::play::{TypedResult, TypedTable};
use anygame::{AnyParticipant, AnySetup, Seating, TableTerms};
use engine::PlayableGame;
use engine::Seed;
use std::sync::Arc;

/// The participants: the bot, and a random player.
const BOT: usize = 0;
const RANDOM: usize = 1;

/// All games that a bot has to play.
pub struct Trials<G: PlayableGame> {
    spec: Spec,
    program: Program,
    games: u64,
    seed: Seed,
    /// A game setup for every number of players.
    tables: Vec<(usize, G::Setup)>,
}

/// Games with one number of players.
pub struct Trial<'a, G: PlayableGame> {
    all: &'a Trials<G>,
    players: usize,
    setup: &'a G::Setup,
}

/// The result of some games.
pub struct TrialEnd {
    /// The number of games that the bot forfeited.
    pub forfeits: u64,
    /// A remark, or the first fault.
    pub verdict: Result<String, Fault>,
}

impl<G: PlayableGame> Trials<G> {
    /// Prepares the requested games.
    ///
    /// # Errors
    /// Fails if a game cannot be set up.
    pub fn new(
        spec: Spec,
        program: Program,
        arguments: &ComplianceArguments,
    ) -> Result<Self, Failure> {
        let sizes = arguments.table.players.map_or(G::PLAYERS, |players| players..=players);
        let table = |players| Ok((players, arguments.table.rules.lay::<G>(players)?));
        let tables = sizes.map(table).collect::<Result<_, Failure>>()?;
        Ok(Self { spec, program, games: arguments.games, seed: Seed::new(arguments.seed), tables })
    }

    /// Returns how the bot is run.
    pub const fn program(&self) -> &Program {
        &self.program
    }

    /// Returns a pool without processes, whose messages may have a field unknown to the protocol.
    pub fn pool(&self, with_unknown_field: bool) -> Arc<Pool> {
        let program = Program { with_unknown_field, is_fresh: false, ..self.program.clone() };
        Arc::new(Pool::new(program, G::NAME))
    }

    /// Returns the trials with every number of players.
    pub fn of_all_tables(&self) -> impl Iterator<Item = Trial<'_, G>> {
        self.tables.iter().map(|(players, setup)| Trial { all: self, players: *players, setup })
    }

    /// Returns the first trial.
    pub fn first(&self) -> Trial<'_, G> {
        let (players, setup) = &self.tables[0];
        Trial { all: self, players: *players, setup }
    }
}

impl<G: PlayableGame> Trial<'_, G> {
    /// Returns the number of players.
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Plays the games.
    pub fn play(&self, pool: &Arc<Pool>) -> TrialEnd {
        let (mut forfeits, mut decisions) = (0, 0);
        let mut first = None;
        for game in 0..self.all.games {
            let mut played = self.game(pool, game).result;
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
        TrialEnd { forfeits, verdict }
    }

    /// Returns the record of the first game.
    pub fn course(&self, pool: &Arc<Pool>) -> Vec<G::Event> {
        self.game(pool, 0).events
    }

    fn seat_of_bot(&self, game: u64) -> usize {
        (game % self.players as u64) as usize
    }

    fn game(&self, pool: &Arc<Pool>, game: u64) -> TypedResult<G> {
        let pool = Arc::clone(pool);
        let bot = Participant::<G>::with(self.all.spec.clone(), move || {
            Box::new(Player::new(Arc::clone(&pool)))
        });
        let registry = Registry::<G>::empty().with::<Random>();
        let random = registry.participants("random").expect("it is there").remove(0);
        let terms = TableTerms { records: true, ..TableTerms::new(self.all.seed) };
        let setup = AnySetup::of::<G>(self.players, self.setup.clone());
        let participants = [bot, random].map(AnyParticipant::new).into();
        let table = TypedTable::<G>::new(setup, participants, terms);
        let table = table.expect("all is of this game, and no luck is measured");
        let bot = self.seat_of_bot(game);
        let assignment = (0..self.players).map(|seat| if seat == bot { BOT } else { RANDOM });
        let seating = Seating { game, block: game, repeat: 0, assignment: assignment.collect() };
        table.play_without(&[], &seating, &mut ())
    }
}
