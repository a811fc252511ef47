//! A game step by step, from its start or from a record, with moves played on.

use crate::judging;
use crate::scene;
use crate::thought::{self, Thinker};
use agents::Registry;
use agents::evaluation::{Network, win_chances};
use engine::drawing::Viewer;
use engine::search_notes;
use engine::{Game, GameEvent, PlayableGame, Record, RecordHeader, Rules, Seat, Seed, Step, Turn};
use serde_json::{Value, json};
use std::fmt::Display;
use std::str::FromStr;

/// A game that the page can play: its moves can be read.
pub trait PageGame: PlayableGame + Game<Move: FromStr<Err: Display>> {}

impl<G: PlayableGame + Game<Move: FromStr<Err: Display>>> PageGame for G {}

/// Why something cannot be done, as a sentence for people.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no such game.
    #[error("there is no game '{0}'")]
    NoGame(String),
    /// The rules are no JSON object, or don't fit.
    #[error("the rules: {0}")]
    Rules(String),
    /// The record cannot be read.
    #[error("the record: {0}")]
    Record(String),
    /// There are fewer steps.
    #[error("there is no step {step}, the last is {last}")]
    NoStep {
        /// The step that was asked for.
        step: usize,
        /// The last one that there is.
        last: usize,
    },
    /// There are fewer seats.
    #[error("there is no seat {0}")]
    NoSeat(usize),
    /// Nobody looks like that.
    #[error("a viewer is all, public or the number of a seat")]
    NoViewer,
    /// The move is not legal, or no move at all.
    #[error("'{0}' is not a legal move here")]
    Illegal(String),
    /// Nobody decides at this step.
    #[error("nobody decides here: the game is over")]
    Over,
    /// The game is not over.
    #[error("only a finished game has a record")]
    Unfinished,
    /// What was thought is not told as it should be.
    #[error("the thoughts: {0}")]
    Thoughts(String),
    /// The labels are no list of texts, one for each seat.
    #[error("a record takes a label for each of {0} seats")]
    Labels(usize),
    /// There is no such agent, or it has no such parameter.
    #[error("{0}")]
    Agent(String),
}

/// A game without its type. Steps that are asked for exist.
pub trait Course {
    /// See [`crate::Game::table`].
    fn table(&self) -> Value;
    /// See [`crate::Game::last`].
    fn last(&self) -> usize;
    /// See [`crate::Game::step`].
    fn step(&self, step: usize, viewer: Viewer) -> Result<Value, Refusal>;
    /// See [`crate::Game::scene`].
    fn scene(&self, step: usize) -> Result<Value, Refusal>;
    /// See [`crate::Game::moves`].
    fn moves(&self, step: usize) -> Result<Value, Refusal>;
    /// See [`crate::Game::hand`].
    fn hand(&self, step: usize, seat: usize) -> Result<Value, Refusal>;
    /// See [`crate::Game::belief`].
    fn belief(&self, step: usize, seat: usize, samples: u32, seed: u64) -> Result<Value, Refusal>;
    /// See [`crate::Game::play`].
    fn play(&mut self, mv: &str) -> Result<(), Refusal>;
    /// See [`crate::Game::take_back`].
    fn take_back(&mut self, step: usize) -> Result<(), Refusal>;
    /// See [`crate::Game::think`].
    fn think(&mut self, step: usize, spec: &str, seed: u64) -> Result<Value, Refusal>;
    /// See [`crate::Game::judge`].
    fn judge(&self, thoughts: &str) -> Result<Value, Refusal>;
    /// See [`crate::Game::chances`].
    fn chances(&self, step: usize) -> Result<Value, Refusal>;
    /// See [`crate::Game::record`].
    fn record(&self, labels: &str) -> Result<String, Refusal>;
}

/// A decision and what came of it.
struct Taken {
    seat: Seat,
    mv: String,
    /// Whether chance acted after it: then taking it back would show what comes.
    is_revealing: bool,
}

/// A position, how it came about, and the events since the start.
struct Station<G> {
    state: G,
    taken: Option<Taken>,
    /// The number of events up to here.
    events: usize,
}

/// A game.
pub struct CourseOf<G: PageGame> {
    setup: G::Setup,
    deal: G::Deal,
    seed: String,
    labels: Vec<String>,
    stations: Vec<Station<G>>,
    events: Vec<G::Event>,
    /// What a record says of searches, by event.
    notes: Vec<Option<Value>>,
    registry: Registry<G>,
    network: Option<Network<G>>,
    thinker: Option<Thinker<G>>,
}

impl<G: PageGame> CourseOf<G> {
    /// Starts a game with a deck that the seed decides.
    pub fn start(players: usize, rules: &Rules, seed: u64) -> Result<Self, Refusal> {
        let setup = G::setup(players, rules).map_err(|error| Refusal::Rules(error.to_string()))?;
        let deal = G::deal(&setup, &mut Seed::new(seed).rng());
        Ok(Self::of(setup, deal, seed.to_string(), Vec::new()))
    }

