//! The registered games, and the function that runs each command for a game.

use crate::cli::agents as agents_command;
use crate::cli::analyse::AnalyseArguments;
use crate::cli::arguments::GameArgument;
use crate::cli::ladder::LadderAction;
use crate::cli::luck::LuckArguments;
use crate::cli::merge::MergeArguments;
use crate::cli::replay::{self, ReplayArguments};
use crate::cli::show::{self, ShowArguments};
use crate::cli::study_help::StudyHelp;
use crate::cli::verify::VerifyArguments;
use crate::cli::{self, Cli, Command, HelpFacts, perft, rule_list, scripts};
use crate::{bench, compliance, render, terminal_game};
use anygame::AnyGame;
use engine::{RecordError, Rules};
use lab::ladder::{self, AddConfig, Ladder};
use lab::{recorded, training, tuning};
use runner::job::rules;
use runner::{Failure, Provenance, RunConfig, terminal, verification};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use store::draft::write_new;
use store::manifest::Manifest;
use store::parts::Parts;
use store::records::Records;

type Outcome = Result<ExitCode, Failure>;

/// The registered games, the default first.
type Games = [Box<dyn AnyGame>];

/// Returns the facts about the games that help texts contain.
pub fn facts(games: &Games, provenance: Provenance) -> HelpFacts {
    HelpFacts { provenance, games: names(games), studies: StudyHelp::of_games(games) }
}

/// Runs the command.
///
/// # Errors
/// Fails if the command fails.
pub fn dispatch(arguments: &Cli, facts: &HelpFacts, games: &Games) -> Outcome {
    let game = |argument: &GameArgument| chosen(argument, games);
    let provenance = facts.provenance;
    let Some(command) = &arguments.command else {
        return arguments.run.run(game(&arguments.run.game)?, provenance);
    };
    match command {
        Command::Match(matching) => matching.run(game(&matching.table.game)?, provenance),
        Command::Tune(arguments) => {
            tuning::run(game(&arguments.table.game)?, &arguments.config(provenance))?.print()
        }
        Command::Train(arguments) => {
            training::run(game(&arguments.game)?, &arguments.config(provenance))?.print()
        }
        Command::Ladder(ladder) => climb(ladder, games, provenance),
        Command::Study(study) => study.run(game(&study.branching.table.game)?, facts),
        Command::Agents(agents) => agents_command::run(agents, game(&agents.game)?),
        Command::Rules(rules) => rule_list::run(game(&rules.game)?),
        Command::Compliance(arguments) => compliance::run(arguments, game(&arguments.table.game)?),
        Command::Play(play) => terminal_game::run(play, game(&play.table.game)?),
        Command::Replay(arguments) => replay_all(arguments, games),
        Command::Analyse(arguments) => analyse_all(arguments, games),
        Command::Luck(arguments) => luck_of_all(arguments, games),
        Command::Merge(merge) => merge_parts(merge, games),
        Command::Verify(arguments) => verify_job(arguments, games),
        Command::Show(arguments) => show_any(arguments, games),
        Command::Perft(perft) => perft::run(perft, game(&perft.game)?),
        Command::Bench(arguments) => bench::run(arguments, game(&arguments.game)?),
        Command::Completions(shell) => scripts::completions(shell, cli::command(facts)),
        Command::Man => scripts::manual(cli::command(facts)),
    }
}

fn names(games: &Games) -> Vec<&'static str> {
    games.iter().map(|game| game.facts().name).collect()
}

/// Returns the game with this name, ignoring case.
fn find<'a>(name: &str, games: &'a Games) -> Result<&'a dyn AnyGame, String> {
    anygame::find(games, name).ok_or_else(|| agents::unknown("game", name, &names(games)))
}

/// Returns the requested game, by default the first.
fn chosen<'a>(argument: &GameArgument, games: &'a Games) -> Result<&'a dyn AnyGame, Failure> {
    match &argument.name {
        Some(name) => find(name, games).map_err(Failure::Usage),
        None => Ok(&*games[0]),
    }
}

/// Returns the game that a record names.
fn of_record<'a>(text: &str, games: &'a Games) -> Result<&'a dyn AnyGame, RecordError> {
    find(&engine::game_of_record(text)?, games).map_err(RecordError::Header)
}

fn merge_parts(arguments: &MergeArguments, games: &Games) -> Outcome {
    let MergeArguments { parts, out, secret } = arguments;
    if out.is_symlink() && !out.exists() {
        return Err(Failure::LinkToNothing(out.clone()));
    }
    let secret = secret.as_deref().map(runner::job::secret::parse_secret).transpose()?;
    let parts = Parts::read(parts, out, secret)?;
    lab::merge(game_of(&parts.whole, games)?, &parts)
}

