//! Liar's dice in words.

use super::state::{Bid, Dice, Liar, LiarsDice, MOST, Move, Setup};
use crate::drawing::{Board, Bounds, LegendEntry, Point, Render, Viewer, label};
use crate::phrase::Phrase;
use crate::{PlainEvent, Seat, Turn};

/// The renderer of liar's dice.
pub(super) struct Telling;

const FACES: [&str; MOST as usize] = ["1", "2", "3", "4", "5", "6"];

/// Returns the face of a seat's die; `None` before the roll, or if it is unseen.
fn face(dice: Dice, seat: Seat) -> Option<&'static str> {
    FACES.get(usize::from(dice.0[seat.index()].checked_sub(1)?)).copied()
}

/// Describes the dice, as the viewer sees them, and the bids.
fn lines(state: LiarsDice, viewer: Viewer) -> [String; 2] {
    let dice = Seat::all(2).map(|seat| {
        let shown = face(state.dice, seat).filter(|_| viewer.sees_hand_of(seat));
        format!("{} {}", seat.letter(), shown.unwrap_or("?"))
    });
    let seats = (0..2).map(Seat::new).cycle();
    let bids = seats.zip(state.bids.history());
    let bids = bids.map(|(seat, mv)| format!("{} {mv}", seat.letter()));
    let listed = |what: &str, all: Vec<String>| format!("{what}: {}", all.join(", "));
    [listed("dice", dice.collect()), listed("bids", bids.collect())]
}

impl Render<LiarsDice> for Telling {
    fn rules(&self) -> &'static [&'static str] {
        &[
            "Both players roll a die that the other does not see. The highest face counts as every face.",
            "In turn, they bid a number of dice and a face, which at least this number of the two dice shows. Each bid is higher than the last.",
            "Instead, a player may call the last bid a lie. If the bid is true, the bidder wins a point from the other; otherwise, \
             the other wins it.",
        ]
    }

    fn board(&self, state: &LiarsDice, _: &Setup, viewer: Viewer) -> Board {
        let lines = lines(*state, viewer);
        let longest = lines.iter().map(String::len).max().unwrap_or_default() as f64;
        let at = |row: usize| Point { x: 0.0, y: 24.0 * row as f64 };
        let pieces = lines.iter().enumerate().map(|(row, line)| label(at(row), 14.0, line));
        Board { pieces: pieces.collect(), bounds: Bounds::around(at(0), 4.0 * longest, 60.0) }
    }

    fn legend(&self) -> Vec<LegendEntry> {
        Vec::new()
    }

    fn facts(&self, state: &LiarsDice) -> Phrase {
        let last = state.bids.history().filter(|&mv| mv != Liar).last();
        Phrase::untranslated(last.map_or("no bid".to_owned(), |bid| format!("the last bid: {bid}")))
    }

    fn seat_facts(&self, _: &LiarsDice, _: Seat) -> Phrase {
        Phrase::untranslated(String::new())
    }

    fn sketch(&self, state: &LiarsDice, _: &Setup) -> String {
        lines(*state, Viewer::Everything).join("\n") + "\n"
    }

    fn public_sketch(&self, state: &LiarsDice, _: &Setup) -> String {
        let is_over = crate::Game::turn(state) == Turn::Over;
        let viewer = if is_over { Viewer::Everything } else { Viewer::Public };
        lines(*state, viewer).join("\n") + "\n"
    }

    fn describe(
        &self,
        event: &PlainEvent<LiarsDice>,
        _: &LiarsDice,
        _: &Setup,
        viewer: Viewer,
    ) -> Phrase {
        Phrase::untranslated(match *event {
            PlainEvent::Move { p, mv: Liar } => format!("{} calls the bid a lie.", p.letter()),
            PlainEvent::Move { p, mv } => format!("{}: {mv}.", p.letter()),
            PlainEvent::Chance { outcome } => {
                let seen = Seat::all(2).filter(|&seat| viewer.sees_hand_of(seat));
                let rolls = seen.filter_map(|seat| Some((seat.letter(), face(outcome, seat)?)));
                let rolls: Vec<_> =
                    rolls.map(|(who, face)| format!("{who} rolls {face}.")).collect();
                if rolls.is_empty() { "Both roll.".to_owned() } else { rolls.join(" ") }
            }
        })
    }

    fn move_in_words(&self, _: &LiarsDice, _: &Setup, mv: Move) -> Phrase {
        Phrase::untranslated(match mv {
            Bid { count: 1, face } => format!("bid: at least one die shows {face}"),
            Bid { face, .. } => format!("bid: both dice show {face}"),
            Liar => "call the last bid a lie".to_owned(),
        })
    }

    fn hand(&self, state: &LiarsDice, seat: Seat) -> Vec<&'static str> {
        face(state.dice, seat).into_iter().collect()
    }
}