    fn of(setup: G::Setup, deal: G::Deal, seed: String, labels: Vec<String>) -> Self {
        let state = G::start(&setup);
        let mut course = Self {
            setup,
            deal,
            seed,
            labels,
            stations: Vec::new(),
            events: Vec::new(),
            notes: Vec::new(),
            registry: Registry::built_in(),
            network: Network::built_in(),
            thinker: None,
        };
        course.arrive(state, None);
        course
    }

    /// Reads a record and follows it to its end.
    pub fn read(line: &str) -> Result<Self, Refusal> {
        let wrong = |error: engine::RecordError| Refusal::Record(error.to_string());
        let record = Record::<G>::parse(line, &Rules::new()).map_err(wrong)?;
        let game = record.recorded_game().map_err(wrong)?;
        let header = record.header();
        let labels = header.agents.iter().map(|label| scene::plain(label)).collect();
        let (deal, seed) = (record.deal().clone(), scene::plain(&header.seed));
        let mut course = Self::of(game.setup, deal, seed, labels);
        for step in game.steps {
            course.follow(step);
        }
        course.notes = search_notes(line);
        Ok(course)
    }

    /// Adds a step of a record. Records may give choices in any order where the order means nothing, so
    /// the steps are taken as they are.
    fn follow(&mut self, step: Step<G>) {
        let mut state = step.after;
        G::Event::end_replay(&mut state);
        let is_start = self.stations.len() == 1;
        let last = self.stations.last_mut().expect("a course has a start");
        let Some(seat) = step.seat else {
            // What chance does before the first decision is there already.
            if !is_start {
                self.events.extend(step.events);
                let taken = last.taken.take().map(|taken| Taken { is_revealing: true, ..taken });
                *last = Station { state, taken, events: self.events.len() };
            }
            return;
        };
        self.events.extend(step.events);
        let taken = Some(Taken { seat, mv: step.notation, is_revealing: false });
        self.stations.push(Station { state, taken, events: self.events.len() });
    }

    /// Lets chance act until somebody decides, and keeps the position.
    fn arrive(&mut self, mut state: G, taken: Option<(Seat, String)>) {
        let mut is_revealing = false;
        while state.turn() == Turn::Chance {
            let chance = state.dealt(&self.deal);
            state.happen_recorded(chance, &mut self.events);
            is_revealing = true;
        }
        let taken = taken.map(|(seat, mv)| Taken { seat, mv, is_revealing });
        self.stations.push(Station { state, taken, events: self.events.len() });
    }

    /// Returns the position at a step.
    fn state(&self, step: usize) -> &G {
        &self.stations[step].state
    }

    /// Returns an event without what the viewer cannot see.
    fn seen(&self, event: &G::Event, viewer: Viewer) -> Value {
        let to = |seat| json!(G::observe_event(event, seat, &self.setup));
        match viewer {
            Viewer::Everything => json!(event.to_json(&self.setup)),
            Viewer::Seat(seat) => to(seat),
            // What hides something from a seat hides the same from all but its owner.
            Viewer::Public => {
                let seen: Vec<_> = Seat::all(self.stations[0].state.players()).map(to).collect();
                let is_shared = |one: &Value| seen.iter().filter(|other| *other == one).count() > 1;
                let shared = seen.iter().find(|one| is_shared(one)).cloned();
                shared.unwrap_or_else(|| json!({"event": "hidden"}))
            }
        }
    }

    fn seat(&self, seat: usize) -> Result<Seat, Refusal> {
        let players = self.stations[0].state.players();
        if seat < players { Ok(Seat::new(seat)) } else { Err(Refusal::NoSeat(seat)) }
    }
}

impl<G: PageGame> Course for CourseOf<G> {
    fn table(&self) -> Value {
        let players = self.stations[0].state.players();
        scene::table::<G>(&self.setup, players, &self.seed, &self.labels)
    }

    fn last(&self) -> usize {
        self.stations.len() - 1
    }

    fn step(&self, step: usize, viewer: Viewer) -> Result<Value, Refusal> {
        let station = &self.stations[step];
        let from = step.checked_sub(1).map_or(0, |before| self.stations[before].events);
        let events: Vec<_> = self.events[from..station.events]
            .iter()
            .map(|event| {
                let told = G::renderer().describe(event, &self.setup, viewer);
                json!({"event": self.seen(event, viewer), "told": told})
            })
            .collect();
        let mut shown = scene::facts(&station.state);
        shown["events"] = events.into();
        if let Some(Taken { seat, mv, is_revealing }) = &station.taken {
            shown["seat"] = seat.index().into();
            shown["move"] = mv.as_str().into();
            shown["reveals"] = (*is_revealing).into();
            let notes =
                self.notes.get(from..station.events.min(self.notes.len())).unwrap_or_default();
            if let Some(found) = notes.iter().flatten().find_map(judging::noted) {
                shown["search"] = found;
            }
        }
        Ok(shown)
    }

