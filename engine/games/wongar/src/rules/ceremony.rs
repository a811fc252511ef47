//! Ceremonies: the participants, the effects of cards, and the scoring (W19 to W23).

use super::board::Region;
use super::cards::{Cause, Kind, RitualCard, Use};
use super::course::option_of_play;
use super::edition::Edition;
use super::event::Event;
use super::phase::{DOUBLE, Phase, Play, Rite};
use super::setup::SEATS;
use super::state::State;
use arrayvec::ArrayVec;
use engine::Seat;
use engine::log::Log;

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

    /// Gives the next play to the first player, clockwise from this seat, who is not out. A player is out who has passed, or has
    /// no ritual card, or has no stone in the region (W19). If all players are out, the region is scored.
    fn go_on(&mut self, rite: Rite, from: Seat, log: &mut impl Log<Event>) {
        let with_cards =
            self.hand_sizes.iter().rev().fold(0, |all, &size| all << 1 | u8::from(size > 0));
        let able = self.present_in[rite.region.index()] & with_cards & !rite.passed;
        if able != 0 {
            let from_here = able & !0 << from.index();
            let next = if from_here == 0 { able } else { from_here };
            self.decider = Seat::new(next.trailing_zeros() as usize);
            return self.enter_phase(Phase::Ceremony { rite });
        }
        self.score_region(rite, log);
        self.decider = self.active;
        self.end_turn(log);
    }

    /// Returns the options: to pass, or to play any card in hand with any use that can be carried out (W20 to W22).
    pub(crate) fn ceremony_options(&self, rite: Rite) -> u64 {
        let seat = self.decider;
        let hand = self.hands[seat.index()];
        let neighbours = self.board().neighbours(rite.region);
        let mut options = 1;
        for kind in Kind::ALL {
            let stones = &self.stones[rite.region.index()][kind.index()];
            let own = stones[seat.index()];
            let mut others = *stones;
            others[seat.index()] = 0;
            let remove = others != [0; SEATS];
            let fetch = self.regions_with(seat, kind) & neighbours != 0;
            let uses = u64::from(remove) | u64::from(own > 0) << 1 | u64::from(fetch) << 2;
            let with = |card: RitualCard| uses * u64::from(hand[card.index()] > 0);
            options |= with(kind.ritual()) << option_of_play(1, kind, Use::Remove);
            options |= with(RitualCard::Double) << option_of_play(DOUBLE, kind, Use::Remove);
        }
        options
    }

    /// Takes the deciding player out of the rest of the ceremony (W19).
    pub(crate) fn pass(&mut self, rite: Rite, log: &mut impl Log<Event>) {
        let seat = self.decider;
        log.note(|| Event::Pass { p: seat });
        let passed = rite.passed | 1 << seat.index();
        self.go_on(Rite { passed, ..rite }, seat.next(self.players()), log);
    }

    /// Plays a card from the hand. It goes to the discard pile; in the advanced game a double leaves the game (W19, W28).
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

    /// Returns the number of stones of the card's kind that can be used at a place, which is a seat or a region.
    fn stones_at(&self, rite: Rite, play: Play, place: usize) -> u8 {
        let (seat, kind) = (self.decider, play.kind);
        match play.usage {
            Use::Remove => self.stones(rite.region, kind, Seat::new(place)),
            Use::Out => self.stones(rite.region, kind, seat),
            Use::In => self.stones(Region::new(place), kind, seat),
        }
    }

    /// Returns the seats or regions with a stone that the card can use, one bit each.
    fn places_for(&self, rite: Rite, play: Play) -> u64 {
        let (seat, kind) = (self.decider, play.kind);
        let neighbours = self.board().neighbours(rite.region);
        match play.usage {
            Use::Remove => {
                let stones = self.stones_of_all(rite.region, kind).into_iter().enumerate();
                let seats = stones.map(|(seat, stones)| u64::from(stones > 0) << seat);
                seats.fold(0, |all, seat| all | seat) & !(1 << seat.index())
            }
            Use::Out => u64::from(neighbours),
            Use::In => u64::from(neighbours & self.regions_with(seat, kind)),
        }
    }

    /// Returns whether the card works on two stones: it is a double, and two stones can be used (W21).
    fn is_for_two(&self, rite: Rite, play: Play, places: u64) -> bool {
        let last = places.ilog2() as usize;
        let are_many = !places.is_power_of_two() && play.usage != Use::Out;
        play.double && (are_many || self.stones_at(rite, play, last) > 1)
    }

    /// Returns the seats or regions for the next stone. The second must not precede the first, and the first must leave a stone
    /// for the second.
    pub(crate) fn stone_options(&self, rite: Rite, play: Play) -> u64 {
        let places = self.places_for(rite, play);
        if !play.double {
            return places;
        }
        let Some(first) = play.first else {
            // After the last place there is no place for the second stone.
            let last = places.ilog2() as usize;
            let is_last_full = self.stones_at(rite, play, last) > 1;
            let is_any_enough = is_last_full || !self.is_for_two(rite, play, places);
            return if is_any_enough { places } else { places & !(1 << last) };
        };
        let is_left = self.stones_at(rite, play, first.into()) > 1;
        places & !0 << first & !(u64::from(!is_left) << first)
    }

    /// Chooses the next stone for the card. After the last choice, the stones move (W20, W21).
    pub(crate) fn choose_stone(
        &mut self,
        rite: Rite,
        play: Play,
        option: usize,
        log: &mut impl Log<Event>,
    ) {
        let is_for_two = play.double && self.is_for_two(rite, play, self.places_for(rite, play));
        if play.first.is_none() && is_for_two {
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

    /// Moves a stone of the deciding player from one region to another.
    fn shift(&mut self, kind: Kind, from: Region, to: Region) {
        self.remove(self.decider, kind, from);
        self.put(self.decider, kind, to);
    }

    /// Returns the precedence of each seat in ties, below 2^3. The seat with the highest number wins: the first one clockwise from
    /// the owner of the Ancestor (W23).
    #[inline]
    pub(crate) fn precedence(&self) -> [u8; SEATS] {
        let [owner, _] = self.owners;
        std::array::from_fn(|seat| {
            let round = if seat < owner.index() { 0 } else { SEATS };
            (round + owner.index() - seat) as u8
        })
    }

    /// Scores the majority of each kind in the region (W23).
    fn score_region(&mut self, rite: Rite, log: &mut impl Log<Event>) {
        let points = self.board().points(rite.cause, self.scorpion_phase());
        let precedence = self.precedence();
        for kind in Kind::ALL {
            let stones = self.stones_of_all(rite.region, kind);
            let mut best = 0;
            for seat in 0..SEATS {
                let claim = stones[seat] << 3 | precedence[seat];
                best = best.max(u16::from(claim) << 3 | seat as u16);
            }
            let (claim, p) = (best >> 3, Seat::new(usize::from(best & 7)));
            if claim >> 3 > 0 {
                self.points[p.index()] += points;
                log.note(|| Event::Score { kind, p, points });
            }
        }
    }
}
