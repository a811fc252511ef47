//! The state of a game: everything on the table, and the hands.

mod arguments;
pub(super) mod board;
mod board_sheet;
pub(super) mod cards;
pub(super) mod chance;
pub(super) mod deal;
pub(super) mod determinize;
pub(super) mod edition;
pub(super) mod event;
pub(super) mod house;
mod knowledge;
pub(super) mod memory;
pub(super) mod moves;
pub(super) mod phase;
pub(super) mod setup;
pub(super) mod view;

use board::{BoardMap, REGIONS, Region};
use cards::{
    AREA_CARDS, AreaCard, Cause, Ending, Figure, HELD, Held, KINDS, Kind, RitualCard, Rituals,
    full_deck, total,
};
use edition::Edition;
use engine::{Seat, Turn};
use house::HouseRules;
use memory::Memory;
use phase::{Phase, Rite, Then};
use setup::{SEATS, Setup};

/// A game of Wongar. It contains the number of cards of each kind in a stack or in the deck, but not their order. It is plain
/// data, so cloning is a memory copy.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    players: u8,
    edition: Edition,
    pub(crate) house: HouseRules,
    board: BoardMap,
    /// The number of stones in every region, by kind and seat.
    pub(crate) stones: [[[u8; SEATS]; KINDS]; REGIONS],
    /// For every seat and kind, the regions where the seat has a stone of this kind, one bit each.
    pub(crate) present: [[u16; KINDS]; SEATS],
    /// For every region, the seats with a stone there, one bit each.
    pub(crate) present_in: [u8; REGIONS],
    /// The number of stones off the board, by seat and kind.
    pub(crate) supply: [[u8; KINDS]; SEATS],
    pub(crate) stacks: [Stack; REGIONS],
    /// The regions with an open card, one bit each.
    pub(crate) open_cards: u16,
    /// The ritual cards in hand, by seat and kind.
    pub(crate) hands: [Held; SEATS],
    /// The number of ritual cards in hand, by seat.
    pub(crate) hand_sizes: [u8; SEATS],
    /// The face-down deck, by kind of card.
    pub(crate) deck: Rituals,
    pub(crate) deck_size: u8,
    /// The discard pile, by kind of card.
    pub(crate) discard: Rituals,
    /// The number of times that a new deck was made (W17, W18).
    pub(crate) shuffles: u32,
    /// The memory of every player about the pile (W31).
    pub(crate) memories: [Memory; SEATS],
    /// The area cards that every player has taken, including scorpions.
    pub(crate) taken: [[u8; AREA_CARDS]; SEATS],
    /// The figures of which every player may still play their own card (W27), one bit per figure.
    pub(crate) own_cards: [u8; SEATS],
    pub(crate) points: [i16; SEATS],
    /// The owners of the tokens: Ancestor, Elder.
    pub(crate) owners: [Seat; 2],
    /// The regions of the figures: Ancestor, Elder.
    pub(crate) figures: [Region; 2],
    pub(crate) boomerang: Seat,
    /// The scorpion's space, counted from 1.
    pub(crate) space: u8,
    pub(crate) round: u8,
    /// The number of turns completed in this round.
    pub(crate) turns_in_round: u8,
    pub(crate) turns_played: u16,
    /// The event that has called the end, if any (W24).
    pub(crate) called: Option<Ending>,
    /// The seat whose turn it is (W11).
    pub(crate) active: Seat,
    /// The seat that decides, or that draws a card.
    pub(crate) decider: Seat,
    /// Whether choices whose order does not matter may be made in any order, as in records.
    pub(crate) in_any_order: bool,
    pub(crate) phase: Phase,
    /// The legal options of the phase, one bit each; the meaning of a bit depends on the phase.
    pub(crate) options: u64,
}

/// The area cards of a region.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Stack {
    /// The face-down cards by kind, without tucked scorpions.
    pub(crate) left: [u8; AREA_CARDS],
    /// The number of scorpions at the very bottom (W5).
    pub(crate) tucked: u8,
    pub(crate) open: Option<AreaCard>,
}

impl Stack {
    pub(crate) fn is_empty(&self) -> bool {
        self.open.is_none() && self.face_down() == 0
    }

    pub(crate) fn face_down(&self) -> u8 {
        total(&self.left) + self.tucked
    }
}

const _: () = assert!(size_of::<State>() <= 752 && !std::mem::needs_drop::<State>());

