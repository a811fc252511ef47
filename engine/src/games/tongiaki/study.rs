//! What founding a king island is worth (T8, T9).

use super::{Island, MAX_KING_ISLANDS, Move, State};
use crate::Game;
use crate::study::{Arm, Branches, Level, MeanOutcome, MoveStudy, PerArm, StudyPosition, StudyRow};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

// Lower bounds of the ranges of the curves.
const ROUNDS: &[i64] = &[1, 4, 7, 10, 14];
const TURNS: &[i64] = &[1, 11, 21, 31, 41];
const LEADS: &[i64] = &[-5, 0, 1, 6];
const TILES_LEFT: &[i64] = &[0, 6, 12, 18, 24];

/// The study: is founding now better than not founding?
#[derive(Debug)]
pub struct Founding;

/// A row of `king_value.csv`: a position where founding was legal. Turns count from 1.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct FoundingRow {
    game: u64,
    turn: u32,
    /// The turn, by the seat's own count.
    round: u32,
    players: usize,
    seat: usize,
    /// The founded island; the policy's choice if there are several.
    island: Cow<'static, str>,
    /// Its points.
    value: u8,
    /// The seat's ships there; all but one return to the supply.
    ships: u32,
    /// How many islands could be founded.
    foundable: usize,
    /// The seat's points if the game ended here.
    points: i16,
    /// The seat's margin if the game ended here.
    lead: i16,
    rank: u8,
    /// Islands with a ship of the seat.
    islands: usize,
    /// King islands that the seat may still found, this one included.
    kings_left: u32,
    tiles_left: u32,
    /// How many decisions of the game allowed founding; this one was sampled among them.
    candidates: u64,
    /// Whether the policy founded a king island in the game.
    policy_founds: bool,
    /// The move that begins the turn instead.
    other: String,
    decks: u32,
    found_margin: f64,
    other_margin: f64,
    pass_margin: f64,
    found_win_share: f64,
    other_win_share: f64,
    pass_win_share: f64,
}

impl MoveStudy<State> for Founding {
    type Row = FoundingRow;

    const NAME: Option<&'static str> = Some("king-value");
    const FILE: &'static str = "king_value.csv";
    const SUMMARY: &'static str = "summary_king_value.csv";
    const ACT: &'static str = "found";

    fn is_act(mv: Move) -> bool {
        matches!(mv, Move::Found(_))
    }

    fn restricted(state: &State, keep: impl Fn(Move) -> bool) -> Option<State> {
        state.restricted(keep)
    }

    fn turn_lost(state: &State) -> State {
        state.turn_lost().expect("who founds a king island has not begun the turn (T8)")
    }

    fn row(position: &StudyPosition<State>, branches: &Branches<Move>) -> FoundingRow {
        let StudyPosition { game, state, seat, chosen, candidates } = position;
        let Branches { act, other, decks, outcomes } = branches;
        let island = founded(*act).expect("the act is to found");
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let outcome = state.outcome();
        FoundingRow {
            game: *game,
            turn: state.turns_played() + 1,
            round: state.turns_played() / state.players() as u32 + 1,
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
            kings_left: MAX_KING_ISLANDS - state.kings_founded(*seat),
            tiles_left: state.tiles_left(),
            candidates: *candidates,
            policy_founds: founded(*chosen).is_some(),
            other: other.to_string(),
            decks: *decks,
            found_margin: outcomes[Arm::Act].margin,
            other_margin: outcomes[Arm::Other].margin,
            pass_margin: outcomes[Arm::Pass].margin,
            found_win_share: outcomes[Arm::Act].win_share,
            other_win_share: outcomes[Arm::Other].win_share,
            pass_win_share: outcomes[Arm::Pass].win_share,
        }
    }
}

/// Returns the island that a move makes a king island.
fn founded(mv: Move) -> Option<Island> {
    if let Move::Found(island) = mv { Some(island) } else { None }
}

impl StudyRow for FoundingRow {
    fn outcomes(&self) -> PerArm<MeanOutcome> {
        PerArm([
            MeanOutcome { margin: self.found_margin, win_share: self.found_win_share },
            MeanOutcome { margin: self.other_margin, win_share: self.other_win_share },
            MeanOutcome { margin: self.pass_margin, win_share: self.pass_win_share },
        ])
    }

    fn levels(&self) -> Vec<(&'static str, Level)> {
        let value = || Level::exactly(self.value.into());
        let tiles_left = || Level::among(self.tiles_left.into(), TILES_LEFT);
        let policy = if self.policy_founds { "founds" } else { "does not" };
        // The program prints the first curve; the others are in the file.
        vec![
            ("value", value()),
            ("turn", Level::among(self.turn.into(), TURNS)),
            ("round", Level::among(self.round.into(), ROUNDS)),
            ("lead", Level::among(self.lead.into(), LEADS)),
            ("tiles_left", tiles_left()),
            ("kings_left", Level::exactly(self.kings_left.into())),
            ("policy", Level::named(self.policy_founds.into(), policy)),
            ("value, tiles_left", value().and(tiles_left())),
            ("value, kings_left", value().and(Level::exactly(self.kings_left.into()))),
            ("value, policy", value().and(Level::named(self.policy_founds.into(), policy))),
        ]
    }
}
