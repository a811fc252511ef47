//! Greedy at a glance, for rollouts: few samples of chance, others at every decision, and what was decided is
//! remembered.
//!
//! Which samples are looked at is a *mood*. Who answered every plan by samples of its own, the same in all
//! rollouts, would be played upon: of many plans that one would be taken whose answer happens to be wrong. So
//! moods are drawn for every decision, from the choices that all plans meet alike.
//!
//! Rollouts that begin alike meet the same positions again and again, above all those right after a plan.

use super::{Greedy, Lookahead};
use crate::evaluation::Evaluate;
use engine::{Stream, Turn};
use rand::RngExt;
use rustc_hash::FxBuildHasher;
use std::collections::HashMap;

/// Positions to remember. A state has some hundred bytes, so that these are a few ten megabytes.
const MOST: usize = 1 << 14;

/// In so many moods the samples together are about all that can be drawn from a deck.
const MOODS: u32 = 16;

/// Plays turns greedily.
pub(crate) struct Reflex<G: Evaluate> {
    lookahead: Lookahead<G>,
    nodes: usize,
    /// Where decisions lead, up to chance or the end of the turn, by the mood and where they begin.
    known: HashMap<(u32, G), G, FxBuildHasher>,
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
    pub(crate) fn play_turn(&mut self, position: &mut G, choices: &mut Stream, luck: &mut Stream) {
        let turn = position.turns_played();
        while position.turns_played() == turn {
            match position.turn() {
                Turn::Decide(_) => self.decide(position, choices.random_range(0..MOODS)),
                Turn::Chance => position.happen(position.random_chance(luck)),
                Turn::Over => return,
            }
        }
    }

    /// Makes all decisions up to chance or the end of the turn.
    fn decide(&mut self, position: &mut G, mood: u32) {
        let turn = position.turns_played();
        let begin = (mood, position.clone());
        if let Some(end) = self.known.get(&begin) {
            return position.clone_from(end);
        }
        let offset = (f64::from(mood) + 0.5) / f64::from(MOODS);
        while let Turn::Decide(seat) = position.turn()
            && position.turns_played() == turn
        {
            self.lookahead.prepare(seat, offset);
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
    use engine::Seed;
    use engine::tongiaki::{Setup, State};
    use std::sync::Arc;

    /// What is remembered is what would be decided anew.
    #[test]
    fn memory_changes_nothing() {
        let settings = Greedy::<State>::at_a_glance(Arc::default(), 2, 60);
        let mut experienced = settings.reflex();
        let mut known = Vec::new();
        for game in [1, 1, 2] {
            let mut choices = Seed::new(game).child(0).stream();
            let mut luck = Seed::new(game).child(1).stream();
            let mut position = State::new(&Setup::new(3).unwrap());
            while position.turn() != Turn::Over && position.turns_played() < 40 {
                let (mut anew, mut same_choices, mut same_luck) =
                    (position, choices.clone(), luck.clone());
                settings.reflex().play_turn(&mut anew, &mut same_choices, &mut same_luck);
                experienced.play_turn(&mut position, &mut choices, &mut luck);
                assert_eq!((position, &choices, &luck), (anew, &same_choices, &same_luck));
            }
            known.push(experienced.known.len());
        }
        assert!(known[0] > 20 && known[1] == known[0] && known[2] > known[1], "{known:?}");
    }
}
