//! Scenes: test positions that are built by hand, played in notation and read back as pictures.
//!
//! An exit is written `samoa>4`, a beach `samoa:0`. The picture of an island shows its beaches in order, with a digit for each
//! ship (the seat of its owner) and a dot for each free mooring. Samoa, with beaches of 3, 4 and 5 moorings, may look like `00.
//! 1... 012..`.

use crate::state::State;
use crate::state::border::Border;
use crate::state::hex::Side;
use crate::state::phase::Phase;
use crate::state::tiles::{Island, Tile};
use crate::{Edition, Event, Setup};
use engine::{Game, PlayableGame, Seat, Turn};
use std::collections::BTreeSet;

/// A position that is first built and then played.
#[derive(Clone)]
pub struct Scene {
    pub state: State,
    events: Vec<Event>,
}

pub fn island(id: &str) -> Island {
    id.parse().expect("an island")
}

pub fn tile(id: &str) -> Tile {
    id.parse().expect("a tile")
}

/// Returns the setup of a table with this edition.
pub fn edition(players: usize, edition: Edition) -> Setup {
    Setup::new(players).expect("2 to 6 may play").with_edition(edition)
}

/// Returns the setup of a table with this turn limit.
pub fn turn_limit(players: usize, turns: u16) -> Setup {
    Setup::new(players).expect("a table").with_turn_limit(turns)
}

// Building a position.

impl Scene {
    /// Creates a scene in which only Tonga is laid, without ships, and all ships are in the supplies.
    pub fn new(players: usize) -> Self {
        Self::of(Setup::new(players).expect("2 to 6 may play"))
    }

    pub fn of(setup: Setup) -> Self {
        Self { state: State::new(&setup), events: Vec::new() }
    }

    /// Lays a tile beyond an exit or any other side of a laid tile, with its crest facing the laid tile.
    pub fn lay(self, id: &str, at: &str) -> Self {
        self.lay_turned(id, 0, at)
    }

    /// Lays a tile beyond a side of a laid tile so that the side `own_side` of the new tile faces it.
    pub fn lay_turned(mut self, id: &str, own_side: usize, at: &str) -> Self {
        let (at, side) = at.split_once('>').expect("a side is written like samoa>4");
        let side = Side::new(side.parse().expect("a side's number"));
        let mut place = self.state.sea.place_beyond(Border::new(tile(at), side));
        // The side `own_side` faces crest + own_side, so the crest points own_side steps before it (T2).
        place.crest = Side::new((6 - own_side) % 6).facing(place.crest);
        self.state.sea.draw(tile(id));
        self.state.sea.lay(tile(id), place);
        self
    }

    /// Lays two waters beyond neighbouring sides of an island so that a fleet that leaves over one side comes back over the
    /// other. The first must be one of water-13 to water-16, the second one of water-01 to water-04.
    pub fn bend(self, waters: [&str; 2], island: &str, sides: [usize; 2]) -> Self {
        self.lay(waters[0], &format!("{island}>{}", sides[0]))
            .lay(waters[1], &format!("{island}>{}", sides[1]))
    }

    /// Lays Tubuai, with two beaches of three moorings, south of Tonga. The currents beyond sides 1 and 2 connect these beaches
    /// and require as many colours as the first water. Seat 2 has king islands beyond sides 4 and 5. So all jetties of Tubuai are
    /// returning for fleets that can pass.
    pub fn lagoon(self, first_water: &str) -> Self {
        self.lay("tubuai", "tonga>0")
            .bend([first_water, "water-01"], "tubuai", [1, 2])
            .lay("samoa", "tubuai>4")
            .lay("oahu", "tubuai>5")
            .king(2, "samoa")
            .king(2, "oahu")
    }

