//! The study of king islands: the effect of founding one (T8, T9).

use crate::{Island, Move, State};
use engine::csv_table::{CsvTable, one_row, page};
use engine::study::{
    Beginning, Branches, Case, Contrast, Family, Level, MeanOutcome, Study, StudyFacts,
    StudyPosition,
};
use engine::{Game, Seat};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

// The lower bounds of the ranges of the curves.
pub(crate) const ROUNDS: &[i64] = &[1, 4, 7, 10, 14];
pub(crate) const LEADS: &[i64] = &[-5, 0, 1, 6];
pub(crate) const TILES_LEFT: &[i64] = &[0, 6, 12, 18, 24];
const TURNS: &[i64] = &[1, 11, 21, 31, 41];

// The indices of the arms.
const NOW: usize = 0;
const LATER: usize = 1;
const NEVER: usize = 2;
const PASS: usize = 3;

/// The study of the effect of founding now, compared with founding later, never, or losing the turn.
#[derive(Debug)]
pub struct Founding;

/// A row of `king_value.csv`: one position in which a seat could found a king island.
///
/// Means are over decks, for the seat that decides. In the arm `now` it founds a king island, in `later` it may
/// found one in later turns only, in `never` not at all, and in `pass` it loses the turn.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct FoundingRow {
    /// Number of the game in the run, from 0.
    game: u64,
    /// Number of the turn, from 1.
    turn: u32,
    /// Number of the turn by the count of the seat, from 1.
    round: u32,
    /// Number of seats at the table.
    players: usize,
    /// Seat that decides.
    seat: usize,
    /// Island on which the seat founds; the choice of the policy if there are several.
    island: Cow<'static, str>,
    /// Points of the island.
    value: u8,
    /// Number of the seat's ships on the island; all but one return to the supply.
    ships: u32,
    /// Number of islands on which the seat could found.
    foundable: usize,
    /// Points of the seat if the game ended here.
    points: i16,
    /// Points minus the points of the best other seat if the game ended here.
    lead: i16,
    /// Rank of the seat, from 1, if the game ended here.
    rank: u8,
    /// Number of islands with a ship of the seat.
    islands: usize,
    /// Ordinal of the king island for the seat: 1 or 2.
    king: u32,
    /// Number of tiles in the deck.
    tiles_left: u32,
    /// Number of decisions of the game in which founding was legal, each sampled with the same probability.
    candidates: u64,
    /// Whether the policy founded a king island here.
    policy_founds: bool,
    /// Beginning of the turn in the arm `later`.
    instead: String,
    /// Number of orders of the undrawn tiles on which each arm was played to the end.
    decks: u32,
    /// Mean final margin in the arm `now`, in points.
    now_margin: f64,
    /// Mean final margin in the arm `later`, in points.
    later_margin: f64,
    /// Mean final margin in the arm `never`, in points.
    never_margin: f64,
    /// Mean final margin in the arm `pass`, in points.
    pass_margin: f64,
    /// Mean win share in the arm `now`, from 0 to 1.
    now_win_share: f64,
    /// Mean win share in the arm `later`, from 0 to 1.
    later_win_share: f64,
    /// Mean win share in the arm `never`, from 0 to 1.
    never_win_share: f64,
    /// Mean win share in the arm `pass`, from 0 to 1.
    pass_win_share: f64,
}

const FACTS: StudyFacts = StudyFacts {
    name: "king-value",
    about: "Measure the effect of founding a king island",
    table: || CsvTable::of::<FoundingRow>("king_value.csv"),
    summary: "summary_king_value.csv",
    model: "summary_king_model.csv",
    candidate: "a choice whether to found",
    arms: &["now", "later", "never", "pass"],
    contrasts: &[
        Contrast { first: NOW, second: LATER, meaning: "Founding now instead of perhaps later" },
        Contrast { first: NOW, second: NEVER, meaning: "Founding now instead of never" },
        Contrast {
            first: LATER,
            second: NEVER,
            meaning: "Permission to found later instead of never",
        },
        Contrast { first: NOW, second: PASS, meaning: "Founding instead of losing the turn" },
        Contrast {
            first: LATER,
            second: PASS,
            meaning: "A turn without founding instead of losing the turn",
        },
    ],
    family: Family { contrasts: 2, curves: &["value", "king"] },
};

