//! The booklet's worked example: four players, their first round, and the reveals before the second.
//!
//! The booklet shows five of the regions, A to E, in pictures that the text does not give. It follows
//! that B is Hands (the Ancestor leaves it) and that D is next to it. Green, Red, Orange and Violet are
//! seats 0 to 3. What the booklet does not tell is made up, and after its end the game is played on at
//! random, so that there is a whole record.

use super::scene::text;
use crate::wongar::deal::{Deal, Sheet};
use crate::wongar::{AreaCard, Edition, Event, Kind, Record, Setup, State};
use crate::{Dealt, Game, Seat, Seed, Title, Turn};
use rand::seq::SliceRandom;
use serde::Deserialize;
use serde_json::{Map, Value, json};

const RECORD: &str = include_str!("../../../data/wongar-example.jsonl");

const REGIONS: [&str; 10] = [
    "kangaroo",
    "north",
    "north-east",
    "west",
    "hands",
    "foot",
    "east",
    "south-west",
    "south",
    "south-east",
];

/// The decisions of the first round. A, B, C, D and E of the booklet are kangaroo, hands, west,
/// south-west and south: in notation A, E, D, H and I.
const DECISIONS: &str = "take E, draw, draw, \
    take D, travel H, play cube in, play cylinder remove, pass, play lens remove, \
    take I, take H, place A, draw";

/// What happens in the first round and in the reveals before the second.
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

/// All of some cards: these come first, the others in some order.
fn with_first(first: &[&str], all: &[(&str, usize)]) -> Vec<String> {
    let mut rest: Vec<String> = Vec::new();
    for &(card, count) in all {
        let used = first.iter().filter(|&&one| one == card).count();
        rest.extend(std::iter::repeat_n(card.to_owned(), count - used));
    }
    rest.shuffle(&mut Seed::new(first.len() as u64).stream());
    first.iter().map(|&card| card.to_owned()).chain(rest).collect()
}

/// The stones: kangaroo to foot as it comes, but a red cube in Hands, and in D a green cylinder, a red
/// lens, a red cube and an orange cylinder.
fn bag() -> Vec<(usize, Kind)> {
    let given = |place: usize| match place {
        16 | 30 => Some((1, Kind::Cube)),
        28 => Some((0, Kind::Cylinder)),
        29 => Some((1, Kind::Lens)),
        31 => Some((2, Kind::Cylinder)),
        _ => None,
    };
    let mut rest: Vec<(usize, Kind)> = Vec::new();
    for kind in Kind::ALL {
        for seat in 0..4 {
            let given = (0..48).filter(|&place| given(place) == Some((seat, kind))).count();
            rest.extend(std::iter::repeat_n((seat, kind), 4 - given));
        }
    }
    let mut rest = rest.into_iter();
    (0..48).map(|place| given(place).or_else(|| rest.next()).expect("48 stones")).collect()
}

fn deal(setup: &Setup) -> Deal {
    let cards = AreaCard::ALL.map(|card| (card.id(), usize::from(card.count(Edition::Base))));
    let firsts: [&[&str]; 10] = [
        &["lens"],
        &["cube"],
        &["elder"],
        &["ancestor", "scorpion", "cube"],
        &["cylinder", "lens"],
        &["lens"],
        &["both"],
        &["lens", "both"],
        &["four-rituals", "triple"],
        &["ancestor"],
    ];
    let stacks = REGIONS.iter().zip(firsts);
    let stacks: Map<String, Value> = stacks
        .map(|(&region, first)| (region.to_owned(), json!(with_first(first, &cards))))
        .collect();
    let drawn = "lens lens double cube scorpion lens lens cylinder cube cylinder";
    let drawn: Vec<&str> = drawn.split(' ').collect();
    // Hands: three lenses, two cubes, three cylinders.
    let left = [("lens", 11), ("cube", 10), ("cylinder", 7), ("double", 5), ("scorpion", 2)];
    let sheet = json!({
        "bag": bag(),
        "stacks": stacks,
        "rituals": with_first(&drawn, &left),
        "hands": [["lens", "cylinder"], ["cube", "cylinder"], ["cylinder", "lens"], ["lens", "cube"]],
        "ancestor": 0,
        "elder": 3,
    });
    let sheet = Sheet::deserialize(&sheet).expect("a deal");
    Deal::checked(sheet, setup).expect("a deal for four")
}

/// Plays the example and then at random to the end.
fn play() -> (State, Deal, Vec<Event>, State) {
    let setup = Setup::new(4).expect("four may play");
    let deal = deal(&setup);
    let mut state = State::start(&setup);
    let mut events = Vec::new();
    let mut decisions = DECISIONS.split(", ");
    let mut rng = Seed::new(2).stream();
    let mut after = None;
    loop {
        state.audit();
        match state.turn() {
            Turn::Chance => state.happen_recorded(state.dealt(&deal), &mut events),
            Turn::Decide(_) => {
                let mv = decisions.next().map(|text| text.parse().expect("a move"));
                if mv.is_none() && after.is_none() {
                    after = Some(state);
                }
                let mv = mv.unwrap_or_else(|| state.random_move(&mut rng));
                assert!(state.is_legal(mv), "{mv}");
                state.play_recorded(mv, &mut events);
            }
            Turn::Over => return (state, deal, events, after.expect("the example is over")),
        }
    }
}

#[test]
fn w23_the_example_of_the_booklet() {
    let (_, _, events, after) = play();
    let told: Vec<String> = events.iter().map(text).take(EVENTS.len()).collect();
    assert_eq!(told, EVENTS);
    // Red and Orange had four points each; the scorpions took two from Orange, and three from Red.
    let points = Seat::all(4).map(|seat| after.points(seat));
    assert!(points.eq([0, 1, 2, 0]));
    assert_eq!((after.space(), after.scorpion_phase()), (3, 1));
    assert_eq!(after.boomerang(), Seat::new(1));
    let stones = |name, kind| {
        let region = after.board().region(name).expect("a region");
        Seat::all(4).map(|seat| after.stones(region, kind, seat)).collect::<Vec<_>>()
    };
    // Violet's lens is the only one in D; the cubes are red, the cylinder orange.
    assert_eq!(stones("south-west", Kind::Lens), [0, 0, 0, 1]);
    assert_eq!(stones("south-west", Kind::Cube), [0, 2, 0, 0]);
    assert_eq!(stones("south-west", Kind::Cylinder), [0, 0, 1, 0]);
}

/// The record is there for other programs to be checked against. If it changes, results change.
#[test]
fn the_record_of_the_example_is_stable() {
    let (end, deal, events, _) = play();
    let agents = ["green", "red", "orange", "violet"].map(str::to_owned).to_vec();
    let line = end.write_record(&Title { seed: "booklet".to_owned(), agents }, &deal, &events);
    assert!(line == RECORD.trim_end(), "the record of the example is now\n{line}");
    let record = Record::parse(RECORD).expect("a record");
    assert_eq!(record.check(), Ok(()));
    assert_eq!(record.position(end.turns_played()), Ok(end));
    assert_eq!(record.position(4).expect("a position").points(Seat::new(2)), 2);
}
