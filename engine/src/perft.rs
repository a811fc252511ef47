//! Perft: counts of reachable positions for a fixed deal, by which implementations of the rules are compared.

use crate::{Game, PlayableGame, Turn};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Counts the distinct positions at the end of each turn if the hidden order of the deal is fixed
/// and the players try every move.
///
/// The first item counts the positions before the next turn: those after the setup from a fresh
/// start, one from a position between turns. Each further item counts those a turn later, `turns`
/// in all. A finished position counts once, at the turn that ended the game.
///
/// A 128-bit fingerprint distinguishes positions, so that counts of many millions fit into memory.
/// The last turn stores only fingerprints.
pub struct Perft<'a, G: PlayableGame> {
    deal: &'a G::Deal,
    positions: Vec<G>,
    count: u64,
    /// How many counts are still to come.
    items: u64,
}

impl<'a, G: PlayableGame> Perft<'a, G> {
    /// Starts counting from a position.
    pub fn new(start: G, deal: &'a G::Deal, turns: u32) -> Self {
        let in_setup = !start.is_between_turns();
        let items = u64::from(turns) + 1;
        let mut perft = Self { deal, positions: vec![start], count: 1, items };
        if in_setup {
            perft.advance(turns > 0);
        }
        perft
    }

    /// Plays every position on to all ends of its turn.
    fn advance(&mut self, keep: bool) {
        let mut ends = HashSet::new();
        let mut under_way = HashSet::new();
        let mut waiting = Vec::new();
        let mut moves = Vec::new();
        let mut positions = Vec::new();
        for position in std::mem::take(&mut self.positions) {
            under_way.clear();
            waiting.push(position);
            while let Some(position) = waiting.pop() {
                let mut reach = |position: G| {
                    let print = fingerprint(&position);
                    if !position.is_between_turns() {
                        if under_way.insert(print) {
                            waiting.push(position);
                        }
                    } else if ends.insert(print) && keep {
                        positions.push(position);
                    }
                };
                match position.turn() {
                    Turn::Over => {}
                    Turn::Chance => {
                        let mut after = position.clone();
                        after.happen(position.dealt(self.deal));
                        reach(after);
                    }
                    Turn::Decide(_) => {
                        position.moves(&mut moves);
                        for &mv in &moves {
                            let mut after = position.clone();
                            after.play(mv);
                            reach(after);
                        }
                    }
                }
            }
        }
        self.count = ends.len() as u64;
        self.positions = positions;
    }
}

impl<G: PlayableGame> Iterator for Perft<'_, G> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.items = self.items.checked_sub(1)?;
        let count = self.count;
        if self.items > 0 {
            self.advance(self.items > 1);
        }
        Some(count)
    }
}

fn fingerprint<G: Game>(position: &G) -> u128 {
    let mut hasher = DefaultHasher::new();
    position.hash(&mut hasher);
    let low = hasher.finish();
    low.hash(&mut hasher);
    position.hash(&mut hasher);
    u128::from(low) | u128::from(hasher.finish()) << 64
}
