//! Studies: what is a kind of move worth?
//!
//! A study samples positions where a move of the kind is legal, and plays each on in three
//! [arms](Arm) under the same decks. The game defines the kind of move and the rows. `()` stands
//! for a game without a study.

use super::{Dealable, Game, Row, Seat};
use std::ops::Index;

/// A study of the worth of a kind of move.
pub trait MoveStudy<G: Dealable> {
    /// A row of the results: a position and its branches.
    type Row: StudyRow;

    /// The study's name on the command line; `None` if the game has no study.
    const NAME: Option<&'static str>;
    /// The file of the rows.
    const FILE: &'static str;
    /// The file of the effects.
    const SUMMARY: &'static str;
    /// The name of [`Arm::Act`] in tables.
    const ACT: &'static str;

    /// Returns whether the move is of the kind.
    fn is_act(mv: G::Move) -> bool;

    /// Returns the position with only the moves that `keep` accepts; `None` if it accepts none.
    fn restricted(state: &G, keep: impl Fn(G::Move) -> bool) -> Option<G>;

    /// Returns the position after the seat has skipped a turn in which such a move was legal.
    fn turn_lost(state: &G) -> G;

    /// Builds the row of a position.
    fn row(position: &StudyPosition<G>, branches: &Branches<G::Move>) -> Self::Row;
}

/// A position and the outcomes of its branches, as a row of the file.
pub trait StudyRow: Row {
    /// Returns the mean outcome of each arm.
    fn outcomes(&self) -> PerArm<MeanOutcome>;

    /// Returns the position's level on each curve, by name.
    fn levels(&self) -> Vec<(&'static str, Level)>;
}

/// A decision of self-play.
#[derive(Clone, Debug)]
pub struct StudyPosition<G: Game> {
    /// The number of the game.
    pub game: u64,
    /// The state before the decision.
    pub state: G,
    /// The seat that decides.
    pub seat: Seat,
    /// What the policy chose in the game.
    pub chosen: G::Move,
    /// How many decisions of the game could have been sampled, all equally likely.
    pub candidates: u64,
}

/// The first step after which a position is played on.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Arm {
    /// The move under study.
    Act,
    /// The best other move.
    Other,
    /// No move: the turn is lost.
    Pass,
}

impl Arm {
    /// All arms.
    pub const ALL: [Self; 3] = [Self::Act, Self::Other, Self::Pass];
}

/// One value per arm.
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
    /// The number of decks on which each arm was played.
    pub decks: u32,
    /// Their outcomes.
    pub outcomes: PerArm<MeanOutcome>,
}

/// The outcome of a first step for the seat that decides, averaged over the decks.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct MeanOutcome {
    /// The final margin: points minus those of the best other seat.
    pub margin: f64,
    /// The share of the win.
    pub win_share: f64,
}

impl MeanOutcome {
    /// Returns the mean of outcomes, of which there is at least one.
    pub fn of(outcomes: &[Self]) -> Self {
        let mut sum = Self::default();
        for outcome in outcomes {
            sum.margin += outcome.margin;
            sum.win_share += outcome.win_share;
        }
        let count = outcomes.len() as f64;
        Self { margin: sum.margin / count, win_share: sum.win_share / count }
    }

    /// Returns the difference from another outcome.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self { margin: self.margin - other.margin, win_share: self.win_share - other.win_share }
    }
}

/// A point on the axis of a curve: a value or a range of values.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Level {
    /// Its sort key.
    place: Vec<i64>,
    name: String,
}

impl Level {
    /// Returns the level of a single value.
    pub fn exactly(value: i64) -> Self {
        Self { place: vec![value], name: value.to_string() }
    }

    /// Returns a named level with its sort position.
    pub fn named(place: i64, name: &str) -> Self {
        Self { place: vec![place], name: name.to_owned() }
    }

    /// Returns the range that contains the value. Ranges begin with these ascending numbers; one
    /// more range lies below the first.
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

    /// Combines two levels, for a curve over two quantities.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.place.extend(other.place);
        self.name = format!("{}, {}", self.name, other.name);
        self
    }

    /// Returns its name in tables.
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

/// No study: none of these functions is ever called.
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