    /// Puts ships onto an island as its picture shows them.
    pub fn ships(mut self, id: &str, picture: &str) -> Self {
        let island = island(id);
        assert_eq!(picture.split(' ').count(), island.beach_count(), "beaches of {id}");
        for (beach, picture) in island.beaches().zip(picture.split(' ')) {
            assert_eq!(picture.len(), beach.moorings() as usize, "moorings of {beach}");
            for seat in picture.chars().filter_map(|mooring| mooring.to_digit(10)) {
                self.state.moor(Seat::new(seat as usize), beach);
            }
        }
        self
    }

    /// Makes an island without ships a king island.
    pub fn king(mut self, seat: usize, id: &str) -> Self {
        self.state.crown(Seat::new(seat), island(id));
        self
    }

    /// Removes all tiles except these from the deck.
    pub fn deck(mut self, tiles: &[&str]) -> Self {
        for tile in Tile::all().filter(|tile| !tiles.contains(&tile.id())) {
            if self.state.in_deck(tile) {
                self.state.sea.draw(tile);
            }
        }
        assert!(tiles.iter().all(|id| self.state.in_deck(tile(id))));
        self
    }

    /// Removes a laid tile from the game.
    pub fn without(mut self, id: &str) -> Self {
        self.state.sea.remove(tile(id));
        self
    }

    /// Sets the number of emigrations in this turn.
    pub fn emigrations(mut self, sails: u8) -> Self {
        self.state.sails = sails;
        self
    }

    /// Starts the turn of seat 0.
    pub fn turn(mut self) -> Self {
        self.state.enter_phase(Phase::Turn);
        self.state.audit();
        self
    }

    /// Starts the turn of a seat. The seats before it skip their turns, which the rules do not allow.
    pub fn turn_of(mut self, seat: usize) -> Self {
        for _ in 0..seat {
            self.state.end_turn(&mut ());
        }
        self.turn()
    }

    /// Enters the middle of seat 0's turn, at the point where emigrations are checked.
    pub fn chain(mut self) -> Self {
        self.state.chain(&mut ());
        self.state.audit();
        self
    }
}

// Playing from the position.

impl Scene {
    pub fn play(&mut self, text: &str) -> &mut Self {
        let mv = text.parse().expect("a move");
        assert!(self.state.is_legal(mv), "{text} is not among {:?}", self.options());
        self.state.play_recorded(mv, &mut self.events);
        self.state.audit();
        self
    }

    /// Draws this tile.
    pub fn draw(&mut self, id: &str) -> &mut Self {
        assert_eq!(self.state.turn(), Turn::Chance, "no draw is due: {:?}", self.options());
        assert!(self.state.in_deck(tile(id)), "{id} is not in the deck");
        self.state.happen_recorded(tile(id), &mut self.events);
        self.state.audit();
        self
    }
}

// Reading the position.

impl Scene {
    /// Returns the legal moves in notation, in alphabetical order.
    pub fn options(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.state.moves(&mut moves);
        let mut moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
        moves.sort();
        moves
    }