    fn scene(&self, step: usize) -> Result<Value, Refusal> {
        Ok(scene::board(self.state(step), &self.setup))
    }

    fn moves(&self, step: usize) -> Result<Value, Refusal> {
        Ok(scene::moves(self.state(step), &self.setup))
    }

    fn hand(&self, step: usize, seat: usize) -> Result<Value, Refusal> {
        Ok(G::renderer().hand(self.state(step), self.seat(seat)?).into())
    }

    fn belief(&self, step: usize, seat: usize, samples: u32, seed: u64) -> Result<Value, Refusal> {
        Ok(thought::belief(self.state(step), self.seat(seat)?, samples, seed))
    }

    fn play(&mut self, mv: &str) -> Result<(), Refusal> {
        let illegal = || Refusal::Illegal(mv.chars().take(40).collect());
        let station = self.stations.last().expect("a course has a start");
        let Turn::Decide(seat) = station.state.turn() else { return Err(Refusal::Over) };
        let chosen: G::Move = mv.parse().map_err(|_| illegal())?;
        if !station.state.is_legal(chosen) {
            return Err(illegal());
        }
        let mut state = station.state.clone();
        state.play_recorded(chosen, &mut self.events);
        self.arrive(state, Some((seat, chosen.to_string())));
        Ok(())
    }

    fn take_back(&mut self, step: usize) -> Result<(), Refusal> {
        if step > self.last() {
            return Err(Refusal::NoStep { step, last: self.last() });
        }
        self.thinker = None;
        self.stations.truncate(step + 1);
        self.events.truncate(self.stations[step].events);
        self.notes.truncate(self.events.len());
        Ok(())
    }

    fn think(&mut self, step: usize, spec: &str, seed: u64) -> Result<Value, Refusal> {
        let Self { stations, thinker, registry, .. } = self;
        thought::think(&stations[step].state, step, thinker, registry, (spec, seed))
    }

    fn judge(&self, thoughts: &str) -> Result<Value, Refusal> {
        let mut thoughts = judging::read(thoughts)?;
        let decisions = self.stations.windows(2).enumerate().map(|(step, stations)| {
            let [before, after] = stations else { unreachable!("windows of two") };
            let taken = after.taken.as_ref().expect("a step is a decision");
            let goes_on = !taken.is_revealing && after.state.turn() == before.state.turn();
            thoughts.remove(&step).unwrap_or_default().of(&taken.mv, goes_on)
        });
        Ok(judging::judgements(&decisions.collect::<Vec<_>>()))
    }

    fn chances(&self, step: usize) -> Result<Value, Refusal> {
        Ok(win_chances(self.state(step), self.network.as_ref()).map_or(Value::Null, Value::from))
    }

