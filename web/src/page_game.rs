//! A game on the page: its steps, and agents' searches at them, as JSON.

use crate::refusal::Refusal;
use crate::scene;
use crate::thought::{self, Thinker};
use crate::{judging, luck};
use anygame::{AnySetup, Course, Part, ShownGame, TakenMove};
use engine::drawing::Viewer;
use engine::{Rules, Seat, Turn, search_notes};
use serde_json::{Value, json};

/// A game on the page. Callers check that a step exists before they ask for it.
pub struct PageGame {
    game: Box<dyn ShownGame>,
    course: Course,
    labels: Vec<String>,
    /// The record's search notes, by event.
    notes: Vec<Option<Value>>,
    thinker: Option<Thinker>,
}

impl PageGame {
    /// Starts a game with the deck that the seed determines.
    pub fn start(
        game: Box<dyn ShownGame>,
        players: usize,
        rules: &Rules,
        seed: u64,
    ) -> Result<Self, Refusal> {
        Self::begin(game, players, rules, |setup| Ok(Course::start(setup, seed)))
    }

    /// Reads a game's code and plays it to its end.
    pub fn of_code(
        game: Box<dyn ShownGame>,
        players: usize,
        rules: &Rules,
        code: &str,
    ) -> Result<Self, Refusal> {
        let course = |setup| Course::of_code(setup, code).map_err(Refusal::Code);
        Self::begin(game, players, rules, course)
    }

    fn begin(
        game: Box<dyn ShownGame>,
        players: usize,
        rules: &Rules,
        course: impl FnOnce(AnySetup) -> Result<Course, Refusal>,
    ) -> Result<Self, Refusal> {
        let setup =
            game.setup(players, rules).map_err(|error| Refusal::Rules(error.to_string()))?;
        let course = course(setup)?;
        Ok(Self { game, course, labels: Vec::new(), notes: Vec::new(), thinker: None })
    }

    /// Reads a record and replays it to its end.
    pub fn read(game: Box<dyn ShownGame>, line: &str) -> Result<Self, Refusal> {
        let mut followed = game
            .replay_record(line, &Rules::new())
            .map_err(|error| Refusal::Record(error.to_string()))?;
        followed.header.seed = scene::plain(&followed.header.seed);
        let labels = followed.header.agents.iter().map(|label| scene::plain(label)).collect();
        let (course, notes) = (Course::of_record(followed), search_notes(line));
        Ok(Self { game, course, labels, notes, thinker: None })
    }

    fn seat(&self, seat: usize) -> Result<Seat, Refusal> {
        if seat < self.course.setup().players() {
            Ok(Seat::new(seat))
        } else {
            Err(Refusal::NoSeat(seat))
        }
    }

    /// See [`crate::Game::table`].
    pub fn table(&self) -> Value {
        scene::table(self.course.setup(), self.course.seed(), &self.labels)
    }

    /// See [`crate::Game::last`].
    pub const fn last(&self) -> usize {
        self.course.last()
    }

    /// See [`crate::Game::step`].
    pub fn step(&self, step: usize, viewer: Viewer) -> Value {
        let position = self.course.position(step);
        let mut shown = json!(position.facts());
        shown["events"] = json!(position.events(viewer));
        if let Some(TakenMove { seat, mv, is_revealing }) = self.course.taken(step) {
            shown["seat"] = seat.index().into();
            shown["move"] = mv.as_str().into();
            shown["reveals"] = (*is_revealing).into();
            let mut notes =
                self.course.event_numbers(step).filter_map(|event| self.notes.get(event)?.as_ref());
            if let Some(found) = notes.find_map(judging::noted) {
                shown["search"] = found;
            }
        }
        shown
    }

    /// See [`crate::Game::scene`].
    pub fn scene(&self, step: usize) -> Value {
        scene::board(self.course.position(step))
    }

    /// See [`crate::Game::moves`].
    pub fn moves(&self, step: usize) -> Value {
        json!(self.course.position(step).moves())
    }

    /// See [`crate::Game::move_in_words`].
    pub fn move_in_words(&self, step: usize, mv: &str) -> Value {
        json!(self.course.position(step).move_in_words(mv))
    }

    /// See [`crate::Game::arrangement`].
    pub fn arrangement(&self, step: usize) -> Value {
        json!(self.course.position(step).arrangement())
    }