    /// Returns the ids of the tiles that may be drawn now, in alphabetical order.
    pub fn drawable(&self) -> Vec<&'static str> {
        let mut chances = Vec::new();
        self.state.chances(&mut chances);
        assert!(chances.iter().all(|&(_, weight)| weight == 1));
        let mut tiles: Vec<_> = chances.iter().map(|(tile, _)| tile.id()).collect();
        tiles.sort_unstable();
        tiles
    }

    /// Asserts that this seat is about to begin its turn.
    pub fn assert_turn_of(&self, seat: usize) {
        assert_eq!(self.state.phase, Phase::Turn);
        assert_eq!(self.state.turn(), Turn::Decide(Seat::new(seat)));
    }

    /// Asserts that a tile must be drawn.
    pub fn assert_draws(&self) {
        assert_eq!(self.state.turn(), Turn::Chance, "options: {:?}", self.options());
    }

    /// Returns whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.state.turn() == Turn::Over
    }

    /// Returns the picture of an island.
    pub fn on(&self, id: &str) -> String {
        let island = island(id);
        if let Some(king) = self.state.king(island) {
            return format!("king {king}");
        }
        if self.state.laid(island.tile()).is_none() {
            return "nowhere".to_owned();
        }
        let beaches = island.beaches().map(|beach| {
            let ships = Seat::all(self.state.players())
                .map(|seat| seat.to_string().repeat(self.state.ships(beach, seat) as usize));
            let free = ".".repeat(self.state.free_moorings(beach) as usize);
            ships.collect::<String>() + &free
        });
        beaches.collect::<Vec<_>>().join(" ")
    }

    /// Returns the column, row and crest direction of a tile, if it is laid.
    pub fn place_of(&self, id: &str) -> Option<(i8, i8, usize)> {
        self.state.laid(tile(id)).map(|(cell, crest)| (cell.q, cell.r, crest.index()))
    }

    /// Returns the number of ships off the board, by seat.
    pub fn supplies(&self) -> Vec<u32> {
        Seat::all(self.state.players()).map(|seat| self.state.supply(seat)).collect()
    }

    /// Returns descriptions of the events since the last call.
    pub fn told(&mut self) -> Vec<String> {
        self.events.drain(..).map(|event| tell(&event)).collect()
    }

    /// Returns the pictures of an island after every distribution to which the current landing can lead, including the ships
    /// returned to their owners, whatever the order of the choices.
    pub fn landings(&self, id: &str) -> BTreeSet<String> {
        let mut pictures = BTreeSet::new();
        let mut waiting = vec![self.clone()];
        while let Some(scene) = waiting.pop() {
            if !matches!(scene.state.phase, Phase::GiveBack { .. } | Phase::Land { .. }) {
                let told = scene.events.last().map(tell).unwrap_or_default();
                assert!(!told.contains(" sails "), "what has landed has sailed on: {told}");
                pictures.insert(scene.on(id));
                continue;
            }
            assert!(
                !scene.options().is_empty(),
                "a path of choices ends before the fleet has landed"
            );
            for option in scene.options() {
                let mut next = scene.clone();
                next.play(&option);
                waiting.push(next);
            }
        }
        pictures
    }
}

fn tell(event: &Event) -> String {
    let join =
        |beaches: &[u8]| beaches.iter().map(ToString::to_string).collect::<Vec<_>>().join("+");
    match event {
        Event::Place { p, beach } => format!("{p} places {beach}"),
        Event::Expand { p, island, beaches, from: None } => {
            format!("{p} expands {island}:{}", join(beaches))
        }
        Event::Expand { p, island, beaches, from: Some((origin, beach)) } => {
            format!("{p} expands {island}:{} from {origin}:{beach}", join(beaches))
        }
        Event::Enter { p, island, beaches } => format!("{p} enters {island}:{}", join(beaches)),
        Event::King { p, island } => format!("{p} king {island}"),
        Event::Resettle { p } => format!("{p} resettles"),
        Event::Sail { p, island, beach, jetty, fleet } => {
            format!("{p} sails {island}:{beach}>{jetty} {fleet:?}")
        }
        Event::Draw { tile, q, r, crest } => {
            format!("draw {tile} at {q},{r} crest {}", crest.index())
        }
        Event::Fail { tile, fleet } => format!("fails on {tile} {fleet:?}"),
        Event::TurnBack { island, fleet } => format!("turned back by {island} {fleet:?}"),
        Event::Adrift { tile, fleet } => format!("adrift on {tile} {fleet:?}"),
        Event::Land { island, fleet, returned, beaches } => {
            format!("lands on {island} {fleet:?} back {returned:?}: {beaches:?}")
        }
        Event::Settle { p, island, beach } => format!("{p} settles {island}:{beach}"),
        Event::Endless { island, returned, safety_net } => {
            let net = if *safety_net { " (safety net)" } else { "" };
            format!("endless {island} back {returned:?}{net}")
        }
        Event::End { cause } => format!("end {}", cause.id()),
    }
}
