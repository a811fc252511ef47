//! A game step by step, from its start or from a record, with moves that can be played and taken back.

use anygame::{AnyPosition, AnySetup, OfferedDraw, ReplayedGame, ToldEvent};
use engine::drawing::Viewer;
use engine::{RecordHeader, Seat, Turn};
use serde_json::Value;

/// A game with its steps. Step 0 is the start; each later step is a decision with the chance events that follow
/// it.
pub struct Course {
    setup: AnySetup,
    seed: String,
    stations: Vec<Station>,
}

/// A position with the move that led to it.
struct Station {
    position: Box<dyn AnyPosition>,
    taken: Option<TakenMove>,
    /// Number of events up to this position.
    events: usize,
}

/// A decision that was made in the game.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct TakenMove {
    /// The seat that decided.
    pub seat: Seat,
    /// The move in the game's notation.
    pub mv: String,
    /// Whether a chance event followed: taking the move back would then reveal a card.
    pub is_revealing: bool,
}

impl Course {
    /// Starts a game with the deck that the seed determines.
    pub fn start(setup: AnySetup, seed: u64) -> Self {
        let position = setup.start(Some(seed));
        Self::begin(setup, position, &seed.to_string())
    }

    /// Starts a game with a deck in the format of records, and the name of its seed.
    ///
    /// # Errors
    /// Fails if the value is not a deck, or does not fit the table.
    pub fn with_deck(setup: AnySetup, deck: &Value, seed: &str) -> Result<Self, String> {
        let position = setup.start_with_deck(deck)?;
        Ok(Self::begin(setup, position, seed))
    }

    fn begin(setup: AnySetup, mut position: Box<dyn AnyPosition>, seed: &str) -> Self {
        position.keep_events();
        position.settle();
        let mut course = Self { setup, seed: seed.to_owned(), stations: Vec::new() };
        course.arrive(position, None);
        course
    }

    /// Builds the course of a recorded game from the steps of its record. A record may list choices in any
    /// order where their order has no effect.
    pub fn of_record(game: ReplayedGame) -> Self {
        let ReplayedGame { setup, header, start, steps } = game;
        let mut course = Self { setup, seed: header.seed, stations: Vec::new() };
        course.arrive(start, None);
        for step in steps {
            let (mut position, mut taken) = (step.after, None);
            if let Some(seat) = step.seat {
                taken = Some(TakenMove { seat, mv: step.notation, is_revealing: false });
            } else if let Some(last) = course.stations.pop() {
                position.take_events(&*last.position);
                taken = last.taken.map(|taken| TakenMove { is_revealing: true, ..taken });
            }
            course.arrive(position, taken);
        }
        course
    }

    fn arrive(&mut self, position: Box<dyn AnyPosition>, taken: Option<TakenMove>) {
        let before = self.stations.last().map_or(0, |last| last.events);
        let events = before + position.events(Viewer::Everything).len();
        self.stations.push(Station { position, taken, events });
    }

    /// Returns the setup of the table.
    pub const fn setup(&self) -> &AnySetup {
        &self.setup
    }

    /// Returns the seed of the deck.
    pub fn seed(&self) -> &str {
        &self.seed
    }

    /// Returns the number of the last step.
    pub const fn last(&self) -> usize {
        self.stations.len() - 1
    }

    /// Returns the position after a step.
    ///
    /// # Panics
    /// If there is no step with this number.
    pub fn position(&self, step: usize) -> &dyn AnyPosition {
        &*self.stations[step].position
    }

    /// Returns the position after the last step.
    pub fn end(&self) -> &dyn AnyPosition {
        self.position(self.last())
    }

    /// Returns the decision of a step; `None` for step 0.
    ///
    /// # Panics
    /// If there is no step with this number.
    pub fn taken(&self, step: usize) -> Option<&TakenMove> {
        self.stations[step].taken.as_ref()
    }

    /// Returns the range of a step's event numbers, which start from 0 for the game's first event.
    ///
    /// # Panics
    /// If there is no step with this number.
    pub fn event_numbers(&self, step: usize) -> std::ops::Range<usize> {
        step.checked_sub(1).map_or(0, |before| self.stations[before].events)
            ..self.stations[step].events
    }

