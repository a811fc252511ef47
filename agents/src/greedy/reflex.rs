//! Greedy at a glance, for rollouts: the same decision in the same position, remembered.
//!
//! Rollouts that begin alike meet the same positions again and again, above all those right after a plan.

use super::{Greedy, Lookahead};
use crate::evaluation::Evaluate;
use engine::{Stream, Turn};
use rand::SeedableRng;
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;
use std::hash::BuildHasher;

/// Positions to remember. A state has some hundred bytes, so that these are a few ten megabytes.
const MOST: usize = 1 << 14;

/// Plays turns greedily.
pub(crate) struct Reflex<G: Evaluate> {
    lookahead: Lookahead<G>,
    nodes: usize,
    /// Where decisions lead, up to chance or the end of the turn, by where they begin.
    known: HashMap<G, G, FxBuildHasher>,
}

impl<G: Evaluate> Reflex<G> {
    pub(super) fn new(settings: &Greedy<G>) -> Self {
        Self { lookahead: settings.lookahead(), nodes: settings.nodes, known: HashMap::default() }
    }

    /// Forgets all positions.
    pub(crate) fn clear(&mut self) {
        self.known.clear();
    }

    /// Plays the rest of the turn under way, or a whole one if none is. Whoever is to decide sees all but
    /// the luck that is to come.
    pub(crate) fn play_turn(&mut self, position: &mut G, luck: &mut Stream) {
        let turn = position.turns_played();
        while position.turns_played() == turn {
            match position.turn() {
                Turn::Decide(_) => self.decide(position),
                Turn::Chance => position.happen(position.random_chance(luck)),
                Turn::Over => return,
            }
        }
    }

    /// Makes all decisions up to chance or the end of the turn.
    fn decide(&mut self, position: &mut G) {
        if let Some(end) = self.known.get(position) {
            return position.clone_from(end);
        }
        let begin = position.clone();
        // What is drawn depends on the position alone, so it does not matter who meets it first.
        let mut rng = Stream::seed_from_u64(FxBuildHasher.hash_one(&begin));
        while let Turn::Decide(seat) = position.turn()
            && position.turns_played() == begin.turns_played()
        {
            self.lookahead.prepare(seat, &mut rng);
            *position = self.lookahead.decide(position, self.nodes);
        }
        if self.known.len() == MOST {
            self.known.clear();
        }
        self.known.insert(begin, position.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::tongiaki::{Setup, State};
    use engine::Seed;
    use std::sync::Arc;

    /// What is remembered is what would be decided anew.
    #[test]
    fn memory_changes_nothing() {
        let settings = Greedy::<State>::at_a_glance(Arc::default(), 2, 60);
        let mut experienced = settings.reflex();
        let mut known = Vec::new();
        for game in [1, 1, 2] {
            let mut luck = Seed::new(game).stream();
            let mut position = State::new(&Setup::new(3).unwrap());
            while position.turn() != Turn::Over && position.turns_played() < 40 {
                let (mut anew, mut same_luck) = (position, luck.clone());
                settings.reflex().play_turn(&mut anew, &mut same_luck);
                experienced.play_turn(&mut position, &mut luck);
                assert_eq!(position, anew);
                assert_eq!(luck, same_luck);
            }
            known.push(experienced.known.len());
        }
        assert!(known[0] > 20 && known[1] == known[0] && known[2] > known[1], "{known:?}");
    }
}
