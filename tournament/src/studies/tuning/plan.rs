//! The plan of a search, from checked arguments.

use super::error::TuneError;
use super::scales::scales;
use super::spsa::{Boldness, Bounds, Dimension, Spsa};
use super::template::{Template, feature, numbers, value};
use super::trials::{Payoff, Trials};
use crate::cli::tune::TuneArguments;
use crate::failure::Failure;
use crate::job::shell::quoted;
use crate::job::{Job, Request};
use crate::schedule::shard::Shard;
use agents::{AgentError, Spec};
use anygame::{AnyGame, AnyParticipant, AnyTable, TableTerms};
use clap::ValueEnum;
use engine::Seed;
use serde::Serialize;
use statistics::Hypotheses;
use std::sync::Arc;

/// The job's name on the command line.
/// The kind of job.
pub const COMMAND: &str = "tune";

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

/// A search that is ready to start.
pub struct TuneJob<'a> {
    /// The available agents.
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
    boldness: Boldness,
    blocks: u64,
    /// The number of iterations.
    pub iterations: u64,
    payoff: Payoff,
    /// The most games in each match of the confirmation, and its hypotheses.
    pub confirm: u64,
    pub hypotheses: Hypotheses,
}

/// The entries of a search's manifest besides the common ones.
#[derive(Serialize)]
struct Details<'a> {
    method: &'static str,
    tuned: &'a [String],
    iterations: u64,
    games_of_an_iteration: u64,
}

impl<'a> TuneJob<'a> {
    /// Checks the arguments without writing anything.
    ///
    /// # Errors
    /// Fails at the first argument that cannot be carried out.
    pub fn new(arguments: &TuneArguments, game: &'a dyn AnyGame) -> Result<Self, Failure> {
        if arguments.job.shard != Shard::WHOLE {
            return Err(TuneError::Shard.into());
        }
        let hypotheses =
            Hypotheses { null: 0.0, effect: arguments.effect, alpha: 0.05, beta: 0.05 };
        let hypotheses = hypotheses.check().map_err(|_| TuneError::Effect)?;
        let [spec] = &Spec::parse_list(&arguments.agent).map_err(AgentError::from)?[..] else {
            return Err(TuneError::Agents.into());
        };
        let start = Template::new(spec, Vec::new()).participant(START, &[], game)?;
        let setup = arguments.table.setup(game)?;
        let players = setup.players();
        let parameters = start.parameters_at(players);
        let boldness = Boldness { perturbation: arguments.perturbation, gain: arguments.gain };
        let is_size = |part: f64| part.is_finite() && part > 0.0;
        if !(is_size(boldness.perturbation) && is_size(boldness.gain)) {
            return Err(TuneError::Boldness.into());
        }
        let (tuned, bounds) = numbers(&arguments.only, spec.name(), &parameters, game)?;
        let template = Template::new(spec, tuned);
        let values: Vec<_> = template.tuned.iter().map(|key| value(&parameters, key)).collect();

        let pool_list = arguments.pool.clone().unwrap_or_else(|| arguments.agent.clone());
        let mut participants = vec![start];
        participants.extend(game.participants(&pool_list)?);
        if participants[1..].iter().any(|participant| participant.label() == START) {
            return Err(TuneError::Label.into());
        }
        let blocks = arguments.blocks;
        if !(1..=MOST_BLOCKS).contains(&blocks) {
            return Err(TuneError::Blocks(blocks).into());
        }
        let games_of_an_iteration = blocks * CANDIDATES * players as u64;
        let iterations = arguments.games / games_of_an_iteration;
        if iterations == 0 {
            return Err(TuneError::Games(games_of_an_iteration).into());
        }
        let payoff = Payoff { goal: arguments.payoff, margin: arguments.margin };
        if !is_size(payoff.margin) {
            return Err(TuneError::Margin(payoff.margin).into());
        }
        let details =
            Details { method: "spsa", tuned: &template.tuned, iterations, games_of_an_iteration };
        let games = iterations * games_of_an_iteration;
        let request = Request {
            game,
            begin: format!("{COMMAND} {}", quoted(&arguments.agent)),
            end: flags(arguments, &pool_list, games),
            name: format!("{COMMAND}-{}-{}", game.facts().name, spec.label()),
            participants,
            rules: arguments.table.rules.choice().flags(&setup, game.facts().rules),
            setup,
            players: vec![players],
            games,
            terms: TableTerms::new(Seed::new(0)),
        };
        Ok(Self {
            game,
            job: Job::new(&arguments.job.options(), request, &details)?,
            players,
            template,
            start: values,
            bounds,
            boldness,
            blocks,
            iterations,
            payoff,
            confirm: arguments.confirm,
            hypotheses,
        })
    }

    /// Returns the number of games in an iteration.
    pub const fn games(&self) -> u64 {
        self.blocks * CANDIDATES * self.players as u64
    }

    /// Returns the search before its first iteration.
    pub fn search(&self) -> Spsa {
        let seed = self.job.table.terms().seed.child(SEARCH);
        Spsa::new(self.dimensions(), self.boldness, self.iterations, seed)
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
        Ok(Trials::new(
            game,
            self.job.table.setup(),
            participants?,
            terms,
            self.players,
            self.blocks,
            opponents,
            self.payoff,
        ))
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
fn flags(arguments: &TuneArguments, pool: &str, games: u64) -> String {
    let TuneArguments { perturbation, gain, blocks, margin, confirm, effect, .. } = arguments;
    let payoff = arguments.payoff.to_possible_value();
    let payoff = payoff.as_ref().map_or("", |value| value.get_name());
    let only = arguments.only.join(",");
    let only = if only.is_empty() { only } else { format!(" --only {only}") };
    format!(
        " --pool {}{only} --perturbation {perturbation} --gain {gain} --games {games} --blocks {blocks} \
         --payoff {payoff} --margin {margin} --confirm {confirm} --effect {effect}",
        quoted(pool),
    )
}