impl State {
    /// Returns the state of a table before any stone is drawn or card is turned up.
    pub fn new(setup: &Setup) -> Self {
        let edition = setup.edition();
        let players = setup.players();
        let mut supply = [[0; KINDS]; SEATS];
        supply[..players].fill(Kind::ALL.map(|kind| setup.house.stones(kind)));
        let left = AreaCard::ALL.map(|card| card.count(edition));
        let deck = full_deck(edition);
        let mut own_cards = [0; SEATS];
        if edition == Edition::Advanced {
            own_cards[..players].fill(0b11);
        }
        let nobody = Seat::new(0);
        let mut state = Self {
            players: players as u8,
            edition,
            house: setup.house,
            board: *setup.board().map(),
            stones: [[[0; SEATS]; KINDS]; REGIONS],
            present: [[0; KINDS]; SEATS],
            present_in: [0; REGIONS],
            supply,
            stacks: [Stack { left, tucked: 0, open: None }; REGIONS],
            open_cards: 0,
            hands: [[0; HELD]; SEATS],
            hand_sizes: [0; SEATS],
            deck,
            deck_size: total(&deck),
            discard: [0; RitualCard::ALL.len()],
            shuffles: 0,
            memories: [Memory::EMPTY; SEATS],
            taken: [[0; AREA_CARDS]; SEATS],
            own_cards,
            points: [0; SEATS],
            owners: [nobody; 2],
            figures: Figure::ALL.map(|figure| setup.board().map().start_of(figure)),
            boomerang: nobody,
            space: 1,
            round: 0,
            turns_in_round: 0,
            turns_played: 0,
            called: None,
            active: nobody,
            decider: nobody,
            in_any_order: false,
            phase: Phase::Bag { placed: 0 },
            options: 0,
        };
        state.start_memories();
        state.open_setup();
        state
    }

    // Queries: the contents of the table.

    /// Returns the number of players at the table.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// Returns the edition in use.
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Returns the part of the board that play depends on.
    #[inline]
    pub const fn board(&self) -> &BoardMap {
        &self.board
    }

    /// Returns the number of the seat's stones of a kind in a region.
    pub const fn stones(&self, region: Region, kind: Kind, seat: Seat) -> u8 {
        self.stones[region.index()][kind.index()][seat.index()]
    }

    /// Returns the number of stones of a kind in a region, by seat.
    #[inline]
    pub const fn stones_of_all(&self, region: Region, kind: Kind) -> [u8; SEATS] {
        self.stones[region.index()][kind.index()]
    }

    /// Returns the regions where the seat has a stone of this kind, one bit each in the order of the board.
    pub const fn regions_with(&self, seat: Seat, kind: Kind) -> u16 {
        self.present[seat.index()][kind.index()]
    }

    /// Returns whether the seat has any stone in a region.
    #[inline]
    pub const fn is_present(&self, seat: Seat, region: Region) -> bool {
        self.present_in[region.index()] >> seat.index() & 1 == 1
    }

    /// Returns the number of the seat's stones of a kind off the board.
    pub const fn supply(&self, seat: Seat, kind: Kind) -> u8 {
        self.supply[seat.index()][kind.index()]
    }

    /// Returns the open card of a region, if there is one.
    pub const fn open_card(&self, region: Region) -> Option<AreaCard> {
        self.stacks[region.index()].open
    }

    /// Returns the number of face-down cards of a kind in a region, including tucked scorpions (W33).
    pub const fn face_down(&self, region: Region, card: AreaCard) -> u8 {
        let stack = &self.stacks[region.index()];
        let tucked = if matches!(card, AreaCard::Scorpion) { stack.tucked } else { 0 };
        stack.left[card.index()] + tucked
    }

    /// Returns the number of face-down cards in a region.
    pub fn stack_size(&self, region: Region) -> u8 {
        self.stacks[region.index()].face_down()
    }

    /// Returns the number of scorpions at the bottom of a stack, which is public information (W5).
    pub const fn tucked(&self, region: Region) -> u8 {
        self.stacks[region.index()].tucked
    }

    /// Returns the number of the seat's ritual cards of a kind. In a view, the others' hands contain only public cards.
    pub fn hand(&self, seat: Seat, card: RitualCard) -> u8 {
        self.hands[seat.index()].get(card.index()).copied().unwrap_or(0)
    }

    /// Returns the number of ritual cards in the seat's hand.
    pub const fn hand_size(&self, seat: Seat) -> u8 {
        self.hand_sizes[seat.index()]
    }

    /// Returns the number of ritual cards in the face-down deck.
    pub const fn deck_size(&self) -> u8 {
        self.deck_size
    }

    /// Returns the number of ritual cards of a kind in the discard pile.
    pub const fn discarded(&self, card: RitualCard) -> u8 {
        self.discard[card.index()]
    }

    /// Returns the number of area cards of a kind that the seat has: the cards that it took, and the scorpions that it turned up.
    pub const fn taken(&self, seat: Seat, card: AreaCard) -> u8 {
        self.taken[seat.index()][card.index()]
    }

    /// Returns whether the seat may still play its own card of this figure (W30).
    pub const fn has_own_card(&self, seat: Seat, figure: Figure) -> bool {
        self.own_cards[seat.index()] >> figure.index() & 1 == 1
    }

