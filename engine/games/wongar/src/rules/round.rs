//! A round: start player, revealed cards, the Elder's privilege, turns, and the end (W8 to W11, W24, W30).

use super::board::{REGIONS, Region};
use super::cards::{AreaCard, Ending, Figure};
use super::event::Event;
use super::phase::{OWN, Phase, Then};
use super::state::State;
use engine::bits::bits;
use engine::log::Log;

impl State {
    /// Begins the next round (W8).
    pub(crate) fn begin_round(&mut self, log: &mut impl Log<Event>) {
        let [owner, _] = self.owners;
        if self.round > 0 {
            // No seat begins two rounds in a row.
            if owner == self.boomerang {
                self.owners[Figure::Ancestor.index()] = owner.next(self.players());
            }
            [self.boomerang, _] = self.owners;
        }
        self.round += 1;
        self.turns_in_round = 0;
        log.note(|| Event::Round { n: self.round, start: self.boomerang });
        if self.round == 1 {
            self.grant_privilege(log);
        } else {
            self.reveal_from(0, log);
        }
    }

    /// Continues with the first stack from this number on that has no open card but has cards left to turn up (W9).
    fn reveal_from(&mut self, number: usize, log: &mut impl Log<Event>) {
        let closed = !self.open_cards & ((1 << REGIONS) - 1) & !0 << number;
        let due = bits(closed.into()).find(|&number| !self.stacks[number].is_empty());
        match due {
            Some(number) => self.enter_phase(Phase::Reveal { region: Region::new(number) }),
            None => self.grant_privilege(log),
        }
    }

    /// Turns up a region's next card. Tucked scorpions come last (W5).
    pub(crate) fn turn_up(&mut self, region: Region, card: AreaCard) {
        let stack = &mut self.stacks[region.index()];
        if stack.left[card.index()] > 0 {
            stack.left[card.index()] -= 1;
        } else {
            debug_assert_eq!(card, AreaCard::Scorpion);
            stack.tucked -= 1;
        }
        self.set_open(region, Some(card));
    }

    /// Turns up a card before the round. A scorpion affects the owner of the Ancestor, and another card is turned up (W9).
    pub(crate) fn reveal(&mut self, region: Region, card: AreaCard, log: &mut impl Log<Event>) {
        self.turn_up(region, card);
        log.note(|| Event::Reveal { region, card });
        if card == AreaCard::Scorpion {
            let [owner, _] = self.owners;
            self.meet_scorpion(owner, log);
            self.set_open(region, None);
            self.taken[owner.index()][card.index()] += 1;
            self.call_end_if_empty(region);
        }
        self.reveal_from(region.index(), log);
    }

    /// Lets the owner of the Elder's token draw a card (W10).
    fn grant_privilege(&mut self, log: &mut impl Log<Event>) {
        let [_, owner] = self.owners;
        self.draw(owner, 1, Then::Turns, log);
    }

    /// Begins the first player's turn (W11).
    pub(crate) fn begin_turns(&mut self) {
        self.active = self.boomerang;
        self.begin_turn();
    }

    fn begin_turn(&mut self) {
        self.decider = self.active;
        self.enter_phase(Phase::Turn);
    }

    /// Returns the options: any open card, or one of the player's own cards (W11, W30). There are always enough
    /// options for all players of a round. A round begins with an open card in every region except where the stack has just run
    /// out, and the number of those regions is at most the number of players.
    pub(crate) fn turn_options(&self) -> u64 {
        u64::from(self.own_cards[self.decider.index()]) << OWN | u64::from(self.open_cards)
    }

    /// Takes the open card of a region and carries out its action (W11).
    pub(crate) fn take(&mut self, region: Region, log: &mut impl Log<Event>) {
        let seat = self.active;
        let Some(card) = self.open_card(region) else { unreachable!("only open cards are taken") };
        self.set_open(region, None);
        self.taken[seat.index()][card.index()] += 1;
        log.note(|| Event::Take { p: seat, region, card });
        self.call_end_if_empty(region);
        self.do_what_it_says(card, region, log);
    }

    /// Plays the player's own card of this figure (W30).
    pub(crate) fn play_own(&mut self, figure: Figure, log: &mut impl Log<Event>) {
        let seat = self.active;
        self.own_cards[seat.index()] &= !(1 << figure.index());
        log.note(|| Event::OwnCard { p: seat, card: figure });
        self.begin_travel(figure);
    }

    /// Calls the end if the region's stack has no card left (W24).
    fn call_end_if_empty(&mut self, region: Region) {
        if self.stacks[region.index()].is_empty() {
            self.call_end(Ending::Stack);
        }
    }

    /// Calls the end of the game. The first call is the cause that is recorded (W24).
    pub(crate) fn call_end(&mut self, cause: Ending) {
        self.called = self.called.or(Some(cause));
    }

    /// Ends the turn. Also ends the round if it was the last player's turn (W11), and then the game if its end has been called
    /// (W24).
    pub(crate) fn end_turn(&mut self, log: &mut impl Log<Event>) {
        self.turns_played += 1;
        self.turns_in_round += 1;
        if usize::from(self.turns_in_round) < self.players() {
            self.active = self.active.next(self.players());
            self.begin_turn();
        } else if let Some(cause) = self.called {
            self.award_bonus(log);
            log.note(|| Event::End { cause });
            self.enter_phase(Phase::Over);
        } else {
            self.begin_round(log);
        }
    }
}
