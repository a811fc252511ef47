//! Studies: the worth of kinds of steps.
//!
//! A study samples positions and plays each on in several arms under the same decks. The game
//! defines which positions, which arms and which rows. It lists its studies in
//! [`PlayableGame::studies`](super::PlayableGame::studies).

use super::{Game, Seat};
use crate::csv_table::{CsvRows, CsvTable};

/// A study of the worth of a kind of step.
///
/// # Examples
/// ```
/// use engine::csv_table::{CsvTable, one_row, page};
/// use engine::kuhn::{Kuhn, Move};
/// use engine::study::*;
/// use engine::{Game, Seat};
/// use serde::{Deserialize, Serialize};
///
/// /// A row: the margins after a bet and after a pass.
/// #[derive(Default, Serialize, Deserialize)]
/// struct BetRow {
///     game: u64,
///     bet: f64,
///     pass: f64,
/// }
///
/// const FACTS: StudyFacts = StudyFacts {
///     name: "bets",
///     about: "Measure the effect of a bet",
///     table: || CsvTable::of::<BetRow>("bets.csv"),
///     summary: "summary_bets.csv",
///     model: "summary_bets_model.csv",
///     candidate: "a decision",
///     arms: &["bet", "pass"],
///     contrasts: &[Contrast { first: 0, second: 1, meaning: "A bet instead of a pass" }],
///     family: Family { contrasts: 1, curves: &[] },
/// };
///
/// impl BetRow {
///     fn case(&self) -> Case {
///         let outcome = |margin| MeanOutcome { margin, ..MeanOutcome::default() };
///         Case {
///             row: page(&[self]),
///             effects: FACTS.effects(&[outcome(self.bet), outcome(self.pass)]),
///             levels: Vec::new(),
///             predictors: Vec::new(),
///         }
///     }
/// }
///
/// struct Bets;
///
/// impl Study<Kuhn> for Bets {
///     fn facts(&self) -> &'static StudyFacts {
///         &FACTS
///     }
///
///     fn is_candidate(&self, _: &Kuhn, moves: &[Move]) -> bool {
///         moves.len() > 1
///     }
///
///     fn begin(&self, state: &Kuhn, _: Seat, arm: usize) -> Beginning<Kuhn> {
///         let mut after = state.clone();
///         after.play([Move::Bet, Move::Pass][arm]);
///         Beginning::Lost(after)
///     }
///
///     fn case(&self, position: &StudyPosition<Kuhn>, branches: &Branches<Move>) -> Case {
///         let [bet, pass] = [0, 1].map(|arm| branches.outcomes[arm].margin);
///         BetRow { game: position.game, bet, pass }.case()
///     }
///
///     fn read(&self, row: &[u8]) -> Option<Case> {
///         one_row(row).map(|row: BetRow| row.case())
///     }
/// }
/// # let case = BetRow { game: 3, bet: 1.0, pass: -1.0 }.case();
/// # assert_eq!(Bets.read(&case.row).unwrap().effects[0].unwrap().margin, 2.0);
/// ```
pub trait Study<G: Game>: Sync {
    /// Returns the study's names, files and hypotheses.
    fn facts(&self) -> &'static StudyFacts;

    /// Returns whether a decision between these moves may be sampled.
    fn is_candidate(&self, state: &G, moves: &[G::Move]) -> bool;

    /// Returns how an arm begins for the seat that decides.
    ///
    /// # Panics
    /// May panic if the decision is not a candidate.
    fn begin(&self, state: &G, seat: Seat, arm: usize) -> Beginning<G>;

    /// Returns the case of a position.
    fn case(&self, position: &StudyPosition<G>, branches: &Branches<G::Move>) -> Case;

    /// Reads a case back from its row; `None` if the row has another format.
    fn read(&self, row: &[u8]) -> Option<Case>;
}

/// The names, files and hypotheses of a study.
#[derive(Copy, Clone, Debug)]
pub struct StudyFacts {
    /// The study's name on the command line.
    pub name: &'static str,
    /// Its purpose, in one line: `Measure the effect of castling`.
    pub about: &'static str,
    /// The file of the rows with its columns.
    pub table: fn() -> CsvTable,
    /// The file of the effects.
    pub summary: &'static str,
    /// The file of the joint model.
    pub model: &'static str,
    /// Noun phrase for messages: what a sampled position offers (`a choice whether to castle`).
    pub candidate: &'static str,
    /// The names of the arms in tables. Elsewhere an arm is its place in this list.
    pub arms: &'static [&'static str],
    /// The comparisons of arms, the declared ones first.
    pub contrasts: &'static [Contrast],
    /// The declared hypotheses.
    pub family: Family,
}

impl StudyFacts {
    /// Returns the effects: for every contrast, the outcome of its first arm minus that of its second. Takes the
    /// outcome of each arm.
    pub fn effects(&self, outcomes: &[MeanOutcome]) -> Vec<Option<MeanOutcome>> {
        let effect =
            |contrast: &Contrast| outcomes[contrast.first].minus(outcomes[contrast.second]);
        self.contrasts.iter().map(effect).map(Some).collect()
    }
}

/// A row of a study as plain data.
#[derive(Clone, Debug)]
pub struct Case {
    /// The row of the file, as CSV text with its line ending.
    pub row: CsvRows,
    /// The effect of each contrast, in their order; `None` where there is nothing to compare with.
    pub effects: Vec<Option<MeanOutcome>>,
    /// The level on each curve, by the curve's name.
    pub levels: Vec<(&'static str, Level)>,
    /// What the joint model explains effects by, by name; the same names for all rows.
    pub predictors: Vec<(&'static str, f64)>,
}

/// How an arm begins.
#[derive(Clone, Debug)]
pub enum Beginning<G> {
    /// The policy chooses among the moves of this position. What the position forbids beyond that
    /// stays forbidden.
    Choice(G),
    /// The game goes on from here: the step has been made, or the seat has lost its turn.
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
    /// The number of declared contrasts, which come first.
    pub contrasts: usize,
    /// The declared curves.
    pub curves: &'static [&'static str],
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
