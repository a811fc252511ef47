//! A place in a batch where game follows game.

use crate::errors::Refusal;
use crate::held::{PythonGame, TableOf};
use crate::seated::{asked, participant};
use crate::table::{Lane, Plan};
use agents::{Agent, Participant};
use engine::{GameRng, Seat, Seed, Turn};
use rand::RngExt;
use std::sync::Arc;

// The children of a lane's seed.
const GAMES: u64 = 0;
const SAMPLES: u64 = 1;
// The children of a game's seed; the seats follow.
const DEAL: u64 = 0;
const FIRST_SEAT: u64 = 1;

/// A lane of one game.
pub struct LaneOf<G: PythonGame> {
    table: Arc<TableOf<G>>,
    opponents: Arc<Vec<Participant<G>>>,
    /// The seat that learns in every game; without it, another one in each game.
    fixed_seat: Option<usize>,
    lane: u64,
    seed: Seed,
    rng: GameRng,
    number: u64,
    state: G,
    deal: G::Deal,
    /// The opponents by seat; none at the seats that learn.
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    decisions: Vec<u64>,
    /// The legal moves of the seat that decides.
    moves: Vec<G::Move>,
    /// Their numbers, if it learns.
    numbers: Vec<u32>,
}

impl<G: PythonGame> LaneOf<G> {
    /// Returns the lanes of a plan.
    ///
    /// # Errors
    /// If an opponent is no agent, or fails at once.
    pub fn all(table: &Arc<TableOf<G>>, plan: &Plan) -> Result<Vec<Box<dyn Lane>>, Refusal> {
        let opponents = plan.opponents.iter().map(|spec| participant(table, spec));
        let opponents = Arc::new(opponents.collect::<Result<Vec<_>, _>>()?);
        let lanes = (0..plan.lanes as u64).map(|lane| {
            let seed = Seed::new(plan.seed).child(lane);
            let deal = G::deal(&table.setup, &mut seed.rng());
            let mut lane = Self {
                table: Arc::clone(table),
                opponents: Arc::clone(&opponents),
                fixed_seat: plan.learner,
                lane,
                seed,
                rng: seed.child(SAMPLES).rng(),
                number: 0,
                state: G::start(&table.setup),
                deal,
                agents: Vec::new(),
                decisions: Vec::new(),
                moves: Vec::new(),
                numbers: Vec::new(),
            };
            lane.reset(plan.seed)?;
            Ok(Box::new(lane) as Box<dyn Lane>)
        });
        lanes.collect()
    }

    fn game_seed(&self) -> Seed {
        self.seed.child(GAMES).child(self.number)
    }

    /// Begins the game of this number.
    fn begin(&mut self) {
        let seed = self.game_seed();
        self.deal = G::deal(&self.table.setup, &mut seed.child(DEAL).rng());
        self.state = G::start(&self.table.setup);
        let players = self.table.facts.players;
        self.decisions.clear();
        self.decisions.resize(players, 0);
        self.agents.clear();
        if self.opponents.is_empty() {
            return;
        }
        let turn = (self.lane + self.number) % players as u64;
        let learner = self.fixed_seat.unwrap_or(turn as usize);
        let mut others = self.opponents.iter().cycle();
        for seat in 0..players {
            let agent = (seat != learner).then(|| others.next().map(Participant::make));
            self.agents.push(agent.flatten());
        }
    }

    /// Plays on until a seat that learns decides, which is true, or the game is over.
    fn go_on(&mut self) -> Result<bool, Refusal> {
        loop {
            match self.state.turn() {
                Turn::Over => return Ok(false),
                Turn::Chance => self.state.happen(self.state.dealt(&self.deal)),
                Turn::Decide(seat) => {
                    self.state.moves(&mut self.moves);
                    if self.agents.get(seat.index()).is_none_or(Option::is_none) {
                        let numbers = self.moves.iter().filter_map(|&mv| G::number_of(mv));
                        self.numbers.clear();
                        self.numbers.extend(numbers.map(|number| number as u32));
                        return Ok(true);
                    }
                    let mv = self.answer(seat)?;
                    self.state.play(mv);
                }
            }
        }
    }

    /// Asks the opponent at a seat.
    fn answer(&mut self, seat: Seat) -> Result<G::Move, Refusal> {
        let number = self.decisions[seat.index()];
        self.decisions[seat.index()] += 1;
        if let [only] = self.moves[..] {
            return Ok(only);
        }
        let seed = self.game_seed().child(FIRST_SEAT + seat.index() as u64).child(number);
        let failed = |what: &str| Refusal::Agent(format!("the opponent at seat {seat} {what}"));
        let agent = self.agents[seat.index()].as_mut().ok_or_else(|| failed("is missing"))?;
        let mv = asked(&mut **agent, &self.state.view(seat), seed)?;
        match self.moves.binary_search(&mv) {
            Ok(_) => Ok(mv),
            Err(_) => Err(failed("chose an illegal move")),
        }
    }

    /// Returns the place of an action among the legal ones.
    fn place(&self, action: i64) -> Result<usize, Refusal> {
        let number = u32::try_from(action).ok();
        let place = number.and_then(|number| self.numbers.binary_search(&number).ok());
        place.ok_or_else(|| match number.and_then(|number| G::action(number as usize)) {
            Some(mv) => Refusal::Illegal { number: action as usize, text: mv.to_string() },
            None => Refusal::NoAction { game: G::NAME, number: action, last: G::ACTIONS - 1 },
        })
    }
}

impl<G: PythonGame> Lane for LaneOf<G> {
    fn seat(&self) -> usize {
        match self.state.turn() {
            Turn::Decide(seat) => seat.index(),
            Turn::Chance | Turn::Over => 0,
        }
    }

    fn mask(&self, into: &mut [bool]) {
        into.fill(false);
        for &number in &self.numbers {
            into[number as usize] = true;
        }
    }

    fn tensor(&self, into: &mut [f32]) {
        let view = self.state.view(Seat::new(self.seat()));
        G::write_tensor(&view, self.table.facts.players, into);
    }

    fn check(&self, action: i64) -> Result<(), Refusal> {
        self.place(action).map(drop)
    }

    fn step(&mut self, action: i64, rewards: &mut [f32]) -> Result<bool, Refusal> {
        rewards.fill(0.0);
        let mv = self.moves[self.place(action)?];
        self.state.play(mv);
        if self.go_on()? {
            return Ok(false);
        }
        let outcome = self.state.outcome();
        for (reward, value) in rewards.iter_mut().zip(self.table.returns(&outcome)) {
            *reward = value as f32;
        }
        self.number += 1;
        self.begin();
        self.skip_games()?;
        Ok(true)
    }

    fn sample(&mut self) -> i64 {
        self.numbers[self.rng.random_range(0..self.numbers.len())].into()
    }

    fn reset(&mut self, seed: u64) -> Result<(), Refusal> {
        self.seed = Seed::new(seed).child(self.lane);
        self.rng = self.seed.child(SAMPLES).rng();
        self.number = 0;
        self.begin();
        self.skip_games()
    }
}

impl<G: PythonGame> LaneOf<G> {
    /// Plays on to a decision of a seat that learns, past games that end before.
    fn skip_games(&mut self) -> Result<(), Refusal> {
        while !self.go_on()? {
            self.number += 1;
            self.begin();
        }
        Ok(())
    }
}
