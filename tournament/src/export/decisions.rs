//! The decisions of a game, in numbers.

use crate::analysis::search::Search;
use crate::failure::Failure;
use crate::studies::tournament::RecordedResult;
use engine::View as _;
use engine::{
    ActionGroup, Encoding, PlayableGame, Record, RecordedDecision, Rules, SeatOrder, TensorBlock,
};
use std::path::Path;

/// What is needed to read the decisions of a game.
pub struct Reader<'a, G: PlayableGame> {
    pub encoding: &'static dyn Encoding<G>,
    pub players: usize,
    /// The boards that records may name.
    pub boards: &'a Rules,
    pub search: Option<&'a Search<G>>,
}

/// The decisions of some games, column by column. Lists are as long as there are seats, actions or values
/// in an observation; they follow each other.
#[derive(Default)]
pub struct Decisions {
    pub games: Vec<i64>,
    pub blocks: Vec<i64>,
    /// The number of the decision among the rows of its game.
    pub numbers: Vec<i32>,
    pub turns: Vec<i32>,
    pub seats: Vec<i32>,
    pub agents: Vec<String>,
    pub observations: Vec<f32>,
    pub masks: Vec<bool>,
    pub actions: Vec<i32>,
    /// By action; nothing for a decision that was not searched.
    pub visits: Vec<Option<Vec<Option<i64>>>>,
    pub values: Vec<Option<Vec<Option<f64>>>>,
    /// By seat, from the deciding one on.
    pub outcomes: Vec<f64>,
    pub points: Vec<i32>,
}

impl<G: PlayableGame> Reader<'_, G> {
    /// Reads the decisions of a game. What is wrong with it is told at its line of the file of records.
    ///
    /// # Errors
    /// Fails if the record is not that of a game, or if the search fails.
    pub fn decisions(&self, game: &RecordedResult, records: &Path) -> Result<Decisions, Failure> {
        let wrong = |source| Failure::Record { path: records.to_owned(), line: game.line, source };
        let record = Record::<G>::parse(&game.record, self.boards).map_err(wrong)?;
        let agents = &record.header().agents;
        let mut all = Decisions::default();
        let mut moves = Vec::new();
        for RecordedDecision { before, seat, mv, .. } in record.decisions().map_err(wrong)? {
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
            self.observe(&view, &mut all.observations);
            all.masks.extend(self.by_action(moves.iter().map(|&mv| (mv, true))));
            all.actions.push(self.number(mv) as i32);
            let table =
                self.search.map(|search| search.table(&view, game.game, number)).transpose()?;
            let table = table.filter(|table| !table.is_empty());
            all.visits.push(table.as_ref().map(|table| {
                let visits = self.by_action(table.iter().map(|row| (row.mv, row.visits)));
                visits.into_iter().map(|visits| Some(visits as i64)).collect()
            }));
            all.values
                .push(table.map(|table| {
                    self.by_action(table.iter().map(|row| (row.mv, Some(row.value))))
                }));
            for seat in SeatOrder::new(seat, self.players).seats() {
                all.outcomes.push(game.outcome.win_share(seat));
                all.points.push(i32::from(game.outcome.points()[seat.index()]));
            }
        }
        Ok(all)
    }

    fn observe(&self, view: &G::View, into: &mut Vec<f32>) {
        let begin = into.len();
        let size: usize = self.encoding.blocks(self.players).iter().map(TensorBlock::size).sum();
        into.resize(begin + size, 0.0);
        self.encoding.write_tensor(view, self.players, &mut into[begin..]);
    }

    /// Returns what there is for each action.
    fn by_action<T: Clone + Default>(&self, moves: impl Iterator<Item = (G::Move, T)>) -> Vec<T> {
        let mut all = vec![T::default(); ActionGroup::total(self.encoding.groups())];
        for (mv, value) in moves {
            all[self.number(mv)] = value;
        }
        all
    }

    fn number(&self, mv: G::Move) -> usize {
        self.encoding.number_of(mv).expect("every legal move has a number")
    }
}

impl Decisions {
    /// Returns the number of decisions.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Moves all decisions to the end of others.
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
        others.visits.append(&mut self.visits);
        others.values.append(&mut self.values);
        others.outcomes.append(&mut self.outcomes);
        others.points.append(&mut self.points);
    }
}
