//! Progress on standard error.

use crate::render::terminal::tell;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

const PERIOD: Duration = Duration::from_millis(200);
const TEMPLATE: &str = "{bar:24} {pos}/{len} games  {speed} games/s  {eta} left  {msg}";

/// A progress bar, shown only if standard error is a terminal.
pub struct Progress {
    bar: ProgressBar,
    games: u64,
    begin: Instant,
    last: Instant,
    is_hidden: bool,
    is_quiet: bool,
}

impl Progress {
    /// Starts with `done` of all games done.
    pub fn new(done: u64, games: u64, is_quiet: bool) -> Self {
        let is_hidden = is_quiet || !io::stderr().is_terminal();
        let target =
            if is_hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(games), target);
        let style = ProgressStyle::with_template(TEMPLATE)
            .expect("the template is well-formed")
            .with_key("speed", |state: &ProgressState, text: &mut dyn fmt::Write| {
                // If a bar cannot show its speed, it still shows the rest.
                let _ = write!(text, "{:.0}", state.per_sec());
            });
        bar.set_style(style);
        if !is_hidden {
            bar.enable_steady_tick(PERIOD);
        }
        Self { bar, games: done, begin: Instant::now(), last: Instant::now(), is_hidden, is_quiet }
    }

    /// Shows the number of games done and the current outcome.
    pub fn show(&mut self, games: u64, outcome: impl FnOnce() -> String) {
        self.games = games;
        if !self.is_hidden && self.last.elapsed() >= PERIOD {
            self.last = Instant::now();
            self.bar.set_position(games);
            self.bar.set_message(outcome());
        }
    }

    /// Leaves a line that reports the time taken.
    pub fn finish(self) {
        self.bar.finish_and_clear();
        if !self.is_quiet {
            let games = self.games;
            let seconds = self.begin.elapsed().as_secs_f64();
            let speed = games as f64 / seconds;
            tell(&format!("{games} games in {seconds:.1} s ({speed:.0} games/s)"));
        }
    }
}
