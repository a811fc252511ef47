//! A choice that people put together piece by piece, in any order.

use anygame::OfferedArrangement;
use engine::Seat;

/// A piece of a seat and the index of its place, or `None` if the piece goes back to its owner.
pub type Part = (usize, Option<usize>);

/// Returns the distinct next parts after those that have been chosen.
pub fn open_parts(offered: &OfferedArrangement, chosen: &[Part]) -> Vec<Part> {
    let mut parts: Vec<_> = fitting(offered, chosen).flat_map(|(_, rest)| rest).collect();
    parts.sort_unstable_by_key(|&(seat, place)| (seat, place.is_none(), place));
    parts.dedup();
    parts
}

/// Returns the moves that follow from the chosen parts, once only one distribution is left.
pub fn decided(offered: &OfferedArrangement, chosen: &[Part]) -> Option<Vec<String>> {
    let mut left = fitting(offered, chosen);
    let (place, _) = left.next()?;
    left.next().is_none().then(|| offered.options[place].moves.clone())
}

/// Describes a part.
pub fn in_words(offered: &OfferedArrangement, (seat, place): Part) -> String {
    let owner = Seat::new(seat).letter();
    match place {
        Some(place) => format!("One of {owner} to {}", offered.places[place].label),
        None => format!("One of {owner} back to its owner"),
    }
}

/// Lists the pieces that still need a place.
pub fn pieces_left(offered: &OfferedArrangement, chosen: &[Part]) -> String {
    let left = offered.pieces.iter().filter_map(|pieces| {
        let placed = chosen.iter().filter(|&&(seat, _)| seat == pieces.seat).count();
        let owner = Seat::new(pieces.seat).letter();
        (pieces.count > placed).then(|| format!("{} of {owner}", pieces.count - placed))
    });
    left.collect::<Vec<_>>().join(", ")
}

/// Returns the options that contain the chosen parts: their indices and their other parts.
fn fitting<'a>(
    offered: &'a OfferedArrangement,
    chosen: &'a [Part],
) -> impl Iterator<Item = (usize, Vec<Part>)> + 'a {
    offered.options.iter().enumerate().filter_map(move |(number, option)| {
        let mut rest = option.parts.clone();
        for part in chosen {
            rest.swap_remove(rest.iter().position(|one| one == part)?);
        }
        Some((number, rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anygame::{OfferedDistribution, OfferedPieces};

    fn offered() -> OfferedArrangement {
        let option = |parts: &[Part], mv: &str| OfferedDistribution {
            parts: parts.to_vec(),
            moves: vec![mv.to_owned()],
        };
        let pieces = [(0, 1), (1, 2)].map(|(seat, count)| OfferedPieces { seat, count });
        OfferedArrangement {
            pieces: pieces.to_vec(),
            places: Vec::new(),
            options: vec![
                option(&[(0, Some(0)), (1, Some(1)), (1, Some(1))], "x"),
                option(&[(0, Some(1)), (1, Some(0)), (1, Some(1))], "y"),
                option(&[(0, None), (1, Some(0)), (1, Some(1))], "z"),
            ],
        }
    }

    #[test]
    fn parts_may_be_chosen_in_any_order() {
        let offered = offered();
        let all = [(0, Some(0)), (0, Some(1)), (0, None), (1, Some(0)), (1, Some(1))];
        assert_eq!(open_parts(&offered, &[]), all);
        assert_eq!(open_parts(&offered, &[(1, Some(0))]), [(0, Some(1)), (0, None), (1, Some(1))]);
        assert_eq!(decided(&offered, &[(1, Some(0))]), None);
        assert_eq!(decided(&offered, &[(1, Some(1)), (1, Some(1))]), Some(vec!["x".to_owned()]));
        assert_eq!(decided(&offered, &[(1, Some(0)), (0, None)]), Some(vec!["z".to_owned()]));
        assert_eq!(pieces_left(&offered, &[(1, Some(0))]), "1 of A, 1 of B");
        assert_eq!(in_words(&offered, (0, None)), "One of A back to its owner");
    }
}
