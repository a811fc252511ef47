//! The decisions of recorded games as numbers: training data.

use crate::judge::{Judge, JudgeError};
use anygame::AnyGame;
use engine::{Outcome, Rules, SeatOrder};

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

/// A decision between several legal moves. The lists of all decisions in games with the same number of seats have the same
/// lengths.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The number of the game.
    pub game: i64,
    /// The number of the game's block.
    pub block: i64,
    /// The index of the decision among those between several legal moves in its game, from 0.
    pub number: i32,
    /// The turn, from 1.
    pub turn: i32,
    /// The deciding seat.
    pub seat: i32,
    /// The label of the deciding agent.
    pub agent: String,
    /// The seat's observation tensor.
    pub observation: Vec<f32>,
    /// By action: whether the action is legal.
    pub mask: Vec<bool>,
    /// The action that was played.
    pub action: i32,
    /// Whether a search evaluated the decision.
    pub is_searched: bool,
    /// By action: the number of the search's visits; 0 without a search.
    pub visits: Vec<i64>,
    /// By action: the mean reward in the search; NaN for an action that the search did not value.
    pub values: Vec<f64>,
    /// The shares of the win by seat, in turn order from the deciding seat.
    pub outcomes: Vec<f64>,
    /// The points at the end by seat, in turn order from the deciding seat.
    pub points: Vec<i32>,
}

/// Returns the decisions of a recorded game in order, with the results of a search if a judge is given. `texts` contains the texts
/// that the record may refer to.
///
/// # Errors
/// Fails if the record is not a record of a legal game, if the game has no encoding, or if the judge fails.
///
/// # Panics
/// Never: every legal move has an action number.
pub fn decisions(
    game: &dyn AnyGame,
    result: &RecordedResult,
    judge: Option<&Judge>,
    texts: &Rules,
) -> Result<Vec<Decision>, JudgeError> {
    let decided = game.decided_game(&result.record, texts)?;
    let (setup, agents) = (decided.setup, decided.header.agents);
    let encoding = setup.encoding().ok_or(JudgeError::NoEncoding(game.facts().name))?;
    let number_of = |mv: &str| setup.action_number(mv).expect("every legal move has a number");
    let mut all = Vec::new();
    for mut decision in decided.decisions {
        let legal = decision.before.legal_actions().to_vec();
        if legal.len() < 2 {
            continue;
        }
        let (number, seat) = (all.len(), decision.seat);
        let view = decision.before.view(seat);
        let found = judge.map(|judge| judge.ask(&*view, result.game, number)).transpose()?;
        let table = found.into_iter().flat_map(|(_, table)| table);
        let table: Vec<_> = table.map(|row| (number_of(&row.mv), row)).collect();
        let visits = table.iter().map(|(action, row)| (*action, row.visits as i64));
        let values = table.iter().map(|(action, row)| (*action, row.value));
        let mut observation = vec![0.0; encoding.tensor_size];
        view.write_tensor(&mut observation);
        let order: Vec<_> = SeatOrder::new(seat, setup.players()).seats().collect();
        let points = result.outcome.points();
        all.push(Decision {
            game: result.game as i64,
            block: result.block as i64,
            number: number as i32,
            turn: decision.before.turns_played() as i32 + 1,
            seat: seat.index() as i32,
            agent: agents[seat.index()].clone(),
            observation,
            mask: by_action(encoding.actions, false, legal.iter().map(|&action| (action, true))),
            action: number_of(&decision.mv) as i32,
            is_searched: !table.is_empty(),
            visits: by_action(encoding.actions, 0, visits),
            values: by_action(encoding.actions, f64::NAN, values),
            outcomes: order.iter().map(|&seat| result.outcome.win_share(seat)).collect(),
            points: order.iter().map(|seat| points[seat.index()].into()).collect(),
        });
    }
    Ok(all)
}

/// Returns a list with an entry for every action, from values that are given for some of them.
fn by_action<T: Clone>(
    actions: usize,
    other: T,
    given: impl Iterator<Item = (usize, T)>,
) -> Vec<T> {
    let mut all = vec![other; actions];
    for (action, value) in given {
        all[action] = value;
    }
    all
}
