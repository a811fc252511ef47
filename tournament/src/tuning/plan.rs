//! What is tuned, against whom and how: everything that was typed, checked.

use super::ntbea::Ntbea;
use super::scales::scales;
use super::spsa::{Boldness, Bounds, Dimension, Spsa};
use super::trials::{Payoff, Trials};
use super::{Optimiser, TuneError};
use crate::arguments::TuneArguments;
use crate::failure::Failure;
use crate::games::Hosted;
use crate::plan::{folder, pool, quoted, rule_flags};
use crate::play::Table;
use crate::statistics::Hypotheses;
use agents::evaluation::{LARGEST_WEIGHT, WEIGHTS};
use agents::{Entrant, EntrantError, Kind, Range, Spec, Value, registry};
use clap::ValueEnum;
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
pub struct Plan<G: Hosted> {
    /// The start and the pool.
    pub cast: Table<G>,
    /// Seats at the table.
    pub players: usize,
    /// What turns values into an agent.
    pub template: Template,
    /// The values that the search starts from.
    pub start: Vec<String>,
    /// Which of both methods.
    pub method: Method,
    /// Decks, games and number of the iterations.
    pub blocks: u64,
    pub block_size: u64,
    pub iterations: u64,
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

/// How good values are found.
pub enum Method {
    /// Numbers, by their ranges.
    Spsa(Vec<Bounds>, Boldness),
    /// Lists of values, and which of them are the start.
    Ntbea(Vec<Vec<String>>, Vec<usize>),
}

/// An agent with blanks.
#[derive(Clone, Debug)]
pub struct Template {
    agent: String,
    /// What stays.
    fixed: Vec<(String, String)>,
    /// The keys of what is tuned.
    pub tuned: Vec<String>,
}

impl Template {
    fn new(spec: &Spec, tuned: Vec<String>) -> Self {
        let stays = |(key, _): &&(String, String)| !tuned.contains(key);
        let fixed = spec.arguments().iter().filter(stays).cloned().collect();
        Self { agent: spec.name().to_owned(), fixed, tuned }
    }

    /// The agent with these values.
    pub fn spec(&self, values: &[String]) -> String {
        let fixed = self.fixed.iter().map(|(key, value)| format!(":{key}={value}"));
        let tuned = self.tuned.iter().zip(values).map(|(key, value)| format!(":{key}={value}"));
        fixed.chain(tuned).fold(self.agent.clone(), |spec, argument| spec + &argument)
    }

    /// The same, ready to play under a label.
    ///
    /// # Errors
    /// If the values do not go together.
    pub fn entrant<G: Hosted>(
        &self,
        label: &str,
        values: &[String],
        kinds: &[Kind<G>],
    ) -> Result<Entrant<G>, EntrantError> {
        Entrant::new(&format!("{label}={}", self.spec(values)).parse()?, kinds)
    }

    /// The agent as it was found, with all weights in place of the files that they came from.
    pub fn portable<G: Hosted>(&self, found: &Entrant<G>) -> String {
        let is_weight = |key: &str| key == WEIGHTS.name || feature(key).is_some();
        let given = found.spec().arguments().iter().cloned();
        let weights = found.parameters().iter().filter(|(key, _)| feature(key).is_some());
        let weights = weights.map(|(key, value)| (key.clone(), value.to_string()));
        let all: Vec<_> = given.filter(|(key, _)| !is_weight(key)).chain(weights).collect();
        let arguments = all.iter().map(|(key, value)| format!(":{key}={value}"));
        arguments.fold(self.agent.clone(), |spec, argument| spec + &argument)
    }

