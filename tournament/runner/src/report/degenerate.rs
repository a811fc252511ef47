//! Warnings about games without information: if all seat assignments that share random numbers lead to the same game,
//! the results cannot distinguish between agents.

use anygame::{AnyParticipant, AnyTable};
use engine::Outcome;

/// The minimum number of groups of identical games for a warning; with fewer, they may be a coincidence.
const ENOUGH_GROUPS: u64 = 10;

/// The remedy that the warnings recommend.
const ADVICE: &str = "--streams agent gives each agent a separate random-number stream";

/// Counts groups of games (the games of a block, or of one repeat of it) that ended alike in every seat.
#[derive(Clone, Debug, Default)]
pub struct IdenticalGames {
    /// The outcome of the current group's first game, the number of its games, and whether they all ended alike so
    /// far.
    open: Option<(Outcome, u64, bool)>,
    /// The number of groups with more than one game; `uniform` counts those whose games all ended alike.
    groups: u64,
    uniform: u64,
}

impl IdenticalGames {
    /// Adds a game to the current group.
    pub fn add(&mut self, outcome: &Outcome) {
        match &mut self.open {
            None => self.open = Some((*outcome, 1, true)),
            Some((first, games, is_identical)) => {
                *games += 1;
                *is_identical &= first == outcome;
            }
        }
    }

    /// Ends the current group, if there is one.
    pub fn close_group(&mut self) {
        // A group with a single game is trivially uniform, so it does not count.
        if let Some((_, _, is_identical)) = self.open.take().filter(|&(_, games, _)| games > 1) {
            self.groups += 1;
            self.uniform += u64::from(is_identical);
        }
    }

    /// Returns a warning if the games ended alike in every group.
    pub fn sentence(&self) -> Option<String> {
        let is_so = self.groups >= ENOUGH_GROUPS && self.uniform == self.groups;
        is_so.then(|| {
            format!(
                "all games of every block ended alike in every seat, so the results contain no information about the agents; {ADVICE}"
            )
        })
    }
}

/// Returns a warning if identical agents share random numbers by seat at a table, so that all games of a block are the
/// same game.
pub fn identical_agents_warning(table: &dyn AnyTable) -> Option<String> {
    let participants = table.participants();
    let needed = participants.len().min(table.setup().players());
    let is_same = |one: &AnyParticipant, other: &AnyParticipant| {
        one.agent() == other.agent() && one.parameters() == other.parameters()
    };
    let identical = participants.iter().map(|one| {
        let same = participants.iter().filter(|other| is_same(one, other));
        same.map(|participant| participant.label().to_owned()).collect::<Vec<_>>()
    });
    let identical = identical.max_by_key(Vec::len)?;
    let is_so = table.terms().streams.are_of_seats() && needed > 1 && identical.len() >= needed;
    is_so.then(|| {
        format!(
            "{} are identical and play the same game in all seats of a block, so their results cannot differ; {ADVICE}",
            identical.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warning_requires_ten_identical_groups() {
        let mut games = IdenticalGames::default();
        let mut block = |points: [i16; 2]| {
            for points in points {
                games.add(&Outcome::new([(points, 0), (3, 0)]));
            }
            games.close_group();
            games.sentence().is_some()
        };
        let told: Vec<_> = (0..10).map(|_| block([5, 5])).collect();
        assert_eq!(told.iter().filter(|&&told| told).count(), 1, "ten groups");
        assert!(!block([5, 4]));
    }
}
