//! Studies: experiments that estimate the effect of a kind of move.
//!
//! A study samples positions from self-play and plays each to the end in several arms, on the same decks. The game
//! defines the candidate positions, the arms and the rows. It lists its studies in
//! [`PlayableGame::studies`](super::PlayableGame::studies).

use super::{Game, Seat};
use crate::csv_table::{CsvRows, CsvTable};

/// An experiment that estimates the effect of a kind of move.
///
/// # Examples
/// ```
/// use engine::csv_table::{CsvTable, one_row, page};
/// use poker::kuhn::{Kuhn, Move};
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
    /// A noun phrase for messages that describes a sampled position (`a choice whether to castle`).
    pub candidate: &'static str,
    /// The names of the arms in tables. Elsewhere, an arm is identified by its index in this list.
    pub arms: &'static [&'static str],
    /// The comparisons of arms, the declared ones first.
    pub contrasts: &'static [Contrast],
    /// The declared hypotheses.
    pub family: Family,
}

impl StudyFacts {
    /// Computes the effects from the outcome of each arm: for every contrast, the outcome of the first arm minus
    /// the outcome of the second.
    pub fn effects(&self, outcomes: &[MeanOutcome]) -> Vec<Option<MeanOutcome>> {
        let effect =
            |contrast: &Contrast| outcomes[contrast.first].minus(outcomes[contrast.second]);
        self.contrasts.iter().map(effect).map(Some).collect()
    }
}

/// A row of a study in a form that the statistics can use.
#[derive(Clone, Debug)]
pub struct Case {
    /// The row of the file, as CSV text with its line ending.
    pub row: CsvRows,
    /// The effect for each contrast, in the order of the contrasts; `None` where the comparison is not possible.
    pub effects: Vec<Option<MeanOutcome>>,
    /// The level on each curve, by the curve's name.
    pub levels: Vec<(&'static str, Level)>,
    /// The predictors of the joint model, by name. All rows of a study have the same names.
    pub predictors: Vec<(&'static str, f64)>,
}

/// The position from which an arm is played.
#[derive(Clone, Debug)]
pub enum Beginning<G> {
    /// The policy chooses among the legal moves of this position, whose other restrictions stay in force.
    Choice(G),
    /// Play continues from this position: the arm's move has been made, or the seat has lost its turn.
    Lost(G),
}

/// A comparison of two arms: the effect is the first minus the second.
#[derive(Copy, Clone, Debug)]
pub struct Contrast {
    /// The first arm.
    pub first: usize,
    /// The second arm.
    pub second: usize,
    /// The compared alternatives, as the subject of a sentence: `Castling now instead of later`.
    pub meaning: &'static str,
}

/// The hypotheses that a study declares, each about the win share: that there is no effect over all positions, at
/// each level of the named curves, and of each predictor of the joint model.
#[derive(Copy, Clone, Debug)]
pub struct Family {
    /// The number of declared contrasts, which come first.
    pub contrasts: usize,
    /// The declared curves.
    pub curves: &'static [&'static str],
}

/// A decision sampled from a game of self-play.
#[derive(Clone, Debug)]
pub struct StudyPosition<G: Game> {
    /// The number of the game.
    pub game: u64,
    /// The state before the decision.
    pub state: G,
    /// The seat that decides.
    pub seat: Seat,
    /// The move that the policy chose in the game.
    pub chosen: G::Move,
    /// The number of decisions in the game that could have been sampled, all with the same probability.
    pub candidates: u64,
}

/// The results of playing a position to the end in all arms.
#[derive(Clone, Debug)]
pub struct Branches<M> {
    /// The first move of each arm; `None` where the seat loses its turn.
    pub first: Vec<Option<M>>,
    /// The number of decks on which each arm was played.
    pub decks: u32,
    /// The outcome of each arm.
    pub outcomes: Vec<MeanOutcome>,
}

/// The outcome of an arm for the seat that decides, averaged over the decks.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct MeanOutcome {
    /// The final margin: the seat's points minus the points of the best other seat.
    pub margin: f64,
    /// The share of the win, from 0 to 1.
    pub win_share: f64,
}

impl MeanOutcome {
    /// Returns the mean of the outcomes, which must not be empty.
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
    /// The sort key.
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

    /// Returns the range that contains the value. Each of the ascending numbers `begins` starts a range; one more
    /// range lies below the first number.
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

    /// Returns the level's name in tables.
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
    fn levels_are_sorted_by_number() {
        assert!(Level::exactly(9) < Level::exactly(10));
        assert!(Level::among(-9, &[-5, 0]) < Level::among(-3, &[-5, 0]));
        let both = |value, turn| Level::exactly(value).and(Level::among(turn, &[1, 11]));
        assert!(both(2, 30) < both(4, 5) && both(4, 5) < both(4, 30));
        assert_eq!(both(4, 5).name(), "4, 1 to 10");
    }
}
