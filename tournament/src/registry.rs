//! The games, and the function that carries out each command for a game.

use crate::cli::agents as catalogue;
use crate::cli::analyse::AnalyseArguments;
use crate::cli::arguments::GameArgument;
use crate::cli::bench::BenchArguments;
use crate::cli::compliance::ComplianceArguments;
use crate::cli::luck::LuckArguments;
use crate::cli::merge::MergeArguments;
use crate::cli::perft;
use crate::cli::play;
use crate::cli::replay::{self, ReplayArguments};
use crate::cli::show::{self, ShowArguments};
use crate::cli::verify::VerifyArguments;
use crate::cli::{self, Cli, Command, Known, scripts, unknown};
use crate::failure::Failure;
use crate::job::rules;
use crate::provenance::Provenance;
use crate::store::manifest::{self, Manifest};
use crate::store::parts::Parts;
use crate::store::records::Records;
use crate::studies::{self, exploitability, training, tuning};
use crate::{analysis, bench, comparison, compliance, terminal_game, verification};
use agents::Registry;
use anygame::{AnyGame, COMMON_STUDIES, TypedGame};
use engine::PlayableGame;
use engine::{RecordError, RuleOption, Rules};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// A built-in game. Its commands are compiled in this crate, so a program with more agents for it does not compile
/// them again.
pub trait BuiltIn: PlayableGame {
    /// Returns the commands for the game with these agents.
    fn entry(agents: Registry<Self>) -> GameEntry;
}

macro_rules! built_in {
    ($($game:ty),+ $(,)?) => {
        $(impl BuiltIn for $game {
            fn entry(agents: Registry<Self>) -> GameEntry {
                GameEntry::with_agents(agents)
            }
        })+

        /// Returns the built-in games, the default first.
        pub fn games() -> Vec<GameEntry> {
            vec![$(<$game>::entry(Registry::built_in())),+]
        }
    };
}

// Adding a game takes one line.
built_in! {
    engine::tongiaki::State,
    engine::wongar::State,
    engine::kuhn::Kuhn,
    engine::leduc::Leduc,
}

type Outcome = Result<ExitCode, Failure>;

/// A game and its commands.
pub struct GameEntry {
    /// The game without its type.
    game: Arc<dyn AnyGame>,
    /// The game's name on the command line and in records.
    name: &'static str,
    /// Measures the luck of recorded games; the rules hold the texts that they may refer to.
    luck: fn(&LuckArguments, &Rules) -> Outcome,
    comply: fn(&ComplianceArguments) -> Outcome,
    bench: fn(&BenchArguments) -> Outcome,
    /// The game's rule options.
    rules: &'static [RuleOption],
}

impl GameEntry {
    /// Returns the commands for a game with the built-in agents.
    pub fn of<G: PlayableGame>() -> Self {
        Self::with_agents(Registry::<G>::built_in())
    }

    /// Returns the commands for a game with these agents.
    pub fn with_agents<G: PlayableGame>(agents: Registry<G>) -> Self {
        Self {
            game: Arc::new(TypedGame::new(agents)),
            name: G::NAME,
            luck: analysis::luck::measure::<G>,
            comply: compliance::check::<G>,
            bench: bench::measure::<G>,
            rules: G::RULES,
        }
    }

    /// Returns the game's name on the command line and in records.
    pub const fn name(&self) -> &'static str {
        self.name
    }
}

/// Returns the facts about the games that help texts contain.
pub fn known(games: &[GameEntry], provenance: Provenance) -> Known {
    Known {
        provenance,
        games: games.iter().map(|game| game.name).collect(),
        studies: games.iter().flat_map(own_studies).collect(),
        rules: games.iter().map(|game| (game.name, game.rules)).collect(),
    }
}

/// Returns the names of the studies that the game defines, each with the game's name.
fn own_studies(entry: &GameEntry) -> impl Iterator<Item = (&'static str, &'static str)> {
    let studies = entry.game.studies().into_iter().map(|study| study.design().name);
    let own = studies.filter(|study| !COMMON_STUDIES.contains(study));
    own.map(|study| (study, entry.name))
}

