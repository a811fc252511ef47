//! Perft: counts of reachable positions for a fixed deal, for comparing implementations of the rules.

use crate::{Game, PlayableGame, Turn};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// An iterator over the number of distinct positions at the end of each turn, if the deal is fixed and the players try every
/// move.
///
/// The first item is the number of positions before the next turn: the positions after the setup if counting starts with a new
/// game, or 1 if it starts between turns. Each of the following `turns` items is the count one turn later. A finished position is
/// counted once, at the turn that ended the game.
///
/// Positions are distinguished by a 128-bit fingerprint, so that counts of many millions fit into memory. For the last turn, only
/// fingerprints are stored.
pub struct Perft<'a, G: PlayableGame> {
    deal: &'a G::Deal,
    positions: Vec<G>,
    count: u64,
    /// Number of items still to be returned.
    items: u64,
}

impl<'a, G: PlayableGame> Perft<'a, G> {
    /// Starts counting from a position, for this number of turns.
    pub fn new(start: G, deal: &'a G::Deal, turns: u32) -> Self {
        let in_setup = !start.is_between_turns();
        let items = u64::from(turns) + 1;
        let mut perft = Self { deal, positions: vec![start], count: 1, items };
        if in_setup {
            perft.advance(turns > 0);
        }
        perft
    }

    /// Replaces every position by all positions at the end of its turn.
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
