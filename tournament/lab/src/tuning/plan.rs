//! The plan of a parameter search, derived from a checked configuration.

use super::objective::Payoff;
use super::scales::scales;
use super::spsa::{Bounds, Dimension, Spsa, StepSizes};
use super::template::{Template, feature, numbers, value};
use super::trials::Trials;
use agents::{AgentError, Spec};
use anygame::{AnyGame, AnyParticipant, AnyTable, TableTerms};
use engine::Seed;
use runner::Failure;
use runner::job::options::JobOptions;
use runner::job::rules::TableChoice;
use runner::job::{Job, Request};
use serde::Serialize;
use statistics::Hypotheses;
use std::sync::Arc;
use store::JobKind;
use store::command::JobCommand;

/// Number of candidates in an iteration.
const CANDIDATES: u64 = 2;

/// Child of the master seed for the decks of the search.
const DECKS: u64 = 0;
/// Child of the master seed for the random signs of the search.
const SEARCH: u64 = 1;
/// Child of the master seed for the opponents on each deck.
const OPPONENTS: u64 = 2;
/// Child of the master seed for the games that measure the spread of each feature.
const SPREAD: u64 = 3;
/// Child of the master seed for the decks of the confirmation.
const CONFIRMATION: u64 = 4;

/// Maximum number of decks in an iteration; more decks would amount to a tournament.
const MOST_BLOCKS: u64 = 10_000;

/// The label of the agent from which the search starts.
pub const START: &str = "start";

/// The configuration of a parameter search. Serialised, it is the flags that only searches have.
#[derive(Clone, Debug, Serialize)]
pub struct TuneConfig {
    /// The spec of the agent, with the initial values.
    #[serde(skip)]
    pub agent: String,
    /// The opponents as comma-separated specs; `None` means the agent with its initial values.
    pub pool: Option<String>,
    /// The names of the weights and parameters to tune; if empty, all weights are tuned.
    pub only: Vec<String>,
    /// The step sizes of the search.
    #[serde(flatten)]
    pub sizes: StepSizes,
    /// The total number of games, without the games of the confirmation.
    pub games: u64,
    /// The number of decks in an iteration, from 1 to 10,000.
    pub blocks: u64,
    /// The payoff that candidates maximize.
    #[serde(flatten)]
    pub payoff: Payoff,
    /// The maximum number of games in each confirmation match.
    pub confirm: u64,
    /// The advantage that the confirmation tests for: win share minus expected share.
    pub effect: f64,
    /// The rules of the game and the number of seats.
    #[serde(skip)]
    pub table: TableChoice,
    /// The options of the job: seed, threads, folder and so on. The shard is the whole, because each step depends on the
    /// one before it.
    #[serde(skip)]
    pub job: JobOptions,
}

/// A search, ready to start.
pub struct TuneJob<'a> {
    /// The game for which the agent is tuned.
    pub game: &'a dyn AnyGame,
    /// The job. Its participants are the initial agent and the pool of opponents.
    pub job: Job,
    /// The number of seats.
    pub players: usize,
    /// The agent with blanks, which turns values into an agent.
    pub template: Template,
    /// The initial values of the tuned numbers.
    pub start: Vec<String>,
    bounds: Vec<Bounds>,
    /// The number of iterations.
    pub iterations: u64,
    /// The hypotheses of the confirmation.
    pub hypotheses: Hypotheses,
    /// The checked configuration.
    pub config: &'a TuneConfig,
}

/// The entries in the manifest of a search in addition to those that all jobs have.
#[derive(Serialize)]
struct TuningEntries<'a> {
    method: &'static str,
    tuned: &'a [String],
    iterations: u64,
    games_of_an_iteration: u64,
}

impl TuneConfig {
    /// Checks the ranges of all numbers that do not depend on the game. Returns the hypotheses of the confirmation.
    fn check(&self) -> Result<Hypotheses, Failure> {
        let is_size = |part: f64| part.is_finite() && part > 0.0;
        let StepSizes { perturbation, gain } = self.sizes;
        if !(is_size(perturbation) && is_size(gain)) {
            return Err(Failure::usage("--perturbation and --gain must be more than 0"));
        }
        let (blocks, margin) = (self.blocks, self.payoff.margin);
        if !(1..=MOST_BLOCKS).contains(&blocks) {
            let sentence = format!("--blocks must be between 1 and {MOST_BLOCKS}, not {blocks}");
            return Err(Failure::usage(sentence));
        }
        if !is_size(margin) {
            return Err(Failure::usage(format!("--margin must be more than 0, not {margin}")));
        }
        let hypotheses = Hypotheses { null: 0.0, effect: self.effect, alpha: 0.05, beta: 0.05 };
        let wrong = |_| Failure::usage("--effect must be more than 0 and less than 0.5");
        hypotheses.check().map_err(wrong)
    }
}

