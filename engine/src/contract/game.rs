//! The contract between games, agents and drivers.
//!
//! A game is a small state that knows whose turn it is: a seat decides, chance acts, or the game is
//! over. Decisions are *micro-decisions*: one ship, one beach, one jetty at a time, in a canonical
//! order, so that exactly one path leads to each set of choices. The state never knows the order of
//! a hidden deck. The driver feeds it chance events one at a time.

use super::{Feature, Input, InputGroup, MAX_SEATS, Outcome, OutcomeModel, SearchDefaults, Seat};
use rand::{Rng, RngExt};
use serde::Serialize;
use std::fmt::{Debug, Display};
use std::hash::Hash;

/// Who acts next.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Turn {
    /// This seat chooses one of [`Game::moves`].
    Decide(Seat),
    /// Chance picks one of [`Game::chances`].
    Chance,
    /// The game has ended.
    Over,
}

/// A game for two or more seats with chance and hidden information, as search sees it.
///
/// Positions can be evaluated by features; a game without features leaves these items to their defaults.
///
/// # Guarantees
/// * The moves at [`Turn::Decide`] are ascending, distinct and not empty.
/// * The weights at [`Turn::Chance`] are positive; outcomes are ascending and distinct.
/// * [`Game::random_move`], [`Game::play_random`], [`Game::random_chance`] and [`Game::play_out`]
///   have the same distribution as sampling from the lists, uniformly or by weight.
/// * Equal states have equal futures.
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// One micro-decision; its text form parses back.
    type Move: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync;
    /// One chance event: a tile drawn, a card revealed.
    type Chance: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync;
    /// What one seat knows.
    type View: View<Game = Self>;
    /// How the table is set up: players, edition, limits.
    type Setup: Clone + Debug + Send + Sync + 'static;
    /// What one seat sees of an entry of the record; `()` for a game without observations.
    type Observation: Clone + Debug + Serialize + Send + 'static;

    /// Whether all seats see everything except future chance. Then [`View::determinize`] has no
    /// choice, and the same moves and events always lead to the same state.
    const IS_OPEN: bool = false;

    /// The features, in the order in which [`Game::features`] passes them.
    const FEATURES: &'static [Feature] = &[];

    /// Tuned weight files by number of players. Other tables use the weights given with the
    /// features.
    const TUNED: &'static [(usize, &'static str)] = &[];

    /// How the value of a position predicts the result; `None` if not measured.
    const OUTCOME_MODEL: Option<OutcomeModel> = None;

    /// The search defaults of this game.
    const DEFAULTS: SearchDefaults = SearchDefaults::GENERIC;

    /// What networks see of each seat, after its features.
    const SEAT_INPUTS: &'static [Input] = &[];

    /// What networks see of the table as a whole.
    const TABLE_INPUTS: &'static [Input] = &[];

    /// What networks see as sparse inputs, numbered group by group; at most 2^16 of them.
    const SPARSE_INPUTS: &'static [InputGroup] = &[];

    /// The network that comes with the game, in the safetensors format.
    const NETWORK: Option<&'static [u8]> = None;

    /// Returns the number of players at the table.
    fn players(&self) -> usize;

    /// Returns who acts next.
    fn turn(&self) -> Turn;

    /// Returns how many whole turns have ended. The count never falls and stays constant within a
    /// turn, so an agent can tell where its own turn ends.
    fn turns_played(&self) -> u32;

    /// Returns whether a turn is about to begin or the game is over.
    fn is_between_turns(&self) -> bool;

    /// Replaces the content of `into` by the legal moves.
    fn moves(&self, into: &mut Vec<Self::Move>);

    /// Returns whether the move may be played now.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Replaces the content of `into` by the possible chance events, with integer weights.
    fn chances(&self, into: &mut Vec<(Self::Chance, u32)>);

    /// Plays a legal move.
    ///
    /// # Panics
    /// May panic or leave a meaningless state if the move is not legal.
    fn play(&mut self, mv: Self::Move);

    /// Applies a possible chance event.
    ///
    /// # Panics
    /// May panic or leave a meaningless state if the event is not possible now.
    fn happen(&mut self, chance: Self::Chance);

    /// Returns the outcome if the game ended now; at [`Turn::Over`], the result.
    fn outcome(&self) -> Outcome;

    /// Returns what the seat knows.
    fn view(&self, seat: Seat) -> Self::View;

    /// Returns what the observer sees of a move that is about to be played here. A placeholder
    /// replaces whatever the observer cannot see. It is equal for all moves that look the same to
    /// the observer, and need not be legal. Games that hide no moves keep the default.
    ///
    /// Two states that look the same to the observer still do after events that look the same.
    fn observe_move(&self, mv: Self::Move, _observer: Seat) -> Self::Move {
        mv
    }

    /// Returns what the observer sees of a chance event that is about to happen, as in
    /// [`Game::observe_move`].
    fn observe_chance(&self, chance: Self::Chance, _observer: Seat) -> Self::Chance {
        chance
    }

    /// Returns a legal move, uniformly at random.
    fn random_move<R: Rng>(&self, rng: &mut R) -> Self::Move {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves[rng.random_range(0..moves.len())]
    }

    /// Plays a legal move, uniformly at random: [`Game::random_move`] and [`Game::play`] in one.
    fn play_random<R: Rng>(&mut self, rng: &mut R) {
        self.play(self.random_move(rng));
    }

    /// Plays on at random, moves uniformly and chance by weight. Stops once `turns` turns have
    /// ended since the start of the game, or when the game is over.
    fn play_out<R: Rng>(&mut self, turns: u32, rng: &mut R) {
        while self.turns_played() < turns {
            match self.turn() {
                Turn::Decide(_) => self.play_random(rng),
                Turn::Chance => self.happen(self.random_chance(rng)),
                Turn::Over => return,
            }
        }
    }

    /// Plays the current turn to its end, or a whole one if none is in progress, as a player would
    /// who knows only the rules. Any move may come, but moves that hardly ever pay may come less
    /// often. Choices and chance draw from separate generators, so that ways to play can be
    /// compared under the same luck.
    fn play_turn<R: Rng>(&mut self, choices: &mut R, luck: &mut R) {
        let turns = self.turns_played() + 1;
        while self.turns_played() < turns {
            match self.turn() {
                Turn::Decide(_) => self.play_random(choices),
                Turn::Chance => self.happen(self.random_chance(luck)),
                Turn::Over => return,
            }
        }
    }

    /// Passes the features of every seat, in turn order.
    fn features(&self, _each: impl FnMut(Seat, &[f64])) {}

    /// Passes what networks see of every seat, its features first, in turn order; then what they see
    /// of the table.
    fn inputs(&self, seats: impl FnMut(Seat, &[f64]), table: impl FnOnce(&[f64])) {
        self.features(seats);
        table(&[]);
    }

    /// Adds the [sparse inputs](Self::SPARSE_INPUTS) that are on, as one seat sees them, then as the next one does. An
    /// input may occur several times. Returns how many there are for each seat, 0 for those that do not see: their values
    /// come from the other inputs alone.
    fn sparse_inputs(&self, _on: &mut Vec<u16>) -> [u16; MAX_SEATS] {
        [0; MAX_SEATS]
    }

    /// Returns a key of the position, if it is cheaper to compute than the inputs: positions with equal keys have equal
    /// inputs, sparse ones included. Evaluations cache their results under it.
    fn inputs_key(&self) -> Option<u64> {
        None
    }

    /// Returns a chance event, drawn by weight.
    fn random_chance<R: Rng>(&self, rng: &mut R) -> Self::Chance {
        let mut chances = Vec::new();
        self.chances(&mut chances);
        let mut left = rng.random_range(0..chances.iter().map(|&(_, weight)| weight).sum());
        for &(chance, weight) in &chances {
            match left.checked_sub(weight) {
                Some(rest) => left = rest,
                None => return chance,
            }
        }
        unreachable!("the draw lies below the sum of the weights")
    }
}

/// What one seat knows of a game: all that an agent gets to see.
pub trait View: Clone + Eq + Hash + Debug + Send + Sync {
    /// The game that is seen.
    type Game: Game<View = Self>;

    /// Whose view this is.
    fn seat(&self) -> Seat;

    /// Replaces the content of `into` by the moves that the seat may choose from now; leaves it empty
    /// if the seat has nothing to decide.
    fn moves(&self, into: &mut Vec<<Self::Game as Game>::Move>);

    /// A full state drawn from all states that look like this to the seat, each with its probability.
    fn determinize<R: Rng>(&self, rng: &mut R) -> Self::Game;
}
