//! `tournament train`: trains a network on games that `greedy` plays against itself or another agent.
//!
//! Every generation plays games with the latest network and adds them to the games of the last generations; the
//! network learns from all of them by TD(lambda). At regular intervals, it is tested against the best network so far.
//! If it is better, and not shown to be worse than any of the last few best networks before, it becomes the best
//! network.
//!
//! `curve.csv` has a row for every generation, and `tests.csv` has a row for every match. The files of a generation
//! are kept as long as an interrupted training needs them to resume.

mod games;
mod plan;
mod store;
mod test;

pub use plan::{LINEAR, SAMPLES, TrainConfig, TrainJob};

use ::store::in_order::all;
use ::store::journal::{Journal, Layout};
use ::store::manifest::Manifest;
use agents::learning::{Example, PositionKind, Trajectory, players_targets};
use anygame::{AnyEvaluation, AnyGame, AnyLearner, AnyNetwork, TrainingStart};
use engine::csv_table::{CsvTable, page, rows as parsed};
use games::{play_games, play_one};
use plan::{SAMPLE, SCALES, WEIGHTS};
use rand::RngExt;
use runner::job::{ClosedJob, StoredRows, Units};
use runner::{Ending, Failure, FinishedJob};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use store::{WINDOW, best_name, generation_name};
use test::TestRow;

/// The file of the best network.
pub const NETWORK: &str = "network.safetensors";
/// The file of the network after the last generation, whether it was accepted or not.
const LATEST: &str = "latest.safetensors";

const CURVE: usize = 0;
const TESTS: usize = 1;

/// The number of positions in a training step.
const BATCH: usize = 128;
/// The mean number of times that a position is used while its generation is new.
const USES: usize = 4;
/// The number of positions for which a game counts; a longer game does not get more weight.
const POSITIONS: usize = 40;

/// A row of `curve.csv`: one generation of a training.
#[derive(Clone, Default, Serialize, Deserialize)]
struct CurveRow {
    /// Number of the generation.
    generation: u64,
    /// Number of games of self-play up to the end of the generation.
    games: u64,
    /// Number of networks that had been accepted when the generation was played.
    accepted: u64,
    /// Mean number of turns of its games.
    turns: f64,
    /// Fraction of its games with a single winner, from 0 to 1.
    decided: f64,
    /// Mean Kullback–Leibler divergence of the network's chances from their targets over its steps, in nats; 0 is a
    /// perfect prediction. Empty if seats explored in all turns, so that there was nothing to learn from.
    loss: Option<f64>,
    /// Step size of the optimiser in the first step of the generation.
    rate: f32,
}

/// The manifest entries that record the progress of a training.
#[derive(Serialize)]
struct TrainingProgress {
    games_played: u64,
    accepted: u64,
}

/// Trains a network.
///
/// # Errors
/// Fails if the configuration cannot be carried out, or if a file cannot be read or written.
pub fn run(game: &dyn AnyGame, config: &TrainConfig) -> Result<FinishedJob, Failure> {
    let plan = TrainJob::new(game, config)?;
    let finished = plan.job.conduct(Training::new(&plan), Training::run)?;
    if finished.ending == Ending::Complete {
        // The training may have been killed just before this step.
        store::clear(&finished.folder)?;
    }
    Ok(finished)
}

/// Formats the result as a sentence.
fn conclusion(plan: &TrainJob<'_>, accepted: u64) -> String {
    if accepted > 0 {
        let file = plan.job.out.join(NETWORK);
        return format!("networks accepted: {accepted}; the best is {}\n", file.display());
    }
    let TrainConfig { against, distil, .. } = plan.config;
    let rival = match (against.as_deref(), &plan.start, distil.as_deref()) {
        (Some(rival), ..) => rival,
        (None, TrainingStart::Linear, _) => "the linear evaluation",
        (None, _, Some(distilled)) => distilled,
        (None, _, None) => "the start",
    };
    format!("no network was better than {rival}\n")
}

/// The generations of a training, and its state after the last one.
struct Training<'a> {
    plan: &'a TrainJob<'a>,
    learner: Box<dyn AnyLearner>,
    /// The games of the last generations, oldest first.
    replay: Vec<Vec<Trajectory>>,
    /// The number of accepted networks; `best` is the last one, or the initial evaluation.
    accepted: u64,
    best: AnyEvaluation,
    /// The number of the next generation.
    next: u64,
}

impl<'a> Training<'a> {
    /// Starts with a network whose inputs are not scaled; [`run`](Self::run) scales them before the first generation.
    fn new(plan: &'a TrainJob<'a>) -> Self {
        Self::starting_with(plan, plan.trainer.starting_network(&[], plan.seed(WEIGHTS)))
    }

    fn starting_with(plan: &'a TrainJob<'a>, network: Arc<dyn AnyNetwork>) -> Self {
        let learner = plan.trainer.learner(&*network);
        let best = first_evaluation(plan, || network);
        Self { plan, learner, replay: Vec::new(), accepted: 0, best, next: 0 }
    }