/// Returns the game that a manifest names; the manifest may have been edited by hand.
fn game_of<'a>(manifest: &Manifest, games: &'a Games) -> Result<&'a dyn AnyGame, Failure> {
    manifest.check_seats()?;
    find(manifest.game(), games).map_err(Failure::Usage)
}

fn analyse_all(arguments: &AnalyseArguments, games: &Games) -> Outcome {
    let game = game_of_line(&arguments.file, arguments.line.unwrap_or(1), games)?;
    recorded::analysis::run(game, &arguments.config(), &boards(&arguments.reading.boards, games)?)
}

fn luck_of_all(arguments: &LuckArguments, games: &Games) -> Outcome {
    let game = game_of_line(&arguments.file, 1, games)?;
    recorded::luck::run(game, &arguments.config(), &boards(&arguments.reading.boards, games)?)
}

/// Returns the game that the record on a line of a file names.
fn game_of_line<'a>(file: &Path, line: u64, games: &'a Games) -> Result<&'a dyn AnyGame, Failure> {
    let text = Records::line(file, line)?;
    if !file.is_file() {
        let what = "the records are read several times, so they must be in a file, not in a pipe";
        return Err(Failure::content(file, what));
    }
    of_record(&text, games).map_err(Failure::record(file, line))
}

fn verify_job(arguments: &VerifyArguments, games: &Games) -> Outcome {
    let manifest = Manifest::read(&arguments.run)?;
    let game = find(manifest.game(), games).map_err(Failure::Usage)?;
    let boards = boards(&arguments.boards, games)?;
    let follows = lab::follows_from_rows(&manifest);
    let merge = follows.then_some(|parts: &Parts| lab::merge(game, parts));
    terminal::print(&verification::run(game, &arguments.run, &boards, merge)?)?;
    Ok(ExitCode::SUCCESS)
}

fn climb(action: &LadderAction, games: &Games, provenance: Provenance) -> Outcome {
    let of = |folder: &Path| {
        let ladder = Ladder::read(folder)?;
        let game = find(&ladder.game, games).map_err(Failure::Usage)?;
        Ok::<_, Failure>((ladder, game))
    };
    match action {
        LadderAction::New { folder, anchors, games: number, table, running, decks } => {
            let run = RunConfig {
                games: *number,
                players: table.players,
                rules: table.rules.choice(),
                job: decks.of(running.options(provenance)),
                ..RunConfig::new(anchors.as_deref().unwrap_or_default())
            };
            ladder::new(chosen(&table.game, games)?, folder, run)?.print()
        }
        LadderAction::Add { folder, agent, within, max_games, running, decks } => {
            let (ladder, game) = of(folder)?;
            let job = decks.of(running.options(provenance));
            let (folder, agent) = (folder.clone(), agent.clone());
            let (within, max_games) = (*within, *max_games);
            let config = AddConfig { folder, agent, within, max_games, job };
            ladder::add(game, &ladder, &config)?.print()
        }
        LadderAction::Verify { folder, boards: files } => {
            let (ladder, game) = of(folder)?;
            terminal::print(&ladder::verify(game, &ladder, folder, &boards(files, games)?)?)?;
            Ok(ExitCode::SUCCESS)
        }
        LadderAction::Page { folder, out } => {
            let (ladder, game) = of(folder)?;
            let page = render::ladder::html(&ladder, game.facts().title, folder)?;
            let out = out.clone().unwrap_or_else(|| folder.join("ladder.html"));
            write_new(&out, page.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Reads the board files that records may name.
fn boards(files: &[PathBuf], games: &Games) -> Result<Rules, Failure> {
    let games: Vec<_> = games.iter().map(|game| &**game).collect();
    rules::boards(files, &games)
}

fn replay_all(arguments: &ReplayArguments, games: &Games) -> Outcome {
    let boards = boards(&arguments.boards, games)?;
    replay::run(arguments, |text| of_record(text, games)?.check_record(text, &boards))
}

fn show_any(arguments: &ShowArguments, games: &Games) -> Outcome {
    let text = arguments.text()?;
    let game = match &text {
        Some(text) => of_record(text, games).map_err(|source| arguments.wrong(source))?,
        None => chosen(&arguments.table.game, games)?,
    };
    show::run(arguments, text.as_deref(), game)
}
