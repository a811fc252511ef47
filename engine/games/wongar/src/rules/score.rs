//! Points and ranks (W25, W26).

use super::cards::Kind;
use super::event::Event;
use super::phase::Phase;
use super::state::State;
use engine::bits::bits;
use engine::log::Log;
use engine::{Outcome, Seat};

impl State {
    /// Returns the seats with the most area cards of a kind, one bit per seat; empty if no seat has such a card (W25).
    fn collectors(&self, kind: Kind) -> u8 {
        let card = kind.area_card();
        let most = Seat::all(self.players()).map(|seat| self.taken(seat, card)).max().unwrap_or(0);
        let seats = Seat::all(self.players());
        seats
            .filter(|&seat| most > 0 && self.taken(seat, card) == most)
            .fold(0, |all, seat| all | 1 << seat.index())
    }

    /// Awards the bonus for area cards (W25).
    pub(crate) fn award_bonus(&mut self, log: &mut impl Log<Event>) {
        for kind in Kind::ALL {
            let collectors = self.collectors(kind);
            for seat in bits(collectors.into()) {
                self.points[seat] += self.house.bonus();
            }
            if collectors != 0 {
                let seats = || bits(collectors.into()).map(Seat::new);
                log.note(|| Event::Bonus { kind, seats: seats().collect() });
            }
        }
    }

    /// Returns the seat's points on the track. Once the game is over, they include the bonus (W25).
    pub const fn points(&self, seat: Seat) -> i16 {
        self.points[seat.index()]
    }

    /// Returns the bonus that the seat would get if the game ended now (W25), or 0 once the game is over.
    pub fn bonus(&self, seat: Seat) -> i16 {
        if self.phase == Phase::Over {
            return 0;
        }
        let kinds = Kind::ALL.into_iter();
        let won = kinds.filter(|&kind| self.collectors(kind) >> seat.index() & 1 == 1).count();
        self.house.bonus() * won as i16
    }

    /// Returns the seats ranked by points, bonus included; tied players share the rank and the win (W26).
    pub fn outcome(&self) -> Outcome {
        let seats = Seat::all(self.players());
        Outcome::new(seats.map(|seat| (self.points(seat) + self.bonus(seat), 0)))
    }
}
