//! Checks of action spaces and observation tensors.

use super::random_game;
use crate::{ActionSpace, ObservationTensor, PlayableGame, Seat, Seed, View};
use std::collections::HashMap;
use std::ops::Range;

/// Checks that numbers and moves name each other, that all actions ascend, have distinct texts which
/// begin with the name of their group and parse back, and that every legal move of some random games
/// has a number.
///
/// # Panics
/// If a check fails.
pub fn check_action_space<G: ActionSpace + PlayableGame>(setup: &G::Setup, seeds: Range<u64>) {
    let actions: Vec<_> = (0..G::ACTIONS).map(|number| G::action(number).unwrap()).collect();
    assert_eq!(G::action(G::ACTIONS), None);
    assert!(actions.is_sorted_by(|one, other| one < other), "actions ascend");
    let groups = G::GROUPS.iter().flat_map(|group| std::iter::repeat_n(group, group.count));
    for ((number, &action), group) in actions.iter().enumerate().zip(groups) {
        assert_eq!(G::number_of(action), Some(number), "{action}");
        let text = action.to_string();
        assert_eq!(text.split(' ').next(), Some(group.name), "{text} is of another group");
        assert_eq!(text.parse::<G::Move>().unwrap(), action);
    }
    let mut moves = Vec::new();
    for seed in seeds {
        random_game::<G>(setup, seed, |game| {
            game.moves(&mut moves);
            for &mv in &moves {
                let number = G::number_of(mv).unwrap_or_else(|| panic!("{mv} has no number"));
                assert_eq!(actions.get(number), Some(&mv));
            }
        });
    }
}

/// Checks the tensors in all states of some random games. A tensor fills its blocks with values from
/// -1 to 1. It has the same bytes for all states that look the same to the seat: hidden things are
/// shuffled and the bytes compared. Seats that decide see different tensors for different views.
///
/// # Panics
/// If a check fails.
pub fn check_tensors<G: ObservationTensor + PlayableGame>(setup: &G::Setup, seeds: Range<u64>) {
    let players = G::start(setup).players();
    let mut seen = HashMap::new();
    for seed in seeds {
        let mut rng = Seed::new(seed).child(4).rng();
        random_game::<G>(setup, seed, |game| {
            for seat in Seat::all(players) {
                let view = game.view(seat);
                let bytes = tensor::<G>(&view, players);
                let other = view.determinize(&mut rng).view(seat);
                assert!(bytes == tensor::<G>(&other, players), "{seat} sees what is hidden");
                if game.turn() == crate::Turn::Decide(seat) {
                    let before = seen.entry(bytes).or_insert_with(|| view.clone());
                    assert_eq!(*before, view, "two views have one tensor");
                }
            }
        });
    }
}

/// Returns the tensor in bytes.
fn tensor<G: ObservationTensor>(view: &G::View, players: usize) -> Vec<u8> {
    let mut values = vec![f32::NAN; G::tensor_size(players)];
    G::write_tensor(view, players, &mut values);
    let mut rest = &values[..];
    for block in G::blocks(players) {
        let (block_values, others) = rest.split_at(block.size());
        for value in block_values {
            assert!((-1.0..=1.0).contains(value), "{}: {value}", block.name);
        }
        rest = others;
    }
    values.into_iter().flat_map(f32::to_le_bytes).collect()
}
