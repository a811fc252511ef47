//! The processes of one participant, which can be reused for several games.

use super::bot::{Bot, Program, QUIT_LIMIT};
use super::message::{Greeting, NewGame};
use crate::Fault;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The pauses after which a process is started again that the system did not start. Processes of a bot that was killed
/// may still count for the user meanwhile.
const PAUSES: [Duration; 3] =
    [Duration::from_secs(1), Duration::from_secs(2), Duration::from_secs(4)];

/// A pool of a participant's processes: as many as it has had simultaneous games. A failed process does not
/// return; the next game starts a new one.
#[derive(Debug)]
pub struct Pool {
    program: Program,
    game: &'static str,
    idle: Mutex<Vec<Bot>>,
    started: AtomicU64,
}

impl Pool {
    /// Creates a pool without processes.
    pub const fn new(program: Program, game: &'static str) -> Self {
        Self { program, game, idle: Mutex::new(Vec::new()), started: AtomicU64::new(0) }
    }

    /// Returns the program and its settings.
    pub const fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the number of processes started.
    pub fn started(&self) -> u64 {
        self.started.load(Ordering::Relaxed)
    }

    /// Starts a process that waits for its first game.
    ///
    /// # Errors
    /// Fails if the process cannot be started or does not answer the greeting.
    pub fn prepare(&self) -> Result<Greeting, Fault> {
        let (bot, greeting) = self.start()?;
        self.idle().push(bot);
        Ok(greeting)
    }

    /// Returns a process that is ready for this game. If a waiting process has ended or fails to begin another
    /// game, a new one replaces it; this does not affect the results.
    pub(super) fn seat(&self, game: &NewGame) -> Result<Bot, Fault> {
        if let Some(mut bot) = self.take_idle()
            && bot.begin(game.clone()).is_ok()
        {
            return Ok(bot);
        }
        for pause in PAUSES {
            match self.seat_new(game) {
                Err(fault) if fault.is_of_the_system() => thread::sleep(pause),
                outcome => return outcome,
            }
        }
        self.seat_new(game)
    }

    fn seat_new(&self, game: &NewGame) -> Result<Bot, Fault> {
        let (mut bot, _) = self.start()?;
        bot.begin(game.clone()).map(|()| bot)
    }

    /// Takes a process back after its game. It waits for the next game, or ends.
    pub(super) fn give_back(&self, mut bot: Bot) {
        if self.program.is_fresh {
            bot.tell_to_quit();
            // The game is over, so a process that does not end is killed without an error; `tournament compliance` reports it.
            let _ = bot.ends_within(QUIT_LIMIT);
        } else {
            self.idle().push(bot);
        }
    }

    /// Takes a waiting process out of the pool.
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

/// Asks all processes to quit, and kills those that do not.
impl Drop for Pool {
    fn drop(&mut self) {
        let begin = Instant::now();
        let mut bots = std::mem::take(&mut *self.idle());
        bots.iter().for_each(Bot::tell_to_quit);
        for bot in &mut bots {
            // As in `give_back`, a late process is not an error. All of them share one limit.
            let _ = bot.ends_within(QUIT_LIMIT.saturating_sub(begin.elapsed()));
        }
    }
}
