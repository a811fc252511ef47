//! Counts of reachable positions for a fixed deal: the yardstick of a rules implementation.

use crate::{Dealt, Turn};
use std::collections::HashSet;

/// The number of distinct positions at the end of each turn, if the hidden order of the deal is fixed
/// and the players try everything.
///
/// The first item counts the positions before the next turn (after the setup, from a fresh start; one,
/// from a position between turns); each further item those a turn later. A position in which the game
/// is over counts once, at the turn that ended it.
pub struct Perft<'a, G: Dealt> {
    deal: &'a G::Deal,
    layer: HashSet<G>,
    started: bool,
}

impl<'a, G: Dealt> Perft<'a, G> {
    /// Counts from a position.
    pub fn new(start: G, deal: &'a G::Deal) -> Self {
        Self { deal, layer: HashSet::from([start]), started: false }
    }

    /// Plays every position of the layer on to all ends of its turn.
    fn advance(&mut self) {
        let mut next = HashSet::new();
        let mut under_way = HashSet::new();
        let mut waiting = Vec::new();
        let mut moves = Vec::new();
        for position in self.layer.drain() {
            under_way.clear();
            waiting.push(position);
            while let Some(position) = waiting.pop() {
                let mut reach = |position: G| {
                    if position.is_between_turns() {
                        next.insert(position);
                    } else if !under_way.contains(&position) {
                        under_way.insert(position.clone());
                        waiting.push(position);
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
        self.layer = next;
    }
}

impl<G: Dealt> Iterator for Perft<'_, G> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let in_setup = self.layer.iter().any(|position| !position.is_between_turns());
        if self.started || in_setup {
            self.advance();
        }
        self.started = true;
        Some(self.layer.len() as u64)
    }
}
