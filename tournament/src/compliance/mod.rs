//! `tournament compliance`: checks a bot against the protocol, rule by rule, for its author.

mod trial;

use crate::cli::compliance::ComplianceArguments;
use agents::Fault;
use agents::external::{Bot, Program, QUIT_LIMIT};
use anygame::AnyGame;
use runner::{Failure, terminal};
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Duration;
use trial::Trials;

/// The exit code of a bot that breaks a rule.
const BREAKS_A_RULE: u8 = 1;
/// The time for which a bot must stay silent after its last game.
const SILENCE: Duration = Duration::from_millis(100);

/// The findings of the check, as text with one line per rule.
#[derive(Debug, Default)]
struct Findings {
    text: String,
    broken: usize,
}

impl Findings {
    /// Reports whether the bot keeps or breaks a rule, and returns `true` if it keeps it.
    fn rule(&mut self, rule: &str, outcome: Result<String, Fault>) -> bool {
        let is_kept = outcome.is_ok();
        let (verdict, remark) = match outcome {
            Ok(remark) => ("ok", remark),
            Err(fault) => ("BROKEN", fault.to_string()),
        };
        self.broken += usize::from(!is_kept);
        self.note(verdict, rule, &remark);
        is_kept
    }

    fn note(&mut self, verdict: &str, rule: &str, remark: &str) {
        let colon = if remark.is_empty() { "" } else { ": " };
        let _ = writeln!(self.text, "{verdict:<7}  {rule}{colon}{remark}");
    }
}

/// Checks a bot and prints the findings.
///
/// # Errors
/// Fails if the bot's program does not exist, the game cannot be set up, or standard output cannot be written.
pub fn run(arguments: &ComplianceArguments, game: &dyn AnyGame) -> Result<ExitCode, Failure> {
    if arguments.games == 0 {
        return Err(Failure::NoGames);
    }
    let spec = arguments.bot.parse().map_err(agents::AgentError::from)?;
    let program = Program::from_spec(&spec)?;
    let trials = Trials::new(game, spec, program, arguments)?;
    let bot = Bot::start(&trials.program);
    let bot = bot.map_err(|fault| Failure::usage(format!("the bot: {fault}")))?;
    let mut findings = Findings::default();
    if check_greeting(bot, game.facts().name, &mut findings) {
        check_games(&trials, &mut findings)?;
    }
    let Findings { mut text, broken } = findings;
    let verdict = match broken {
        0 => "the bot complies with the protocol".to_owned(),
        1 => "the bot breaks a rule".to_owned(),
        _ => format!("the bot breaks {broken} rules"),
    };
    let _ = writeln!(text, "\n{verdict}");
    terminal::print(&text)?;
    Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::from(BREAKS_A_RULE) })
}

/// Checks the rules that need no game. Returns whether the bot answered the greeting.
fn check_greeting(mut bot: Bot, game: &str, findings: &mut Findings) -> bool {
    let greeting = bot.greet(game);
    let greeting = greeting.map(|greeting| format!("{} {}", greeting.name, greeting.version));
    let is_ready = findings.rule("answers hello with protocol, name and version", greeting);
    if is_ready {
        bot.hang_up();
        let ends = bot.ends_within(QUIT_LIMIT).map(|()| String::new());
        findings.rule("exits when its input ends", ends);
    }
    is_ready
}

/// Checks the rules about games and about the time after them.
fn check_games(trials: &Trials<'_>, findings: &mut Findings) -> Result<(), Failure> {
    let pool = trials.pool(false);
    let mut forfeits = 0;
    for trial in trials.of_all_tables() {
        let outcome = trial.play(&pool)?;
        forfeits += outcome.forfeits;
        let rule = format!("decides legally and in time with {} players", trial.players());
        findings.rule(&rule, outcome.verdict);
    }
    if forfeits > 0 {
        findings.note("skipped", "all other rules", "games must finish first");
        return Ok(());
    }
    let again = match pool.started() {
        0 | 1 => Ok(String::new()),
        starts => Err(Fault::new(&format!("the bot had to be started {starts} times"))),
    };
    findings.rule("plays several games in one process", again);

    let first = trials.first();
    let unknown = first.play(&trials.pool(true))?.verdict.map(|_| String::new());
    findings.rule("ignores unknown fields", unknown);

    let is_repeated = first.record(&pool)? == first.record(&trials.pool(false))?;
    let (verdict, remark) = if is_repeated {
        ("ok", "")
    } else {
        ("warning", "it does not, so runs with this bot are not reproducible")
    };
    findings.note(verdict, "plays the same under the same seed", remark);

    let Some(mut bot) = pool.take_idle() else { return Ok(()) };
    let is_silent = bot.stays_silent(SILENCE).map(|()| String::new());
    if findings.rule("writes nothing but answers", is_silent) {
        bot.tell_to_quit();
        let quits = bot.ends_within(QUIT_LIMIT).map(|()| String::new());
        findings.rule("exits on the message quit", quits);
    }
    Ok(())
}
