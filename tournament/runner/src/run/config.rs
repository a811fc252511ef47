//! Configuration of a tournament, for the command line and for users of the library.

use super::design::{RunDesign, RunDetails, Terms};
use crate::job::options::JobOptions;
use crate::job::rules::RuleChoice;
use crate::job::{Job, Request};
use agents::Decks;
use anygame::play::Streams;
use anygame::{AnyGame, AnyParticipant, TableError, TableTerms};
use engine::Seed;
use serde::Serialize;
use store::command::{JobCommand, is_default};
use store::schedule::{Grouping, Repeats, Schedule};
use store::{Failure, JobKind};

/// The configuration of a tournament. Serialised, it is the flags that only tournaments have.
///
/// # Examples
/// ```no_run
/// use runner::RunConfig;
///
/// let games = games::built_in();
/// let config = RunConfig { games: 200, records: true, ..RunConfig::new("greedy,random") };
/// let finished = config.run(&*games[0]).unwrap();
/// println!("{}", finished.report.unwrap_or_default());
/// ```
#[derive(Clone, Debug, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct RunConfig {
    /// The agents: `[label=]name[:key=value…]`, separated by commas.
    pub agents: String,
    /// The participants that these specs stand for, if they do not come from the game's registry.
    #[serde(skip)]
    pub participants: Option<Vec<AnyParticipant>>,
    /// The number of games.
    pub games: u64,
    /// The number of seats; `None` for the number of agents, but at least the game's minimum.
    #[serde(skip)]
    pub players: Option<usize>,
    /// Options of the game's rules; by default, the first edition without house rules.
    #[serde(skip)]
    pub rules: RuleChoice,
    /// The options shared by all jobs, such as seed, threads and folder.
    #[serde(skip)]
    pub job: JobOptions,
    /// Whether every game is recorded.
    pub records: bool,
    /// Whether records contain the results of searches.
    pub analysis: bool,
    /// How seat assignments are grouped into blocks that share a deck.
    #[serde(rename = "design", skip_serializing_if = "is_default")]
    pub grouping: Grouping,
    /// The number of times that each seat assignment of a block is played on its deck.
    #[serde(skip_serializing_if = "Repeats::is_once")]
    pub repeats: Repeats,
    /// The owner of each random-number stream: a seat or an agent.
    #[serde(skip_serializing_if = "Streams::are_of_seats")]
    pub streams: Streams,
    /// Whether the luck of every seat is measured.
    pub luck: bool,
    /// Whether the forecasts before every turn are written.
    pub forecasts: bool,
}

impl RunConfig {
    /// Returns a tournament of 1000 games between these agents, with all other options at their defaults.
    pub fn new(agents: &str) -> Self {
        Self {
            agents: agents.to_owned(),
            participants: None,
            games: 1000,
            players: None,
            rules: RuleChoice::default(),
            job: JobOptions::default(),
            grouping: Grouping::default(),
            repeats: Repeats::default(),
            streams: Streams::default(),
            records: false,
            analysis: false,
            luck: false,
            forecasts: false,
        }
    }

    /// Checks the configuration without writing anything.
    ///
    /// # Errors
    /// Fails if such a tournament cannot be played.
    pub fn check(&self, game: &dyn AnyGame) -> Result<(), Failure> {
        self.prepare(game).map(drop)
    }

    /// Checks the configuration without writing anything. Returns the job, and the design that determines its files.
    pub(super) fn prepare(&self, game: &dyn AnyGame) -> Result<(Job, RunDesign), Failure> {
        let &Self { games, grouping, repeats, streams, records, analysis, luck, forecasts, .. } =
            self;
        if games == 0 {
            return Err(Failure::NoGames);
        }
        let facts = game.facts();
        let given = self.participants.clone().map(Ok);
        let participants = given.unwrap_or_else(|| game.participants(&self.agents))?;
        let players = self.players.unwrap_or(participants.len().max(*facts.players.start()));
        let advice = if players > *facts.players.end() && self.players.is_none() {
            "; set with --players how many of the agents play at a time"
        } else {
            ""
        };
        let setup = self.rules.setup(game, players).map_err(|failure| match failure {
            Failure::Setup(sentence) => Failure::Setup(sentence + advice),
            other => other,
        })?;
        if (luck || forecasts) && !facts.has_outcome_model {
            return Err(TableError::NoOutcomeModel(facts.name).into());
        }
        if self.job.decks_for(&participants) == Decks::OfGames && !repeats.is_once() {
            let sentence = "--repeats: with external bots, no deck is played twice: add --shared-decks if you \
                            trust the bots not to remember a deck";
            return Err(Failure::usage(sentence));
        }
        let terms = Terms { grouping, repeats, streams, records, analysis, luck, forecasts };
        let design = Schedule::new(participants.len(), players, grouping)?.repeated(repeats);
        let details = RunDetails::new(&design, terms, self.job.shard);
        let request = Request {
            game,
            kind: JobKind::Run,
            command: JobCommand::new([""; 0]).fields(self),
            name: facts.name.to_owned(),
            participants,
            rules: &self.rules,
            tables: vec![setup],
            games,
            terms: TableTerms {
                streams,
                records,
                analysis,
                luck,
                forecasts,
                ..TableTerms::new(Seed::new(0))
            },
        };
        let job = Job::new(&self.job, request, &details)?;
        let design = RunDesign::new(job.manifest.clone(), design, terms);
        Ok((job, design))
    }
}
