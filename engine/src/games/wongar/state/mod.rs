//! The state of a game: what lies on the table, and the hands.

mod audit;
pub(super) mod board;
mod board_sheet;
pub(super) mod cards;
pub(super) mod chance;
pub(super) mod deal;
pub(super) mod determinize;
pub(super) mod edition;
mod knowledge;
pub(super) mod memory;
pub(super) mod phase;
pub(super) mod setup;
pub(super) mod view;

// Re-exports, so that the files of this module can write `super::name`.
use super::record::{event, moves};

use crate::{Seat, Turn};
use board::{BoardMap, REGIONS, Region};
use cards::{
    AREA_CARDS, AreaCard, Cause, Ending, Figure, HELD, Held, KINDS, Kind, RitualCard, Rituals,
    STONES, full_deck, total,
};
use edition::Edition;
use memory::Memory;
use phase::{Phase, Then};
use setup::{SEATS, Setup};

/// A game of Wongar. It holds how many cards of each kind are in a stack or in the deck, but not
/// their order. It is plain data: cloning is a memory copy.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub struct State {
    players: u8,
    edition: Edition,
    board: BoardMap,
    /// Stones in every region, by kind and seat.
    pub(crate) stones: [[[u8; SEATS]; KINDS]; REGIONS],
    /// For every seat and kind, the regions with such a stone, one bit each.
    pub(crate) present: [[u16; KINDS]; SEATS],
    /// For every region, the seats with a stone there, one bit each.
    pub(crate) present_in: [u8; REGIONS],
    /// Stones that are not on the board.
    pub(crate) supply: [[u8; KINDS]; SEATS],
    pub(crate) stacks: [Stack; REGIONS],
    /// The regions with an open card, one bit each.
    pub(crate) open_cards: u16,
    /// Ritual cards in hand, by seat and kind.
    pub(crate) hands: [Held; SEATS],
    /// The number of ritual cards in hand, by seat.
    pub(crate) hand_sizes: [u8; SEATS],
    /// The face-down deck.
    pub(crate) deck: Rituals,
    pub(crate) deck_size: u8,
    /// The discard pile.
    pub(crate) discard: Rituals,
    /// How often a new deck was made (W17, W18).
    pub(crate) shuffles: u32,
    /// What every player has seen of the pile (W31).
    pub(crate) memories: [Memory; SEATS],
    /// The area cards in front of every player, scorpions included.
    pub(crate) taken: [[u8; AREA_CARDS]; SEATS],
    /// The own cards that every player may still play (W27), one bit per figure.
    pub(crate) own_cards: [u8; SEATS],
    pub(crate) points: [i16; SEATS],
    /// The owners of the tokens: Ancestor, Elder.
    pub(crate) owners: [Seat; 2],
    /// Where the figures stand: Ancestor, Elder.
    pub(crate) figures: [Region; 2],
    pub(crate) boomerang: Seat,
    /// The scorpion's space, from 1.
    pub(crate) space: u8,
    pub(crate) round: u8,
    /// Turns finished in this round.
    pub(crate) turns_in_round: u8,
    pub(crate) turns_played: u16,
    /// What has called the end, if called (W24).
    pub(crate) called: Option<Ending>,
    /// The seat whose turn it is (W11).
    pub(crate) active: Seat,
    /// The seat that decides, or for which a card is drawn.
    pub(crate) decider: Seat,
    /// Whether choices whose order does not matter may come in any order, as in records.
    pub(crate) in_any_order: bool,
    pub(crate) phase: Phase,
    /// The legal choices of the phase, one bit each; the meaning of a bit depends on the phase.
    pub(crate) options: u64,
}

