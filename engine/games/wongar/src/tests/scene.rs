//! Scenes: test positions that are built by hand, played in notation and read back as text.
//!
//! Regions are given as letters, as in notation. The map shows them on the built-in board, where E is hands and F is foot:
//!
//! ```text
//!   A B C
//!  D E F G
//!   H I J
//! ```

use crate::state::board::{Board, Region};
use crate::state::cards::{AreaCard, Figure, Kind, RitualCard};
use crate::state::chance::Chance;
use crate::state::edition::Edition;
use crate::state::phase::Phase;
use crate::state::setup::SEATS;
use crate::{Event, Setup, State};
use engine::{Game, PlayableGame, Seat, Turn};

/// A position that is first built and then played.
#[derive(Clone)]
pub struct Scene {
    pub state: State,
    events: Vec<Event>,
}

pub fn region(letter: &str) -> Region {
    letter.parse().expect("a letter from A to J")
}

pub fn kind(word: &str) -> Kind {
    word.parse().expect("a kind of stone")
}

pub fn area_card(word: &str) -> AreaCard {
    word.parse().expect("an area card")
}

pub fn ritual(word: &str) -> RitualCard {
    word.parse().expect("a ritual card")
}

/// Returns the setup of a table with this edition.
pub fn table(players: usize, edition: Edition) -> Setup {
    Setup::new(players).expect("3 to 5 may play").with_edition(edition)
}

/// Returns an event as text: its kind and its fields in order, without the quotes of JSON.
pub fn text(event: &Event) -> String {
    let board = Board::reconstruction();
    let json = serde_json::to_string(&event.with_names(&board)).expect("an event has a JSON form");
    json.replace(['"', '{', '}'], "").replacen("event:", "", 1).replace(',', " ")
}

// Building a position.

impl Scene {
    /// Creates round 1 of the base game with an empty board, no open cards and no hands. Seat 0 has the Ancestor and the
    /// boomerang, seat 1 the Elder.
    pub fn new(players: usize) -> Self {
        Self::of(&table(players, Edition::Base))
    }

    /// Creates the scene of [`Self::new`] in the advanced game, with a double in every hand.
    pub fn advanced(players: usize) -> Self {
        Self::of(&table(players, Edition::Advanced))
    }

    fn of(setup: &Setup) -> Self {
        let mut state = State::new(setup);
        state.owners = [Seat::new(0), Seat::new(1)];
        state.round = 1;
        if setup.edition() == Edition::Advanced {
            for seat in 0..setup.players() {
                state.hands[seat][RitualCard::Double.index()] = 1;
                state.hand_sizes[seat] = 1;
            }
        }
        Self { state, events: Vec::new() }
    }

    /// Puts stones of a kind into a region, one for each of these seats.
    pub fn stones(mut self, letter: &str, word: &str, seats: &[usize]) -> Self {
        for &seat in seats {
            self.state.put(Seat::new(seat), kind(word), region(letter));
        }
        self
    }

    /// Leaves a seat this many stones of a kind in the supply; the others go to a region.
    pub fn supply(mut self, seat: usize, word: &str, left: u8, letter: &str) -> Self {
        while self.state.supply(Seat::new(seat), kind(word)) > left {
            self = self.stones(letter, word, &[seat]);
        }
        self
    }

    /// Turns up an area card in a region.
    pub fn open(mut self, letter: &str, card: &str) -> Self {
        let stack = &mut self.state.stacks[region(letter).index()];
        stack.left[area_card(card).index()] -= 1;
        self.state.set_open(region(letter), Some(area_card(card)));
        self
    }

    /// Turns up these area cards in order, starting with region A.
    pub fn open_all(mut self, cards: &str) -> Self {
        for (number, card) in cards.split(' ').enumerate() {
            self = self.open(&Region::new(number).to_string(), card);
        }
        self
    }

    /// Turns up four ritual cards in every region.
    pub fn open_draws(self) -> Self {
        self.open_all(&["four-rituals"; 10].join(" "))
    }

