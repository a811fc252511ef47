//! Lanes of a batch, each of which plays one game after another.

use crate::errors::Refusal;
use crate::table::GameTable;
use anygame::{ActionError, AnyAgent, AnyParticipant, AnyPosition, ChoiceError};
use engine::{GameRng, Outcome, Seat, Seed, Turn};
use rand::RngExt;
use std::sync::Arc;

// Children of a lane's seed.
const GAMES: u64 = 0;
const SAMPLES: u64 = 1;
// Children of a game's seed; the seats' children follow.
const DEAL: u64 = 0;
const FIRST_SEAT: u64 = 1;

/// The table of all lanes of a batch, and who plays at it.
pub struct LanePlan {
    /// The table.
    pub table: Arc<GameTable>,
    /// The opponents, in turn order; if there are fewer than seats for them, they are reused. Without
    /// opponents, all seats learn.
    pub opponents: Vec<AnyParticipant>,
    /// The seat that learns; if `None`, the learner changes seats from game to game.
    pub learner: Option<Seat>,
}

impl LanePlan {
    /// Returns this number of lanes, each at its first decision under this master seed.
    ///
    /// # Errors
    /// Fails if an opponent fails.
    pub fn lanes(self: &Arc<Self>, number: usize, seed: Seed) -> Result<Vec<Lane>, Refusal> {
        let lanes = (0..number as u64).map(|lane| {
            let mut lane = Lane {
                plan: Arc::clone(self),
                number: lane,
                seed,
                rng: seed.rng(),
                game: 0,
                position: self.table.setup.start(None),
                opponents: Vec::new(),
            };
            lane.reset(seed)?;
            Ok(lane)
        });
        lanes.collect()
    }
}

/// A slot of a batch that plays one game after another. Between the learners' decisions, opponents and chance
/// events are played automatically, so the lane always waits for a learner's decision.
pub struct Lane {
    plan: Arc<LanePlan>,
    number: u64,
    seed: Seed,
    rng: GameRng,
    /// The number of the current game in the lane, from 0.
    game: u64,
    position: Box<dyn AnyPosition>,
    /// By seat; `None` at the seats that learn, and no entries if all seats do.
    opponents: Vec<Option<Opponent>>,
}

/// An opponent in one game.
struct Opponent {
    agent: Box<dyn AnyAgent>,
    /// The seed whose children are the seeds of the decisions.
    seed: Seed,
    decisions: u64,
}

impl Opponent {
    /// Returns the index of the chosen move. An opponent is not asked if there is only one.
    fn choose(&mut self, position: &mut dyn AnyPosition, seat: Seat) -> Result<usize, Refusal> {
        let seed = self.seed.child(self.decisions);
        self.decisions += 1;
        if position.legal_actions().len() < 2 {
            return Ok(0);
        }
        self.agent.choose(&*position.view(seat), seed).map_err(|error| match error {
            ChoiceError::Illegal(_) => {
                Refusal::Agent(format!("the opponent at seat {seat} chose an illegal move"))
            }
            error => error.into(),
        })
    }
}

impl Lane {
    /// Restarts with the first game, under a new master seed.
    ///
    /// # Errors
    /// Fails if an opponent fails.
    pub fn reset(&mut self, seed: Seed) -> Result<(), Refusal> {
        self.seed = seed.child(self.number);
        self.rng = self.seed.child(SAMPLES).rng();
        self.game = 0;
        self.begin();
        self.skip_games()
    }

    /// Begins the game with the current number.
    fn begin(&mut self) {
        let LanePlan { table, opponents, learner } = &*self.plan;
        let seed = self.seed.child(GAMES).child(self.game);
        self.position = table.setup.start(Some(seed.child(DEAL).value()));
        self.opponents.clear();
        if opponents.is_empty() {
            return;
        }
        let turn = (self.number + self.game) % table.players() as u64;
        let learner = learner.unwrap_or(Seat::new(turn as usize));
        let mut others = opponents.iter().cycle();
        for seat in Seat::all(table.players()) {
            let participant = if seat == learner { None } else { others.next() };
            self.opponents.push(participant.map(|participant| Opponent {
                agent: participant.make(),
                seed: seed.child(FIRST_SEAT + seat.index() as u64),
                decisions: 0,
            }));
        }
    }

    /// Plays on until a learning seat decides. Returns false if the game is over.
    fn go_on(&mut self) -> Result<bool, Refusal> {
        loop {
            self.position.settle();
            let Turn::Decide(seat) = self.position.turn() else { return Ok(false) };
            let Some(Some(opponent)) = self.opponents.get_mut(seat.index()) else {
                return Ok(true);
            };
            let place = opponent.choose(&mut *self.position, seat)?;
            self.position.apply_nth(place)?;
        }
    }

    /// Plays on to a decision of a learning seat, through any games that end before one.
    fn skip_games(&mut self) -> Result<(), Refusal> {
        while !self.go_on()? {
            self.game += 1;
            self.begin();
        }
        Ok(())
    }

    /// Returns the seat that decides.
    fn seat(&self) -> Seat {
        match self.position.turn() {
            Turn::Decide(seat) => seat,
            Turn::Chance | Turn::Over => Seat::new(0),
        }
    }

    /// Checks that an action is legal.
    ///
    /// # Errors
    /// Fails if the action is not legal.
    pub fn check(&mut self, action: i64) -> Result<(), Refusal> {
        let table = &self.plan.table;
        let number = usize::try_from(action).map_err(|_| table.no_action(action))?;
        if self.position.legal_actions().binary_search(&number).is_ok() {
            return Ok(());
        }
        let text = table.setup.action_text(number).ok_or_else(|| table.no_action(action))?;
        Err(ActionError::Illegal { number, text }.into())
    }

    /// Plays an action that was checked, then opponents' moves and chance events until a learner decides. If the game ends,
    /// writes the last observation of the seat that acted into `last`, begins the next game and returns the outcome.
    ///
    /// # Errors
    /// Fails if an opponent fails.
    ///
    /// # Panics
    /// If the length of `last` differs from the tensor's.
    pub fn step(&mut self, action: i64, last: &mut [f32]) -> Result<Option<Outcome>, Refusal> {
        let seat = self.seat();
        self.position.apply(action as usize)?;
        if self.go_on()? {
            return Ok(None);
        }
        self.position.write_tensor(seat, last);
        let outcome = self.position.outcome();
        self.abandon()?;
        Ok(Some(outcome))
    }

    /// Gives the game up, and begins the next one.
    ///
    /// # Errors
    /// Fails if an opponent fails.
    pub fn abandon(&mut self) -> Result<(), Refusal> {
        self.game += 1;
        self.begin();
        self.skip_games()
    }

    /// Writes the observation tensor of the deciding seat, and its legal actions as a mask. Returns the seat.
    ///
    /// # Panics
    /// If the length of a slice differs from the game's encoding.
    pub fn observe(&mut self, tensor: &mut [f32], mask: &mut [bool]) -> Seat {
        mask.fill(false);
        for &action in self.position.legal_actions() {
            mask[action] = true;
        }
        let seat = self.seat();
        self.position.write_tensor(seat, tensor);
        seat
    }

    /// Returns a uniformly random legal action.
    pub fn sample(&mut self) -> i64 {
        let legal = self.position.legal_actions();
        legal[self.rng.random_range(0..legal.len())] as i64
    }
}