    /// See [`crate::Game::composed`].
    pub fn composed(&self, step: usize, chosen: &str) -> Result<Value, Refusal> {
        let chosen: Vec<Part> =
            serde_json::from_str(chosen).map_err(|error| Refusal::Parts(error.to_string()))?;
        let offered = self.course.position(step).arrangement();
        Ok(json!(offered.map(|offered| offered.composed(&chosen))))
    }

    /// See [`crate::Game::hand`].
    pub fn hand(&self, step: usize, seat: usize) -> Result<Value, Refusal> {
        Ok(self.course.position(step).hand(self.seat(seat)?).into())
    }

    /// See [`crate::Game::belief`].
    pub fn belief(
        &self,
        step: usize,
        seat: usize,
        samples: u32,
        seed: u64,
    ) -> Result<Value, Refusal> {
        let view = self.course.position(step).view(self.seat(seat)?);
        Ok(json!(view.belief(samples, seed)))
    }

    /// See [`crate::Game::play`].
    pub fn play(&mut self, mv: &str) -> Result<(), Refusal> {
        let legal = self.course.legal();
        if legal.is_empty() {
            return Err(Refusal::Over);
        }
        let place = legal.iter().position(|legal| legal == mv);
        let is_played = place.is_some_and(|place| self.course.play(place));
        if is_played { Ok(()) } else { Err(Refusal::Illegal(mv.chars().take(40).collect())) }
    }

    /// See [`crate::Game::take_back`].
    pub fn take_back(&mut self, step: usize) -> Result<(), Refusal> {
        let last = self.last();
        if step > last {
            return Err(Refusal::NoStep { step, last });
        }
        self.thinker = None;
        self.course.take_back(step);
        self.notes.truncate(self.course.event_numbers(step).end);
        Ok(())
    }

    /// See [`crate::Game::think`].
    pub fn think(&mut self, step: usize, spec: &str, seed: u64) -> Result<Value, Refusal> {
        let position = self.course.position(step);
        thought::think(position, step, &mut self.thinker, &*self.game, (spec, seed))
    }

    /// See [`crate::Game::judge`].
    pub fn judge(&self, thoughts: &str) -> Result<Value, Refusal> {
        let mut thoughts = judging::read(thoughts)?;
        let decisions = (1..=self.last()).filter_map(|step| {
            let taken = self.course.taken(step)?;
            let thoughts = thoughts.remove(&(step - 1)).unwrap_or_default();
            Some(thoughts.of(&taken.mv, self.course.goes_on(step)))
        });
        Ok(judging::judgements(&decisions.collect::<Vec<_>>()))
    }

    /// See [`crate::Game::quality`].
    pub fn quality(&self, judgements: &str) -> Result<Value, Refusal> {
        judging::quality(judgements, self.course.setup().players())
    }

    /// See [`crate::Game::luck`].
    pub fn luck(&self) -> Result<Value, Refusal> {
        luck::luck(&*self.game, &self.course)
    }

    /// See [`crate::Game::chances`].
    pub fn chances(&self, step: usize) -> Value {
        self.course.position(step).win_chances().into()
    }

    /// See [`crate::Game::code`].
    pub fn code(&self) -> Option<String> {
        self.course.code()
    }

