//! Ceremonies: who takes part, what cards do, who scores (W19 to W23).

use super::board::Region;
use super::cards::{Cause, Kind, RitualCard, Use};
use super::course::option_of_play;
use super::edition::Edition;
use super::event::Event;
use super::phase::{DOUBLE, Phase, Play, Rite};
use super::setup::SEATS;
use super::state::State;
use crate::Seat;
use crate::bits::bits;
use crate::log::Log;
use arrayvec::ArrayVec;

impl State {
    pub(crate) fn begin_ceremony(
        &mut self,
        cause: Cause,
        region: Region,
        log: &mut impl Log<Event>,
    ) {
        log.note(|| Event::Ceremony { region, cause });
        let [owner, _] = self.owners;
        self.go_on(Rite { region, cause, passed: 0 }, owner, log);
    }

    /// Gives the next play to the first player from this seat on, clockwise, who is not out. A
    /// player who has passed, or has no ritual card or no stone in the region, is out (W19). If all
    /// are out, the region is scored.
    fn go_on(&mut self, rite: Rite, from: Seat, log: &mut impl Log<Event>) {
        let mut seat = from;
        for _ in 0..self.players() {
            let passed = rite.passed >> seat.index() & 1 == 1;
            if !passed && self.hand_size(seat) > 0 && self.is_present(seat, rite.region) {
                self.decider = seat;
                return self.enter_phase(Phase::Ceremony { rite });
            }
            seat = seat.next(self.players());
        }
        self.score_region(rite, log);
        self.decider = self.active;
        self.end_turn(log);
    }

    /// Returns the options: passing, and every card in hand with each use that can be carried out
    /// (W20 to W22).
    pub(crate) fn ceremony_options(&self, rite: Rite) -> u64 {
        let seat = self.decider;
        let hand = self.hands[seat.index()];
        let neighbours = self.board().neighbours(rite.region);
        let mut options = 1;
        for kind in Kind::ALL {
            let (single, double) = (hand[kind.index()], hand[RitualCard::Double.index()]);
            if single + double == 0 {
                continue;
            }
            let stones = &self.stones[rite.region.index()][kind.index()];
            let own = stones[seat.index()];
            let remove = stones.iter().sum::<u8>() > own;
            let fetch = self.regions_with(seat, kind) & neighbours != 0;
            let uses = u64::from(remove) | u64::from(own > 0) << 1 | u64::from(fetch) << 2;
            if single > 0 {
                options |= uses << option_of_play(1, kind, Use::Remove);
            }
            if double > 0 {
                options |= uses << option_of_play(DOUBLE, kind, Use::Remove);
            }
        }
        options
    }

    /// Takes the player out for the rest of the ceremony (W19).
    pub(crate) fn pass(&mut self, rite: Rite, log: &mut impl Log<Event>) {
        let seat = self.decider;
        log.note(|| Event::Pass { p: seat });
        let passed = rite.passed | 1 << seat.index();
        self.go_on(Rite { passed, ..rite }, seat.next(self.players()), log);
    }

    /// Plays a card face up from the hand: to the discard pile, or out of the game for a double of
    /// the advanced game (W19, W28).
    pub(crate) fn play_card(&mut self, rite: Rite, play: Play) {
        let seat = self.decider;
        let card = if play.double { RitualCard::Double } else { play.kind.ritual() };
        let leaves_game = play.double && self.edition() == Edition::Advanced;
        if !leaves_game {
            self.discard[card.index()] += 1;
            self.remember_played(seat, card);
        }
        self.hands[seat.index()][card.index()] -= 1;
        self.hand_sizes[seat.index()] -= 1;
        self.enter_phase(Phase::Stone { rite, play });
    }

    /// Returns how many stones may be used at each seat or in each region, and how many the card
    /// requires: two for a double, if there are two (W21).
    fn stones_for(&self, rite: Rite, play: Play) -> ([u8; 10], u8) {
        let (seat, kind) = (self.decider, play.kind);
        let here = &self.stones[rite.region.index()][kind.index()];
        let neighbours = self.board().neighbours(rite.region);
        let mut stones = [0; 10];
        let most = match play.usage {
            Use::Remove => {
                stones[..SEATS].copy_from_slice(here);
                stones[seat.index()] = 0;
                stones[..SEATS].iter().sum()
            }
            Use::Out => {
                let own = here[seat.index()];
                for region in bits(u64::from(neighbours)) {
                    stones[region] = own;
                }
                own
            }
            Use::In => {
                for region in bits(u64::from(neighbours & self.regions_with(seat, kind))) {
                    stones[region] = self.stones(Region::new(region), kind, seat);
                }
                stones.iter().sum()
            }
        };
        (stones, most.min(1 + u8::from(play.double)))
    }

    /// Returns the seats or regions for the next stone. The second does not precede the first, and
    /// the first leaves one for the second.
    pub(crate) fn stone_options(&self, rite: Rite, play: Play) -> u64 {
        let (mut stones, due) = self.stones_for(rite, play);
        let due = match play.first {
            None => due,
            Some(first) => {
                let first = usize::from(first);
                stones[first] -= 1;
                stones[..first].fill(0);
                1
            }
        };
        let mut options = 0;
        let mut from_here = 0;
        for position in (0..stones.len()).rev() {
            from_here += stones[position];
            options |= u64::from(stones[position] > 0 && from_here >= due) << position;
        }
        options
    }

    /// Chooses the card's next stone. After the last one, the stones move (W20, W21).
    pub(crate) fn choose_stone(
        &mut self,
        rite: Rite,
        play: Play,
        option: usize,
        log: &mut impl Log<Event>,
    ) {
        let (_, due) = self.stones_for(rite, play);
        if play.first.is_none() && due == 2 {
            let play = Play { first: Some(option as u8), ..play };
            return self.enter_phase(Phase::Stone { rite, play });
        }
        let seat = self.decider;
        let chosen = play.first.into_iter().map(usize::from).chain([option]);
        for place in chosen.clone() {
            match play.usage {
                Use::Remove => self.remove(Seat::new(place), play.kind, rite.region),
                Use::Out => self.shift(play.kind, rite.region, Region::new(place)),
                Use::In => self.shift(play.kind, Region::new(place), rite.region),
            }
        }
        log.note(|| Event::Play {
            p: seat,
            card: if play.double { RitualCard::Double } else { play.kind.ritual() },
            kind: play.kind,
            usage: play.usage,
            stones: chosen
                .map(|place| match play.usage {
                    Use::Remove => (Seat::new(place), rite.region),
                    Use::Out | Use::In => (seat, Region::new(place)),
                })
                .collect::<ArrayVec<_, 2>>(),
        });
        self.go_on(rite, seat.next(self.players()), log);
    }

    /// Moves a stone of the deciding player.
    fn shift(&mut self, kind: Kind, from: Region, to: Region) {
        self.remove(self.decider, kind, from);
        self.put(self.decider, kind, to);
    }

    /// Scores the most stones of a kind. Of tied players the first clockwise from the owner of the
    /// Ancestor scores (W23).
    fn score_region(&mut self, rite: Rite, log: &mut impl Log<Event>) {
        let points = self.board().points(rite.cause, self.scorpion_phase());
        for kind in Kind::ALL {
            let [mut seat, _] = self.owners;
            let mut best = (0, seat);
            for _ in 0..self.players() {
                let stones = self.stones(rite.region, kind, seat);
                if stones > best.0 {
                    best = (stones, seat);
                }
                seat = seat.next(self.players());
            }
            if let (1.., p) = best {
                self.points[p.index()] += points;
                log.note(|| Event::Score { kind, p, points });
            }
        }
    }
}
