//! The numbering of Wongar's moves.

use crate::state::board::{REGIONS, Region};
use crate::state::cards::{Figure, KINDS, Kind, Use};
use crate::state::moves::{Move, Pick};
use crate::state::setup::SEATS;
use engine::{ActionGroup, Seat};

/// Number of uses of a ritual card over all kinds of stones.
const USES: usize = KINDS * Use::ALL.len();

/// Number of ways to take one to four cards of three kinds.
const PICKS: usize = 3 + 6 + 10 + 15;

/// All picks in ascending order, each as the number of cards by kind.
const ALL_PICKS: [[u8; KINDS]; PICKS] = {
    let mut picks = [[0; KINDS]; PICKS];
    let (mut found, mut code) = (0, 1);
    while code < 125 {
        let counts = [code / 25, code / 5 % 5, code % 5];
        if counts[0] + counts[1] + counts[2] <= Pick::MOST {
            picks[found] = counts;
            found += 1;
        }
        code += 1;
    }
    assert!(found == PICKS);
    picks
};

/// The groups of actions, in the order of their numbers.
pub(crate) const GROUPS: [ActionGroup; 13] = [
    ActionGroup::new("settle", KINDS * REGIONS, "put a stone into a region before the game (W29)"),
    ActionGroup::new("take", REGIONS, "take the open card of this region (W11)"),
    ActionGroup::new("own", Figure::ALL.len(), "play the player's card of this figure (W30)"),
    ActionGroup::new("place", REGIONS, "put the next stone into this region (W12, W13)"),
    ActionGroup::new("draw", 1, "draw a ritual card instead of placing a stone (W12)"),
    ActionGroup::new("triple", KINDS, "place three stones of this kind (W13)"),
    ActionGroup::new("choose", PICKS, "take these cards out of the pile (W31)"),
    ActionGroup::new("travel", REGIONS, "move the figure to this region (W15)"),
    ActionGroup::new("pass", 1, "pass for the rest of the ceremony (W19)"),
    ActionGroup::new("play", USES, "play a ritual card of this kind for this use (W20)"),
    ActionGroup::new("play-double", USES, "play a double for this kind and use (W21)"),
    ActionGroup::new("from", SEATS, "remove a stone of this seat (W20, W21)"),
    ActionGroup::new("via", REGIONS, "move a stone to this region or from it (W20, W21)"),
];

// The positions of the groups in [`GROUPS`].
const SETTLE: usize = 0;
const TAKE: usize = 1;
const OWN: usize = 2;
const PLACE: usize = 3;
const DRAW: usize = 4;
const TRIPLE: usize = 5;
const CHOOSE: usize = 6;
const TRAVEL: usize = 7;
const PASS: usize = 8;
const PLAY: usize = 9;
const PLAY_DOUBLE: usize = 10;
const FROM: usize = 11;
const VIA: usize = 12;

/// The first number of each group.
const FIRST: [usize; GROUPS.len()] = ActionGroup::all_first(&GROUPS);

/// Returns the kind and use at this position among the uses of a card.
fn use_at(place: usize) -> (Kind, Use) {
    (Kind::ALL[place / Use::ALL.len()], Use::ALL[place % Use::ALL.len()])
}

fn place_of_use(kind: Kind, usage: Use) -> usize {
    kind.index() * Use::ALL.len() + usage.index()
}

/// Returns the move with this number.
pub(crate) fn action(number: usize) -> Option<Move> {
    if number >= ActionGroup::total(&GROUPS) {
        return None;
    }
    let group = FIRST.partition_point(|&first| first <= number) - 1;
    let place = number - FIRST[group];
    Some(match group {
        SETTLE => Move::Settle(Kind::ALL[place / REGIONS], Region::new(place % REGIONS)),
        TAKE => Move::Take(Region::new(place)),
        OWN => Move::Own(Figure::ALL[place]),
        PLACE => Move::Place(Region::new(place)),
        DRAW => Move::Draw,
        TRIPLE => Move::Triple(Kind::ALL[place]),
        CHOOSE => Move::Choose(Pick::new(ALL_PICKS[place])),
        TRAVEL => Move::Travel(Region::new(place)),
        PASS => Move::Pass,
        PLAY => {
            let (kind, usage) = use_at(place);
            Move::Play(kind, usage)
        }
        PLAY_DOUBLE => {
            let (kind, usage) = use_at(place);
            Move::PlayDouble(kind, usage)
        }
        FROM => Move::From(Seat::new(place)),
        _ => Move::Via(Region::new(place)),
    })
}

/// Returns the number of a move, or `None` if the move is never legal.
pub(crate) fn number_of(mv: Move) -> Option<usize> {
    Some(match mv {
        Move::Settle(kind, region) => FIRST[SETTLE] + kind.index() * REGIONS + region.index(),
        Move::Take(region) => FIRST[TAKE] + region.index(),
        Move::Own(figure) => FIRST[OWN] + figure.index(),
        Move::Place(region) => FIRST[PLACE] + region.index(),
        Move::Draw => FIRST[DRAW],
        Move::Triple(kind) => FIRST[TRIPLE] + kind.index(),
        Move::Choose(pick) => FIRST[CHOOSE] + ALL_PICKS.binary_search(&pick.counts()).ok()?,
        Move::ChooseUnseen(_) => return None,
        Move::Travel(region) => FIRST[TRAVEL] + region.index(),
        Move::Pass => FIRST[PASS],
        Move::Play(kind, usage) => FIRST[PLAY] + place_of_use(kind, usage),
        Move::PlayDouble(kind, usage) => FIRST[PLAY_DOUBLE] + place_of_use(kind, usage),
        Move::From(seat) => (seat.index() < SEATS).then(|| FIRST[FROM] + seat.index())?,
        Move::Via(region) => FIRST[VIA] + region.index(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Edition, Setup, State};
    use engine::testing::check_action_space;

    #[test]
    fn every_legal_move_has_a_number() {
        for players in 3..=5 {
            for edition in Edition::ALL {
                let setup = Setup::new(players).unwrap().with_edition(edition);
                check_action_space::<State>(&setup, 0..20);
            }
        }
        assert_eq!(ActionGroup::total(&GROUPS), 134);
    }
}