    /// Removes all face-down cards of a region except these and the tucked scorpions; the removed cards count as taken by the
    /// last seat.
    pub fn stack(mut self, letter: &str, cards: &str, tucked: u8) -> Self {
        let last = self.state.players() - 1;
        let stack = &mut self.state.stacks[region(letter).index()];
        let gone = std::mem::take(&mut stack.left);
        for card in cards.split(' ').filter(|card| !card.is_empty()) {
            stack.left[area_card(card).index()] += 1;
        }
        stack.tucked = tucked;
        for (number, gone) in gone.into_iter().enumerate() {
            let hidden = if number == AreaCard::Scorpion.index() { tucked } else { 0 };
            self.state.taken[last][number] += gone - stack.left[number] - hidden;
        }
        self
    }

    /// Moves ritual cards from the deck into a seat's hand.
    pub fn hand(mut self, seat: usize, cards: &str) -> Self {
        for card in cards.split(' ') {
            self.state.hold(Seat::new(seat), ritual(card));
        }
        self
    }

    /// Moves ritual cards from the deck to the discard pile.
    pub fn discard(mut self, card: &str, count: u8) -> Self {
        self.state.deck[ritual(card).index()] -= count;
        self.state.deck_size -= count;
        self.state.discard[ritual(card).index()] += count;
        self
    }

    /// Leaves only these cards in the deck. The others go to a seat; scorpions go to the discard pile.
    pub fn deck(mut self, cards: &str, others: usize) -> Self {
        for card in RitualCard::ALL {
            let left = cards.split(' ').filter(|word| *word == card.id()).count() as u8;
            while self.state.deck[card.index()] > left {
                if card == RitualCard::Scorpion {
                    self = self.discard("scorpion", 1);
                } else {
                    self.state.hold(Seat::new(others), card);
                }
            }
        }
        self
    }

    pub fn points(mut self, points: &[i16]) -> Self {
        self.state.points[..points.len()].copy_from_slice(points);
        self
    }

    /// Sets the owners of the Ancestor and the Elder.
    pub fn owners(mut self, ancestor: usize, elder: usize) -> Self {
        self.state.owners = [ancestor, elder].map(Seat::new);
        self
    }

    /// Sets the regions of the Ancestor and the Elder.
    pub fn figures(mut self, ancestor: &str, elder: &str) -> Self {
        self.state.figures = [ancestor, elder].map(region);
        self
    }

    /// Sets the space of the scorpion.
    pub fn space(mut self, space: u8) -> Self {
        self.state.space = space;
        self
    }

    /// Moves a card from each of these stacks to the cards that a seat has taken.
    pub fn taken(mut self, seat: usize, card: &str, letters: &str) -> Self {
        for letter in letters.split(' ') {
            self.state.stacks[region(letter).index()].left[area_card(card).index()] -= 1;
            self.state.taken[seat][area_card(card).index()] += 1;
        }
        self
    }

    /// Starts the turn of seat 0, which also has the boomerang.
    pub fn turn(self) -> Self {
        self.turn_of(0)
    }

    /// Enters the last turn of a round that this seat has begun.
    pub fn last_turn(self, seat: usize) -> Self {
        let last = (seat + self.state.players() - 1) % self.state.players();
        let mut scene = self.turn_of(seat);
        scene.state.active = Seat::new(last);
        scene.state.decider = Seat::new(last);
        scene.state.turns_in_round = scene.state.players() as u8 - 1;
        scene.state.enter_phase(Phase::Turn);
        scene
    }

    fn turn_of(mut self, seat: usize) -> Self {
        let seat = Seat::new(seat);
        self.state.boomerang = seat;
        self.state.active = seat;
        self.state.decider = seat;
        self.state.start_memories();
        self.state.enter_phase(Phase::Turn);
        self.state.audit();
        self
    }
}

// Playing from the position.

impl Scene {
    /// Starts a fresh game.
    pub fn fresh(setup: &Setup) -> Self {
        Self { state: State::new(setup), events: Vec::new() }
    }

