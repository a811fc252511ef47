//! The study of tempo: the value of a turn.

use crate::tables::study::{LEADS, ROUNDS, TILES_LEFT, round};
use crate::{Move, State};
use engine::Seat;
use engine::csv_table::{CsvTable, one_row, page};
use engine::study::{
    Beginning, Branches, Case, Contrast, Family, Level, MeanOutcome, Study, StudyFacts,
    StudyPosition,
};
use serde::{Deserialize, Serialize};

// The indices of the arms.
const TURN: usize = 0;
const PASS: usize = 1;

/// The study of the value of a turn, compared with losing it.
#[derive(Debug)]
pub struct Tempo;

/// A row of `tempo.csv`: one turn that was sampled at its beginning.
///
/// In the arm `turn` the seat takes its turn, and in the arm `pass` it loses the turn. Means are over decks, for
/// this seat.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct TempoRow {
    /// Number of the game in the run, from 0.
    game: u64,
    /// Number of the turn, from 1.
    turn: u32,
    /// Number of the turn by the count of the seat, from 1.
    round: u32,
    /// Number of seats at the table.
    players: usize,
    /// Seat whose turn it is.
    seat: usize,
    /// Points of the seat if the game ended here.
    points: i16,
    /// Points minus the points of the best other seat if the game ended here.
    lead: i16,
    /// Rank of the seat, from 1, if the game ended here.
    rank: u8,
    /// Number of islands with a ship of the seat.
    islands: usize,
    /// Number of tiles in the deck.
    tiles_left: u32,
    /// Number of turns of all seats in the game, each sampled with the same probability.
    candidates: u64,
    /// Beginning of the turn in the arm `turn`.
    first: String,
    /// Number of orders of the undrawn tiles on which each arm was played to the end.
    decks: u32,
    /// Mean final margin in the arm `turn`, in points.
    turn_margin: f64,
    /// Mean final margin in the arm `pass`, in points.
    pass_margin: f64,
    /// Mean win share in the arm `turn`, from 0 to 1.
    turn_win_share: f64,
    /// Mean win share in the arm `pass`, from 0 to 1.
    pass_win_share: f64,
}

const FACTS: StudyFacts = StudyFacts {
    name: "tempo",
    about: "Measure the value of a turn",
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
