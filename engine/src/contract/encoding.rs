//! Encodings of games for learners: a fixed numbering of all moves, and observation tensors.

use super::{Game, TensorBlock, TensorWriter};

/// A game's numbering of its moves and the layout of its observation tensors.
///
/// A tensor consists of blocks, each a small array with a name, a shape and a meaning. The values are between -1 and 1. Blocks
/// with one value per seat start with the observer and continue in turn order, so a single network can play all seats. The tensor
/// is computed from a [`Game::View`], so it cannot reveal hidden information.
///
/// # Guarantees
/// * A number denotes the same move at every table, whatever the seat, the number of players and the rules.
/// * Numbers ascend with moves, so the numbers of [`Game::moves`] are also ascending.
/// * Every move that can ever be legal has a number. Placeholders for unseen moves have none.
///
/// # Examples
/// ```
/// use engine::PlayableGame;
/// use poker::leduc::{Leduc, Move};
///
/// let encoding = Leduc::encoding().unwrap();
/// assert_eq!(encoding.actions(), 3);
/// assert_eq!(encoding.action(2), Some(Move::Raise));
/// assert_eq!(encoding.number_of(Move::Raise), Some(2));
/// ```
pub struct Encoding<G: Game> {
    /// The groups of actions, in the order of their numbers.
    pub groups: &'static [ActionGroup],
    /// Returns the move with a number; see [`Self::action`].
    pub action: fn(usize) -> Option<G::Move>,
    /// Returns the number of a move; see [`Self::number_of`].
    pub number_of: fn(G::Move) -> Option<usize>,
    /// Returns the blocks of a tensor; see [`Self::blocks`].
    pub blocks: fn(usize) -> Vec<TensorBlock>,
    /// Writes all blocks of the tensor of a view, for this number of players.
    pub write_blocks: fn(&G::View, usize, &mut TensorWriter<'_>),
}

impl<G: Game> Encoding<G> {
    /// Returns the move with this number, or `None` if the number is not below [`Self::actions`].
    pub fn action(&self, number: usize) -> Option<G::Move> {
        (self.action)(number)
    }

    /// Returns the number of a move, or `None` if the move is never legal.
    pub fn number_of(&self, mv: G::Move) -> Option<usize> {
        (self.number_of)(mv)
    }

    /// Returns the blocks of a tensor for this number of players, in the order in which they are written.
    pub fn blocks(&self, players: usize) -> Vec<TensorBlock> {
        (self.blocks)(players)
    }

    /// Returns the total number of actions.
    pub fn actions(&self) -> usize {
        ActionGroup::total(self.groups)
    }

    /// Returns the number of values in a tensor for this number of players.
    pub fn tensor_size(&self, players: usize) -> usize {
        self.blocks(players).iter().map(TensorBlock::size).sum()
    }

    /// Replaces the content of `into` with the view's tensor.
    ///
    /// # Panics
    /// If the length of `into` is not [`Self::tensor_size`].
    pub fn write_tensor(&self, view: &G::View, players: usize, into: &mut [f32]) {
        let mut writer = TensorWriter::new(into);
        (self.write_blocks)(view, players, &mut writer);
        writer.finish();
    }
}

/// A group of actions of one kind with consecutive numbers.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ActionGroup {
    /// The word with which the text of these moves begins.
    pub name: &'static str,
    /// Number of actions in the group.
    pub count: usize,
    /// The meaning of the actions, in one line.
    pub meaning: &'static str,
}

impl ActionGroup {
    /// Returns the total number of actions in the groups.
    pub fn total(groups: &[Self]) -> usize {
        groups.iter().map(|group| group.count).sum()
    }
}
