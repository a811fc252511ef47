//! Draws, scorpions and new decks (W16 to W18), and the choice from the pile (W31, W32).

use super::cards::{Ending, HELD, Kind, RitualCard, total};
use super::edition::Edition;
use super::event::Event;
use super::moves::Pick;
use super::phase::{PICK, Phase, Then};
use super::state::State;
use engine::Seat;
use engine::log::Log;

impl State {
    /// Lets a player draw `count` ritual cards.
    pub(crate) fn draw(&mut self, seat: Seat, count: u8, then: Then, log: &mut impl Log<Event>) {
        self.decider = seat;
        self.draw_on(count, then, log);
    }

    /// Continues with the remaining draws, or with the step after them.
    fn draw_on(&mut self, left: u8, then: Then, log: &mut impl Log<Event>) {
        let p = self.decider;
        if left > 0 && self.is_a_card_to_draw() {
            return match self.edition() {
                Edition::Base => self.enter_phase(Phase::Draw { left, then }),
                Edition::Advanced => {
                    if self.deck_size == 0 {
                        self.renew_deck(log);
                    }
                    self.enter_phase(Phase::Look { left, then });
                }
            };
        }
        // No card can come back before these draws are over, so all remaining draws lapse (W18).
        for _ in 0..left {
            log.note(|| Event::Lapse { p });
        }
        match then {
            Then::Turns => self.begin_turns(),
            Then::Work { kind, left } => {
                self.decider = self.active;
                self.work(kind, left, super::board::Region::new(0), log);
            }
            Then::EndTurn => self.end_turn(log),
        }
    }

    /// Returns whether the deck or the discard pile contains a card other than a scorpion (W18).
    fn is_a_card_to_draw(&self) -> bool {
        self.deck[..HELD] != [0; HELD] || self.discard[..HELD] != [0; HELD]
    }

    /// Applies the draw of a card from the deck. A scorpion is revealed, and the player draws again (W16, W17).
    pub(crate) fn drawn(
        &mut self,
        card: RitualCard,
        left: u8,
        then: Then,
        log: &mut impl Log<Event>,
    ) {
        let p = self.decider;
        log.note(|| Event::Ritual { p, card });
        if card != RitualCard::Scorpion {
            self.hold(p, card);
            return self.draw_on(left - 1, then, log);
        }
        self.deck[card.index()] -= 1;
        self.deck_size -= 1;
        self.discard[card.index()] += 1;
        self.meet_scorpion(p, log);
        if self.discarded(card) == card.count(self.edition()) {
            self.renew_deck(log);
        }
        self.draw_on(left, then, log);
    }

    /// Applies a scorpion that a player has drawn or turned up. It advances and, except in the advanced game (W32), the player
    /// loses one point for each player who is strictly behind (W16). On the last space, the scorpion calls the end (W24).
    pub(crate) fn meet_scorpion(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        let last = self.board().spaces();
        self.space = last.min(self.space + 1);
        if self.space == last {
            self.call_end(Ending::Scorpion);
        }
        let penalty = match self.edition() {
            Edition::Base => self.behind(seat),
            Edition::Advanced => 0,
        };
        self.points[seat.index()] -= i16::from(penalty);
        log.note(|| Event::Scorpion { p: seat, space: self.space, penalty });
    }

    /// Returns the number of players who are strictly behind a seat.
    pub(crate) fn behind(&self, seat: Seat) -> u8 {
        let (points, own) = (&self.points[..self.players()], self.points(seat));
        points.iter().filter(|&&points| points < own).count() as u8
    }

    /// Shuffles the discard pile, the deck and the scorpions into a new deck (W17). In the advanced game the deck is empty at
    /// this point, and the discard pile becomes the new deck (W18).
    fn renew_deck(&mut self, log: &mut impl Log<Event>) {
        for (deck, discard) in self.deck.iter_mut().zip(&mut self.discard) {
            *deck += std::mem::take(discard);
        }
        self.deck_size = total(&self.deck);
        self.shuffles += 1;
        if self.edition() == Edition::Advanced {
            self.remember_new_deck();
        }
        log.note(|| Event::Reshuffle);
    }

    /// Lets the player choose cards after they have looked through the pile (W31).
    pub(crate) fn look(&mut self, left: u8, then: Then) {
        self.remember_pile(self.decider);
        self.enter_phase(Phase::Choose { left, then });
    }

    /// Returns the number of cards that are taken out of the pile at once: all that are due, or the whole pile if it has fewer.
    pub(crate) fn due(&self, left: u8) -> u8 {
        if self.in_any_order { 1 } else { left.min(self.deck_size) }
    }

    /// Returns the options for all sets of due cards in the pile.
    pub(crate) fn choose_options(&self, left: u8) -> u64 {
        let due = self.due(left);
        let [lenses, cubes, cylinders, ..] = self.deck;
        let mut options = 0;
        for lens in 0..=due.min(lenses) {
            for cube in 0..=(due - lens).min(cubes) {
                let fits = due - lens - cube <= cylinders;
                options |= u64::from(fits) << (usize::from(lens) * PICK + usize::from(cube));
            }
        }
        options
    }

    /// Takes the chosen cards out of the pile (W31).
    pub(crate) fn choose_cards(
        &mut self,
        pick: Pick,
        left: u8,
        then: Then,
        log: &mut impl Log<Event>,
    ) {
        let p = self.decider;
        for card in pick.kinds().map(Kind::ritual) {
            self.hold(p, card);
            self.remember_drawn(p, card);
            log.note(|| Event::Ritual { p, card });
        }
        self.draw_on(left - pick.total(), then, log);
    }
}
