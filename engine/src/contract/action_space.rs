//! Action spaces: all moves of a game, numbered once for all tables.

use super::Game;

/// A game whose moves have fixed numbers, for learners that need a discrete set of actions.
///
/// # Guarantees
/// * A number stands for the same move at every table: for all seats, players and rules.
/// * Numbers ascend with moves, so the numbers of [`Game::moves`] are ascending, too.
/// * Every move that is ever legal has a number. Placeholders for unseen moves have none.
///
/// # Examples
/// ```
/// use engine::ActionSpace;
/// use engine::leduc::{Leduc, Move};
///
/// assert_eq!(Leduc::ACTIONS, 3);
/// assert_eq!(Leduc::action(2), Some(Move::Raise));
/// assert_eq!(Leduc::number_of(Move::Raise), Some(2));
/// ```
pub trait ActionSpace: Game {
    /// The actions in groups, in the order of their numbers.
    const GROUPS: &'static [ActionGroup];

    /// The number of actions.
    const ACTIONS: usize = ActionGroup::total(Self::GROUPS);

    /// Returns the move with this number, if there are so many.
    fn action(number: usize) -> Option<Self::Move>;

    /// Returns the number of a move; `None` for a move that is never legal.
    fn number_of(mv: Self::Move) -> Option<usize>;
}

/// Actions of one kind, whose numbers follow each other.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ActionGroup {
    /// The word with which their text begins.
    pub name: &'static str,
    /// How many there are.
    pub count: usize,
    /// What they mean, in one line.
    pub meaning: &'static str,
}

impl ActionGroup {
    /// Creates a group.
    pub const fn new(name: &'static str, count: usize, meaning: &'static str) -> Self {
        Self { name, count, meaning }
    }

    /// Returns the number of actions in these groups.
    pub const fn total(groups: &[Self]) -> usize {
        let (mut total, mut group) = (0, 0);
        while group < groups.len() {
            total += groups[group].count;
            group += 1;
        }
        total
    }

    /// Returns the number of the first action of each group.
    pub const fn all_first<const N: usize>(groups: &[Self; N]) -> [usize; N] {
        let mut first = [0; N];
        let mut group = 1;
        while group < N {
            first[group] = first[group - 1] + groups[group - 1].count;
            group += 1;
        }
        first
    }
}
