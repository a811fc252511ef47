//! Bookkeeping about played games: forfeits, disqualifications, thinking times, luck and forecasts.

pub mod disqualifications;
pub mod forecasts;
pub mod luck;
pub mod timing;

/// Parses the seats that forfeited a game from the `forfeits` column of its row.
pub fn forfeited_seats(forfeits: &str) -> Vec<usize> {
    let seats = forfeits.split('|').filter_map(|one| one.split_once(':')?.0.parse().ok());
    seats.collect()
}

/// Counter of the forfeits of a run, for the message at its end.
#[derive(Clone, Debug, Default)]
pub struct Forfeits {
    games: u64,
    first: Option<String>,
}

impl Forfeits {
    /// Adds a game with the `forfeits` column of its row.
    pub fn add(&mut self, game: u64, forfeits: &str) {
        if !forfeits.is_empty() {
            self.games += 1;
            self.first.get_or_insert_with(|| format!("game {game}, seat {forfeits}"));
        }
    }

    /// Returns a message with the number of forfeits and the first one, if there were any.
    pub fn sentence(&self) -> Option<String> {
        let first = self.first.as_ref()?;
        Some(format!("forfeited games: {}; the first: {first}", self.games))
    }
}