    /// Plays and learns until all generations are finished or the user interrupts the training.
    fn run(&mut self, journal: &mut Journal) -> Result<Ending, Failure> {
        if self.next == 0 {
            *self = Self::starting_with(self.plan, start(self.plan));
        }
        while self.next < self.plan.generations {
            let games = play_games(self.plan, self.next, &self.learner.averaged(), self.accepted)?;
            let Some(games) = games else { return Ok(Ending::Interrupted) };
            let mut row = describe(self.next, self.accepted, &games, self.plan.config.generation);
            self.replay.push(games);
            if self.replay.len() as u64 > WINDOW {
                self.replay.remove(0);
            }
            row.rate = self.rate(0.0);
            row.loss = self.learn();
            let tests = self.test(journal.folder().path())?;
            let Some(tests) = tests else { return Ok(Ending::Interrupted) };
            self.save(&row, &tests, journal)?;
        }
        Ok(Ending::Complete)
    }

    /// Trains the network on the games of the last generations. Returns the mean loss, or `None` if seats explored in
    /// all turns, so that there are no targets to learn from.
    fn learn(&mut self) -> Option<f64> {
        let lambda = self.plan.config.lambda as f32;
        let network = self.learner.averaged();
        let by_teacher = self.plan.trainer.teacher().is_some() && self.next < self.plan.warm_up();
        let replay: Vec<&Trajectory> = self.replay.iter().flatten().collect();
        let examples = |number: u64| {
            let trajectory = replay[number as usize];
            let targets = if by_teacher {
                players_targets(trajectory, lambda)
            } else {
                network.targets(trajectory, lambda)
            };
            let targets = targets.into_iter().enumerate();
            let example = |(position, target): (usize, Option<_>)| {
                Some(Example { trajectory, position, target: target? })
            };
            targets.filter_map(example).collect::<Vec<_>>()
        };
        let mut games = all(&self.plan.job.pool, replay.len() as u64, &examples);
        games.retain(|examples| !examples.is_empty());
        if games.is_empty() {
            return None;
        }
        let mut rng = self.plan.seed(SAMPLE).child(self.next).rng();
        let steps = self.uses().div_ceil(BATCH);
        let mut draw = || {
            let game: &Vec<Example<'_>> = &games[rng.random_range(0..games.len())];
            game[rng.random_range(0..game.len())]
        };
        let rates: Vec<_> = (0..steps).map(|step| self.rate(step as f64 / steps as f64)).collect();
        let learner = &mut self.learner;
        let mut step = |&rate| {
            let batch: Vec<_> = std::iter::repeat_with(&mut draw).take(BATCH).collect();
            learner.step(&batch, rate)
        };
        let loss: f64 = self.plan.job.pool.install(|| rates.iter().map(&mut step).sum());
        Some(loss / steps as f64)
    }

    /// Returns the number of positions to learn from: as many as the last generation recorded if an evaluation is distilled, because
    /// its values have no noise, and otherwise [`USES`] of [`POSITIONS`] in each game.
    fn uses(&self) -> usize {
        match (&self.plan.config.distil, self.replay.last()) {
            (Some(_), Some(games)) => games.iter().map(|game| game.kinds().len()).sum(),
            _ => self.plan.config.generation as usize * POSITIONS * USES,
        }
    }

    /// Returns the step size when this fraction of the generation's steps is done.
    fn rate(&self, done: f64) -> f32 {
        self.plan.rate((self.next as f64 + done) / self.plan.generations as f64)
    }

    /// Tests the network if a test is due. Returns the matches, or `None` if interrupted.
    fn test(&self, folder: &Path) -> Result<Option<Vec<TestRow>>, Failure> {
        let done = self.next + 1;
        if !done.is_multiple_of(self.plan.config.test_every) && done != self.plan.generations {
            return Ok(Some(Vec::new()));
        }
        let earlier = store::earlier(self.accepted);
        let earlier: Result<Vec<_>, Failure> = earlier
            .map(|number| Ok((number, accepted_evaluation(self.plan, folder, number)?)))
            .collect();
        let network = AnyEvaluation::Network(self.learner.averaged());
        test::test(self.plan, self.next, &network, (self.accepted, &self.best), &earlier?)
    }

    /// Writes the results of the generation.
    fn save(
        &mut self,
        row: &CurveRow,
        tests: &[TestRow],
        journal: &mut Journal,
    ) -> Result<(), Failure> {
        journal.append(CURVE, &page(&[row]))?;
        journal.append(TESTS, &page(tests))?;
        let mut accepted = None;
        if test::is_passed(tests) {
            self.accepted += 1;
            let network = self.learner.averaged();
            accepted = Some((
                best_name(self.accepted),
                network.to_bytes(self.plan.job.manifest.command()),
            ));
            self.best = AnyEvaluation::Network(network);
        }
        let games = self.replay.last().map_or(&[][..], Vec::as_slice);
        let generation = self.learner.generation_to_bytes(games);
        let name = generation_name(self.next);
        self.next += 1;
        journal.advance(self.next)?;
        journal.save(|folder| {
            store::write(folder, &name, generation)?;
            accepted.map_or(Ok(()), |(name, bytes)| store::write(folder, &name, bytes))
        })
    }
}

