//! The analysis of a recorded game, decision by decision.

use crate::judge::{Judge, JudgeError};
use agents::review::{Judgement, ReviewedDecision, Verdict, judge};
use anygame::{AnyGame, ReplayedDecision};
use engine::{Rules, SearchNote, Seat, Turn};

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

/// Judges the decisions of a record by a search. All random choices follow from the record's line number and the
/// numbers of the decisions. `texts` contains the texts that the record may refer to.
///
/// # Errors
/// Fails if the line is not a record of a legal game, or if an agent of the analyst fails.
pub fn analyse(
    game: &dyn AnyGame,
    text: &str,
    line: u64,
    analyst: &Analyst,
    texts: &Rules,
) -> Result<AnalysedGame, JudgeError> {
    let decided = game.decided_game(text, texts)?;
    let numbered = decided.decisions.iter().enumerate();
    let reviewed = numbered.map(|(number, decision)| review(analyst, decision, line, number));
    let reviewed = reviewed.collect::<Result<Vec<_>, _>>()?;
    let judgements = judge(&reviewed);
    let (mut notes, mut all) = (Vec::new(), Vec::new());
    for ((decision, reviewed), judgement) in decided.decisions.iter().zip(&reviewed).zip(judgements)
    {
        let Some(preferred) = reviewed.preferred() else { continue };
        if let Some(event) = decision.event {
            notes.push(SearchNote {
                event,
                agent: Some(analyst.search.participant.spec().to_string()),
                moves: reviewed.table.clone(),
                lost: judgement.lost,
                at_stake: judgement.at_stake,
                verdict: judgement.verdict.map(Verdict::name),
            });
        }
        all.push(AnalysedDecision {
            turn: decision.before.turns_played() + 1,
            seat: decision.seat,
            agent: decided.header.agents[decision.seat.index()].clone(),
            played: decision.mv.clone(),
            preferred: preferred.mv.clone(),
            judgement,
        });
    }
    let line = game.annotated(text, texts, &notes)?;
    Ok(AnalysedGame { line, seed: decided.header.seed, decisions: all })
}

fn review(
    analyst: &Analyst,
    decision: &ReplayedDecision,
    line: u64,
    number: usize,
) -> Result<ReviewedDecision, JudgeError> {
    let view = decision.before.view(decision.seat);
    let moves = view.moves();
    let (mut table, mut at_a_glance) = (Vec::new(), None);
    if moves.len() > 1 {
        (_, table) = analyst.search.ask(&*view, line, number)?;
        let glance = analyst.glance.as_ref().map(|agent| agent.ask(&*view, line, number));
        at_a_glance = glance.transpose()?.map(|(chosen, _)| moves[chosen].clone());
    }
    let goes_on = goes_on(decision, &moves);
    Ok(ReviewedDecision { played: decision.mv.clone(), table, at_a_glance, goes_on })
}

/// Returns whether the seat decides again after its decision between these moves, without a chance event in between.
fn goes_on(decision: &ReplayedDecision, moves: &[String]) -> bool {
    let mut after = decision.before.copy();
    let place = moves.iter().position(|mv| *mv == decision.mv);
    let is_played = place.is_some_and(|place| after.apply_nth(place).is_ok());
    is_played && after.turn() == Turn::Decide(decision.seat)
}
