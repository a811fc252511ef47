//! The course of the game: the options of every phase, and the effect of each option.
//!
//! Every decision offers its options as the bits of a word; the meaning of a bit depends on the phase. A choice without an
//! alternative is made automatically if all players can see that there is no alternative. Choices whose order does not matter are
//! made in the order of the options, so that each set of choices is reached in only one way.

use super::board::{REGIONS, Region};
use super::cards::{Figure, Kind, Use};
use super::event::Event;
use super::moves::{Move, Pick};
use super::phase::{DOUBLE, DRAW, OWN, PICK, Phase, Play, Then};
use super::state::State;
use engine::Seat;
use engine::log::Log;

impl State {
    // The phase is known at every call, so inlining removes the match in `options_of`.
    #[inline(always)]
    pub(crate) fn enter_phase(&mut self, phase: Phase) {
        self.phase = phase;
        self.options = self.options_of(phase);
    }

    /// Returns the legal options of a phase.
    #[inline(always)]
    pub(crate) fn options_of(&self, phase: Phase) -> u64 {
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
            // A chance event comes next, or the game is over.
            _ => 0,
        }
    }

    /// Returns the regions from this one on, or all regions if choices may be made in any order.
    fn regions_from(&self, floor: Region) -> u64 {
        let all = (1 << REGIONS) - 1;
        if self.in_any_order { all } else { all & !0 << floor.index() }
    }

    /// Takes an option of the phase, then makes all choices that visibly have no alternative.
    #[inline(always)]
    pub(crate) fn choose(&mut self, option: u32, log: &mut impl Log<Event>) {
        debug_assert!(
            self.options >> option & 1 == 1,
            "{option} is not an option of {:?}",
            self.phase
        );
        self.take_option(option as usize, log);
        self.take_forced_options(log);
    }

    #[inline(always)]
    pub(crate) fn take_forced_options(&mut self, log: &mut impl Log<Event>) {
        while self.options.is_power_of_two() && self.is_open_to_all() {
            self.take_forced_option(log);
        }
    }

    fn take_forced_option(&mut self, log: &mut impl Log<Event>) {
        self.take_option(self.options.trailing_zeros() as usize, log);
    }

    /// Returns whether the options of the phase are visible to all players and no turn begins here.
    fn is_open_to_all(&self) -> bool {
        matches!(
            self.phase,
            Phase::Triple | Phase::Spread { .. } | Phase::Travel { .. } | Phase::Stone { .. }
        )
    }

    #[inline(always)]
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

    /// Returns the move that an option of the phase represents.
    pub(crate) fn move_of(&self, option: u32) -> Move {
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

    /// Returns the option of the phase that represents a move, if the move is legal.
    pub(crate) fn option_of(&self, mv: Move) -> Option<u32> {
        let option = match (self.phase, mv) {
            (Phase::Settle, Move::Settle(kind, region)) => kind.index() * REGIONS + region.index(),
            (Phase::Turn, Move::Take(region))
            | (Phase::Work { .. } | Phase::Spread { .. }, Move::Place(region))
            | (Phase::Travel { .. }, Move::Travel(region)) => region.index(),
            (Phase::Turn, Move::Own(figure)) => OWN + figure.index(),
            (Phase::Work { .. }, Move::Draw) => DRAW,
            (Phase::Triple, Move::Triple(kind)) => kind.index(),
            (Phase::Choose { left, .. }, Move::Choose(pick)) if pick.total() == self.due(left) => {
                let [lenses, cubes, _] = pick.0;
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

    /// Returns the cards that an option to take cards out of the pile represents.
    fn pick_of(&self, option: usize, left: u8) -> Pick {
        let (lenses, cubes) = ((option / PICK) as u8, (option % PICK) as u8);
        Pick([lenses, cubes, self.due(left) - lenses - cubes])
    }
}

pub(crate) const fn option_of_play(first: usize, kind: Kind, usage: Use) -> usize {
    first + kind.index() * Use::ALL.len() + usage.index()
}

const fn play_of(option: usize) -> (bool, Kind, Use) {
    let double = option >= DOUBLE;
    let number = option - if double { DOUBLE } else { 1 };
    (double, Kind::ALL[number / Use::ALL.len()], Use::ALL[number % Use::ALL.len()])
}
