//! What is trained and how: everything that was typed, checked.

use crate::cli::train::TrainArguments;
use crate::failure::Failure;
use crate::job::shell::quoted;
use crate::job::{Job, Request};
use crate::schedule::shard::Shard;
use agents::Participant;
use agents::evaluation::{Evaluation, LANES, MAX_HIDDEN, Network, Weights};
use agents::greedy::Greedy;
use agents::learning::SelfPlay;
use anygame::{AnyGame as _, AnyParticipant, AnySetup, TableTerms, TypedGame};
use engine::{PlayableGame, Seed};
use serde::Serialize;
use statistics::Hypotheses;
use std::path::Path;
use std::sync::Arc;

/// The job's name on the command line.
pub const COMMAND: &str = "train";

/// The words for what learning starts from.
const LINEAR: &str = "linear";
const NOTHING: &str = "nothing";

/// Below the master seed: the games of self-play, by generation.
pub const GAMES: u64 = 0;
/// The first weights.
pub const WEIGHTS: u64 = 1;
/// The games that show how large inputs are.
pub const SCALES: u64 = 2;
/// Which positions are learned from, by generation.
pub const SAMPLE: u64 = 3;
/// The decks of the tests, by generation.
pub const TESTS: u64 = 4;

/// How boldly seats explore, as a logit.
const TEMPERATURE: f64 = 0.15;

/// What learning starts from.
pub enum Start<G> {
    /// The weights of the game's features.
    Linear(Box<Weights<G>>),
    /// Nothing: all positions are equal.
    Nothing,
    /// A network.
    Network(Box<Network<G>>),
}

/// A training that can be begun.
pub struct TrainJob<G: PlayableGame> {
    /// What it has in common with all jobs.
    pub job: Job,
    /// The numbers of players, and the setup for each.
    pub tables: Vec<(usize, G::Setup)>,
    /// What learning starts from.
    pub start: Start<G>,
    /// Whether the network does not see an input: first those of a seat, then those of the table.
    pub unseen: Vec<bool>,
    /// The arguments, checked.
    pub arguments: TrainArguments,
    /// How many generations there are.
    pub generations: u64,
    /// What a test asks of a new network: against the best so far, and against each one before.
    pub tests: [Hypotheses; 2],
}

/// What the manifest says beside what all manifests do.
#[derive(Serialize)]
struct Details<'a> {
    tables: &'a [usize],
    generations: u64,
    games_of_a_generation: u64,
}

impl<G: PlayableGame> TrainJob<G> {
    /// Checks what was typed. Nothing is written.
    ///
    /// # Errors
    /// The first thing that cannot be had.
    pub fn new(arguments: &TrainArguments, game: &TypedGame<G>) -> Result<Self, Failure> {
        let usage = |sentence: String| Err(Failure::Usage(sentence));
        let TrainArguments { games, generation, hidden, lambda, explore, within, rate, .. } =
            *arguments;
        if arguments.job.shard != Shard::WHOLE {
            let sentence = "--shard: every generation depends on the one before it, so a training has no parts";
            return usage(sentence.to_owned());
        }
        if G::FEATURES.is_empty() {
            return usage(format!("{} has no features: a network has nothing to see", G::NAME));
        }
        if generation == 0 || games < generation {
            return usage(format!(
                "--games must be at least {generation}, the games of a generation"
            ));
        }
        if !hidden.is_multiple_of(LANES) || hidden > MAX_HIDDEN {
            return usage(format!(
                "--hidden must be a multiple of {LANES} up to {MAX_HIDDEN}, not {hidden}"
            ));
        }
        let unseen = unseen::<G>(&arguments.without)?;
        let parts = [("--lambda", f64::from(lambda)), ("--explore", explore), ("--within", within)];
        for (flag, value) in parts {
            if !(0.0..=1.0).contains(&value) {
                return usage(format!("{flag} must be between 0 and 1, not {value}"));
            }
        }
        if !(rate > 0.0 && rate <= 1.0) {
            return usage(format!("--rate must be more than 0 and at most 1, not {rate}"));
        }
        if arguments.nodes == 0 || arguments.test_every == 0 {
            return usage("--nodes and --test-every must be at least 1".to_owned());
        }
        let better = Hypotheses { null: 0.0, effect: arguments.effect, alpha: 0.05, beta: 0.05 };
        let not_worse = Hypotheses { null: -arguments.effect, effect: 0.0, ..better };
        let tests = [better.check()?, not_worse.check()?];
        let start = match arguments.start.as_str() {
            LINEAR => Start::Linear(Box::default()),
            NOTHING => Start::Nothing,
            file => {
                let network = Network::load(Path::new(file));
                let network =
                    network.map_err(|error| Failure::Usage(format!("--start: {error}")))?;
                if network.shape().hidden != hidden {
                    let units = network.shape().hidden;
                    return usage(format!(
                        "--start: {file} has {units} hidden units: add --hidden {units}"
                    ));
                }
                Start::Network(Box::new(network))
            }
        };
        let mut players = arguments.players.clone();
        if players.is_empty() {
            players = G::PLAYERS.collect();
        }
        let lay = |&players: &usize| Ok((players, arguments.rules.lay::<G>(players)?));
        let tables: Vec<_> = players.iter().map(lay).collect::<Result<_, Failure>>()?;
        let setup = AnySetup::of::<G>(players[0], tables[0].1.clone());
        let generations = games / generation;
        let details = Details { tables: &players, generations, games_of_a_generation: generation };
        let request = Request {
            game,
            begin: COMMAND.to_owned(),
            end: flags(arguments, generations),
            name: format!("{COMMAND}-{}", G::NAME),
            participants: game.participants("greedy")?,
            rules: arguments.rules.choice().flags(&setup, G::RULES),
            setup,
            players: players.clone(),
            games: generations * generation,
            terms: TableTerms::new(Seed::new(0)),
        };
        let job = Job::new(&arguments.job.options(), request, &details)?;
        Ok(Self { job, tables, start, unseen, arguments: arguments.clone(), generations, tests })
    }