    /// Returns the events from this step onwards, without information hidden from the viewer.
    pub fn events_from(&self, step: usize, viewer: Viewer) -> impl Iterator<Item = ToldEvent> + '_ {
        self.stations[step..].iter().flat_map(move |station| station.position.events(viewer))
    }

    /// Returns whether the seat that decides before this step decides again after it, without a chance event in
    /// between.
    ///
    /// # Panics
    /// If there is no step with this number, or it is step 0.
    pub fn goes_on(&self, step: usize) -> bool {
        let is_revealing = self.taken(step).is_some_and(|taken| taken.is_revealing);
        !is_revealing && self.position(step).turn() == self.position(step - 1).turn()
    }

    /// Returns the legal moves after the last step, in ascending order and in the game's notation.
    pub fn legal(&self) -> Vec<String> {
        let Turn::Decide(seat) = self.end().turn() else { return Vec::new() };
        self.end().view(seat).moves()
    }

    /// Plays the legal move with this index after the last step. Returns whether there is such a move.
    pub fn play(&mut self, place: usize) -> bool {
        let Turn::Decide(seat) = self.end().turn() else { return false };
        let Some(mv) = self.legal().into_iter().nth(place) else { return false };
        let mut position = self.end().copy();
        if position.apply_nth(place).is_err() {
            return false;
        }
        let is_revealing = position.turn() == Turn::Chance;
        position.settle();
        self.arrive(position, Some(TakenMove { seat, mv, is_revealing }));
        true
    }

    /// Returns the chance events that people can draw after a legal move and these chance events, in the game's notation. The list
    /// is empty if a seat decides next, or if people cannot draw in this game.
    pub fn draws(&self, place: usize, drawn: &[&str]) -> Vec<OfferedDraw> {
        self.after_draws(place, drawn).map_or_else(Vec::new, |position| position.draws())
    }

    /// Plays the legal move with this index after the last step, with the chance events that people drew, in the game's notation.
    /// The deck changes accordingly, so that no seed determines it any more. Returns whether the move and the events are possible;
    /// otherwise, nothing changes.
    pub fn play_drawn(&mut self, place: usize, drawn: &[&str]) -> bool {
        if drawn.is_empty() {
            return self.play(place);
        }
        let deck = self.after_draws(place, drawn).and_then(|position| position.deck());
        let again = deck.and_then(|deck| Self::with_deck(self.setup.clone(), &deck, "0").ok());
        let Some(mut again) = again else { return false };
        let is_played = self.choices(&mut again).is_some() && again.play(place);
        if is_played {
            *self = again;
        }
        is_played
    }

    /// Returns the position after a legal move and these chance events, with a deck that contains them.
    fn after_draws(&self, place: usize, drawn: &[&str]) -> Option<Box<dyn AnyPosition>> {
        let mut position = self.end().copy();
        position.apply_nth(place).ok()?;
        for &wanted in drawn {
            let outcomes = position.chance_outcomes();
            let outcome = outcomes.iter().position(|(outcome, _)| outcome == wanted)?;
            if !position.draw_next(outcome) {
                return None;
            }
            position.apply_chance(outcome).ok()?;
        }
        Some(position)
    }

    /// Takes back all steps after this one.
    pub fn take_back(&mut self, step: usize) {
        self.stations.truncate(step + 1);
    }

    /// Returns the record of the finished game with one label for each seat; `None` before the end of the game.
    pub fn record(&self, labels: Vec<String>) -> Option<String> {
        let header = RecordHeader { seed: self.seed.clone(), agents: labels };
        let positions: Vec<_> = self.stations.iter().map(|station| &*station.position).collect();
        self.end().record(&positions, header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Rules;

    fn start(game: &str, players: usize) -> Course {
        let games = games::built_in();
        let setup = anygame::find(&games, game).unwrap().setup(players, &Rules::new()).unwrap();
        Course::start(setup, 7)
    }

    #[test]
    fn the_deck_follows_what_people_draw() {
        let mut course = start("tongiaki", 2);
        let mut entered: Vec<String> = Vec::new();
        while course.end().turn() != Turn::Over {
            let place = course.last() % course.legal().len();
            let mut drawn: Vec<String> = Vec::new();
            loop {
                let words: Vec<&str> = drawn.iter().map(String::as_str).collect();
                let offered = course.draws(place, &words);
                let Some(last) = offered.last() else { break };
                assert!(!entered.contains(&last.draw), "{} is drawn twice", last.draw);
                entered.push(last.draw.clone());
                drawn.push(last.draw.clone());
            }
            let words: Vec<&str> = drawn.iter().map(String::as_str).collect();
            assert!(course.play_drawn(place, &words));
            assert_eq!(course.taken(course.last()).unwrap().is_revealing, !words.is_empty());
        }
        let deck = course.position(0).deck().unwrap();
        let deck: Vec<String> = serde_json::from_value(deck).unwrap();
        assert_eq!(deck[..entered.len()], entered);
        let again = Course::of_code(course.setup().clone(), &course.code().unwrap()).unwrap();
        assert!(again.end().is_same(course.end()));
        assert!(course.record(vec![String::new(); 2]).is_some());
    }

    #[test]
    fn an_impossible_draw_changes_nothing() {
        let mut course = start("tongiaki", 2);
        while course.draws(0, &[]).is_empty() {
            course.play(0);
        }
        let last = course.last();
        for wrong in ["tonga", "nowhere"] {
            assert!(!course.play_drawn(0, &[wrong]));
        }
        assert_eq!(course.last(), last);
    }

    #[test]
    fn nothing_is_drawn_by_people_where_hands_are_hidden() {
        for (game, players) in [("wongar", 3), ("kuhn", 2), ("leduc", 2)] {
            let mut course = start(game, players);
            while course.end().turn() != Turn::Over {
                assert!(course.draws(0, &[]).is_empty(), "{game}");
                assert!(course.play_drawn(0, &[]));
            }
        }
    }
}