impl<'a> TuneJob<'a> {
    /// Checks the configuration without writing a file.
    ///
    /// # Errors
    /// Returns the first invalid value.
    pub fn new(game: &'a dyn AnyGame, config: &'a TuneConfig) -> Result<Self, Failure> {
        let hypotheses = config.check()?;
        let [spec] = &Spec::parse_list(&config.agent).map_err(AgentError::from)?[..] else {
            let sentence =
                "expected one agent to tune, without a comma; list its opponents with --pool";
            return Err(Failure::usage(sentence));
        };
        let start = Template::new(spec, Vec::new()).participant(START, &[], game)?;
        let setup = config.table.setup(game)?;
        let players = setup.players();
        let parameters = start.parameters_at(players);
        let (tuned, bounds) = numbers(&config.only, spec.name(), &parameters, game)?;
        let template = Template::new(spec, tuned);
        let values: Vec<_> = template.tuned.iter().map(|key| value(&parameters, key)).collect();
        let pool = config.pool.as_ref().unwrap_or(&config.agent);
        let mut participants = vec![start];
        participants.extend(game.participants(pool)?);
        if participants[1..].iter().any(|participant| participant.label() == START) {
            return Err(Failure::usage(
                "--pool: the label 'start' is reserved for the initial agent: choose another label",
            ));
        }
        let games_of_an_iteration = config.blocks * CANDIDATES * players as u64;
        let iterations = config.games / games_of_an_iteration;
        if iterations == 0 {
            return Err(Failure::usage(format!(
                "--games must be at least {games_of_an_iteration}, the games of an iteration"
            )));
        }
        let tuned = &template.tuned;
        let entries = TuningEntries { method: "spsa", tuned, iterations, games_of_an_iteration };
        let games = iterations * games_of_an_iteration;
        let flags = TuneConfig { pool: Some(pool.clone()), games, ..config.clone() };
        let request = Request {
            game,
            kind: JobKind::Tune,
            command: JobCommand::new(["tune", &config.agent]).fields(&flags),
            name: format!("tune-{}-{}", game.facts().name, spec.label()),
            participants,
            rules: &config.table.rules,
            tables: vec![setup],
            games,
            terms: TableTerms::new(Seed::new(0)),
        };
        Ok(Self {
            game,
            job: Job::new(&config.job, request, &entries)?,
            players,
            template,
            start: values,
            bounds,
            iterations,
            hypotheses,
            config,
        })
    }

    /// Returns the number of games in an iteration.
    pub const fn games(&self) -> u64 {
        self.config.blocks * CANDIDATES * self.players as u64
    }

    /// Returns the state of the search before its first iteration.
    pub fn search(&self) -> Spsa {
        let seed = self.job.table.terms().seed.child(SEARCH);
        Spsa::new(self.dimensions(), self.config.sizes, self.iterations, seed)
    }

    /// Returns the start, the scale and the range of each tuned number.
    fn dimensions(&self) -> Vec<Dimension> {
        let agent = &self.job.table.participants()[0];
        let parameters = agent.parameters_at(self.players);
        let number = |name: &str| value(&parameters, name).parse().unwrap_or(0.0);
        let names = || self.game.facts().features.iter().map(|feature| feature.name);
        let weights: Vec<f64> = names().map(|name| number(&format!("weights.{name}"))).collect();
        let seed = self.job.table.terms().seed.child(SPREAD);
        let scales = if self.template.has_weights() {
            scales(&self.job.pool, &*self.job.table, 0, &weights, seed)
        } else {
            Vec::new()
        };
        let dimension = |(key, bounds): (&String, &Bounds)| {
            let start = number(key);
            let index = feature(key).and_then(|feature| names().position(|name| name == feature));
            // A parameter's scale is its absolute initial value.
            let usual = || if start == 0.0 { 1.0 } else { start.abs() };
            let scale = index.map_or_else(usual, |index| scales[index]);
            Dimension { start, scale, bounds: *bounds }
        };
        self.template.tuned.iter().zip(&self.bounds).map(dimension).collect()
    }

    /// Sets up the trials of candidates.
    ///
    /// # Errors
    /// Fails if a file that a spec in the pool refers to can no longer be read.
    pub fn trials(&self) -> Result<Trials<'_>, Failure> {
        let game = self.game;
        let pool = &self.job.table.participants()[1..];
        let participants: Result<_, AgentError> =
            pool.iter().map(|participant| game.participant(participant.spec())).collect();
        let seed = self.job.table.terms().seed.child(DECKS);
        let terms = TableTerms { seed, ..self.job.table.terms().clone() };
        let opponents = self.job.table.terms().seed.child(OPPONENTS);
        Ok(Trials {
            game,
            setup: self.job.table.setup(),
            pool: participants?,
            terms,
            blocks: self.config.blocks,
            seed: opponents,
            payoff: self.config.payoff,
        })
    }

    /// Sets up a match of the confirmation.
    ///
    /// # Errors
    /// Fails if a file that an agent's spec refers to can no longer be read.
    pub fn confirmation(
        &self,
        number: u64,
        spec: &str,
        opponent: &Spec,
    ) -> Result<Arc<dyn AnyTable>, Failure> {
        let game = self.game;
        let tuned = format!("tuned={spec}").parse().map_err(AgentError::from)?;
        let participants = vec![game.participant(&tuned)?, game.participant(opponent)?];
        let seed = self.job.table.terms().seed.child(CONFIRMATION).child(number);
        let terms = TableTerms { seed, ..self.job.table.terms().clone() };
        Ok(game.table(self.job.table.setup().clone(), participants, terms)?)
    }

    /// Returns the opponents in the confirmation: the initial agent, and all agents of the pool that differ from it.
    pub fn rivals(&self) -> impl Iterator<Item = &AnyParticipant> {
        let (start, pool) = self.job.table.participants().split_at(1);
        let is_start = move |participant: &AnyParticipant| {
            let (one, other) = (participant.spec(), start[0].spec());
            one.name() == other.name() && one.arguments() == other.arguments()
        };
        start.iter().chain(pool.iter().filter(move |&participant| !is_start(participant)))
    }
}
