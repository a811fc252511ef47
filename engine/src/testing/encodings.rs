//! Checks of encodings: the numbering of moves, and the observation tensors.

use super::random_game;
use crate::{Encoding, PlayableGame, Seat, Seed, View};
use std::collections::HashMap;
use std::ops::Range;

/// The reason why a game without an encoding cannot be checked.
const ENCODED: &str = "the game has an encoding";

/// Checks the numbering of moves. Numbers and moves must map to each other one to one. The actions must ascend, and their texts
/// must be distinct, begin with the name of their group and parse back. Every legal move of random games must have a number.
///
/// # Panics
/// If a check fails, or the game has no encoding.
pub fn check_action_space<G: PlayableGame>(setup: &G::Setup, seeds: Range<u64>) {
    let encoding = G::encoding().expect(ENCODED);
    let count = encoding.actions();
    let actions: Vec<_> = (0..count).map(|number| encoding.action(number).unwrap()).collect();
    assert_eq!(encoding.action(count), None);
    assert!(actions.is_sorted_by(|one, other| one < other), "actions ascend");
    let groups = encoding.groups.iter().flat_map(|group| std::iter::repeat_n(group, group.count));
    for ((number, &action), group) in actions.iter().enumerate().zip(groups) {
        assert_eq!(encoding.number_of(action), Some(number), "{action}");
        let text = action.to_string();
        assert_eq!(text.split(' ').next(), Some(group.name), "{text} is of another group");
        assert_eq!(text.parse::<G::Move>().unwrap(), action);
    }
    let mut moves = Vec::new();
    for seed in seeds {
        random_game::<G>(setup, seed, |game| {
            game.moves(&mut moves);
            for &mv in &moves {
                let number = encoding.number_of(mv).unwrap_or_else(|| panic!("{mv} has no number"));
                assert_eq!(actions.get(number), Some(&mv));
            }
        });
    }
}

/// Checks the tensors in all states of random games. A tensor must fill its blocks with values from -1 to 1. It must have the
/// same bytes for all states that the seat cannot distinguish; the check compares it with the tensors of determinizations. For a
/// seat that decides, different views must give different tensors.
///
/// # Panics
/// If a check fails, or the game has no encoding.
pub fn check_tensors<G: PlayableGame>(setup: &G::Setup, seeds: Range<u64>) {
    let encoding = G::encoding().expect(ENCODED);
    let players = G::start(setup).players();
    let mut seen = HashMap::new();
    for seed in seeds {
        let mut rng = Seed::new(seed).child(4).rng();
        random_game::<G>(setup, seed, |game| {
            for seat in Seat::all(players) {
                let view = game.view(seat);
                let bytes = tensor(encoding, &view, players);
                let other = view.determinize(&mut rng).view(seat);
                assert!(bytes == tensor(encoding, &other, players), "{seat} sees what is hidden");
                if game.turn() == crate::Turn::Decide(seat) {
                    let before = seen.entry(bytes).or_insert_with(|| view.clone());
                    assert_eq!(*before, view, "two views have one tensor");
                }
            }
        });
    }
}

/// Returns the bytes of a view's tensor.
fn tensor<G: PlayableGame>(encoding: &Encoding<G>, view: &G::View, players: usize) -> Vec<u8> {
    let mut values = vec![f32::NAN; encoding.tensor_size(players)];
    encoding.write_tensor(view, players, &mut values);
    let mut rest = &values[..];
    for block in encoding.blocks(players) {
        let (block_values, others) = rest.split_at(block.size());
        for value in block_values {
            assert!((-1.0..=1.0).contains(value), "{}: {value}", block.name);
        }
        rest = others;
    }
    values.into_iter().flat_map(f32::to_le_bytes).collect()
}
