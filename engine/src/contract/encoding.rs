//! Games in numbers, for whoever writes or reads training data.

use super::{ActionGroup, ActionSpace, Game, ObservationTensor, TensorBlock};

/// The numbers of a game's moves and the tensors of its views, as an object: [`ActionSpace`] and
/// [`ObservationTensor`] of a game that need not have them.
pub trait Encoding<G: Game>: Sync {
    /// Returns the actions in groups, in the order of their numbers.
    fn groups(&self) -> &'static [ActionGroup];

    /// Returns the move with this number; `None` from the number of actions on.
    fn action(&self, number: usize) -> Option<G::Move>;

    /// Returns the number of a move; `None` for a move that is never legal.
    fn number_of(&self, mv: G::Move) -> Option<usize>;

    /// Returns the blocks of a tensor at a table of so many players.
    fn blocks(&self, players: usize) -> Vec<TensorBlock>;

    /// Replaces the content of `into` by the tensor.
    ///
    /// # Panics
    /// If `into` has another size than the blocks together.
    fn write_tensor(&self, view: &G::View, players: usize, into: &mut [f32]);
}

/// The encoding of a game that has numbers and tensors.
pub struct Encoded;

impl<G: ActionSpace + ObservationTensor> Encoding<G> for Encoded {
    fn groups(&self) -> &'static [ActionGroup] {
        G::GROUPS
    }

    fn action(&self, number: usize) -> Option<G::Move> {
        G::action(number)
    }

    fn number_of(&self, mv: G::Move) -> Option<usize> {
        G::number_of(mv)
    }

    fn blocks(&self, players: usize) -> Vec<TensorBlock> {
        G::blocks(players)
    }

    fn write_tensor(&self, view: &G::View, players: usize, into: &mut [f32]) {
        G::write_tensor(view, players, into);
    }
}