    /// The seed of something.
    pub fn seed(&self, child: u64) -> Seed {
        self.job.table.terms().seed.child(child)
    }

    /// The first evaluation that plays: the weights themselves, or the network that learning starts from.
    pub fn first_evaluation(&self, network: impl FnOnce() -> Network<G>) -> Evaluation<G> {
        match &self.start {
            Start::Linear(weights) => Evaluation::Linear((**weights).clone()),
            Start::Nothing | Start::Network(_) => Evaluation::Network(network()),
        }
    }

    /// In how many generations the start plays. Only weights have much to teach.
    pub const fn warm_up(&self) -> u64 {
        if matches!(self.start, Start::Linear(_)) { self.arguments.warm_up } else { 0 }
    }

    /// How seats with this evaluation play to learn.
    pub fn self_play(&self, evaluation: Arc<Evaluation<G>>) -> SelfPlay<G> {
        let greedy = Greedy::new(evaluation).with_nodes(self.arguments.nodes);
        let TrainArguments { explore, within, .. } = self.arguments;
        SelfPlay { greedy, explore, temperature: TEMPERATURE, within }
    }

    /// The step size in a generation.
    pub fn rate(&self, generation: u64) -> f32 {
        const LAST: f64 = 0.2;
        let done = generation as f64 / self.generations as f64;
        (self.arguments.rate * LAST.powf(done)) as f32
    }
}

/// A participant that plays `greedy` with an evaluation.
pub fn participant<G: PlayableGame>(label: &str, evaluation: Evaluation<G>) -> AnyParticipant {
    let greedy = Greedy::new(Arc::new(evaluation));
    let spec = format!("{label}=greedy").parse().expect("labels of networks are plain words");
    AnyParticipant::new(Participant::with(spec, move || greedy.player()))
}

/// Returns for each input of the game's networks whether it is among these names.
fn unseen<G: PlayableGame>(names: &[String]) -> Result<Vec<bool>, Failure> {
    let inputs = Network::<G>::input_names().concat();
    if let Some(unknown) = names.iter().find(|name| !inputs.contains(&name.as_str())) {
        let inputs = inputs.join(", ");
        return Err(Failure::Usage(format!(
            "--without: networks of {} have no input '{unknown}': choose from {inputs}",
            G::NAME
        )));
    }
    Ok(inputs.into_iter().map(|input| names.iter().any(|name| name == input)).collect())
}

/// Whatever decides the content of the files beside the tables, defaults spelled out.
fn flags(arguments: &TrainArguments, generations: u64) -> String {
    let TrainArguments {
        generation,
        warm_up,
        hidden,
        lambda,
        explore,
        within,
        nodes,
        rate,
        test_every,
        test_games,
        effect,
        without,
        ..
    } = arguments;
    let without = if without.is_empty() {
        String::new()
    } else {
        format!(" --without {}", without.join(","))
    };
    let start = quoted(&arguments.start);
    let games = generations * generation;
    format!(
        " --games {games} --generation {generation} --start {start} --warm-up {warm_up} --hidden {hidden} --lambda {lambda} \
         --explore {explore} --within {within} --nodes {nodes} --rate {rate} --test-every {test_every} \
         --test-games {test_games} --effect {effect}{without}"
    )
}
