//! The processes of one participant: after a game they wait for the next one.

use super::bot::{Bot, Program, QUIT_LIMIT};
use super::message::{Greeting, Message, Opening};
use crate::Fault;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// As many processes as there have been games of the participant at one time. A process that has failed does
/// not come back; the next game has a new one.
#[derive(Debug)]
pub struct Pool {
    program: Program,
    game: &'static str,
    idle: Mutex<Vec<Bot>>,
    started: AtomicU64,
}

impl Pool {
    /// No process yet.
    pub const fn new(program: Program, game: &'static str) -> Self {
        Self { program, game, idle: Mutex::new(Vec::new()), started: AtomicU64::new(0) }
    }

    /// How the bot is run.
    pub const fn program(&self) -> &Program {
        &self.program
    }

    /// How many processes were started.
    pub fn started(&self) -> u64 {
        self.started.load(Ordering::Relaxed)
    }

    /// Starts a process, to wait for its first game.
    ///
    /// # Errors
    /// If it cannot be started or does not say hello.
    pub fn prepare(&self) -> Result<Greeting, Fault> {
        let (bot, greeting) = self.start()?;
        self.give_back(bot);
        Ok(greeting)
    }

    /// A process that is ready for this game. One that has waited may have ended meanwhile, or have
    /// trouble with a second game: then a new one takes its place, which nobody can tell from the results.
    pub(super) fn seat(&self, opening: &Opening) -> Result<Bot, Fault> {
        let new_game = Message::NewGame {
            game: self.game,
            players: opening.players,
            seat: opening.seat,
            seed: opening.seed,
            limit_ms: self.program.move_limit.as_millis() as u64,
            table: &opening.table,
        };
        let waiting = self.idle().pop();
        if let Some(mut bot) = waiting
            && bot.begin(&new_game).is_ok()
        {
            return Ok(bot);
        }
        let (mut bot, _) = self.start()?;
        bot.begin(&new_game)?;
        Ok(bot)
    }

    /// The game of this process is over.
    pub(super) fn give_back(&self, bot: Bot) {
        self.idle().push(bot);
    }

    /// Takes a process that waits.
    pub fn take_idle(&self) -> Option<Bot> {
        self.idle().pop()
    }

    fn start(&self) -> Result<(Bot, Greeting), Fault> {
        let mut bot = Bot::start(&self.program)?;
        self.started.fetch_add(1, Ordering::Relaxed);
        let greeting = bot.greet(self.game)?;
        Ok((bot, greeting))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Bot>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All processes are told to quit, and killed if they do not.
impl Drop for Pool {
    fn drop(&mut self) {
        let begin = Instant::now();
        let mut bots = std::mem::take(&mut *self.idle());
        bots.iter().for_each(Bot::tell_to_quit);
        for bot in &mut bots {
            // Whether it ends politely is for `tournament compliance` to say.
            let _ = bot.ends_within(QUIT_LIMIT.saturating_sub(begin.elapsed()));
        }
    }
}