/// Carries out the command.
///
/// # Errors
/// Fails if the command cannot be carried out.
pub fn dispatch(arguments: &Cli, known: &Known, games: &[GameEntry]) -> Outcome {
    let game = |argument: &GameArgument| chosen(argument, games);
    let Some(command) = &arguments.command else {
        return play::run(&arguments.play, &*game(&arguments.play.game)?.game);
    };
    match command {
        Command::Match(matching) => matching.run(&*game(&matching.table.game)?.game),
        Command::Tune(arguments) => {
            tuning::run(&*game(&arguments.table.game)?.game, &arguments.config())
        }
        Command::Train(arguments) => {
            training::run(&*game(&arguments.game)?.game, &arguments.config())
        }
        Command::Study(study) => study.run(&*game(&study.branching.table.game)?.game, known),
        Command::Exploitability(agents) => {
            exploitability::run(&*game(&agents.table.game)?.game, &agents.config())
        }
        Command::Compare(arguments) => {
            comparison::run([&arguments.first, &arguments.second], arguments.out.as_deref())
        }
        Command::Agents(agents) => catalogue::list(agents, &*game(&agents.game)?.game),
        Command::Compliance(compliance) => (game(&compliance.table.game)?.comply)(compliance),
        Command::Play(sitting) => terminal_game::play(sitting, &*game(&sitting.table.game)?.game),
        Command::Replay(arguments) => replay_all(arguments, games),
        Command::Analyse(arguments) => analyse_all(arguments, games),
        Command::Luck(arguments) => luck_of_all(arguments, games),
        Command::Merge(merge) => merge_parts(merge, games),
        Command::Verify(arguments) => verify_job(arguments, games),
        Command::Show(arguments) => show_any(arguments, games),
        Command::Perft(perft) => perft::count(perft, &*game(&perft.game)?.game),
        Command::Bench(bench) => (game(&bench.game)?.bench)(bench),
        Command::Completions(shell) => scripts::completions(shell, cli::command(known)),
        Command::Man => scripts::manual(cli::command(known)),
    }
}

/// Returns the game with this name, ignoring case.
fn find<'a>(name: &str, games: &'a [GameEntry]) -> Result<&'a GameEntry, String> {
    let found = games.iter().find(|game| game.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| unknown("game", name, games.iter().map(|game| game.name)))
}

/// Returns the requested game, by default the first.
fn chosen<'a>(argument: &GameArgument, games: &'a [GameEntry]) -> Result<&'a GameEntry, Failure> {
    match &argument.name {
        Some(name) => find(name, games).map_err(Failure::Usage),
        None => Ok(&games[0]),
    }
}

/// Returns the game of a record.
fn of_record<'a>(text: &str, games: &'a [GameEntry]) -> Result<&'a GameEntry, RecordError> {
    find(&replay::game_of(text)?, games).map_err(RecordError::Header)
}

fn merge_parts(arguments: &MergeArguments, games: &[GameEntry]) -> Outcome {
    let MergeArguments { parts, out } = arguments;
    let is_part = |folder: &&PathBuf| folder.join(manifest::NAME).exists();
    if let Some(folder) = parts.iter().find(|folder| !is_part(folder)) {
        return Err(Failure::NoPart(folder.clone()));
    }
    if out.is_symlink() && !out.exists() {
        return Err(Failure::LinkToNothing(out.clone()));
    }
    let parts = Parts::read(parts, out)?;
    studies::merge(&*game_of(&parts.whole(), games)?.game, &parts)
}

/// Returns the game of a manifest that somebody may have changed by hand.
fn game_of<'a>(manifest: &Manifest, games: &'a [GameEntry]) -> Result<&'a GameEntry, Failure> {
    manifest.check_seats()?;
    find(manifest.game(), games).map_err(Failure::Usage)
}

fn analyse_all(arguments: &AnalyseArguments, games: &[GameEntry]) -> Outcome {
    let line = arguments.line.unwrap_or(1);
    let text = Records::line(&arguments.file, line)?;
    let wrong = |source| Failure::Record { path: arguments.file.clone(), line, source };
    let game = of_record(&text, games).map_err(wrong)?;
    analysis::analyse(arguments, &boards(&arguments.judging.boards, games)?, &*game.game)
}

fn luck_of_all(arguments: &LuckArguments, games: &[GameEntry]) -> Outcome {
    let text = Records::line(&arguments.file, 1)?;
    let wrong = |source| Failure::Record { path: arguments.file.clone(), line: 1, source };
    let game = of_record(&text, games).map_err(wrong)?;
    (game.luck)(arguments, &boards(&arguments.boards, games)?)
}

fn verify_job(arguments: &VerifyArguments, games: &[GameEntry]) -> Outcome {
    let manifest = Manifest::read(&arguments.run)?;
    let game = find(manifest.game(), games).map_err(Failure::Usage)?;
    let boards = boards(&arguments.boards, games)?;
    let follows = studies::follows_from_rows(&manifest);
    let merge = follows.then_some(|parts: &Parts| studies::merge(&*game.game, parts));
    verification::verify(&*game.game, &arguments.run, &boards, merge)
}

/// Reads boards that records may name.
fn boards(files: &[PathBuf], games: &[GameEntry]) -> Result<Rules, Failure> {
    let games: Vec<_> = games.iter().map(|game| &*game.game).collect();
    rules::boards(files, &games)
}

fn replay_all(arguments: &ReplayArguments, games: &[GameEntry]) -> Outcome {
    let boards = boards(&arguments.boards, games)?;
    replay::replay(arguments, |text| of_record(text, games)?.game.check_record(text, &boards))
}

fn show_any(arguments: &ShowArguments, games: &[GameEntry]) -> Outcome {
    let text = arguments.text()?;
    let game = match &text {
        Some(text) => of_record(text, games).map_err(|source| arguments.wrong(source))?,
        None => chosen(&arguments.table.game, games)?,
    };
    show::draw(arguments, text.as_deref(), &*game.game)
}
