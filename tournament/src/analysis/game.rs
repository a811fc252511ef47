//! One recorded game, decision by decision.

use super::search::Search;
use crate::failure::Failure;
use agents::review::{Judgement, ReviewedDecision, Verdict, judge};
use anygame::play::noted_moves;
use engine::{PlayableGame, Record, RecordedDecision, Rules, SearchNote, Seat, Turn, View as _};
use std::path::Path;

/// What judges decisions.
pub struct Analyst<'a, G: PlayableGame> {
    pub search: &'a Search<G>,
    /// Says what a move looks like at first sight, if the game has an agent for that.
    pub glance: Option<&'a Search<G>>,
    /// The boards that records may name.
    pub boards: &'a Rules,
}

/// A game with what the search says of it.
pub struct AnalysedGame {
    /// The record's line with what the search found.
    pub line: String,
    /// The decisions that were searched.
    pub decisions: Vec<AnalysedDecision>,
}

/// A decision with a choice.
pub struct AnalysedDecision {
    /// From 1.
    pub turn: u32,
    pub seat: Seat,
    /// The label of the seat's agent.
    pub agent: String,
    pub played: String,
    /// The move that the search prefers.
    pub preferred: String,
    pub judgement: Judgement,
}

impl<G: PlayableGame> Analyst<'_, G> {
    /// Analyses the game of a line of a file. All random choices follow from that line's number and the
    /// place of the decision.
    ///
    /// # Errors
    /// Fails if the record is not that of a game, or if the search fails.
    pub fn analyse(&self, text: &str, path: &Path, line: u64) -> Result<AnalysedGame, Failure> {
        let wrong = |source| Failure::Record { path: path.to_owned(), line, source };
        let record = Record::<G>::parse(text, self.boards).map_err(wrong)?;
        let decisions = record.decisions().map_err(wrong)?;
        let reviewed = decisions.iter().enumerate();
        let reviewed = reviewed.map(|(number, decision)| self.review(decision, line, number));
        let reviewed = reviewed.collect::<Result<Vec<_>, _>>()?;
        let judgements = judge(&reviewed);
        let (mut notes, mut all) = (Vec::new(), Vec::new());
        for ((decision, reviewed), judgement) in decisions.iter().zip(&reviewed).zip(judgements) {
            let Some(preferred) = reviewed.preferred() else { continue };
            if let Some(event) = decision.events.clone().next() {
                notes.push(SearchNote {
                    event,
                    agent: Some(self.search.spec()),
                    moves: noted_moves(&reviewed.table),
                    lost: judgement.lost,
                    verdict: judgement.verdict.map(Verdict::name),
                });
            }
            all.push(AnalysedDecision {
                turn: decision.before.turns_played() + 1,
                seat: decision.seat,
                agent: record.header().agents[decision.seat.index()].clone(),
                played: decision.mv.to_string(),
                preferred: preferred.mv.to_string(),
                judgement,
            });
        }
        Ok(AnalysedGame { line: record.to_line_with(&notes), decisions: all })
    }

    fn review(
        &self,
        decision: &RecordedDecision<G>,
        line: u64,
        number: usize,
    ) -> Result<ReviewedDecision<G::Move>, Failure> {
        let RecordedDecision { before, seat, mv, .. } = decision;
        let view = before.view(*seat);
        let mut moves = Vec::new();
        view.moves(&mut moves);
        let (mut table, mut at_a_glance) = (Vec::new(), None);
        if moves.len() > 1 {
            table = self.search.table(&view, line, number)?;
            let glance = self.glance.map(|agent| agent.choice(&view, line, number));
            at_a_glance = glance.transpose()?;
        }
        let mut after = before.clone();
        after.play(*mv);
        let goes_on = after.turn() == Turn::Decide(*seat);
        Ok(ReviewedDecision { played: *mv, table, at_a_glance, goes_on })
    }
}
