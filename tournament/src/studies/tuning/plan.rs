//! What is tuned, against whom and how: everything that was typed, checked.

use super::ntbea::Ntbea;
use super::scales::scales;
use super::spsa::{Bounds, Dimension, Spsa};
use super::template::{Method, Template, check, feature, lists, numbers, value};
use super::trials::{Payoff, Trials};
use super::{Optimiser, TuneError};
use crate::cli::plan::{folder, pool, quoted};
use crate::cli::tune::TuneArguments;
use crate::failure::Failure;
use crate::play::MatchSetup;
use crate::statistics::Hypotheses;
use agents::{AgentError, Participant, Registry, Spec};
use clap::ValueEnum;
use engine::PlayableGame;
use engine::Seed;
use rayon::ThreadPool;
use std::path::PathBuf;

/// Below the master seed: the decks of the search.
const DECKS: u64 = 0;
/// What the search draws.
const SEARCH: u64 = 1;
/// The opponents on each deck.
const OPPONENTS: u64 = 2;
/// The games that show how much each feature spreads.
const SPREAD: u64 = 3;
/// The decks of the confirmation.
const CONFIRMATION: u64 = 4;

/// More would be a tournament, not an iteration.
const MOST_BLOCKS: u64 = 10_000;

/// What the agent is called that the search starts from.
pub const START: &str = "start";

/// A search that can be begun.
pub struct TuneJob<G: PlayableGame> {
    /// The start and the pool.
    pub cast: MatchSetup<G>,
    /// Seats at the table.
    pub players: usize,
    /// What turns values into an agent.
    pub template: Template,
    /// The values that the search starts from.
    pub start: Vec<String>,
    /// Which of both methods.
    pub method: Method,
    /// Decks of an iteration.
    pub blocks: u64,
    /// Games on each of them.
    pub block_size: u64,
    /// How many iterations there are.
    pub iterations: u64,
    /// What a result is worth.
    pub payoff: Payoff,
    /// Games at most of each match that confirms, and what it tests.
    pub confirm: u64,
    pub hypotheses: Hypotheses,
    pub pool: ThreadPool,
    pub out: PathBuf,
    pub quiet: bool,
    /// The command that gives the same files.
    pub command: String,
}

impl<G: PlayableGame> TuneJob<G> {
    /// Checks what was typed. Nothing is written.
    ///
    /// # Errors
    /// The first thing that cannot be had.
    pub fn new(arguments: &TuneArguments) -> Result<Self, Failure> {
        let hypotheses =
            Hypotheses { null: 0.0, effect: arguments.effect, alpha: 0.05, beta: 0.05 };
        let hypotheses = hypotheses.check().map_err(|_| TuneError::Effect)?;
        let registry = Registry::<G>::built_in();
        let [spec] = &Spec::parse_list(&arguments.agent).map_err(AgentError::from)?[..] else {
            return Err(TuneError::Agents.into());
        };
        let start = Template::new(spec, Vec::new()).participant(START, &[], &registry)?;
        let players = arguments.players.unwrap_or(*G::PLAYERS.start());
        let setup = arguments.rules.lay::<G>(players)?;
        let parameters = start.parameters_at(players);
        let (tuned, method) = if arguments.values.is_empty() {
            numbers(arguments, spec.name(), &parameters, &registry)?
        } else {
            lists(&arguments.values, &parameters)?
        };
        let template = Template::new(spec, tuned);
        let values: Vec<_> = template.tuned.iter().map(|key| value(&parameters, key)).collect();
        if let Method::Ntbea(lists, _) = &method {
            check(&template, &values, lists, &registry)?;
        }

        let pool_list = arguments.pool.clone().unwrap_or_else(|| arguments.agent.clone());
        let mut participants = vec![start];
        participants.extend(registry.participants(&pool_list)?);
        if participants[1..].iter().any(|participant| participant.label() == START) {
            return Err(TuneError::Label.into());
        }
        let seed = Seed::new(arguments.job.seed);
        let cast = MatchSetup::new(setup, participants, seed);
        let candidates = if matches!(method, Method::Spsa(..)) { 2 } else { 1 };
        let blocks = arguments.blocks;
        let block_size = players as u64 * candidates;
        if !(1..=MOST_BLOCKS).contains(&blocks) {
            return Err(TuneError::Blocks(blocks).into());
        }
        let iterations = arguments.games / (blocks * block_size);
        if iterations == 0 {
            return Err(TuneError::Games(blocks * block_size).into());
        }
        let payoff = Payoff { goal: arguments.payoff, margin: arguments.margin };
        if !(payoff.margin.is_finite() && payoff.margin > 0.0) {
            return Err(TuneError::Margin(payoff.margin).into());
        }
        let games = iterations * blocks * block_size;
        let command = command::<G>(arguments, &pool_list, &cast.setup, players, blocks, games);
        let out = arguments.job.out.clone();
        let out = out.unwrap_or_else(|| default_folder::<G>(spec, players, seed));
        Ok(Self {
            cast,
            players,
            template,
            start: values,
            method,
            blocks,
            block_size,
            iterations,
            payoff,
            confirm: arguments.confirm,
            hypotheses,
            pool: pool(arguments.job.threads)?,
            out,
            quiet: arguments.job.quiet,
            command,
        })
    }

