//! Positions that may follow a decision, and their numbers, from which learners choose a move without encoding moves.

use super::typed_setup::TypedSetup;
use engine::{Evaluated, GameRng, Outcome, PlayableGame, Seat, Seed, TensorBlock, Turn, View};
use rand::SeedableRng;
use rand::seq::SliceRandom;

/// The moves after which positions are described.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Ahead {
    /// Each legal action, with the same determinization and the same chance events after it.
    Action,
    /// This many random ways to finish the turn, each with its own determinization and chance events. The legal actions come
    /// first in equal shares.
    Turn(usize),
}

/// The numbers that describe a position for a seat.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Described {
    /// The seat's observation tensor.
    Observation,
    /// The inputs of networks; see [`Inputs`].
    Inputs,
}

/// The inputs of networks for a position, from the perspective of a seat.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Inputs {
    /// Each input of a seat for all seats in turn order, beginning with the observer, then each input of the table.
    pub dense: Vec<f32>,
    /// The sparse inputs that are on for the observer, which may repeat.
    pub sparse: Vec<u16>,
}

/// Positions that may follow a decision.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Afterstates {
    /// The number of the action that leads to each position, or begins the turn that does.
    pub actions: Vec<usize>,
    /// The outcome of each position at which the game is over.
    pub outcomes: Vec<Option<Outcome>>,
    /// The dense numbers of all positions, one position after another.
    pub dense: Vec<f32>,
    /// The sparse inputs of all positions, one position after another.
    pub sparse: Vec<u16>,
    /// The number of sparse inputs of each position.
    pub counts: Vec<usize>,
}

impl Afterstates {
    /// Returns what may follow the decision of a view's seat; nothing if the seat does not decide or the game has no encoding.
    ///
    /// Everything hidden comes from determinizations of the view. Chance events that follow are drawn until a seat decides.
    pub(super) fn of<G: PlayableGame>(
        view: &G::View,
        setup: &TypedSetup<G>,
        ahead: Ahead,
        described: Described,
        seed: Seed,
    ) -> Self {
        let mut after = Self::default();
        let Some(encoding) = setup.encoding else { return after };
        let (mut moves, mut rng) = (Vec::new(), seed.rng());
        view.moves(&mut moves);
        if let Ahead::Turn(ways) = ahead {
            moves.shuffle(&mut rng);
            moves = moves.iter().copied().cycle().take(ways).collect();
        }
        let mut state = view.determinize(&mut rng);
        let turn = state.turns_played();
        for mv in moves {
            let (mut game, mut luck) = (state.clone(), rng.clone());
            game.play(mv);
            if let Ahead::Turn(_) = ahead {
                luck = GameRng::from_rng(&mut rng);
                if game.turns_played() == turn && game.turn() != Turn::Over {
                    game.play_turn(&mut rng, &mut luck);
                }
                state = view.determinize(&mut rng);
            }
            game.next_decision(|game| game.happen(game.random_chance(&mut luck)));
            after.actions.extend(encoding.number_of(mv));
            after.outcomes.push((game.turn() == Turn::Over).then(|| game.outcome()));
            let (dense, seat) = (&mut after.dense, view.seat());
            if described == Described::Inputs {
                after.counts.push(add_inputs(&game, seat, dense, &mut after.sparse));
            } else {
                let start = dense.len();
                dense.resize(start + encoding.tensor_size(setup.players), 0.0);
                encoding.write_tensor(&game.view(seat), setup.players, &mut dense[start..]);
                after.counts.push(0);
            }
        }
        after
    }
}

/// Returns the inputs of a position for a seat.
pub(super) fn inputs<G: Evaluated>(game: &G, seat: Seat) -> Inputs {
    let mut inputs = Inputs::default();
    add_inputs(game, seat, &mut inputs.dense, &mut inputs.sparse);
    inputs
}

/// Appends the inputs of a position for a seat. Returns the number of its sparse inputs.
fn add_inputs<G: Evaluated>(
    game: &G,
    seat: Seat,
    dense: &mut Vec<f32>,
    sparse: &mut Vec<u16>,
) -> usize {
    let (players, start) = (game.players(), dense.len());
    let of_seats = (G::FEATURES.len() + G::SEAT_INPUTS.len()) * players;
    dense.resize(start + of_seats + G::TABLE_INPUTS.len(), 0.0);
    let (seats, table) = dense[start..].split_at_mut(of_seats);
    game.inputs(
        |of, values| {
            let place = (of.index() + players - seat.index()) % players;
            for (input, &value) in seats.chunks_mut(players).zip(values) {
                input[place] = value as f32;
            }
        },
        |values| {
            for (input, &value) in table.iter_mut().zip(values) {
                *input = value as f32;
            }
        },
    );
    // `sparse_inputs` appends the inputs of every seat in order, of which only this seat's remain.
    let begin = sparse.len();
    let counts = game.sparse_inputs(sparse).map(usize::from);
    let before: usize = counts[..seat.index()].iter().sum();
    sparse.drain(begin..begin + before);
    sparse.truncate(begin + counts[seat.index()]);
    counts[seat.index()]
}

/// Returns the blocks of the dense inputs, then the blocks of the sparse inputs.
pub(super) fn blocks<G: Evaluated>(players: usize) -> [Vec<TensorBlock>; 2] {
    let block = |name, size, meaning| TensorBlock { name, shape: vec![size], meaning };
    let features = G::FEATURES.iter().map(|of| block(of.name, players, of.meaning));
    let seats = G::SEAT_INPUTS.iter().map(|of| block(of.name, players, of.meaning));
    let table = G::TABLE_INPUTS.iter().map(|of| block(of.name, 1, of.meaning));
    let sparse = G::SPARSE_INPUTS.iter().map(|of| block(of.name, of.size, of.meaning));
    [features.chain(seats).chain(table).collect(), sparse.collect()]
}