    /// Whether a weight is tuned.
    pub fn has_weights(&self) -> bool {
        self.tuned.iter().any(|key| feature(key).is_some())
    }
}

/// The feature that a key weighs, if it does.
pub fn feature(key: &str) -> Option<&str> {
    key.strip_prefix(WEIGHTS.name)?.strip_prefix('.')
}

impl<G: Hosted> Plan<G> {
    /// Checks what was typed. Nothing is written.
    ///
    /// # Errors
    /// The first thing that cannot be had.
    pub fn new(arguments: &TuneArguments) -> Result<Self, Failure> {
        let hypotheses =
            Hypotheses { null: 0.0, effect: arguments.effect, alpha: 0.05, beta: 0.05 };
        let hypotheses = hypotheses.check().map_err(|_| TuneError::Effect)?;
        let kinds = registry::<G>();
        let [spec] = &Spec::parse_list(&arguments.agent).map_err(EntrantError::from)?[..] else {
            return Err(TuneError::Agents.into());
        };
        let start = Template::new(spec, Vec::new()).entrant(START, &[], &kinds)?;
        let (tuned, method) = if arguments.values.is_empty() {
            numbers(arguments, &start, &kinds)?
        } else {
            lists(&arguments.values, &start)?
        };
        let template = Template::new(spec, tuned);
        let values: Vec<_> = template.tuned.iter().map(|key| value(&start, key)).collect();
        if let Method::Ntbea(lists, _) = &method {
            check(&template, &values, lists, &kinds)?;
        }

        let pool_list = arguments.pool.clone().unwrap_or_else(|| arguments.agent.clone());
        let players = arguments.players.unwrap_or(*G::PLAYERS.start());
        let setup = G::setup(players, &arguments.rules).map_err(Failure::Setup)?;
        let mut entrants = vec![start];
        entrants.extend(agents::entrants(&pool_list)?);
        let seed = Seed::new(arguments.seed);
        let cast = Table { setup, entrants, seed, records: false };
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
        let out = arguments.out.clone();
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
            pool: pool(arguments.threads)?,
            out,
            quiet: arguments.quiet,
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
        let agent = &self.cast.entrants[0];
        let number = |name: &str| value(agent, name).parse().unwrap_or(0.0);
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
        let kinds = registry::<G>();
        let pool = &self.cast.entrants[1..];
        let entrants: Result<_, EntrantError> =
            pool.iter().map(|entrant| Entrant::new(entrant.spec(), &kinds)).collect();
        let seed = self.cast.seed.child(DECKS);
        let table =
            Table { setup: self.cast.setup.clone(), entrants: entrants?, seed, records: false };
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
    ) -> Result<Table<G>, Failure> {
        let kinds = registry::<G>();
        let tuned = format!("tuned={spec}").parse().map_err(EntrantError::from)?;
        let entrants = vec![Entrant::new(&tuned, &kinds)?, Entrant::new(opponent, &kinds)?];
        let seed = self.cast.seed.child(CONFIRMATION).child(number);
        Ok(Table { setup: self.cast.setup.clone(), entrants, seed, records: false })
    }

