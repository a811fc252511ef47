//! The plan of a search, from a checked configuration.

use super::error::TuneError;
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
use store::schedule::shard::Shard;
use store::shell::quoted;

/// The number of candidates in an iteration.
const CANDIDATES: u64 = 2;

/// The child of the master seed for the decks of the search.
const DECKS: u64 = 0;
/// The child for the random signs of the search.
const SEARCH: u64 = 1;
/// The child for the opponents on each deck.
const OPPONENTS: u64 = 2;
/// The child for the games that measure how much each feature spreads.
const SPREAD: u64 = 3;
/// The child for the decks of the confirmation.
const CONFIRMATION: u64 = 4;

/// The most decks in an iteration; more would be a tournament.
const MOST_BLOCKS: u64 = 10_000;

/// The label of the agent that the search starts from.
pub const START: &str = "start";

/// What is tuned, and how.
#[derive(Clone, Debug)]
pub struct TuneConfig {
    /// The spec of the agent with the values to start from.
    pub agent: String,
    /// The opponents: specs, separated by commas; the agent as it starts if none are given.
    pub pool: Option<String>,
    /// The names of the weights and parameters to tune; all weights if none are given.
    pub only: Vec<String>,
    /// The games in all, without those of the confirmation.
    pub games: u64,
    /// The decks in an iteration, from 1 to 10,000.
    pub blocks: u64,
    /// What candidates maximize.
    pub payoff: Payoff,
    /// The step sizes of the search.
    pub sizes: StepSizes,
    /// The most games in each match of the confirmation.
    pub confirm: u64,
    /// The advantage that the confirmation tests for: win share less the expected share.
    pub effect: f64,
    /// The rules of the game and the number of seats.
    pub table: TableChoice,
    /// How the job is carried out.
    pub job: JobOptions,
}

/// A search that is ready to start.
pub struct TuneJob<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The job; its participants are the start and the pool.
    pub job: Job,
    /// The number of seats.
    pub players: usize,
    /// Turns values into an agent.
    pub template: Template,
    /// The initial values.
    pub start: Vec<String>,
    bounds: Vec<Bounds>,
    /// The number of iterations.
    pub iterations: u64,
    /// The hypotheses of the confirmation.
    pub hypotheses: Hypotheses,
    /// The configuration, checked.
    pub config: &'a TuneConfig,
}

/// The entries of a search's manifest besides the common ones.
#[derive(Serialize)]
struct TuningEntries<'a> {
    method: &'static str,
    tuned: &'a [String],
    iterations: u64,
    games_of_an_iteration: u64,
}

impl<'a> TuneJob<'a> {
    /// Checks the configuration without writing anything.
    ///
    /// # Errors
    /// Fails at the first value that cannot be used.
    pub fn new(game: &'a dyn AnyGame, config: &'a TuneConfig) -> Result<Self, Failure> {
        if config.job.shard != Shard::WHOLE {
            return Err(TuneError::Shard.into());
        }
        let hypotheses = Hypotheses { null: 0.0, effect: config.effect, alpha: 0.05, beta: 0.05 };
        let hypotheses = hypotheses.check().map_err(|_| TuneError::Effect)?;
        let [spec] = &Spec::parse_list(&config.agent).map_err(AgentError::from)?[..] else {
            return Err(TuneError::Agents.into());
        };
        let start = Template::new(spec, Vec::new()).participant(START, &[], game)?;
        let setup = config.table.setup(game)?;
        let players = setup.players();
        let parameters = start.parameters_at(players);
        let StepSizes { perturbation, gain } = config.sizes;
        let is_size = |part: f64| part.is_finite() && part > 0.0;
        if !(is_size(perturbation) && is_size(gain)) {
            return Err(TuneError::StepSizes.into());
        }
        let (tuned, bounds) = numbers(&config.only, spec.name(), &parameters, game)?;
        let template = Template::new(spec, tuned);
        let values: Vec<_> = template.tuned.iter().map(|key| value(&parameters, key)).collect();

        let pool_list = config.pool.clone().unwrap_or_else(|| config.agent.clone());
        let mut participants = vec![start];
        participants.extend(game.participants(&pool_list)?);
        if participants[1..].iter().any(|participant| participant.label() == START) {
            return Err(TuneError::Label.into());
        }
        let blocks = config.blocks;
        if !(1..=MOST_BLOCKS).contains(&blocks) {
            return Err(TuneError::Blocks(blocks).into());
        }
        let games_of_an_iteration = blocks * CANDIDATES * players as u64;
        let iterations = config.games / games_of_an_iteration;
        if iterations == 0 {
            return Err(TuneError::Games(games_of_an_iteration).into());
        }
        let margin = config.payoff.margin;
        if !is_size(margin) {
            return Err(TuneError::Margin(margin).into());
        }
        let tuned = &template.tuned;
        let entries = TuningEntries { method: "spsa", tuned, iterations, games_of_an_iteration };
        let games = iterations * games_of_an_iteration;
        let request = Request {
            game,
            kind: JobKind::Tune,
            begin: format!(" {}", quoted(&config.agent)),
            end: flags(config, &pool_list, games),
            name: format!("tune-{}-{}", game.facts().name, spec.label()),
            participants,
            rules: config.table.rules.flags(&setup, game.facts().rules),
            setup,
            players: vec![players],
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

    /// Returns the search before its first iteration.
    pub fn search(&self) -> Spsa {
        let seed = self.job.table.terms().seed.child(SEARCH);
        Spsa::new(self.dimensions(), self.config.sizes, self.iterations, seed)
    }

    /// Returns the start, scale and range of each number.
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
            // The start of a parameter is its scale.
            let usual = || if start == 0.0 { 1.0 } else { start.abs() };
            let scale = index.map_or_else(usual, |index| scales[index]);
            Dimension { start, scale, bounds: *bounds }
        };
        self.template.tuned.iter().zip(&self.bounds).map(dimension).collect()
    }

    /// Returns the trials of candidates.
    ///
    /// # Errors
    /// Fails if a file that the pool names can no longer be read.
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

    /// Returns the setup of a match of the confirmation.
    ///
    /// # Errors
    /// Fails if a file that an agent names can no longer be read.
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

    /// Returns the opponents in the confirmation: the start, and the agents of the pool that differ
    /// from it.
    pub fn rivals(&self) -> impl Iterator<Item = &AnyParticipant> {
        let (start, pool) = self.job.table.participants().split_at(1);
        let is_start = move |participant: &AnyParticipant| {
            let (one, other) = (participant.spec(), start[0].spec());
            one.name() == other.name() && one.arguments() == other.arguments()
        };
        start.iter().chain(pool.iter().filter(move |&participant| !is_start(participant)))
    }
}

/// Returns all other flags that affect the content of the files, including defaults.
fn flags(config: &TuneConfig, pool: &str, games: u64) -> String {
    let TuneConfig { blocks, confirm, effect, .. } = config;
    let StepSizes { perturbation, gain } = config.sizes;
    let Payoff { goal, margin } = config.payoff;
    let only = config.only.join(",");
    let only = if only.is_empty() { only } else { format!(" --only {only}") };
    format!(
        " --pool {}{only} --perturbation {perturbation} --gain {gain} --games {games} --blocks {blocks} \
         --payoff {goal} --margin {margin} --confirm {confirm} --effect {effect}",
        quoted(pool),
    )
}