    pub fn play(&mut self, text: &str) -> &mut Self {
        let mv = text.parse().expect("a move");
        assert!(self.state.is_legal(mv), "{text} is not among {:?}", self.options());
        self.state.play_recorded(mv, &mut self.events);
        self.state.audit();
        self
    }

    pub fn happen(&mut self, chance: Chance) -> &mut Self {
        let possible = self.possible();
        assert!(possible.contains(&chance.to_string()), "{chance} is not among {possible:?}");
        self.state.happen_recorded(chance, &mut self.events);
        self.state.audit();
        self
    }

    /// Turns up these area cards.
    pub fn reveal(&mut self, cards: &str) -> &mut Self {
        for card in cards.split(' ') {
            self.happen(Chance::Reveal(area_card(card)));
        }
        self
    }

    /// Draws these ritual cards.
    pub fn draw(&mut self, cards: &str) -> &mut Self {
        for card in cards.split(' ') {
            self.happen(Chance::Ritual(Some(ritual(card))));
        }
        self
    }

    /// Takes the four ritual cards of a region and draws them.
    pub fn take_four(&mut self, letter: &str) -> &mut Self {
        self.play(&format!("take {letter}")).draw("lens cube lens cube")
    }

    /// Lets the deciding player look through the pile.
    pub fn look(&mut self) -> &mut Self {
        self.happen(self.state.pile())
    }
}

// Reading the position.

impl Scene {
    /// Returns the legal moves in notation, in order.
    pub fn options(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.state.moves(&mut moves);
        moves.iter().map(ToString::to_string).collect()
    }

    /// Returns the possible chance events, in order.
    pub fn possible(&self) -> Vec<String> {
        let mut chances = Vec::new();
        self.state.chances(&mut chances);
        chances.iter().map(|(chance, _)| chance.to_string()).collect()
    }

    /// Returns the events since the last call.
    pub fn told(&mut self) -> Vec<String> {
        std::mem::take(&mut self.events).iter().map(text).collect()
    }

    pub fn assert_decides(&self, seat: usize) {
        assert_eq!(self.state.turn(), Turn::Decide(Seat::new(seat)), "{:?}", self.state.phase);
    }

    /// Asserts that this seat is about to begin its turn.
    pub fn assert_turn_of(&self, seat: usize) {
        assert_eq!(self.state.phase, Phase::Turn);
        self.assert_decides(seat);
    }

    /// Asserts that chance acts next, and that exactly these events are possible.
    pub fn assert_possible(&self, chances: &[&str]) {
        assert_eq!(self.state.turn(), Turn::Chance, "options: {:?}", self.options());
        assert_eq!(self.possible(), chances);
    }

    pub fn is_over(&self) -> bool {
        self.state.turn() == Turn::Over
    }

    pub fn scores(&self) -> Vec<i16> {
        Seat::all(self.state.players()).map(|seat| self.state.points(seat)).collect()
    }

    /// Returns a seat's hand as text, in the order of the kinds.
    pub fn hand_of(&self, seat: usize) -> String {
        let cards = crate::state::cards::one_by_one(&RitualCard::ALL, &self.state.hands[seat]);
        cards.iter().map(|card| card.id()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the number of stones of a kind in a region, by seat.
    pub fn on(&self, letter: &str, word: &str) -> Vec<u8> {
        let seats = Seat::all(self.state.players());
        seats.map(|seat| self.state.stones(region(letter), kind(word), seat)).collect()
    }

    pub fn supply_of(&self, seat: usize) -> [u8; 3] {
        Kind::ALL.map(|kind| self.state.supply(Seat::new(seat), kind))
    }

    /// Returns the owners of the Ancestor and the Elder.
    pub fn owners_now(&self) -> [usize; 2] {
        self.state.owners.map(Seat::index)
    }

    /// Returns the regions of the Ancestor and the Elder.
    pub fn figures_now(&self) -> [String; 2] {
        Figure::ALL.map(|figure| self.state.figure(figure).to_string())
    }

    pub fn hand_sizes(&self) -> Vec<u8> {
        self.state.hand_sizes[..SEATS.min(self.state.players())].to_vec()
    }
}