    /// See [`crate::Game::record`].
    pub fn record(&self, labels: &str) -> Result<String, Refusal> {
        let players = self.course.setup().players();
        if self.course.end().turn() != Turn::Over {
            return Err(Refusal::Unfinished);
        }
        let labels: Option<Vec<String>> = serde_json::from_str(labels).ok();
        let labels = labels.filter(|labels| labels.len() == players);
        let labels = labels.ok_or(Refusal::Labels(players))?;
        let labels = labels.iter().map(|label| scene::plain(label)).collect();
        self.course.record(labels).ok_or(Refusal::Unfinished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;

    const ALL: Viewer = Viewer::Everything;

    fn start(game: &str, players: usize, rules: &str, seed: u64) -> PageGame {
        catalogue::start(game, players, rules, seed).unwrap()
    }

    /// Plays a whole game, at decision n the legal move number 7n modulo their count.
    fn play(course: &mut PageGame) {
        for number in 0.. {
            let moves = course.moves(course.last());
            let Some(count) = moves.as_array().map(Vec::len).filter(|&count| count > 0) else {
                break;
            };
            course.play(moves[number * 7 % count]["move"].as_str().unwrap()).unwrap();
        }
    }

    /// Returns whether the record has the same steps: it gives several choices at once one by one.
    fn check_record(mut course: PageGame) -> bool {
        assert_eq!(course.record("[]"), Err(Refusal::Unfinished));
        play(&mut course);
        let players = course.course.setup().players();
        assert_eq!(course.record(r#"["one"]"#), Err(Refusal::Labels(players)));
        let labels: Vec<_> = (0..players).map(|seat| format!("seat {seat}")).collect();
        let line = course.record(&serde_json::to_string(&labels).unwrap()).unwrap();
        assert_eq!(course.game.check_record(&line, &Rules::new()), Ok(()));
        let again = catalogue::read(&line).unwrap();
        assert_eq!(again.table()["seats"][1]["label"], "seat 1");
        let (end, end_again) = (course.last(), again.last());
        assert_eq!(again.scene(end_again), course.scene(end));
        assert_eq!(again.step(end_again, ALL)["ranks"], course.step(end, ALL)["ranks"]);
        if end_again == end {
            for step in 0..=end {
                assert_eq!(again.step(step, ALL), course.step(step, ALL), "step {step}");
                assert_eq!(again.scene(step), course.scene(step), "step {step}");
            }
        }
        end_again == end
    }

    #[test]
    fn a_record_brings_the_same_game_again() {
        assert!(check_record(start("tongiaki", 3, "{}", 5)));
        assert!(check_record(start("wongar", 4, "{}", 5)));
        assert!(!check_record(start("wongar", 3, r#"{"edition":"advanced"}"#, 6)));
    }

    #[test]
    fn a_code_brings_an_unfinished_game_again() {
        let mut course = start("wongar", 4, r#"{"edition":"advanced"}"#, 5);
        for _ in 0..30 {
            let mv = course.moves(course.last())[0]["move"].as_str().unwrap().to_owned();
            course.play(&mv).unwrap();
        }
        let code = course.code().unwrap();
        let read = |rules| catalogue::of_code("wongar", 4, rules, &code);
        let again = read(r#"{"edition":"advanced"}"#).unwrap();
        let last = course.last();
        assert_eq!(again.last(), last);
        assert_eq!(again.scene(last), course.scene(last));
        assert!(read(r#"{"edition":"none"}"#).is_err());
        assert!(catalogue::of_code("wongar", 4, "{}", "1AAA").is_err());
    }

    #[test]
    fn steps_can_be_taken_back_and_played_again() {
        let mut course = start("tongiaki", 2, "{}", 1);
        play(&mut course);
        let (last, end) = (course.last(), course.step(course.last(), ALL));
        let middle = course.step(last / 2, ALL);
        let moves: Vec<_> = (last / 2 + 1..=last).map(|step| course.step(step, ALL)).collect();
        course.take_back(last / 2).unwrap();
        assert_eq!((course.last(), course.step(last / 2, ALL)), (last / 2, middle));
        for step in moves {
            course.play(step["move"].as_str().unwrap()).unwrap();
        }
        assert_eq!(course.step(last, ALL), end);
        assert!(course.take_back(last + 1).is_err());
    }

    #[test]
    fn what_is_not_legal_is_refused() {
        let mut course = start("tongiaki", 2, "{}", 1);
        for text in ["", "sail", "expand tonga", "<script>", &"x".repeat(1000)] {
            assert!(course.play(text).is_err(), "{text}");
            assert_eq!(course.last(), 0);
        }
        assert!(catalogue::read("{}").is_err());
        assert!(catalogue::read(r#"{"game":"tongiaki"}"#).is_err());
        assert!(catalogue::start("tongiaki", 7, "{}", 1).is_err());
    }

    #[test]
    fn places_tell_moves_apart_as_far_as_they_have_some() {
        let mut course = start("tongiaki", 2, "{}", 3);
        assert_eq!(course.moves(0)[0]["places"].as_array().unwrap().len(), 1);
        play(&mut course);
        for step in 0..course.last() {
            for offer in course.moves(step).as_array().unwrap() {
                let word = offer["move"].as_str().unwrap().split(' ').next().unwrap();
                let places = offer["places"].as_array().unwrap().len();
                assert_eq!(places > 0, !["resettle", "give-back"].contains(&word), "{offer}");
            }
        }
    }

    #[test]
    fn steps_do_not_tell_what_a_viewer_cannot_see() {
        let mut course = start("wongar", 3, "{}", 8);
        play(&mut course);
        let drawn = |viewer| -> Vec<(u64, bool, bool)> {
            let steps = (0..=course.last()).map(|step| course.step(step, viewer));
            let events = steps.flat_map(|step| step["events"].as_array().unwrap().clone());
            let drawn = events.filter(|one| one["event"]["event"] == "ritual");
            drawn
                .map(|one| {
                    let card = one["event"].get("card").filter(|card| **card != "scorpion");
                    let is_told = one["told"]["values"].get("card").is_some();
                    (one["event"]["p"].as_u64().unwrap(), card.is_some(), is_told)
                })
                .collect()
        };
        let all = drawn(ALL);
        assert!(all.iter().any(|&(p, ..)| p == 0) && all.iter().any(|&(p, ..)| p == 1));
        for (viewer, own) in [(Viewer::Seat(Seat::new(1)), Some(1)), (Viewer::Public, None)] {
            let seen = drawn(viewer);
            assert_eq!(seen.len(), all.len());
            for ((p, card, told), (_, is_card, is_told)) in seen.into_iter().zip(&all) {
                let is_open = Some(p) == own;
                assert_eq!(card, is_open && *is_card);
                assert!(told == *is_told || !is_open && *is_card);
            }
        }
    }

    #[test]
    fn a_seat_believes_its_own_hand_and_no_more_than_it_may() {
        let course = start("wongar", 3, "{}", 8);
        let belief = course.belief(0, 1, 50, 1).unwrap();
        let own = course.hand(0, 1).unwrap();
        let sum = |seat: usize| -> f64 {
            let cards = belief[seat].as_object().unwrap().values();
            cards.map(|card| card["expected"].as_f64().unwrap()).sum()
        };
        for seat in 0..3 {
            let cards = course.hand(0, seat).unwrap().as_array().unwrap().len();
            assert!((sum(seat) - cards as f64).abs() < 1e-9);
        }
        for card in own.as_array().unwrap() {
            let believed = &belief[1][card.as_str().unwrap()];
            let held = own.as_array().unwrap().iter().filter(|other| *other == card).count();
            assert_eq!(believed["expected"], held as f64);
            assert_eq!(believed["likely"], 1.0);
        }
        // Cards of which a seat holds none are in the others' hands, or in the deck.
        let likely = |place: usize, card: &str| belief[place][card]["likely"].as_f64().unwrap();
        assert!((0..3).filter(|&seat| seat != 1).all(|seat| likely(seat, "lens") < 1.0));
        assert_eq!(belief.as_array().unwrap().len(), 4);
        assert_eq!(belief[3]["lens"]["likely"], 1.0);
    }

    #[test]
    fn agents_think_and_chances_sum_to_one() {
        let mut course = start("tongiaki", 2, "{}", 1);
        let thought = course.think(0, "mcts:iterations=8", 1).unwrap();
        assert_eq!(thought, course.think(0, "mcts:iterations=8", 1).unwrap());
        assert!(!thought["table"].as_array().unwrap().is_empty());
        let sum = |chances: Value| -> f64 {
            chances.as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).sum()
        };
        assert!((sum(course.chances(0)) - 1.0).abs() < 1e-9);
        for spec in
            ["", "nobody", "greedy,greedy", "external:cmd=ls", "greedy:nodes=0", "mcts:time=5ms"]
        {
            assert!(matches!(course.think(0, spec, 1), Err(Refusal::Agent(_))), "{spec}");
        }
    }

    /// Returns an agent's move and search table at each of the first steps.
    fn thoughts(course: &mut PageGame, spec: &str, steps: usize) -> Value {
        let thoughts = (0..steps).map(|step| {
            let thought = course.think(step, spec, step as u64).unwrap();
            course.play(thought["move"].as_str().unwrap()).unwrap();
            thought
        });
        thoughts.collect()
    }

    /// The page's tests compare the module with the same file.
    #[test]
    fn thoughts_are_those_of_the_module() {
        let known: Value = serde_json::from_str(include_str!("../tests/thoughts.json")).unwrap();
        for game in known.as_array().unwrap() {
            let players = game["players"].as_u64().unwrap() as usize;
            let (name, spec) = (game["game"].as_str().unwrap(), game["spec"].as_str().unwrap());
            let mut course = start(name, players, "{}", 5);
            let steps = game["thoughts"].as_array().unwrap().len();
            // Both as read: reading may change the last digit of a number.
            let thoughts = thoughts(&mut course, spec, steps).to_string();
            let thoughts: Value = serde_json::from_str(&thoughts).unwrap();
            assert_eq!(thoughts, game["thoughts"], "{name}");
        }
    }
}
