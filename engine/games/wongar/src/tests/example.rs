//! The worked example of the rules booklet: the first round of four players, and the reveals before the second round.
//!
//! The booklet shows five of the regions, A to E, in pictures that its text does not explain. It follows that B is Hands (the
//! Ancestor leaves it) and that D is next to it. Green, Red, Orange and Violet are seats 0 to 3. Details missing from the booklet
//! are invented. After the example, random play completes the game, so that there is a whole record.

use super::scene::text;
use crate::{Event, Kind, State};
use engine::{Game, PlayableGame, Record, Rules, Seat, Turn};

const RECORD: &str = include_str!("../../data/example.jsonl");

/// The decisions of the first round. The booklet's A, B, C, D and E are kangaroo, hands, west, south-west and south; in notation
/// A, E, D, H and I.
const DECISIONS: &str = "take E, draw, draw, \
    take D, travel H, play cube in, play cylinder remove, pass, play lens remove, \
    take I, take H, place A, draw";

/// The events of the first round and of the reveals before the second.
const EVENTS: &[&str] = &[
    "round n:1 start:0",
    "ritual p:3 card:lens",
    "take p:0 region:hands card:cylinder",
    "place p:0 kind:cylinder region:hands",
    "ritual p:0 card:lens",
    "ritual p:0 card:double",
    "take p:1 region:west card:ancestor",
    "move figure:ancestor region:south-west",
    "ceremony region:south-west cause:ancestor",
    "play p:1 card:cube kind:cube use:in stones:[[1 hands]]",
    "play p:2 card:cylinder kind:cylinder use:remove stones:[[0 south-west]]",
    "pass p:1",
    "play p:2 card:lens kind:lens use:remove stones:[[1 south-west]]",
    "score kind:cube p:1 points:4",
    "score kind:cylinder p:2 points:4",
    "take p:2 region:south card:four-rituals",
    "ritual p:2 card:cube",
    "ritual p:2 card:scorpion",
    "scorpion p:2 space:2 penalty:2",
    "ritual p:2 card:lens",
    "ritual p:2 card:lens",
    "ritual p:2 card:cylinder",
    "take p:3 region:south-west card:lens",
    "place p:3 kind:lens region:south-west",
    "place p:3 kind:lens region:kangaroo",
    "ritual p:3 card:cube",
    "round n:2 start:1",
    "reveal region:west card:scorpion",
    "scorpion p:1 space:3 penalty:3",
    "reveal region:west card:cube",
    "reveal region:hands card:lens",
    "reveal region:south-west card:both",
    "reveal region:south card:triple",
];

/// Parses the record of the example.
fn record() -> Record<State> {
    Record::parse(RECORD, &Rules::new()).expect("a record")
}

fn play(record: &Record<State>) -> (State, Vec<Event>) {
    let mut state = State::start(record.setup());
    let mut events = Vec::new();
    let mut decisions = DECISIONS.split(", ");
    loop {
        state.audit();
        match state.turn() {
            Turn::Chance => state.happen_recorded(state.dealt(record.deal()), &mut events),
            Turn::Decide(_) => {
                let Some(text) = decisions.next() else { return (state, events) };
                let mv = text.parse().expect("a move");
                assert!(state.is_legal(mv), "{mv}");
                state.play_recorded(mv, &mut events);
            }
            Turn::Over => unreachable!("the example is but the beginning of a game"),
        }
    }
}

#[test]
fn w23_the_example_of_the_booklet() {
    let (after, events) = play(&record());
    let told: Vec<String> = events.iter().map(text).take(EVENTS.len()).collect();
    assert_eq!(told, EVENTS);
    // Red and Orange had four points each; the scorpions cost Orange two points and Red three.
    let points = Seat::all(4).map(|seat| after.points(seat));
    assert!(points.eq([0, 1, 2, 0]));
    assert_eq!((after.space(), after.scorpion_phase()), (3, 1));
    assert_eq!(after.boomerang(), Seat::new(1));
    let stones = |name, kind| {
        let region = record().setup().board().region(name).expect("a region");
        Seat::all(4).map(|seat| after.stones(region, kind, seat)).collect::<Vec<_>>()
    };
    // Violet's lens is the only lens in D; the cubes are red, and the cylinder is orange.
    assert_eq!(stones("south-west", Kind::Lens), [0, 0, 0, 1]);
    assert_eq!(stones("south-west", Kind::Cube), [0, 2, 0, 0]);
    assert_eq!(stones("south-west", Kind::Cylinder), [0, 0, 1, 0]);
}

/// Checks the record, which also serves as a reference for other programs.
#[test]
fn the_record_of_the_example_is_right_to_the_byte() {
    let record = record();
    assert_eq!(record.check(), Ok(()));
    let (_, events) = play(&record);
    assert_eq!(record.events()[..events.len()], events);
    assert_eq!(record.position(4).expect("a position").points(Seat::new(2)), 2);
    let end = record.position(92).expect("23 rounds of four turns");
    let (setup, header) = (record.setup(), record.header().clone());
    let again = Record::new(setup, &end, header, record.deal(), record.events());
    assert_eq!(again.to_line(), RECORD.trim_end());
}