/// The area cards of a region.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(crate) struct Stack {
    /// Face-down cards by kind, without tucked scorpions.
    pub(crate) left: [u8; AREA_CARDS],
    /// Scorpions at the very bottom (W5).
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
    /// Returns the table before anything is drawn or revealed.
    pub fn new(setup: &Setup) -> Self {
        let edition = setup.edition();
        let players = setup.players();
        let mut supply = [[0; KINDS]; SEATS];
        supply[..players].fill(STONES);
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

    // What is on the table.

    /// Returns the number of players at the table.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// Returns the rules in use.
    pub const fn edition(&self) -> Edition {
        self.edition
    }

    /// Returns the part of the board that play depends on.
    #[inline]
    pub const fn board(&self) -> &BoardMap {
        &self.board
    }

    /// Returns the seat's stones of a kind in a region.
    pub const fn stones(&self, region: Region, kind: Kind, seat: Seat) -> u8 {
        self.stones[region.index()][kind.index()][seat.index()]
    }

    /// Returns all seats' stones of a kind in a region.
    #[inline]
    pub const fn stones_of_all(&self, region: Region, kind: Kind) -> [u8; SEATS] {
        self.stones[region.index()][kind.index()]
    }

    /// Returns all stones on the board, by region, kind and seat.
    pub(crate) const fn all_stones(&self) -> &[[[u8; SEATS]; KINDS]; REGIONS] {
        &self.stones
    }

    /// Returns the regions where the seat has a stone of this kind, one bit each in the order of
    /// the board.
    pub const fn regions_with(&self, seat: Seat, kind: Kind) -> u16 {
        self.present[seat.index()][kind.index()]
    }

    /// Returns whether the seat has any stone in a region.
    #[inline]
    pub const fn is_present(&self, seat: Seat, region: Region) -> bool {
        self.present_in[region.index()] >> seat.index() & 1 == 1
    }

    /// Returns the seat's stones of a kind off the board.
    pub const fn supply(&self, seat: Seat, kind: Kind) -> u8 {
        self.supply[seat.index()][kind.index()]
    }

    /// Returns the open card of a region.
    pub const fn open_card(&self, region: Region) -> Option<AreaCard> {
        self.stacks[region.index()].open
    }

    /// Returns how many of a card are face down in a region, tucked scorpions included (W33).
    pub const fn face_down(&self, region: Region, card: AreaCard) -> u8 {
        let stack = &self.stacks[region.index()];
        let tucked = if matches!(card, AreaCard::Scorpion) { stack.tucked } else { 0 };
        stack.left[card.index()] + tucked
    }

    /// Returns how many cards are face down in a region.
    pub fn stack_size(&self, region: Region) -> u8 {
        self.stacks[region.index()].face_down()
    }

    /// Returns the scorpions at the bottom of a stack, which all players have seen there (W5).
    pub const fn tucked(&self, region: Region) -> u8 {
        self.stacks[region.index()].tucked
    }

    /// Returns the seat's ritual cards of a kind. In a view, the others' hands hold only what is
    /// public.
    pub fn hand(&self, seat: Seat, card: RitualCard) -> u8 {
        self.hands[seat.index()].get(card.index()).copied().unwrap_or(0)
    }

    /// Returns how many ritual cards the seat holds.
    pub const fn hand_size(&self, seat: Seat) -> u8 {
        self.hand_sizes[seat.index()]
    }

    /// Returns how many ritual cards are in the face-down deck.
    pub const fn deck_size(&self) -> u8 {
        self.deck_size
    }

    /// Returns how many of a ritual card are in the discard pile.
    pub const fn discarded(&self, card: RitualCard) -> u8 {
        self.discard[card.index()]
    }

    /// Returns how many of an area card lie in front of the seat: those that it took, and the
    /// scorpions that it revealed.
    pub const fn taken(&self, seat: Seat, card: AreaCard) -> u8 {
        self.taken[seat.index()][card.index()]
    }

    /// Returns whether the seat may still play its own card of this figure (W30).
    pub const fn has_own_card(&self, seat: Seat, figure: Figure) -> bool {
        self.own_cards[seat.index()] >> figure.index() & 1 == 1
    }

    /// Returns the owner of a figure's token; `None` before it is drawn (W7).
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

    /// Returns the round, counted from 1; 0 during the setup.
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// Returns the seat whose turn it is (W11); when the game is over, the seat whose turn it was.
    pub const fn active(&self) -> Seat {
        self.active
    }

    /// Returns how many players' turns have ended.
    pub const fn turns_played(&self) -> u32 {
        self.turns_played as u32
    }

    /// Returns how many turns of this round have not ended.
    pub const fn turns_left(&self) -> u8 {
        self.players() as u8 - self.turns_in_round
    }

    /// Returns the region and cause of the current ceremony.
    pub const fn ceremony(&self) -> Option<(Region, Cause)> {
        match self.phase {
            Phase::Ceremony { rite } | Phase::Stone { rite, .. } => Some((rite.region, rite.cause)),
            _ => None,
        }
    }

    /// Returns what the active seat still gets from its area card: stones that it may place (W12,
    /// W13), and ritual cards that it draws (W14).
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

    /// Returns what has called the end, if called (W24).
    pub const fn called(&self) -> Option<Ending> {
        self.called
    }

    /// Returns who acts next.
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

    // Moving stones and cards.

    /// Opens a card of a region, or leaves none open there.
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

    /// Moves a stone back into the supply.
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