impl Study<State> for Founding {
    fn facts(&self) -> &'static StudyFacts {
        &FACTS
    }

    fn is_candidate(&self, _: &State, moves: &[Move]) -> bool {
        let foundings = moves.iter().filter(|&&mv| founded(mv).is_some()).count();
        foundings > 0 && foundings < moves.len()
    }

    fn begin(&self, state: &State, seat: Seat, arm: usize) -> Beginning<State> {
        let only = |founds: bool| state.restricted(|mv| founded(mv).is_some() == founds);
        let choice = "a candidate has foundings and other moves";
        match arm {
            NOW => Beginning::Choice(only(true).expect(choice)),
            LATER => Beginning::Choice(only(false).expect(choice)),
            NEVER => Beginning::Choice(state.without_kings(seat)),
            _ => {
                let after = state.turn_lost();
                Beginning::Lost(after.expect("a seat that may found has not begun its turn (T8)"))
            }
        }
    }

    fn case(&self, position: &StudyPosition<State>, branches: &Branches<Move>) -> Case {
        let StudyPosition { game, state, seat, chosen, candidates } = position;
        let Branches { first, decks, outcomes } = branches;
        let island = first[NOW].and_then(founded).expect("this arm founds");
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let outcome = state.outcome();
        FoundingRow {
            game: *game,
            turn: state.turns_played() + 1,
            round: round(state),
            players: state.players(),
            seat: seat.index(),
            island: island.card().id.into(),
            value: island.points(),
            ships: state.ships_on(island, *seat),
            foundable: moves.iter().filter(|&&mv| founded(mv).is_some()).count(),
            points: outcome.points()[seat.index()],
            lead: outcome.margin(*seat),
            rank: outcome.ranks()[seat.index()],
            islands: state.islands_of(*seat).count(),
            king: state.kings_founded(*seat) + 1,
            tiles_left: state.tiles_left(),
            candidates: *candidates,
            policy_founds: founded(*chosen).is_some(),
            instead: first[LATER].map(|mv| mv.to_string()).unwrap_or_default(),
            decks: *decks,
            now_margin: outcomes[NOW].margin,
            later_margin: outcomes[LATER].margin,
            never_margin: outcomes[NEVER].margin,
            pass_margin: outcomes[PASS].margin,
            now_win_share: outcomes[NOW].win_share,
            later_win_share: outcomes[LATER].win_share,
            never_win_share: outcomes[NEVER].win_share,
            pass_win_share: outcomes[PASS].win_share,
        }
        .case()
    }

    fn read(&self, row: &[u8]) -> Option<Case> {
        one_row(row).map(|row: FoundingRow| row.case())
    }
}

/// Returns the number of the turn that begins, counted from 1 for each seat separately.
pub(crate) fn round(state: &State) -> u32 {
    state.turns_played() / state.players() as u32 + 1
}

/// Returns the island that a move makes a king island.
fn founded(mv: Move) -> Option<Island> {
    if let Move::Found(island) = mv { Some(island) } else { None }
}

impl FoundingRow {
    fn case(&self) -> Case {
        let value = || Level::exactly(self.value.into());
        let king = || Level::exactly(self.king.into());
        let round = || Level::among(self.round.into(), ROUNDS);
        let tiles_left = || Level::among(self.tiles_left.into(), TILES_LEFT);
        let founds = if self.policy_founds { "founds" } else { "does not" };
        let policy = || Level::named(self.policy_founds.into(), founds);
        Case {
            row: page(&[self]),
            effects: FACTS.effects(&[
                MeanOutcome { margin: self.now_margin, win_share: self.now_win_share },
                MeanOutcome { margin: self.later_margin, win_share: self.later_win_share },
                MeanOutcome { margin: self.never_margin, win_share: self.never_win_share },
                MeanOutcome { margin: self.pass_margin, win_share: self.pass_win_share },
            ]),
            levels: vec![
                ("value", value()),
                ("king", king()),
                ("turn", Level::among(self.turn.into(), TURNS)),
                ("round", round()),
                ("lead", Level::among(self.lead.into(), LEADS)),
                ("tiles_left", tiles_left()),
                ("policy", policy()),
                ("value, tiles_left", value().and(tiles_left())),
                ("value, king", value().and(king())),
                ("round, king", round().and(king())),
                ("value, policy", value().and(policy())),
            ],
            predictors: vec![
                ("value", self.value.into()),
                ("round", self.round.into()),
                ("second_king", if self.king > 1 { 1.0 } else { 0.0 }),
                ("lead", self.lead.into()),
            ],
        }
    }
}
