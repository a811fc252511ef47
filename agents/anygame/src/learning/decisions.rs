//! The decisions of recorded games as arrays: training data.

use crate::agent::{Judge, JudgeError};
use engine::View as _;
use engine::{Encoding, Outcome, PlayableGame, Record, RecordedDecision, Rules, SeatOrder};

/// A game of a run, as stored in the run's files.
#[derive(Clone, Debug)]
pub struct RecordedResult {
    /// The number of the game.
    pub game: u64,
    /// The number of its block.
    pub block: u64,
    /// The outcome as the tournament counts it: agents that forfeited rank last.
    pub outcome: Outcome,
    /// The record.
    pub record: String,
    /// The line number of the record in its file, from 1.
    pub line: u64,
}

/// The decisions of several games, column by column, in the order of the games.
///
/// Only decisions between several legal moves are included. Columns of lists concatenate the lists of all
/// decisions; all lists of a column have the same length.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Decisions {
    /// The number of the game.
    pub games: Vec<i64>,
    /// The number of the game's block.
    pub blocks: Vec<i64>,
    /// The index of the decision among the included decisions of its game, from 0.
    pub numbers: Vec<i32>,
    /// The turn, from 1.
    pub turns: Vec<i32>,
    /// The deciding seat.
    pub seats: Vec<i32>,
    /// The label of the deciding agent.
    pub agents: Vec<String>,
    /// Lists by position in the tensor: the seat's observation.
    pub observations: Vec<f32>,
    /// Lists by action: whether the action is legal.
    pub masks: Vec<bool>,
    /// The action that was played.
    pub actions: Vec<i32>,
    /// Whether a search evaluated the decision.
    pub searched: Vec<bool>,
    /// Lists by action: the number of the search's visits; 0 without a search.
    pub visits: Vec<i64>,
    /// Lists by action: the mean reward in the search; NaN for an action that the search did not try.
    pub values: Vec<f64>,
    /// Lists by seat, in turn order from the deciding seat: the shares of the win.
    pub outcomes: Vec<f64>,
    /// Lists by seat, in turn order from the deciding seat: the points at the end.
    pub points: Vec<i32>,
}

/// Reads the decisions of a game.
///
/// # Errors
/// Fails if the line is not a record of a legal game, if the game has no encoding, or if the judge fails.
pub fn decisions<G: PlayableGame>(
    game: &RecordedResult,
    judge: Option<&Judge>,
    texts: &Rules,
) -> Result<Decisions, JudgeError> {
    let encoding = G::encoding().ok_or(JudgeError::NoEncoding(G::NAME))?;
    let record = Record::<G>::parse(&game.record, texts)?;
    let agents = &record.header().agents;
    let players = agents.len();
    let mut all = Decisions::default();
    let mut moves = Vec::new();
    for RecordedDecision { before, seat, mv, .. } in record.decisions()? {
        let view = before.view(seat);
        view.moves(&mut moves);
        if moves.len() < 2 {
            continue;
        }
        let number = all.len();
        all.games.push(game.game as i64);
        all.blocks.push(game.block as i64);
        all.numbers.push(number as i32);
        all.turns.push(before.turns_played() as i32 + 1);
        all.seats.push(seat.index() as i32);
        all.agents.push(agents[seat.index()].clone());
        observe(encoding, &view, players, &mut all.observations);
        all.masks.extend(by_action(encoding, false, moves.iter().map(|&mv| (mv, true))));
        all.actions.push(action(encoding, mv) as i32);
        let table = judge.map(|judge| judge.table::<G>(&view, game.game, number)).transpose()?;
        let table = table.unwrap_or_default();
        all.searched.push(!table.is_empty());
        let visits = table.iter().map(|row| (row.mv, row.visits as i64));
        all.visits.extend(by_action(encoding, 0, visits));
        all.values.extend(by_action(
            encoding,
            f64::NAN,
            table.iter().map(|row| (row.mv, row.value)),
        ));
        for seat in SeatOrder::new(seat, players).seats() {
            all.outcomes.push(game.outcome.win_share(seat));
            all.points.push(i32::from(game.outcome.points()[seat.index()]));
        }
    }
    Ok(all)
}

fn observe<G: PlayableGame>(
    encoding: &Encoding<G>,
    view: &G::View,
    players: usize,
    into: &mut Vec<f32>,
) {
    let begin = into.len();
    let size = encoding.tensor_size(players);
    into.resize(begin + size, 0.0);
    encoding.write_tensor(view, players, &mut into[begin..]);
}

/// Returns a list with an entry for every action, from values that are given for some of them.
fn by_action<G: PlayableGame, T: Clone>(
    encoding: &Encoding<G>,
    other: T,
    moves: impl Iterator<Item = (G::Move, T)>,
) -> Vec<T> {
    let mut all = vec![other; encoding.actions()];
    for (mv, value) in moves {
        all[action(encoding, mv)] = value;
    }
    all
}

fn action<G: PlayableGame>(encoding: &Encoding<G>, mv: G::Move) -> usize {
    encoding.number_of(mv).expect("every legal move has a number")
}

impl Decisions {
    /// Returns the number of decisions.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether there are no decisions.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Appends all decisions to others.
    pub fn append_to(mut self, others: &mut Self) {
        others.games.append(&mut self.games);
        others.blocks.append(&mut self.blocks);
        others.numbers.append(&mut self.numbers);
        others.turns.append(&mut self.turns);
        others.seats.append(&mut self.seats);
        others.agents.append(&mut self.agents);
        others.observations.append(&mut self.observations);
        others.masks.append(&mut self.masks);
        others.actions.append(&mut self.actions);
        others.searched.append(&mut self.searched);
        others.visits.append(&mut self.visits);
        others.values.append(&mut self.values);
        others.outcomes.append(&mut self.outcomes);
        others.points.append(&mut self.points);
    }
}
