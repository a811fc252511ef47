//! Progress bars on standard error.

use super::control::JobControl;
use crate::terminal::tell;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::time::{Duration, Instant};

const PERIOD: Duration = Duration::from_millis(200);
const TEMPLATE: &str = "{bar:24} {pos}/{len} UNITS  {speed} UNITS/s  {eta} left  {msg}";

/// A progress bar, shown only if standard error is a terminal.
pub struct JobProgress {
    bar: ProgressBar,
    done: u64,
    /// The plural noun for the units counted, such as `games`.
    units: &'static str,
    begin: Instant,
    last: Instant,
    is_hidden: bool,
    is_quiet: bool,
    control: Option<Arc<JobControl>>,
}

impl JobProgress {
    /// Starts a progress bar with `done` of `all` units complete.
    ///
    /// # Panics
    /// Never panics: the template of the bar is well-formed.
    pub fn new(done: u64, all: u64, units: &'static str, is_quiet: bool) -> Self {
        let is_hidden = is_quiet || !io::stderr().is_terminal();
        let target =
            if is_hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(all), target);
        let style = ProgressStyle::with_template(&TEMPLATE.replace("UNITS", units))
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
        Self { bar, done, units, begin: now, last: now, is_hidden, is_quiet, control: None }
    }

    /// Also shows the progress to a caller.
    #[must_use]
    pub fn controlled(self, control: Option<Arc<JobControl>>) -> Self {
        let progress = Self { control, ..self };
        progress.show_to_caller();
        progress
    }

    fn show_to_caller(&self) {
        if let Some(control) = &self.control {
            control.show(self.done, self.bar.length().unwrap_or(self.done));
        }
    }

    /// Updates the number of units done and the message, which is the current outcome.
    pub fn show(&mut self, done: u64, outcome: impl FnOnce() -> String) {
        self.done = done;
        self.show_to_caller();
        if !self.is_hidden && self.last.elapsed() >= PERIOD {
            self.last = Instant::now();
            self.bar.set_position(done);
            self.bar.set_message(outcome());
        }
    }

    /// Removes the bar and, unless the job is quiet, prints a line with the time taken.
    pub fn finish(self) {
        self.bar.finish_and_clear();
        if !self.is_quiet {
            let Self { done, units, .. } = self;
            let seconds = self.begin.elapsed().as_secs_f64();
            let speed = done as f64 / seconds;
            let counted = if done == 1 { units.trim_end_matches('s') } else { units };
            tell(&format!("{done} {counted} in {seconds:.1} s ({speed:.0} {units}/s)"));
        }
    }
}
