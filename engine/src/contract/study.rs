//! A question about a game: what is a kind of move worth?
//!
//! A study samples positions where a move of the kind can be played, and plays each on in three
//! [arms](Arm) under the same decks. The game says which moves are meant, and what a row tells; `()` stands
//! for a game without such a question.

use super::{Dealable, Game, Row, Seat};
use std::ops::Index;

/// What is asked about a game: the worth of a kind of move.
pub trait MoveStudy<G: Dealable> {
    /// What is told of a position and its branches.
    type Row: StudyRow;

    /// The study's name on the command line; nothing if the game asks no such question.
    const NAME: Option<&'static str>;
    /// The file of the rows.
    const FILE: &'static str;
    /// The file of the effects.
    const SUMMARY: &'static str;
    /// The word for the arm [`Arm::Act`] in tables.
    const ACT: &'static str;

    /// Whether the move is of the kind.
    fn is_act(mv: G::Move) -> bool;

    /// The position, where only the moves that `keep` accepts can be chosen now; nothing if it accepts
    /// none.
    fn restricted(state: &G, keep: impl Fn(G::Move) -> bool) -> Option<G>;

    /// The position after the seat has lost its turn where it had a legal move of the kind.
    fn turn_lost(state: &G) -> G;

    /// The row of a position.
    fn row(position: &StudyPosition<G>, branches: &Branches<G::Move>) -> Self::Row;
}

/// A position and the outcomes of its branches, as a row of the file.
pub trait StudyRow: Row {
    /// The mean outcome of each arm.
    fn outcomes(&self) -> PerArm<MeanOutcome>;

    /// Where the position stands on each curve: the curve's name and the level there.
    fn levels(&self) -> Vec<(&'static str, Level)>;
}

/// A decision of self-play.
#[derive(Clone, Debug)]
pub struct StudyPosition<G: Game> {
    /// The number of the game.
    pub game: u64,
    /// The state before the decision.
    pub state: G,
    /// Who decides.
    pub seat: Seat,
    /// What the policy chose in the game.
    pub chosen: G::Move,
    /// How many decisions of the game could have been picked; each was as likely to be.
    pub candidates: u64,
}

/// The first step after which a position is played on.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Arm {
    /// The act in question.
    Act,
    /// The best other move.
    Other,
    /// Nothing: the turn is lost.
    Pass,
}

impl Arm {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Act, Self::Other, Self::Pass];
}

/// Something for every arm.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct PerArm<T>(pub [T; Arm::ALL.len()]);

impl<T> Index<Arm> for PerArm<T> {
    type Output = T;

    fn index(&self, arm: Arm) -> &T {
        &self.0[arm as usize]
    }
}

/// A position played on in all arms.
#[derive(Clone, Debug)]
pub struct Branches<M> {
    /// The first step of [`Arm::Act`].
    pub act: M,
    /// The first step of [`Arm::Other`].
    pub other: M,
    /// On how many decks each arm was played.
    pub decks: u32,
    /// Their outcomes.
    pub outcomes: PerArm<MeanOutcome>,
}

/// The outcome of a first step for the seat in question: means over the decks.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct MeanOutcome {
    /// The final margin: points less those of the best other seat.
    pub margin: f64,
    /// The share of the win.
    pub win_share: f64,
}

/// A value of what a curve runs over, or a range of values.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Level {
    /// What it is ordered by.
    place: Vec<i64>,
    name: String,
}

impl Level {
    /// A value of its own.
    pub fn exactly(value: i64) -> Self {
        Self { place: vec![value], name: value.to_string() }
    }

    /// Something that no number says, and its place among its kind.
    pub fn named(place: i64, name: &str) -> Self {
        Self { place: vec![place], name: name.to_owned() }
    }

    /// The range that the value falls into. Ranges begin with these numbers, which ascend; there is one
    /// more below the first.
    pub fn among(value: i64, begins: &[i64]) -> Self {
        let number = begins.partition_point(|&begin| begin <= value);
        let name = match (number.checked_sub(1).map(|number| begins[number]), begins.get(number)) {
            (None, None) => "any".to_owned(),
            (None, Some(end)) => format!("less than {end}"),
            (Some(begin), None) => format!("{begin} and more"),
            (Some(begin), Some(&end)) if begin + 1 == end => begin.to_string(),
            (Some(begin), Some(end)) => format!("{begin} to {}", end - 1),
        };
        Self { place: vec![number as i64], name }
    }

    /// Both at once, for a curve over two things.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.place.extend(other.place);
        self.name = format!("{}, {}", self.name, other.name);
        self
    }

    /// What tables call it.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl StudyRow for () {
    fn outcomes(&self) -> PerArm<MeanOutcome> {
        PerArm([MeanOutcome::default(); Arm::ALL.len()])
    }

    fn levels(&self) -> Vec<(&'static str, Level)> {
        Vec::new()
    }
}

/// No question: nothing is ever asked of it.
impl<G: Dealable> MoveStudy<G> for () {
    type Row = ();

    const NAME: Option<&'static str> = None;
    const FILE: &'static str = "";
    const SUMMARY: &'static str = "";
    const ACT: &'static str = "";

    fn is_act(_: G::Move) -> bool {
        false
    }

    fn restricted(_: &G, _: impl Fn(G::Move) -> bool) -> Option<G> {
        None
    }

    fn turn_lost(state: &G) -> G {
        state.clone()
    }

    fn row(_: &StudyPosition<G>, _: &Branches<G::Move>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_named_by_their_ends() {
        let name = |value| Level::among(value, &[-5, 0, 1, 6]).name;
        assert_eq!(name(-6), "less than -5");
        assert_eq!((name(-5), name(-1)), ("-5 to -1".into(), "-5 to -1".into()));
        assert_eq!((name(0), name(3), name(6)), ("0".into(), "1 to 5".into(), "6 and more".into()));
    }

    #[test]
    fn levels_stand_in_the_order_of_numbers_and_not_of_words() {
        assert!(Level::exactly(9) < Level::exactly(10));
        assert!(Level::among(-9, &[-5, 0]) < Level::among(-3, &[-5, 0]));
        let both = |value, turn| Level::exactly(value).and(Level::among(turn, &[1, 11]));
        assert!(both(2, 30) < both(4, 5) && both(4, 5) < both(4, 30));
        assert_eq!(both(4, 5).name(), "4, 1 to 10");
    }
}
