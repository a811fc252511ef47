//! What a turn is worth.

use super::study::{LEADS, ROUNDS, TILES_LEFT, round};
use super::{Move, State};
use crate::Seat;
use crate::csv_table::{CsvTable, one_row, page};
use crate::study::{
    Beginning, Branches, Case, Contrast, Family, Level, MeanOutcome, Study, StudyFacts,
    StudyPosition,
};
use serde::{Deserialize, Serialize};

// The arms.
const TURN: usize = 0;
const PASS: usize = 1;

/// The study: what is a turn worth, compared with its loss?
#[derive(Debug)]
pub struct Tempo;

/// A row of `tempo.csv`: a turn that begins. Turns count from 1.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct TempoRow {
    game: u64,
    turn: u32,
    /// The turn, by the seat's own count.
    round: u32,
    players: usize,
    seat: usize,
    /// The seat's points if the game ended here.
    points: i16,
    /// The seat's margin if the game ended here.
    lead: i16,
    rank: u8,
    /// Islands with a ship of the seat.
    islands: usize,
    tiles_left: u32,
    /// How many turns the game had, of all seats; this one was sampled among them.
    candidates: u64,
    /// The move that begins the turn.
    first: String,
    decks: u32,
    turn_margin: f64,
    pass_margin: f64,
    turn_win_share: f64,
    pass_win_share: f64,
}

const FACTS: StudyFacts = StudyFacts {
    name: "tempo",
    table: || CsvTable::of::<TempoRow>("tempo.csv"),
    summary: "summary_tempo.csv",
    model: "summary_tempo_model.csv",
    candidate: "a turn",
    arms: &["turn", "pass"],
    contrasts: &[Contrast { first: TURN, second: PASS, meaning: "A turn instead of none" }],
    family: Family { contrasts: 1, curves: &["round", "lead"] },
};

impl Study<State> for Tempo {
    fn facts(&self) -> &'static StudyFacts {
        &FACTS
    }

    fn is_candidate(&self, state: &State, _: &[Move]) -> bool {
        state.is_between_turns()
    }

    fn begin(&self, state: &State, _: Seat, arm: usize) -> Beginning<State> {
        if arm == TURN {
            return Beginning::Choice(*state);
        }
        Beginning::Lost(state.turn_lost().expect("a turn begins at a candidate"))
    }

    fn case(&self, position: &StudyPosition<State>, branches: &Branches<Move>) -> Case {
        let StudyPosition { game, state, seat, candidates, .. } = position;
        let Branches { first, decks, outcomes } = branches;
        let outcome = state.outcome();
        TempoRow {
            game: *game,
            turn: state.turns_played() + 1,
            round: round(state),
            players: state.players(),
            seat: seat.index(),
            points: outcome.points()[seat.index()],
            lead: outcome.margin(*seat),
            rank: outcome.ranks()[seat.index()],
            islands: state.islands_of(*seat).count(),
            tiles_left: state.tiles_left(),
            candidates: *candidates,
            first: first[TURN].map(|mv| mv.to_string()).unwrap_or_default(),
            decks: *decks,
            turn_margin: outcomes[TURN].margin,
            pass_margin: outcomes[PASS].margin,
            turn_win_share: outcomes[TURN].win_share,
            pass_win_share: outcomes[PASS].win_share,
        }
        .case()
    }

    fn read(&self, row: &[u8]) -> Option<Case> {
        one_row(row).map(|row: TempoRow| row.case())
    }
}

impl TempoRow {
    fn case(&self) -> Case {
        let round = || Level::among(self.round.into(), ROUNDS);
        let lead = || Level::among(self.lead.into(), LEADS);
        Case {
            row: page(&[self]),
            effects: FACTS.effects(&[
                MeanOutcome { margin: self.turn_margin, win_share: self.turn_win_share },
                MeanOutcome { margin: self.pass_margin, win_share: self.pass_win_share },
            ]),
            levels: vec![
                ("round", round()),
                ("lead", lead()),
                ("tiles_left", Level::among(self.tiles_left.into(), TILES_LEFT)),
                ("seat", Level::exactly(self.seat as i64)),
                ("round, lead", round().and(lead())),
            ],
            predictors: vec![("round", self.round.into()), ("lead", self.lead.into())],
        }
    }
}
