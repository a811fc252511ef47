//! Progress on standard error: a bar on a terminal, and elsewhere a line now and then.

use super::control::JobControl;
use crate::terminal::tell;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::{Duration, Instant};

const PERIOD: Duration = Duration::from_millis(200);
const TEMPLATE: &str = "{bar:24} {pos}/{len} games  {speed} games/s  {eta} left  {msg}";

/// Without a terminal, a line follows the last one after this part of all games, but not earlier than after the first time, and
/// not later than after the second.
const PART: f64 = 0.1;
const TIMES: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(600)];

/// Returns whether a line is due after this time and this part of all games since the last one.
fn is_due(time: Duration, part: f64) -> bool {
    time >= TIMES[1] || time >= TIMES[0] && part >= PART
}

/// The progress of a job.
pub struct JobProgress {
    bar: ProgressBar,
    done: u64,
    begin: Instant,
    last: Instant,
    /// The number of games done when the last line was printed.
    last_done: u64,
    is_hidden: bool,
    is_quiet: bool,
    control: Option<Arc<JobControl>>,
}

impl JobProgress {
    /// Starts a progress bar with `done` of `all` games complete. `control` also shows both numbers to a caller.
    ///
    /// # Panics
    /// Never panics: the template of the bar is well-formed.
    pub fn new(done: u64, all: u64, is_quiet: bool, control: Option<Arc<JobControl>>) -> Self {
        let is_hidden = is_quiet || !io::stderr().is_terminal();
        let target =
            if is_hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(all), target);
        let style = ProgressStyle::with_template(TEMPLATE)
            .expect("the template is well-formed")
            .with_key("speed", |state: &ProgressState, text: &mut dyn fmt::Write| {
                // Writing to the text cannot fail; even without the speed, the bar would show the rest.
                let _ = write!(text, "{:.0}", state.per_sec());
            });
        bar.set_style(style);
        if !is_hidden {
            bar.enable_steady_tick(PERIOD);
        }
        let now = Instant::now();
        let (begin, last, last_done) = (now, now, done);
        let progress = Self { bar, done, begin, last, last_done, is_hidden, is_quiet, control };
        progress.show_to_caller();
        progress
    }

    fn show_to_caller(&self) {
        if let Some(control) = &self.control {
            control.show(self.done, self.bar.length().unwrap_or(self.done));
        }
    }

    /// Updates the number of games done and the message, which is the current outcome.
    pub fn show(&mut self, done: u64, outcome: impl FnOnce() -> String) {
        self.done = done;
        self.show_to_caller();
        if self.is_hidden {
            self.show_line(outcome);
        } else if self.last.elapsed() >= PERIOD {
            self.last = Instant::now();
            self.bar.set_position(done);
            self.bar.set_message(outcome());
        }
    }

    /// Prints a line if one is due.
    fn show_line(&mut self, outcome: impl FnOnce() -> String) {
        let done = self.done;
        let all = self.bar.length().unwrap_or(done).max(1);
        let part = done.saturating_sub(self.last_done) as f64 / all as f64;
        if !self.is_quiet && done < all && is_due(self.last.elapsed(), part) {
            (self.last, self.last_done) = (Instant::now(), done);
            let percent = 100 * done / all;
            let line = format!("{done} of {all} games ({percent}%)  {}", outcome());
            tell(line.trim_end());
        }
    }

    /// Removes the bar and, unless the job is quiet, prints a line with the time taken.
    pub fn finish(self) {
        self.bar.finish_and_clear();
        if !self.is_quiet {
            let done = self.done;
            let seconds = self.begin.elapsed().as_secs_f64();
            let speed = done as f64 / seconds;
            let counted = if done == 1 { "game" } else { "games" };
            tell(&format!("{done} {counted} in {seconds:.1} s ({speed:.0} games/s)"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_a_terminal_are_few_but_regular() {
        let seconds = Duration::from_secs;
        assert!(is_due(seconds(5), 0.1) && is_due(seconds(600), 0.0));
        assert!(!is_due(seconds(4), 1.0) && !is_due(seconds(599), 0.09));
    }
}
