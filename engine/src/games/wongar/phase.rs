//! The course of the game: phases, their options, and what an option leads to.
//!
//! Every decision offers its options as the bits of a word, whose meaning depends on the phase. A
//! choice without an alternative is made automatically where all players can see that there is
//! none. Choices whose order does not matter are made in the order of the options, so that exactly
//! one path leads to each set of choices.

use super::board::{REGIONS, Region};
use super::cards::{Cause, Figure, KINDS, Kind, Use};
use super::event::Event;
use super::moves::{Move, Pick};
use super::state::State;
use crate::Seat;
use crate::log::Log;

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) enum Phase {
    /// A stone is drawn from the bag (W4).
    Bag { placed: u8 },
    /// The first card of a region is turned up (W5).
    Open { region: Region },
    /// A card is dealt (W6).
    Deal { seat: Seat, second: bool },
    /// The owner of a token is drawn (W7).
    Token { figure: Figure },
    /// A stone is placed before the game (W29): options are kinds and regions.
    Settle,
    /// A card is turned up before the round (W9).
    Reveal { region: Region },
    /// The turn begins (W11, W30): options are regions, then own cards.
    Turn,
    /// A stone is placed or a card drawn (W12): options are regions from `floor`, then drawing.
    Work { kind: Kind, left: u8, floor: Region },
    /// A kind is chosen (W13): options are kinds.
    Triple,
    /// A stone is placed (W13): options are regions from `floor`.
    Spread { kind: Kind, left: u8, floor: Region },
    /// A figure moves (W15): options are regions.
    Travel { figure: Figure },
    /// A ritual card is drawn (W16).
    Draw { left: u8, then: Then },
    /// A player looks through the pile (W31).
    Look { left: u8, then: Then },
    /// Cards are taken out of the pile (W31): options are sets of cards.
    Choose { left: u8, then: Then },
    /// A card is played in a ceremony (W19): options are passing, then kinds and uses of a single
    /// card, then of a double.
    Ceremony { rite: Rite },
    /// A stone for the card is chosen (W20, W21): options are seats or regions.
    Stone { rite: Rite, play: Play },
    /// The game has ended (W24).
    Over,
}

/// What follows after the last draw.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) enum Then {
    /// The turns of the round (W11).
    Turns,
    /// The rest of the work (W12).
    Work { kind: Kind, left: u8 },
    /// The end of the turn.
    EndTurn,
}

/// A ceremony in progress.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Rite {
    pub(super) region: Region,
    pub(super) cause: Cause,
    /// The seats that have passed, one bit each.
    pub(super) passed: u8,
}

/// A card played in a ceremony.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Play {
    pub(super) double: bool,
    pub(super) kind: Kind,
    pub(super) usage: Use,
    /// The option chosen for the first stone of a double.
    pub(super) first: Option<u8>,
}

/// The option to draw (W12), after the regions.
pub(super) const DRAW: usize = REGIONS;
/// The first option for an own card (W30), after the regions.
pub(super) const OWN: usize = REGIONS;
/// The first option for a double (W21), after passing and the single cards.
pub(super) const DOUBLE: usize = 1 + KINDS * Use::ALL.len();
/// The weight of a pick's lenses in its option; its cubes are added.
pub(super) const PICK: usize = Pick::MOST as usize + 1;

const _: () = assert!(KINDS * REGIONS <= 64 && PICK * PICK <= 64);

impl State {
    pub(super) fn enter_phase(&mut self, phase: Phase) {
        self.phase = phase;
        self.options = self.options_of(phase);
    }

    /// Returns the legal choices of a phase.
    pub(super) fn options_of(&self, phase: Phase) -> u64 {
        match phase {
            Phase::Settle => self.settle_options(),
            Phase::Turn => self.turn_options(),
            Phase::Work { floor, .. } => self.regions_from(floor) | 1 << DRAW,
            Phase::Triple => self.triple_options(),
            Phase::Spread { floor, .. } => self.regions_from(floor),
            Phase::Travel { figure } => self.travel_options(figure),
            Phase::Choose { left, .. } => self.choose_options(left),
            Phase::Ceremony { rite } => self.ceremony_options(rite),
            Phase::Stone { rite, play } => self.stone_options(rite, play),
            Phase::Bag { .. }
            | Phase::Open { .. }
            | Phase::Deal { .. }
            | Phase::Token { .. }
            | Phase::Reveal { .. }
            | Phase::Draw { .. }
            | Phase::Look { .. }
            | Phase::Over => 0,
        }
    }

    /// Returns the regions from this one on.
    fn regions_from(&self, floor: Region) -> u64 {
        let all = (1 << REGIONS) - 1;
        if self.in_any_order { all } else { all & !0 << floor.index() }
    }

    /// Takes one option of the phase. Then makes all choices that have no alternative and are open
    /// to all.
    pub(super) fn choose(&mut self, option: u32, log: &mut impl Log<Event>) {
        debug_assert!(self.options >> option & 1 == 1, "{option} is no option of {:?}", self.phase);
        self.take_option(option as usize, log);
        self.take_forced_options(log);
    }

    pub(super) fn take_forced_options(&mut self, log: &mut impl Log<Event>) {
        while self.options.is_power_of_two() && self.is_open_to_all() {
            self.take_option(self.options.trailing_zeros() as usize, log);
        }
    }

    /// Returns whether all players can see the options and no turn begins here.
    fn is_open_to_all(&self) -> bool {
        matches!(
            self.phase,
            Phase::Triple | Phase::Spread { .. } | Phase::Travel { .. } | Phase::Stone { .. }
        )
    }

