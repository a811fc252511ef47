//! The games, and the implementation of each command for them.

use crate::cli::agents::{self as catalogue, AgentsArguments};
use crate::cli::arguments::{BranchingArguments, GameArgument};
use crate::cli::bench::BenchArguments;
use crate::cli::compliance::ComplianceArguments;
use crate::cli::matching::MatchArguments;
use crate::cli::perft::{self, PerftArguments};
use crate::cli::play::{self, PlayArguments};
use crate::cli::replay::{self, ReplayArguments};
use crate::cli::show::{self, ShowArguments};
use crate::cli::study::{DISAGREEMENTS, StudyArguments};
use crate::cli::tune::TuneArguments;
use crate::cli::{self, Cli, Command, Known, rules, scripts, unknown};
use crate::failure::Failure;
use crate::store::parts::Parts;
use crate::studies::{self, disagreements, matching, move_value, tournament, tuning};
use crate::{bench, compliance};
use engine::PlayableGame;
use engine::study::MoveStudy;
use engine::{Record, RecordError, RuleError, RuleOption, Rules};
use std::process::ExitCode;

/// Returns the games that come with the program, the default first. Adding a game takes one line.
pub fn games() -> Vec<GameEntry> {
    vec![
        GameEntry::of::<engine::tongiaki::State>(), //
        GameEntry::of::<engine::wongar::State>(),
        GameEntry::of::<engine::kuhn::Kuhn>(),
        GameEntry::of::<engine::leduc::Leduc>(),
    ]
}

type Outcome = Result<ExitCode, Failure>;

/// The commands, instantiated for a game.
#[derive(Clone, Debug)]
pub struct GameEntry {
    /// The game's name on the command line and in records.
    name: &'static str,
    play: fn(&PlayArguments) -> Outcome,
    merge: fn(&Parts) -> Outcome,
    match_up: fn(&MatchArguments) -> Outcome,
    tune: fn(&TuneArguments) -> Outcome,
    disagreements: fn(&BranchingArguments, [&str; 2]) -> Outcome,
    /// The game's own study and its name, if it has one.
    study: Option<(&'static str, fn(&BranchingArguments) -> Outcome)>,
    agents: fn(&AgentsArguments) -> Outcome,
    comply: fn(&ComplianceArguments) -> Outcome,
    perft: fn(&PerftArguments) -> Outcome,
    bench: fn(&BenchArguments) -> Outcome,
    show: fn(&ShowArguments, Option<&str>) -> Outcome,
    /// The rules that can be chosen.
    rules: &'static [RuleOption],
    /// Sets up the smallest game with these rules, to check that they are valid.
    lay: fn(&Rules) -> Result<(), RuleError>,
    /// Replays a record; the rules contain the texts that it may name.
    check_record: fn(&str, &Rules) -> Result<(), RecordError>,
}

impl GameEntry {
    /// Returns the commands for a game.
    pub fn of<G: PlayableGame>() -> Self {
        Self {
            name: G::NAME,
            play: tournament::play::<G>,
            merge: studies::merge::<G>,
            match_up: matching::play::<G>,
            tune: tuning::tune::<G>,
            disagreements: disagreements::settle::<G>,
            study: <G::Study as MoveStudy<G>>::NAME
                .map(|name| (name, move_value::measure::<G> as fn(&BranchingArguments) -> Outcome)),
            agents: catalogue::list::<G>,
            comply: compliance::check::<G>,
            perft: perft::count::<G>,
            bench: bench::measure::<G>,
            show: show::draw::<G>,
            rules: G::RULES,
            lay: |rules| G::setup(*G::PLAYERS.start(), rules).map(drop),
            check_record: |line, texts| Record::<G>::parse(line, texts)?.check(),
        }
    }
}

/// Returns the parts of help texts that depend on the games.
pub fn known(games: &[GameEntry]) -> Known {
    let study = |game: &GameEntry| game.study.map(|(study, _)| (study, game.name));
    Known {
        games: games.iter().map(|game| game.name).collect(),
        studies: games.iter().filter_map(study).collect(),
        rules: games.iter().map(|game| (game.name, game.rules)).collect(),
    }
}

/// Executes the command.
///
/// # Errors
/// Returns why the command failed.
pub fn dispatch(arguments: &Cli, games: &[GameEntry]) -> Outcome {
    let game = |argument: &GameArgument| chosen(argument, games);
    let Some(command) = &arguments.command else {
        return play::each(&arguments.play, game(&arguments.play.game)?.play);
    };
    match command {
        Command::Match(matching) => (game(&matching.game)?.match_up)(matching),
        Command::Tune(tuning) => (game(&tuning.game)?.tune)(tuning),
        Command::Study(study) => conduct(study, game(&study.branching.game)?, games),
        Command::Agents(agents) => (game(&agents.game)?.agents)(agents),
        Command::Compliance(compliance) => (game(&compliance.game)?.comply)(compliance),
        Command::Replay(arguments) => replay_all(arguments, games),
        Command::Merge(merge) => merge_parts(&Parts::read(&merge.parts, &merge.out)?, games),
        Command::Show(arguments) => show_any(arguments, games),
        Command::Perft(perft) => (game(&perft.game)?.perft)(perft),
        Command::Bench(bench) => (game(&bench.game)?.bench)(bench),
        Command::Completions(shell) => scripts::completions(shell, cli::command(&known(games))),
        Command::Man => scripts::manual(cli::command(&known(games))),
    }
}

/// Returns the game with this name, ignoring case.
fn find<'a>(name: &str, games: &'a [GameEntry]) -> Result<&'a GameEntry, String> {
    let found = games.iter().find(|game| game.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| unknown("game", name, games.iter().map(|game| game.name)))
}

