//! The core contract between games, agents and drivers: [`Game`] and [`View`].
//!
//! A game is a small state that knows whose turn it is: a seat decides, chance acts, or the game is over. Decisions are small:
//! one ship, one beach, one jetty at a time, in a canonical order, so that exactly one sequence of moves leads to each set of
//! choices. The state never contains the order of a hidden deck; the driver supplies chance events one at a time.

use super::{Outcome, Seat};
use rand::{Rng, RngExt};
use serde::Serialize;
use std::fmt::{Debug, Display};
use std::hash::Hash;

/// The next actor: a seat, chance, or nobody because the game is over.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub enum Turn {
    /// This seat chooses one of [`Game::moves`].
    Decide(Seat),
    /// Chance picks one of [`Game::chances`].
    Chance,
    /// The game has ended.
    Over,
}

/// A game with chance and hidden information for two or more seats, as agents and searches use it.
///
/// The numbers that learners and searches need belong to [`Evaluated`](super::Evaluated).
///
/// # Guarantees
/// * The moves at [`Turn::Decide`] are ascending and distinct, and there is at least one.
/// * The weights at [`Turn::Chance`] are positive; the chance events are ascending and distinct.
/// * [`Game::random_move`], [`Game::play_random`], [`Game::random_chance`] and [`Game::play_out`]
///   have the same distribution as sampling from the lists, uniformly or by weight.
/// * Equal states have the same possible futures.
///
/// # Examples
/// ```
/// use tongiaki::{Setup, State};
/// use engine::{Game, PlayableGame, Seat, Turn};
///
/// let mut game = State::start(&Setup::new(3).unwrap());
/// assert_eq!(game.turn(), Turn::Decide(Seat::new(0)));
/// let mut moves = Vec::new();
/// game.moves(&mut moves);
/// assert!(moves.iter().all(|&mv| game.is_legal(mv)));
/// game.play(moves[0]);
/// assert_eq!(game.turn(), Turn::Decide(Seat::new(1)));
/// ```
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// A single decision of a seat. Its text form parses back.
    type Move: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync;
    /// One chance event: a tile drawn, a card revealed.
    type Chance: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync;
    /// The information of one seat.
    type View: View<Game = Self>;
    /// The setup of a table: players, edition, limits.
    type Setup: Clone + Debug + Send + Sync + 'static;
    /// The form in which one seat observes an entry of the record; `()` for a game without observations.
    type Observation: Clone + Debug + Serialize + Send + 'static;

    /// Whether the game has no hidden information except future chance events. If so, [`View::determinize`] is deterministic, and
    /// the same moves and chance events always lead to the same state.
    const IS_OPEN: bool = false;

    /// Returns the number of players at the table.
    fn players(&self) -> usize;

    /// Returns the next actor.
    fn turn(&self) -> Turn;

    /// Returns the number of completed turns. The count never decreases and is constant within a turn, so an agent can detect the
    /// end of its turn.
    fn turns_played(&self) -> u32;

    /// Returns whether a turn is about to begin or the game is over.
    fn is_between_turns(&self) -> bool;

    /// Replaces the content of `into` with the legal moves.
    fn moves(&self, into: &mut Vec<Self::Move>);

    /// Returns whether the move is legal now. By default, [`Game::moves`] is searched for it, so a game that
    /// searches ask often overrides it.
    fn is_legal(&self, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.contains(&mv)
    }

    /// Replaces the content of `into` with the possible chance events and their integer weights.
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

    /// Returns the outcome as if the game ended now; at [`Turn::Over`], the final result.
    fn outcome(&self) -> Outcome;

    /// Returns the seat's view: everything that the seat knows.
    fn view(&self, seat: Seat) -> Self::View;

    /// Returns a move that is about to be played here, as the observer sees it. A placeholder replaces everything that the
    /// observer cannot see. The placeholder is equal for all moves that the observer cannot distinguish, and need not be a legal
    /// move. Games without hidden moves keep the default.
    /// |
    /// If the observer cannot distinguish two states, it still cannot distinguish them after events that it cannot distinguish.
    fn observe_move(&self, mv: Self::Move, _observer: Seat) -> Self::Move {
        mv
    }

    /// Returns a chance event that is about to happen, as the observer sees it. The rules of [`Game::observe_move`] apply.
    fn observe_chance(&self, chance: Self::Chance, _observer: Seat) -> Self::Chance {
        chance
    }

    /// Applies chance events until a seat decides, and returns that seat; `None` if the game is over. `happen` applies the event
    /// that a position waits for, for example the one that the deal determines.
    fn next_decision(&mut self, mut happen: impl FnMut(&mut Self)) -> Option<Seat> {
        loop {
            match self.turn() {
                Turn::Decide(seat) => return Some(seat),
                Turn::Chance => happen(self),
                Turn::Over => return None,
            }
        }
    }

    /// Returns a uniformly random legal move.
    fn random_move<R: Rng>(&self, rng: &mut R) -> Self::Move {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves[rng.random_range(0..moves.len())]
    }

    /// Plays a uniformly random legal move: [`Game::random_move`] and [`Game::play`] in one step.
    fn play_random<R: Rng>(&mut self, rng: &mut R) {
        self.play(self.random_move(rng));
    }

    /// Continues the game at random, with uniform moves and weighted chance events. Stops once `turns` turns have ended since the
    /// start of the game, or when the game is over.
    fn play_out<R: Rng>(&mut self, turns: u32, rng: &mut R) {
        while self.turns_played() < turns {
            match self.turn() {
                Turn::Decide(_) => self.play_random(rng),
                Turn::Chance => self.happen(self.random_chance(rng)),
                Turn::Over => return,
            }
        }
    }

    /// Plays the current turn to its end, or a whole turn if none is in progress, like a player who knows only the rules. Every
    /// move is possible, but moves that rarely pay off may be played less often. Choices and chance events use separate
    /// generators, so that different ways of playing can be compared under the same luck.
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

    /// Returns a random chance event, drawn by weight.
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

/// The information of one seat about a game, and all the information that an agent receives.
///
/// # Examples
/// ```
/// use poker::kuhn::Kuhn;
/// use engine::{Game, PlayableGame, Rules, Seat, Seed, View};
///
/// let setup = Kuhn::setup(2, &Rules::new()).unwrap();
/// let mut rng = Seed::new(1).rng();
/// let deal = Kuhn::deal(&setup, &mut rng);
/// let mut game = Kuhn::start(&setup);
/// game.happen(game.dealt(&deal));
/// let view = game.view(Seat::new(0));
/// let state = view.determinize(&mut rng);
/// assert_eq!(state.view(Seat::new(0)), view);
/// ```
pub trait View: Clone + Eq + Hash + Debug + Send + Sync {
    /// The game that the view belongs to.
    type Game: Game<View = Self>;

    /// Returns the seat that has this view.
    fn seat(&self) -> Seat;

    /// Replaces the content of `into` with the seat's legal moves; leaves it empty if the seat has no decision now.
    fn moves(&self, into: &mut Vec<<Self::Game as Game>::Move>);

    /// Draws a determinization: a full state, sampled from all states that the seat cannot distinguish, by their probabilities.
    fn determinize<R: Rng>(&self, rng: &mut R) -> Self::Game;
}
