//! Progress on standard error.

use crate::render::terminal::{percent, tell};
use crate::report::summary::Statistics;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

const PERIOD: Duration = Duration::from_millis(200);
/// Running shares are shown for this many agents at most: a line has an end.
const AGENTS_SHOWN: usize = 4;
const TEMPLATE: &str = "{bar:24} {pos}/{len} games  {speed} games/s  {eta} left  {msg}";

/// Shows how far a run has come, if anybody looks.
pub struct Progress {
    bar: ProgressBar,
    begin: Instant,
    last: Instant,
    is_hidden: bool,
    is_quiet: bool,
}

impl Progress {
    /// Nothing played yet.
    pub fn new(games: u64, is_quiet: bool) -> Self {
        let is_hidden = is_quiet || !io::stderr().is_terminal();
        let target =
            if is_hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(games), target);
        let style = ProgressStyle::with_template(TEMPLATE)
            .expect("the template is well-formed")
            .with_key("speed", |state: &ProgressState, text: &mut dyn fmt::Write| {
                // A bar that cannot show its speed shows the rest.
                let _ = write!(text, "{:.0}", state.per_sec());
            });
        bar.set_style(style);
        if !is_hidden {
            bar.enable_steady_tick(PERIOD);
        }
        Self { bar, begin: Instant::now(), last: Instant::now(), is_hidden, is_quiet }
    }

    /// Another game of a tournament is done.
    pub fn advance(&mut self, statistics: &Statistics) {
        self.show(statistics.games(), || {
            let shares = statistics.labels().iter().zip(statistics.agents()).take(AGENTS_SHOWN);
            let shares =
                shares.map(|(label, tally)| format!("{label} {}", percent(tally.win_share())));
            shares.collect::<Vec<_>>().join("  ")
        });
    }

    /// So many games are done, and this is how it stands.
    pub fn show(&mut self, games: u64, outcome: impl FnOnce() -> String) {
        if !self.is_hidden && self.last.elapsed() >= PERIOD {
            self.last = Instant::now();
            self.bar.set_position(games);
            self.bar.set_message(outcome());
        }
    }

    /// Leaves nothing: something else goes on.
    pub fn clear(self) {
        self.bar.finish_and_clear();
    }

    /// Leaves a line that says what it took.
    pub fn finish(self, games: u64) {
        self.bar.finish_and_clear();
        if !self.is_quiet {
            let seconds = self.begin.elapsed().as_secs_f64();
            let speed = games as f64 / seconds;
            tell(&format!("{games} games in {seconds:.1} s ({speed:.0} games/s)"));
        }
    }
}