/// Returns the game requested, by default the first.
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

fn conduct(study: &StudyArguments, game: &GameEntry, games: &[GameEntry]) -> Outcome {
    let StudyArguments { name, agents, branching } = study;
    if name.eq_ignore_ascii_case(DISAGREEMENTS) {
        let [first, second] = &agents[..] else { return Err(Failure::Asked) };
        return (game.disagreements)(branching, [first, second]);
    }
    if let Some((_, conduct)) = game.study.filter(|(study, _)| study.eq_ignore_ascii_case(name)) {
        let none = agents.is_empty().then_some(()).ok_or(Failure::NobodyAsked);
        return none.and_then(|()| conduct(branching));
    }
    let studies = known(games).studies;
    let elsewhere = studies.iter().find(|(study, _)| study.eq_ignore_ascii_case(name));
    Err(Failure::Usage(match elsewhere {
        Some((study, other)) => format!("{study} is a study of {other}, not of {}", game.name),
        None => {
            let known = studies.iter().map(|&(study, _)| study);
            unknown("study", name, known.chain([DISAGREEMENTS]))
        }
    }))
}

fn merge_parts(parts: &Parts, games: &[GameEntry]) -> Outcome {
    let game = find(parts.whole().game(), games).map_err(Failure::Usage)?;
    (game.merge)(parts)
}

fn replay_all(arguments: &ReplayArguments, games: &[GameEntry]) -> Outcome {
    let lay: Vec<_> = games.iter().map(|game| game.lay).collect();
    let boards = rules::boards(&arguments.boards, &lay)?;
    replay::replay(arguments, |text| (of_record(text, games)?.check_record)(text, &boards))
}

fn show_any(arguments: &ShowArguments, games: &[GameEntry]) -> Outcome {
    let text = arguments.text()?;
    let game = match &text {
        Some(text) => of_record(text, games).map_err(|source| arguments.wrong(source))?,
        None => chosen(&arguments.game, games)?,
    };
    (game.show)(arguments, text.as_deref())
}
