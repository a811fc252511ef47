//! Tests of the board and its file.

use crate::words::drawing;
use crate::{Board, BoardError, Cause, Figure, Move, Region, Setup, State};
use engine::Game;
use engine::testing::random_game;
use std::collections::BTreeSet;

const TEXT: &str = include_str!("../../data/board.toml");

fn changed(from: &str, to: &str) -> String {
    assert!(TEXT.contains(from), "{from}");
    TEXT.replacen(from, to, 1)
}

fn error(from: &str, to: &str) -> String {
    Board::parse(&changed(from, to)).expect_err("the board is unsound").to_string()
}

#[test]
fn the_built_in_board_is_the_file() {
    let board = Board::reconstruction();
    let map = board.map();
    assert_eq!(Board::parse(TEXT).as_ref(), Ok(&*board));
    assert_eq!((board.id(), board.rows()), ("reconstruction-1", &[3, 4, 3][..]));
    assert_eq!(board.reconstructed().len(), 5);
    assert_eq!(map.centres().map(|region| board.name(region)), ["hands", "foot"]);
    assert_eq!(board.name(map.start_of(Figure::Elder)), "foot");
    assert_eq!(board.region("south-east"), Some(Region::new(9)));
    assert_eq!((map.spaces(), map.phase_of(4), map.phase_of(5), map.phase_of(9)), (12, 1, 2, 3));
    assert_eq!(map.points(Cause::Ancestor, 3), 7);
    let degrees: u32 = Region::all().map(|region| map.neighbours(region).count_ones()).sum();
    assert_eq!(degrees, 38, "19 borders");
}

#[test]
fn a_ring_marks_the_region_of_a_ceremony() {
    let setup = Setup::new(3).unwrap();
    let mut rings = BTreeSet::new();
    for seed in 0..4 {
        random_game::<State>(&setup, seed, |state| {
            let last = drawing::board(state, setup.board()).pieces.pop().unwrap();
            assert_eq!(last.contains("#b3005e"), state.ceremony().is_some());
            rings.extend(state.ceremony().map(|(region, _)| (region.index(), last)));
        });
    }
    let regions: BTreeSet<_> = rings.iter().map(|&(region, _)| region).collect();
    assert!(regions.len() > 5 && regions.len() == rings.len(), "a ring for each region");
}

#[test]
fn a_stone_to_remove_is_chosen_where_it_is_drawn() {
    let setup = Setup::new(3).unwrap();
    let mut seen = BTreeSet::new();
    for seed in 0..20 {
        random_game::<State>(&setup, seed, |state| {
            let pieces = drawing::board(state, setup.board()).pieces;
            let mut moves = Vec::new();
            state.moves(&mut moves);
            for mv in moves {
                let Move::From(seat) = mv else { continue };
                let at = drawing::place(state, setup.board(), mv).expect("a place");
                let token = format!("#seat-{}\" transform=\"translate({at})", seat.letter());
                assert!(pieces.iter().any(|piece| piece.contains(&token)), "{token}");
                seen.insert(seat);
            }
        });
    }
    assert_eq!(seen.len(), 3);
}

#[test]
fn the_same_content_is_the_same_board() {
    let text = changed("reconstruction-1", "test-same").replace("[4, 4, 4]", "[1, 2, 3]");
    let board = Board::parse(&text).unwrap();
    assert_eq!(Board::parse(&format!("# a remark\n{text}")), Ok(board.clone()));
    assert_eq!(board.map().spaces(), 6);
    assert_ne!(board, *Board::reconstruction());
}

#[test]
fn unsound_boards_are_refused_in_a_sentence() {
    let cases = [
        ("id = ", "number = ", "the board cannot be read: line"),
        ("\"reconstruction-1\"", "\" \"", "the board has no id"),
        ("[4, 4, 4]", "[4, 4, 5]", "the id 'reconstruction-1' belongs to another board"),
        ("\"north\", \"north-east\"]", "\"north\"]", "a board has 10 regions, not 9"),
        ("\"north\", \"north-east\"]", "\"north\", \"north\"]", "region 'north' occurs twice"),
        ("centres = [\"hands\"", "centres = [\"hand\"", "'hand' is not one of the regions"),
        ("centres = [\"hands\"", "centres = [\"foot\"", "a board has two different centres"),
        ("elder_start = \"foot\"", "elder_start = \"feet\"", "'feet' is not one of the regions"),
        ("east       = [", "east-end = [", "'east-end' is not one of the regions"),
        (
            "[\"north-east\", \"foot\", \"south-east\"]",
            "[\"east\"]",
            "region 'east' cannot be adjacent to itself",
        ),
        (
            "[\"north\", \"foot\", \"east\"]",
            "[\"north\", \"east\"]",
            "'foot' is adjacent to 'north-east', but",
        ),
        ("[4, 4, 4]", "[4, 0, 4]", "scorpion track: expected 3 phases of 1 to 80 spaces"),
        ("[4, 4, 4]", "[4, 4]", "scorpion track: expected"),
        ("elder = [3, 4, 6]", "elder = [3, 4]", "points for 'elder': expected 3 numbers"),
        ("elder = [3, 4, 6]", "elder = [3, 4, -6]", "points for 'elder': expected 3 numbers"),
    ];
    for (from, to, said) in cases {
        let error = error(from, to);
        assert!(error.starts_with(said), "{error}");
        assert!(!error.contains('\n'));
    }
    let lonely = TEXT
        .replace("east       = [\"north-east\", \"foot\", \"south-east\"]", "east = []")
        .replace(", \"east\"", "")
        .replace("\"east\", ", "")
        .replace("\"foot\"],\n  [\"south", "\"foot\", \"east\"],\n  [\"south");
    assert_eq!(
        Board::parse(&lonely),
        Err(BoardError::Apart("kangaroo".to_owned(), "east".to_owned()))
    );
}