    fn take_option(&mut self, option: usize, log: &mut impl Log<Event>) {
        match self.phase {
            Phase::Settle => {
                self.settle(Kind::ALL[option / REGIONS], Region::new(option % REGIONS), log);
            }
            Phase::Turn if option < OWN => self.take(Region::new(option), log),
            Phase::Turn => self.play_own(Figure::ALL[option - OWN], log),
            Phase::Work { kind, left, .. } if option == DRAW => {
                self.draw(self.active, 1, Then::Work { kind, left: left - 1 }, log);
            }
            Phase::Work { kind, left, .. } => {
                let region = Region::new(option);
                self.place(kind, region, log);
                self.work(kind, left - 1, region, log);
            }
            Phase::Triple => self.spread(Kind::ALL[option], 3, Region::new(0), log),
            Phase::Spread { kind, left, .. } => {
                let region = Region::new(option);
                self.place(kind, region, log);
                self.spread(kind, left - 1, region, log);
            }
            Phase::Travel { figure } => self.travel(figure, Region::new(option), log),
            Phase::Choose { left, then } => {
                self.choose_cards(self.pick_of(option, left), left, then, log);
            }
            Phase::Ceremony { rite } if option == 0 => self.pass(rite, log),
            Phase::Ceremony { rite } => {
                let (double, kind, usage) = play_of(option);
                self.play_card(rite, Play { double, kind, usage, first: None });
            }
            Phase::Stone { rite, play } => self.choose_stone(rite, play, option, log),
            _ => unreachable!("nobody decides in {:?}", self.phase),
        }
    }

    /// Returns the move for an option of the phase.
    pub(super) fn move_of(&self, option: u32) -> Move {
        let option = option as usize;
        match self.phase {
            Phase::Settle => {
                Move::Settle(Kind::ALL[option / REGIONS], Region::new(option % REGIONS))
            }
            Phase::Turn if option < OWN => Move::Take(Region::new(option)),
            Phase::Turn => Move::Own(Figure::ALL[option - OWN]),
            Phase::Work { .. } if option == DRAW => Move::Draw,
            Phase::Work { .. } | Phase::Spread { .. } => Move::Place(Region::new(option)),
            Phase::Triple => Move::Triple(Kind::ALL[option]),
            Phase::Travel { .. } => Move::Travel(Region::new(option)),
            Phase::Choose { left, .. } => Move::Choose(self.pick_of(option, left)),
            Phase::Ceremony { .. } if option == 0 => Move::Pass,
            Phase::Ceremony { .. } => match play_of(option) {
                (false, kind, usage) => Move::Play(kind, usage),
                (true, kind, usage) => Move::PlayDouble(kind, usage),
            },
            Phase::Stone { play: Play { usage: Use::Remove, .. }, .. } => {
                Move::From(Seat::new(option))
            }
            Phase::Stone { .. } => Move::Via(Region::new(option)),
            _ => unreachable!("nobody decides in {:?}", self.phase),
        }
    }

    /// Returns the option of the phase for a move, if it is legal.
    pub(super) fn option_of(&self, mv: Move) -> Option<u32> {
        let option = match (self.phase, mv) {
            (Phase::Settle, Move::Settle(kind, region)) => kind.index() * REGIONS + region.index(),
            (Phase::Turn, Move::Take(region))
            | (Phase::Work { .. } | Phase::Spread { .. }, Move::Place(region))
            | (Phase::Travel { .. }, Move::Travel(region)) => region.index(),
            (Phase::Turn, Move::Own(figure)) => OWN + figure.index(),
            (Phase::Work { .. }, Move::Draw) => DRAW,
            (Phase::Triple, Move::Triple(kind)) => kind.index(),
            (Phase::Choose { left, .. }, Move::Choose(pick)) if pick.total() == self.due(left) => {
                let [lenses, cubes, _] = pick.counts();
                usize::from(lenses) * PICK + usize::from(cubes)
            }
            (Phase::Ceremony { .. }, Move::Pass) => 0,
            (Phase::Ceremony { .. }, Move::Play(kind, usage)) => option_of_play(1, kind, usage),
            (Phase::Ceremony { .. }, Move::PlayDouble(kind, usage)) => {
                option_of_play(DOUBLE, kind, usage)
            }
            (Phase::Stone { play, .. }, Move::From(seat)) if play.usage == Use::Remove => {
                seat.index()
            }
            (Phase::Stone { play, .. }, Move::Via(region)) if play.usage != Use::Remove => {
                region.index()
            }
            _ => return None,
        };
        (self.options >> option & 1 == 1).then_some(option as u32)
    }

    /// Returns the cards that an option takes out of the pile.
    fn pick_of(&self, option: usize, left: u8) -> Pick {
        let (lenses, cubes) = ((option / PICK) as u8, (option % PICK) as u8);
        Pick::new([lenses, cubes, self.due(left) - lenses - cubes])
    }
}

pub(super) const fn option_of_play(first: usize, kind: Kind, usage: Use) -> usize {
    first + kind.index() * Use::ALL.len() + usage.index()
}

const fn play_of(option: usize) -> (bool, Kind, Use) {
    let double = option >= DOUBLE;
    let number = option - if double { DOUBLE } else { 1 };
    (double, Kind::ALL[number / Use::ALL.len()], Use::ALL[number % Use::ALL.len()])
}
