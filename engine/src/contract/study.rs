//! Studies: what is a kind of step worth?
//!
//! A study samples positions and plays each on in several arms under the same decks. The game
//! defines which positions, which arms and which rows. A game lists its studies as a tuple; `()`
//! stands for a game without any.

use super::{Dealable, Game, Row, Seat};

/// A study of the worth of a kind of step.
pub trait MoveStudy<G: Dealable>: 'static {
    /// A row of the results: a position and its branches.
    type Row: StudyRow;

    /// The study's name on the command line.
    const NAME: &'static str;
    /// The file of the rows.
    const FILE: &'static str;
    /// The file of the effects.
    const SUMMARY: &'static str;
    /// The file of the joint model.
    const MODEL: &'static str;
    /// What a sampled position has, to say that no game has any: `a choice whether to castle`.
    const CANDIDATE: &'static str;
    /// The names of the arms in tables. Elsewhere an arm is its place in this list.
    const ARMS: &'static [&'static str];
    /// The comparisons of arms, the declared ones first.
    const CONTRASTS: &'static [Contrast];
    /// What is declared to be tested.
    const FAMILY: Family;

    /// Returns whether a decision between these moves may be sampled.
    fn is_candidate(state: &G, moves: &[G::Move]) -> bool;

    /// Returns how an arm begins for the seat that decides.
    ///
    /// # Panics
    /// May panic if the decision is not a candidate.
    fn begin(state: &G, seat: Seat, arm: usize) -> Beginning<G>;

    /// Builds the row of a position.
    fn row(position: &StudyPosition<G>, branches: &Branches<G::Move>) -> Self::Row;
}

/// How an arm begins.
#[derive(Clone, Debug)]
pub enum Beginning<G> {
    /// The policy chooses among the moves of this position. What the position forbids beyond that
    /// stays forbidden.
    Choice(G),
    /// The game goes on from here: the seat has lost its turn.
    Lost(G),
}

/// A comparison of two arms: the effect is the first minus the second.
#[derive(Copy, Clone, Debug)]
pub struct Contrast {
    /// The first arm.
    pub first: usize,
    /// The second arm.
    pub second: usize,
    /// What is compared, as the subject of a sentence: `Castling now instead of later`.
    pub meaning: &'static str,
}

/// The hypotheses that a study declares to test, each about the win share: no effect over all
/// positions, at every level of the named curves, and of each predictor of the joint model.
#[derive(Copy, Clone, Debug)]
pub struct Family {
    /// How many contrasts are declared: the first so many.
    pub contrasts: usize,
    /// The declared curves.
    pub curves: &'static [&'static str],
}

/// The studies of a game: `()` or a tuple of [`MoveStudy`].
pub trait Studies<G: Dealable> {
    /// Shows all studies to the visitor.
    fn visit(visitor: &mut impl StudyVisitor<G>);
}

/// Whoever wants to know the studies of a game.
pub trait StudyVisitor<G: Dealable> {
    /// Looks at one of them.
    fn study<Q: MoveStudy<G>>(&mut self);
}

impl<G: Dealable> Studies<G> for () {
    fn visit(_: &mut impl StudyVisitor<G>) {}
}

impl<G: Dealable, A: MoveStudy<G>, B: MoveStudy<G>> Studies<G> for (A, B) {
    fn visit(visitor: &mut impl StudyVisitor<G>) {
        visitor.study::<A>();
        visitor.study::<B>();
    }
}

/// A position and the outcomes of its branches, as a row of the file.
pub trait StudyRow: Row {
    /// Returns the mean outcome of each arm, in their order.
    fn outcomes(&self) -> Vec<MeanOutcome>;

    /// Returns the position's level on each curve, by name.
    fn levels(&self) -> Vec<(&'static str, Level)>;

    /// Returns what the joint model explains effects by, by name; the same names for all rows.
    fn predictors(&self) -> Vec<(&'static str, f64)>;
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

/// A position played on in all arms.
#[derive(Clone, Debug)]
pub struct Branches<M> {
    /// The first move of each arm; `None` where the turn is lost.
    pub first: Vec<Option<M>>,
    /// The number of decks on which each arm was played.
    pub decks: u32,
    /// The outcome of each arm.
    pub outcomes: Vec<MeanOutcome>,
}

/// The outcome of an arm for the seat that decides, averaged over the decks.
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
