//! A choice of several moves that people put together piece by piece, in any order.

use super::facts::OfferedArrangement;
use serde::Serialize;

/// A piece of a seat and the index of its place, or `None` if the piece goes back to its owner.
pub type Part = (usize, Option<usize>);

/// The state of an [`OfferedArrangement`] after some parts have been chosen.
#[derive(Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Composition {
    /// The chosen parts, and all others once only one arrangement is possible.
    pub placed: Vec<Part>,
    /// The owner of each piece without a place, in ascending order.
    pub rest: Vec<usize>,
    /// The distinct parts that can be chosen next.
    pub open: Vec<Part>,
    /// The complete moves in the game's notation, or `None` while several are still possible.
    pub moves: Option<Vec<String>>,
}

impl OfferedArrangement {
    /// Returns the state after these parts have been chosen.
    pub fn composed(&self, chosen: &[Part]) -> Composition {
        let fitting = self.options.iter().filter_map(|option| {
            let mut others = option.parts.clone();
            for part in chosen {
                others.remove(others.iter().position(|other| other == part)?);
            }
            Some((option, others))
        });
        let fitting: Vec<_> = fitting.collect();
        if let [(option, others)] = &fitting[..] {
            let (placed, moves) = ([chosen, others].concat(), Some(option.moves.clone()));
            return Composition { placed, rest: Vec::new(), open: Vec::new(), moves };
        }
        let rest = self.pieces.iter().flat_map(|pieces| {
            let placed = chosen.iter().filter(|&&(seat, _)| seat == pieces.seat).count();
            std::iter::repeat_n(pieces.seat, pieces.count.saturating_sub(placed))
        });
        let mut open: Vec<_> = fitting.into_iter().flat_map(|(_, others)| others).collect();
        open.sort_unstable_by_key(|&(seat, place)| (seat, place.is_none(), place));
        open.dedup();
        Composition { placed: chosen.to_vec(), rest: rest.collect(), open, moves: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{OfferedDistribution, OfferedPieces};

    #[test]
    fn parts_may_be_chosen_in_any_order() {
        let option = |parts: &[Part], mv: &str| OfferedDistribution {
            parts: parts.to_vec(),
            moves: vec![mv.to_owned()],
        };
        let pieces = [(0, 1), (1, 2)].map(|(seat, count)| OfferedPieces { seat, count });
        let offered = OfferedArrangement {
            pieces: pieces.to_vec(),
            places: Vec::new(),
            options: vec![
                option(&[(0, Some(0)), (1, Some(1)), (1, Some(1))], "x"),
                option(&[(0, Some(1)), (1, Some(0)), (1, Some(1))], "y"),
                option(&[(0, None), (1, Some(0)), (1, Some(1))], "z"),
            ],
        };
        let open = |chosen: &[Part]| offered.composed(chosen).open;
        let moves = |chosen: &[Part]| offered.composed(chosen).moves;
        let all = [(0, Some(0)), (0, Some(1)), (0, None), (1, Some(0)), (1, Some(1))];
        assert_eq!(open(&[]), all);
        assert_eq!(open(&[(1, Some(0))]), [(0, Some(1)), (0, None), (1, Some(1))]);
        assert_eq!(moves(&[(1, Some(0))]), None);
        assert_eq!(moves(&[(1, Some(1)), (1, Some(1))]), Some(vec!["x".to_owned()]));
        assert_eq!(moves(&[(1, Some(0)), (0, None)]), Some(vec!["z".to_owned()]));
        assert_eq!(offered.composed(&[(1, Some(0))]).rest, [0, 1]);
        let last = offered.composed(&[(1, Some(0)), (0, None)]);
        assert_eq!(last.placed, [(1, Some(0)), (0, None), (1, Some(1))]);
        assert!(last.rest.is_empty() && last.open.is_empty());
    }
}