    /// Games of an iteration.
    pub const fn games(&self) -> u64 {
        self.blocks * self.block_size
    }

    /// The search, nothing done yet.
    pub fn optimiser(&self) -> Box<dyn Optimiser> {
        let seed = self.cast.seed.child(SEARCH);
        match &self.method {
            Method::Spsa(bounds, boldness) => {
                let dimensions = self.dimensions(bounds);
                Box::new(Spsa::new(dimensions, *boldness, self.iterations, seed))
            }
            Method::Ntbea(values, start) => {
                Box::new(Ntbea::new(values.clone(), start.clone(), seed))
            }
        }
    }

    /// Where each number starts, its scale and its range.
    fn dimensions(&self, bounds: &[Bounds]) -> Vec<Dimension> {
        let agent = &self.cast.participants[0];
        let parameters = agent.parameters_at(self.players);
        let number = |name: &str| value(&parameters, name).parse().unwrap_or(0.0);
        let names = || G::FEATURES.iter().map(|feature| feature.name);
        let weights: Vec<f64> = names().map(|name| number(&format!("weights.{name}"))).collect();
        let seed = self.cast.seed.child(SPREAD);
        let scales = if self.template.has_weights() {
            self.pool.install(|| scales(agent, &self.cast.setup, &weights, seed))
        } else {
            Vec::new()
        };
        let dimension = |(key, bounds): (&String, &Bounds)| {
            let start = number(key);
            let index = feature(key).and_then(|feature| names().position(|name| name == feature));
            // A parameter is as large as it needs to be.
            let usual = || if start == 0.0 { 1.0 } else { start.abs() };
            let scale = index.map_or_else(usual, |index| scales[index]);
            Dimension { start, scale, bounds: *bounds }
        };
        self.template.tuned.iter().zip(bounds).map(dimension).collect()
    }

    /// The table at which candidates are tried.
    ///
    /// # Errors
    /// If a file that the pool names can no longer be read.
    pub fn trials(&self) -> Result<Trials<G>, Failure> {
        let registry = Registry::<G>::built_in();
        let pool = &self.cast.participants[1..];
        let participants: Result<_, AgentError> =
            pool.iter().map(|participant| registry.participant(participant.spec())).collect();
        let seed = self.cast.seed.child(DECKS);
        let table = MatchSetup::new(self.cast.setup.clone(), participants?, seed);
        let opponents = self.cast.seed.child(OPPONENTS);
        Ok(Trials::new(table, self.players, self.blocks, opponents, self.payoff))
    }

    /// The table at which a match is played that confirms what was found.
    ///
    /// # Errors
    /// If a file that an agent names can no longer be read.
    pub fn confirmation(
        &self,
        number: u64,
        spec: &str,
        opponent: &Spec,
    ) -> Result<MatchSetup<G>, Failure> {
        let registry = Registry::<G>::built_in();
        let tuned = format!("tuned={spec}").parse().map_err(AgentError::from)?;
        let participants = vec![registry.participant(&tuned)?, registry.participant(opponent)?];
        let seed = self.cast.seed.child(CONFIRMATION).child(number);
        Ok(MatchSetup::new(self.cast.setup.clone(), participants, seed))
    }

    /// Whom the tuned agent has to beat in the confirmation: the start and all of the pool that are
    /// others.
    pub fn rivals(&self) -> impl Iterator<Item = &Participant<G>> {
        let (start, pool) = self.cast.participants.split_at(1);
        let is_start = move |participant: &Participant<G>| {
            let (one, other) = (participant.spec(), start[0].spec());
            one.name() == other.name() && one.arguments() == other.arguments()
        };
        start.iter().chain(pool.iter().filter(move |&participant| !is_start(participant)))
    }
}

/// The folder that a search has unless another one is asked for.
fn default_folder<G: PlayableGame>(spec: &Spec, players: usize, seed: Seed) -> PathBuf {
    folder(&format!("tune-{}", G::NAME), &[spec.label().to_owned()], players, seed)
}

/// Whatever decides the content of the files, defaults spelled out; threads and folders do not.
fn command<G: PlayableGame>(
    arguments: &TuneArguments,
    pool: &str,
    setup: &G::Setup,
    players: usize,
    blocks: u64,
    games: u64,
) -> String {
    let seed = arguments.job.seed;
    let TuneArguments { agent, perturbation, gain, margin, confirm, effect, .. } = arguments;
    let payoff = arguments.payoff.to_possible_value();
    let payoff = payoff.as_ref().map_or("", |value| value.get_name());
    let method = if arguments.values.is_empty() {
        let only = arguments.only.join(",");
        let only = if only.is_empty() { only } else { format!(" --only {only}") };
        format!("{only} --perturbation {perturbation} --gain {gain}")
    } else {
        (arguments.values.iter())
            .fold(String::new(), |flags, list| flags + " --try " + &quoted(list))
    };
    format!(
        "tournament tune {}{method} --pool {} --game {}{} --players {players} --seed {seed} \
         --games {games} --blocks {blocks} --payoff {payoff} --margin {margin} --confirm {confirm} \
         --effect {effect}",
        quoted(agent),
        quoted(pool),
        G::NAME,
        arguments.rules.flags::<G>(setup),
    )
}