    fn record(&self, labels: &str) -> Result<String, Refusal> {
        let end = self.state(self.last());
        if end.turn() != Turn::Over {
            return Err(Refusal::Unfinished);
        }
        let agents: Option<Vec<String>> = serde_json::from_str(labels).ok();
        let agents = agents.filter(|agents| agents.len() == end.players());
        let agents = agents.ok_or(Refusal::Labels(end.players()))?;
        let agents = agents.iter().map(|label| scene::plain(label)).collect();
        let header = RecordHeader { seed: self.seed.clone(), agents };
        Ok(Record::new(&self.setup, end, header, &self.deal, &self.events).to_line())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Viewer = Viewer::Everything;

    type Tongiaki = CourseOf<engine::tongiaki::State>;
    type Wongar = CourseOf<engine::wongar::State>;

    /// Plays a whole game, each time the legal move of this number modulo their count.
    fn play<G: PageGame>(course: &mut CourseOf<G>) {
        for number in 0.. {
            let moves = course.moves(course.last()).unwrap();
            let Some(count) = moves.as_array().map(Vec::len).filter(|&count| count > 0) else {
                break;
            };
            course.play(moves[number * 7 % count]["move"].as_str().unwrap()).unwrap();
        }
    }

    /// Returns whether the record has the same steps: it gives several choices at once one by one.
    fn check_record<G: PageGame>(mut course: CourseOf<G>) -> bool {
        assert_eq!(course.record("[]"), Err(Refusal::Unfinished));
        play(&mut course);
        let players = course.state(0).players();
        assert_eq!(course.record(r#"["one"]"#), Err(Refusal::Labels(players)));
        let labels: Vec<_> = (0..players).map(|seat| format!("seat {seat}")).collect();
        let line = course.record(&serde_json::to_string(&labels).unwrap()).unwrap();
        assert_eq!(Record::<G>::parse(&line, &Rules::new()).unwrap().check(), Ok(()));
        let again = CourseOf::<G>::read(&line).unwrap();
        assert_eq!(again.table()["seats"][1]["label"], "seat 1");
        let (end, end_again) = (course.last(), again.last());
        assert_eq!(again.scene(end_again), course.scene(end));
        assert_eq!(
            again.step(end_again, ALL).unwrap()["ranks"],
            course.step(end, ALL).unwrap()["ranks"]
        );
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
        assert!(check_record(Tongiaki::start(3, &Rules::new(), 5).unwrap()));
        assert!(check_record(Wongar::start(4, &Rules::new(), 5).unwrap()));
        let advanced = Rules::new().with("edition", "advanced");
        assert!(!check_record(Wongar::start(3, &advanced, 6).unwrap()));
    }

    #[test]
    fn steps_can_be_taken_back_and_played_again() {
        let mut course = Tongiaki::start(2, &Rules::new(), 1).unwrap();
        play(&mut course);
        let (last, end) = (course.last(), course.step(course.last(), ALL));
        let middle = course.step(last / 2, ALL);
        let moves: Vec<_> =
            (last / 2 + 1..=last).map(|step| course.step(step, ALL).unwrap()).collect();
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
        let mut course = Tongiaki::start(2, &Rules::new(), 1).unwrap();
        for text in ["", "sail", "expand tonga", "<script>", &"x".repeat(1000)] {
            assert!(course.play(text).is_err(), "{text}");
            assert_eq!(course.last(), 0);
        }
        assert!(Tongiaki::read("{}").is_err());
        assert!(Tongiaki::start(7, &Rules::new(), 1).is_err());
    }

    #[test]
    fn places_tell_moves_apart_as_far_as_they_have_some() {
        let mut course = Tongiaki::start(2, &Rules::new(), 3).unwrap();
        assert_eq!(course.moves(0).unwrap()[0]["places"].as_array().unwrap().len(), 1);
        play(&mut course);
        for step in 0..course.last() {
            for offer in course.moves(step).unwrap().as_array().unwrap() {
                let word = offer["move"].as_str().unwrap().split(' ').next().unwrap();
                let places = offer["places"].as_array().unwrap().len();
                assert_eq!(places > 0, !["resettle", "give-back"].contains(&word), "{offer}");
            }
        }
    }

    #[test]
    fn steps_do_not_tell_what_a_viewer_cannot_see() {
        let mut course = Wongar::start(3, &Rules::new(), 8).unwrap();
        play(&mut course);
        let drawn = |viewer| -> Vec<(u64, bool, bool)> {
            let steps = (0..=course.last()).map(|step| course.step(step, viewer).unwrap());
            let events = steps.flat_map(|step| step["events"].as_array().unwrap().clone());
            let drawn = events.filter(|one| one["event"]["event"] == "ritual");
            drawn
                .map(|one| {
                    let card = one["event"].get("card").filter(|card| **card != "scorpion");
                    let is_told = one["told"].as_str().unwrap().contains("card: ");
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
        let course = Wongar::start(3, &Rules::new(), 8).unwrap();
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
        let mut course = Tongiaki::start(2, &Rules::new(), 1).unwrap();
        let thought = course.think(0, "mcts:iterations=8", 1).unwrap();
        assert_eq!(thought, course.think(0, "mcts:iterations=8", 1).unwrap());
        assert!(!thought["table"].as_array().unwrap().is_empty());
        let sum = |chances: Value| -> f64 {
            chances.as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).sum()
        };
        assert!((sum(course.chances(0).unwrap()) - 1.0).abs() < 1e-9);
        assert!(
            CourseOf::<engine::kuhn::Kuhn>::start(2, &Rules::new(), 1)
                .unwrap()
                .chances(0)
                .unwrap()
                .is_null()
        );
        for spec in
            ["", "nobody", "greedy,greedy", "external:cmd=ls", "greedy:nodes=0", "mcts:time=5ms"]
        {
            assert!(matches!(course.think(0, spec, 1), Err(Refusal::Agent(_))), "{spec}");
        }
    }

    /// What agents choose and what their searches value, step by step.
    fn thoughts(course: &mut dyn Course, spec: &str, steps: usize) -> Value {
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
            let mut course = crate::catalogue::start(name, players, "{}", 5).unwrap();
            let steps = game["thoughts"].as_array().unwrap().len();
            // Both as read: reading may change the last digit of a number.
            let thoughts = thoughts(&mut *course, spec, steps).to_string();
            let thoughts: Value = serde_json::from_str(&thoughts).unwrap();
            assert_eq!(thoughts, game["thoughts"], "{name}");
        }
    }
}