impl Units for Training<'_> {
    fn manifest(&self) -> &Manifest {
        &self.plan.job.manifest
    }

    fn layout(&self) -> Layout {
        let tables = [CsvTable::of::<CurveRow>("curve.csv"), CsvTable::of::<TestRow>("tests.csv")];
        let layout = Layout::of(tables.into(), vec![NETWORK, LATEST]);
        Layout { unmarked: store::names().collect(), ..layout }
    }

    fn read(&mut self, generations: Range<u64>, rows: &mut StoredRows<'_>) -> Result<(), Failure> {
        self.next = generations.end;
        for generation in generations {
            rows.reader.page(CURVE, &generation.to_string())?;
            let tests = rows.reader.page(TESTS, &generation.to_string())?;
            let tests: Vec<TestRow> = parsed(&tests)
                .map_err(|_| rows.reader.damaged(TESTS, &format!("generation {generation}")))?;
            self.accepted += u64::from(test::is_passed(&tests));
        }
        for number in self.next.saturating_sub(WINDOW)..self.next {
            let read = |bytes: &[u8], file: &str| self.plan.trainer.read_generation(bytes, file);
            let (games, learner) = store::read(rows.folder, &generation_name(number), read)?;
            self.replay.push(games);
            self.learner = learner;
        }
        self.best = accepted_evaluation(self.plan, rows.folder, self.accepted)?;
        Ok(())
    }

    fn progress(&self) -> (u64, u64) {
        let size = self.plan.config.generation;
        (self.next * size, self.plan.generations * size)
    }

    fn outcome(&self) -> String {
        format!("networks accepted: {}", self.accepted)
    }

    fn close(self, journal: Journal, ending: Ending) -> Result<ClosedJob, Failure> {
        let finished = ending == Ending::Complete;
        if finished {
            let command = self.manifest().command();
            let folder = journal.folder();
            folder.write(LATEST, &self.learner.averaged().to_bytes(command))?;
            if self.accepted > 0
                && let AnyEvaluation::Network(network) = &self.best
            {
                folder.write(NETWORK, &network.to_bytes(command))?;
            }
        }
        let (games_played, accepted) = (self.progress().0, self.accepted);
        let progress = TrainingProgress { games_played, accepted };
        journal.close([], self.manifest(), &progress, finished)?;
        let report = finished.then(|| conclusion(self.plan, accepted));
        Ok(ClosedJob { ending, report, notes: Vec::new() })
    }
}

/// Returns the evaluation that counts as the best until a network is accepted: the teacher, the game's weights, or
/// the initial network.
fn first_evaluation(
    plan: &TrainJob<'_>,
    network: impl FnOnce() -> Arc<dyn AnyNetwork>,
) -> AnyEvaluation {
    if let Some(teacher) = plan.trainer.teacher() {
        return teacher;
    }
    match plan.start {
        TrainingStart::Linear => AnyEvaluation::Linear,
        TrainingStart::Nothing | TrainingStart::Network(_) => AnyEvaluation::Network(network()),
    }
}

/// Returns the `number`-th accepted evaluation; 0 is the initial evaluation.
fn accepted_evaluation(
    plan: &TrainJob<'_>,
    folder: &Path,
    number: u64,
) -> Result<AnyEvaluation, Failure> {
    if number == 0 {
        return Ok(first_evaluation(plan, || start(plan)));
    }
    let read = |bytes: &[u8], file: &str| plan.trainer.read_network(bytes, file);
    Ok(AnyEvaluation::Network(store::read(folder, &best_name(number), read)?))
}

/// The number of games per table from which the scales of the inputs are estimated.
const SCALE_GAMES: u64 = 10;

/// Returns the initial network.
fn start(plan: &TrainJob<'_>) -> Arc<dyn AnyNetwork> {
    let seed = plan.seed(WEIGHTS);
    let unscaled = plan.trainer.starting_network(&[], seed);
    if matches!(plan.start, TrainingStart::Network(_)) {
        return unscaled;
    }
    let (linear, seed_of_games) = (AnyEvaluation::Linear, plan.seed(SCALES));
    let game = |number| play_one(plan, &linear, &*unscaled, seed_of_games, number);
    let games = all(&plan.job.pool, SCALE_GAMES * plan.tables.len() as u64, &game);
    plan.trainer.starting_network(&games, seed)
}

/// Returns the row of a generation, without the columns about learning.
fn describe(number: u64, accepted: u64, games: &[Trajectory], size: u64) -> CurveRow {
    let begins =
        |kind: &&PositionKind| matches!(kind, PositionKind::Begins | PositionKind::Explores);
    let turns = games.iter().flat_map(Trajectory::kinds).filter(begins);
    let is_decided = |game: &&Trajectory| game.shares().iter().any(|&share| share > 0.99);
    let part = |count: usize| count as f64 / games.len() as f64;
    CurveRow {
        generation: number,
        games: (number + 1) * size,
        accepted,
        turns: part(turns.count()),
        decided: part(games.iter().filter(is_decided).count()),
        ..CurveRow::default()
    }
}
