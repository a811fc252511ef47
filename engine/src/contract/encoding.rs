//! Games in numbers, for learners: all moves numbered once for all tables, and views as tensors.

use super::{Game, TensorBlock, TensorWriter};

/// The numbers of a game's moves and the tensors of its views.
///
/// A tensor consists of blocks, each a small array with a name, a shape and a meaning. The values lie between -1 and 1.
/// Blocks with a value per seat begin with the observer and go round the table, so one network can play all seats. The
/// tensor is computed from a [`Game::View`], so it can show nothing that the seat does not see.
///
/// # Guarantees
/// * A number stands for the same move at every table: for all seats, players and rules.
/// * Numbers ascend with moves, so the numbers of [`Game::moves`] are ascending, too.
/// * Every move that is ever legal has a number. Placeholders for unseen moves have none.
///
/// # Examples
/// ```
/// use engine::PlayableGame;
/// use engine::leduc::{Leduc, Move};
///
/// let encoding = Leduc::encoding().unwrap();
/// assert_eq!(encoding.actions(), 3);
/// assert_eq!(encoding.action(2), Some(Move::Raise));
/// assert_eq!(encoding.number_of(Move::Raise), Some(2));
/// ```
pub trait Encoding<G: Game>: Sync {
    /// Returns the actions in groups, in the order of their numbers.
    fn groups(&self) -> &'static [ActionGroup];

    /// Returns the move with this number; `None` from the number of actions on.
    fn action(&self, number: usize) -> Option<G::Move>;

    /// Returns the number of a move; `None` for a move that is never legal.
    fn number_of(&self, mv: G::Move) -> Option<usize>;

    /// Returns the blocks of a tensor at a table of so many players, in the order in which they are written.
    fn blocks(&self, players: usize) -> Vec<TensorBlock>;

    /// Writes all blocks at a table of so many players.
    fn write_blocks(&self, view: &G::View, players: usize, writer: &mut TensorWriter<'_>);

    /// Returns the number of actions.
    fn actions(&self) -> usize {
        ActionGroup::total(self.groups())
    }

    /// Returns the number of values in a tensor.
    fn tensor_size(&self, players: usize) -> usize {
        self.blocks(players).iter().map(TensorBlock::size).sum()
    }

    /// Replaces the content of `into` by the tensor.
    ///
    /// # Panics
    /// If `into` has another size than [`Self::tensor_size`].
    fn write_tensor(&self, view: &G::View, players: usize, into: &mut [f32]) {
        let mut writer = TensorWriter::new(into);
        self.write_blocks(view, players, &mut writer);
        writer.finish();
    }
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