    /// Whom the tuned agent has to beat in the confirmation: the start and all of the pool that are
    /// others.
    pub fn rivals(&self) -> impl Iterator<Item = &Entrant<G>> {
        let (start, pool) = self.cast.entrants.split_at(1);
        let is_start = move |entrant: &Entrant<G>| {
            let (one, other) = (entrant.spec(), start[0].spec());
            one.name() == other.name() && one.arguments() == other.arguments()
        };
        start.iter().chain(pool.iter().filter(move |&entrant| !is_start(entrant)))
    }
}

/// The value that an agent has for a parameter, as it is written.
fn value<G: Hosted>(agent: &Entrant<G>, key: &str) -> String {
    let found = agent.parameters().iter().find(|(name, _)| name == key);
    found.map(|(_, value)| value.to_string()).unwrap_or_default()
}

/// The keys of the numbers to be tuned, and how.
fn numbers<G: Hosted>(
    arguments: &TuneArguments,
    start: &Entrant<G>,
    kinds: &[Kind<G>],
) -> Result<(Vec<String>, Method), Failure> {
    let boldness = Boldness { perturbation: arguments.perturbation, gain: arguments.gain };
    if ![boldness.perturbation, boldness.gain].iter().all(|&part| part.is_finite() && part > 0.0) {
        return Err(TuneError::Boldness.into());
    }
    let agent = start.spec().name();
    let is_number = |value: &Value| matches!(value, Value::Number(_) | Value::Whole(_));
    let known = start.parameters().iter().filter(|(_, value)| is_number(value));
    let known: Vec<&str> = known.map(|(key, _)| key.as_str()).collect();
    let mut keys = Vec::new();
    for name in &arguments.only {
        let matches = |key: &&&str| *key == name || feature(key) == Some(name);
        let key = (*known.iter().find(matches).ok_or_else(|| TuneError::Number {
            agent: agent.to_owned(),
            name: name.clone(),
            known: known.join(", "),
        })?)
        .to_owned();
        if keys.contains(&key) {
            return Err(TuneError::Repeated(name.clone()).into());
        }
        keys.push(key);
    }
    if keys.is_empty() {
        keys.extend(known.iter().filter(|key| feature(key).is_some()).map(|&key| key.to_owned()));
    }
    if keys.is_empty() {
        return Err(TuneError::NoWeights(agent.to_owned()).into());
    }
    let parameters =
        kinds.iter().find(|kind| kind.name == agent).map_or(&[][..], |kind| kind.parameters);
    let bounds = |key: &String| {
        let parameter = parameters.iter().find(|parameter| parameter.name == key);
        match parameter.map(|parameter| parameter.range) {
            Some(Range::Number(least, most)) => Bounds { least, most, is_whole: false },
            Some(Range::Whole(least, most) | Range::WholeOr(least, most, _)) => {
                Bounds { least: least as f64, most: most as f64, is_whole: true }
            }
            _ => Bounds { least: -LARGEST_WEIGHT, most: LARGEST_WEIGHT, is_whole: false },
        }
    };
    let bounds = keys.iter().map(bounds).collect();
    Ok((keys, Method::Spsa(bounds, boldness)))
}

/// The keys to be tuned and the values to be tried for each; the search starts from the value that the
/// agent has if that is one of them, otherwise from the first.
fn lists<G: Hosted>(
    texts: &[String],
    start: &Entrant<G>,
) -> Result<(Vec<String>, Method), TuneError> {
    let (mut keys, mut lists, mut first) = (Vec::new(), Vec::new(), Vec::new());
    for text in texts {
        let (key, values) = text
            .split_once('=')
            .filter(|(key, values)| {
                !key.is_empty() && values.split(',').all(|value| !value.is_empty())
            })
            .ok_or_else(|| TuneError::List(text.clone()))?;
        if keys.iter().any(|other| other == key) {
            return Err(TuneError::Repeated(key.to_owned()));
        }
        let values: Vec<_> = values.split(',').map(str::to_owned).collect();
        let current = value(start, key);
        first.push(values.iter().position(|value| *value == current).unwrap_or(0));
        keys.push(key.to_owned());
        lists.push(values);
    }
    Ok((keys, Method::Ntbea(lists, first)))
}

/// Whether the agent takes each value, all others as they are.
fn check<G: Hosted>(
    template: &Template,
    start: &[String],
    lists: &[Vec<String>],
    kinds: &[Kind<G>],
) -> Result<(), EntrantError> {
    for (number, values) in lists.iter().enumerate() {
        for value in values {
            let fixed = template.tuned.iter().zip(start).enumerate();
            let others = fixed.filter(|&(other, (_, start))| other != number && !start.is_empty());
            let arguments = others.map(|(_, (key, start))| format!(":{key}={start}"));
            let rest: String = arguments.collect();
            let spec = format!("{}:{}={value}{rest}", template.spec(&[]), template.tuned[number]);
            Entrant::new(&spec.parse()?, kinds)?;
        }
    }
    Ok(())
}

/// The folder that a search has unless another one is asked for.
fn default_folder<G: Hosted>(spec: &Spec, players: usize, seed: Seed) -> PathBuf {
    folder(&format!("tune-{}", G::NAME), &[spec.label().to_owned()], players, seed)
}

/// Whatever decides the content of the files, defaults spelled out; threads and folders do not.
fn command<G: Hosted>(
    arguments: &TuneArguments,
    pool: &str,
    setup: &G::Setup,
    players: usize,
    blocks: u64,
    games: u64,
) -> String {
    let TuneArguments { agent, seed, perturbation, gain, margin, confirm, effect, .. } = arguments;
    let payoff = arguments.payoff.to_possible_value();
    let payoff = payoff.as_ref().map_or("", |value| value.get_name());
    let method = if arguments.values.is_empty() {
        let only = arguments.only.join(",");
        let only = if only.is_empty() { only } else { format!(" --only {only}") };
        format!("{only} --perturbation {perturbation} --gain {gain}")
    } else {
        arguments.values.iter().map(|list| format!(" --try {}", quoted(list))).collect()
    };
    format!(
        "tournament tune {}{method} --pool {} --game {}{} --players {players} --seed {seed} \
         --games {games} --blocks {blocks} --payoff {payoff} --margin {margin} --confirm {confirm} \
         --effect {effect}",
        quoted(agent),
        quoted(pool),
        G::NAME,
        rule_flags::<G>(setup, &arguments.rules),
    )
}
