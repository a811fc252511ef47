//! The analysis of a recorded game, decision by decision.

use crate::agent::{Judge, JudgeError, noted_moves};
use agents::review::{Judgement, ReviewedDecision, Verdict, judge};
use engine::{PlayableGame, Record, RecordedDecision, Rules, SearchNote, Seat, Turn, View as _};

/// The agents that analyse games.
#[derive(Clone, Debug)]
pub struct Analyst {
    /// The search that judges decisions.
    pub search: Judge,
    /// An agent whose choice counts as a move's first impression, if the game has such an agent.
    pub glance: Option<Judge>,
}

/// A game with a search's judgements of its decisions.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysedGame {
    /// The record's line, with the results of the search.
    pub line: String,
    /// The seed of the deck.
    pub seed: String,
    /// The decisions that were searched.
    pub decisions: Vec<AnalysedDecision>,
}

/// A decision between several legal moves.
#[derive(Clone, PartialEq, Debug)]
pub struct AnalysedDecision {
    /// The turn, from 1.
    pub turn: u32,
    /// The deciding seat.
    pub seat: Seat,
    /// The label of the seat's agent.
    pub agent: String,
    /// The move that was played.
    pub played: String,
    /// The search's preferred move.
    pub preferred: String,
    /// The judgement of the move that was played.
    pub judgement: Judgement,
}

/// Analyses a record. All random choices follow from the record's line number and the numbers of the decisions.
///
/// # Errors
/// Fails if the line is not a record of a legal game, or if an agent of the analyst fails.
pub fn analyse<G: PlayableGame>(
    text: &str,
    line: u64,
    analyst: &Analyst,
    texts: &Rules,
) -> Result<AnalysedGame, JudgeError> {
    let record = Record::<G>::parse(text, texts)?;
    let decisions = record.decisions()?;
    let reviewed = decisions.iter().enumerate();
    let reviewed = reviewed.map(|(number, decision)| review(analyst, decision, line, number));
    let reviewed = reviewed.collect::<Result<Vec<_>, _>>()?;
    let judgements = judge(&reviewed);
    let (mut notes, mut all) = (Vec::new(), Vec::new());
    for ((decision, reviewed), judgement) in decisions.iter().zip(&reviewed).zip(judgements) {
        let Some(preferred) = reviewed.preferred() else { continue };
        if let Some(event) = decision.events.clone().next() {
            notes.push(SearchNote {
                event,
                agent: Some(analyst.search.participant.spec().to_string()),
                moves: noted_moves(&reviewed.table),
                lost: judgement.lost,
                at_stake: judgement.at_stake,
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
    let seed = record.header().seed.clone();
    Ok(AnalysedGame { line: record.to_line_with(&notes), seed, decisions: all })
}

fn review<G: PlayableGame>(
    analyst: &Analyst,
    decision: &RecordedDecision<G>,
    line: u64,
    number: usize,
) -> Result<ReviewedDecision<G::Move>, JudgeError> {
    let RecordedDecision { before, seat, mv, .. } = decision;
    let view = before.view(*seat);
    let mut moves = Vec::new();
    view.moves(&mut moves);
    let (mut table, mut at_a_glance) = (Vec::new(), None);
    if moves.len() > 1 {
        table = analyst.search.table::<G>(&view, line, number)?;
        let glance = analyst.glance.as_ref().map(|agent| agent.choice::<G>(&view, line, number));
        at_a_glance = glance.transpose()?;
    }
    let mut after = before.clone();
    after.play(*mv);
    let goes_on = after.turn() == Turn::Decide(*seat);
    Ok(ReviewedDecision { played: *mv, table, at_a_glance, goes_on })
}