    /// Returns the owner of a figure's token, or `None` before the owner is drawn (W7).
    pub const fn owner(&self, figure: Figure) -> Option<Seat> {
        let drawn = match self.phase {
            Phase::Bag { .. }
            | Phase::Open { .. }
            | Phase::Deal { .. }
            | Phase::Token { figure: Figure::Ancestor } => false,
            Phase::Token { figure: Figure::Elder } => matches!(figure, Figure::Ancestor),
            _ => true,
        };
        if drawn { Some(self.owners[figure.index()]) } else { None }
    }

    /// Returns the region of a figure.
    pub const fn figure(&self, figure: Figure) -> Region {
        self.figures[figure.index()]
    }

    /// Returns the seat that began the round (W8).
    pub const fn boomerang(&self) -> Seat {
        self.boomerang
    }

    /// Returns the scorpion's space, counted from 1.
    pub const fn space(&self) -> u8 {
        self.space
    }

    /// Returns the phase of the scorpion track, counted from 1.
    pub fn scorpion_phase(&self) -> u8 {
        self.board().phase_of(self.space)
    }

    /// Returns the number of the round, counted from 1; 0 during the setup.
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// Returns the seat whose turn it is (W11). When the game is over, returns the seat that had the last turn.
    pub const fn active(&self) -> Seat {
        self.active
    }

    /// Returns the number of completed turns, counted over all players.
    pub const fn turns_played(&self) -> u32 {
        self.turns_played as u32
    }

    /// Returns the number of turns of this round that have not ended.
    pub const fn turns_left(&self) -> u8 {
        self.players() as u8 - self.turns_in_round
    }

    /// Returns the region and cause of the ceremony in progress, if there is one.
    pub fn ceremony(&self) -> Option<(Region, Cause)> {
        self.rite().map(|rite| (rite.region, rite.cause))
    }

    /// Returns the ceremony in progress, if there is one.
    pub(crate) const fn rite(&self) -> Option<Rite> {
        match self.phase {
            Phase::Ceremony { rite } | Phase::Stone { rite, .. } => Some(rite),
            _ => None,
        }
    }

    /// Returns what the active seat still gets from its area card: the number of stones that it may place (W12, W13), and the
    /// number of ritual cards that it draws (W14).
    pub const fn still_due(&self) -> (u8, u8) {
        match self.phase {
            Phase::Triple => (3, 0),
            Phase::Work { left, .. } | Phase::Spread { left, .. } => (left, 0),
            Phase::Draw { left, then }
            | Phase::Look { left, then }
            | Phase::Choose { left, then } => match then {
                Then::Turns => (0, 0),
                Then::Work { left: stones, .. } => (stones, left),
                Then::EndTurn => (0, left),
            },
            _ => (0, 0),
        }
    }

    /// Returns the event that has called the end of the game, if any (W24).
    pub const fn called(&self) -> Option<Ending> {
        self.called
    }

    /// Returns the next actor.
    pub const fn turn(&self) -> Turn {
        match self.phase {
            Phase::Bag { .. }
            | Phase::Open { .. }
            | Phase::Deal { .. }
            | Phase::Token { .. }
            | Phase::Reveal { .. }
            | Phase::Draw { .. }
            | Phase::Look { .. } => Turn::Chance,
            Phase::Over => Turn::Over,
            _ => Turn::Decide(self.decider),
        }
    }

    /// Returns whether a player's turn is about to begin or the game is over.
    pub const fn is_between_turns(&self) -> bool {
        matches!(self.phase, Phase::Turn | Phase::Over)
    }

    // Movements of stones and cards.

    /// Sets the open card of a region; `None` leaves no card open there.
    pub(crate) fn set_open(&mut self, region: Region, card: Option<AreaCard>) {
        self.stacks[region.index()].open = card;
        let others = self.open_cards & !region.bit();
        self.open_cards = if card.is_some() { others | region.bit() } else { others };
    }

    /// Moves a stone from the supply onto the board.
    pub(crate) fn put(&mut self, seat: Seat, kind: Kind, region: Region) {
        self.supply[seat.index()][kind.index()] -= 1;
        self.stones[region.index()][kind.index()][seat.index()] += 1;
        self.present[seat.index()][kind.index()] |= region.bit();
        self.present_in[region.index()] |= 1 << seat.index();
    }

    /// Returns a stone from the board to the supply.
    pub(crate) fn remove(&mut self, seat: Seat, kind: Kind, region: Region) {
        self.supply[seat.index()][kind.index()] += 1;
        let stones = &mut self.stones[region.index()][kind.index()][seat.index()];
        *stones -= 1;
        if *stones == 0 {
            self.present[seat.index()][kind.index()] &= !region.bit();
            let [lens, cube, cylinder] = self.present[seat.index()];
            if (lens | cube | cylinder) & region.bit() == 0 {
                self.present_in[region.index()] &= !(1 << seat.index());
            }
        }
    }

    /// Moves a card from the deck into a hand.
    pub(crate) fn hold(&mut self, seat: Seat, card: RitualCard) {
        self.deck[card.index()] -= 1;
        self.deck_size -= 1;
        self.hands[seat.index()][card.index()] += 1;
        self.hand_sizes[seat.index()] += 1;
    }
}
