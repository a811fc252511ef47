//! Lanes for learners: slots of a batch, each of which plays one game after another.

use super::any_agent::{ChoiceError, ask};
use super::participant::AnyParticipant;
use crate::position::{ActionError, AnySetup, AnyView, TypedSetup, TypedView};
use agents::{Agent, Participant};
use engine::{Encoding, GameRng, Outcome, PlayableGame, Seat, Seed, Turn};
use rand::RngExt;
use std::sync::Arc;

// Children of a lane's seed.
const GAMES: u64 = 0;
const SAMPLES: u64 = 1;
// Children of a game's seed; the seats' children follow.
const DEAL: u64 = 0;
const FIRST_SEAT: u64 = 1;

/// The number of lanes, their opponents and their seeds.
pub struct LanePlan {
    /// The number of lanes.
    pub lanes: usize,
    /// The master seed.
    pub seed: u64,
    /// The opponents, in turn order; if there are fewer than seats for them, they are reused. Without
    /// opponents, all seats learn.
    pub opponents: Vec<AnyParticipant>,
    /// The seat that learns; if `None`, the learner changes seats from game to game.
    pub learner: Option<Seat>,
}

/// A slot of a batch that plays one game after another. Between the learners' decisions, opponents and chance
/// events are played automatically, so the lane always waits for a learner's decision.
pub trait AnyLane: Send {
    /// Checks that an action is legal.
    ///
    /// # Errors
    /// Fails if the action is not legal.
    fn check(&self, action: i64) -> Result<(), ActionError>;

    /// Plays a legal action, then opponents' moves and chance events until a learner decides. If the game ends,
    /// writes the last observation of the seat that acted into `last`, begins the next game and returns the outcome.
    ///
    /// # Errors
    /// Fails if the action is not legal, or if an opponent fails.
    ///
    /// # Panics
    /// If the length of `last` differs from the tensor's.
    fn step(&mut self, action: i64, last: &mut [f32]) -> Result<Option<Outcome>, LaneError>;

    /// Gives the game up, and begins the next one.
    ///
    /// # Errors
    /// Fails if an opponent fails.
    fn abandon(&mut self) -> Result<(), LaneError>;

    /// Writes the observation tensor of the deciding seat, and its legal actions as a mask. Returns the seat.
    ///
    /// # Panics
    /// If the length of a slice differs from the game's encoding.
    fn observe(&self, tensor: &mut [f32], mask: &mut [bool]) -> Seat;

    /// Returns the view of the deciding seat.
    fn view(&self) -> Box<dyn AnyView>;

    /// Returns a uniformly random legal action.
    fn sample(&mut self) -> i64;

    /// Restarts with the first game, under a new master seed.
    ///
    /// # Errors
    /// Fails if an opponent fails.
    fn reset(&mut self, seed: u64) -> Result<(), LaneError>;
}

/// An error in the setup of lanes, or one that stops a lane.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum LaneError {
    /// The setup or an opponent belongs to another game.
    #[error("expected a setup and opponents of {0}, found another game's")]
    OtherGame(&'static str),
    /// An action that is not legal, or a game without an encoding.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// An opponent that failed.
    #[error("the agent failed: {0}")]
    Failed(ChoiceError),
    /// An opponent that chose an illegal move.
    #[error("the opponent in seat {0} chose an illegal move")]
    Illegal(Seat),
}

/// A lane that knows the type of its game: the only implementation of [`AnyLane`]. A lane over
/// [`AnyPosition`](crate::position::AnyPosition) would need 7% more time for a step of Tongiaki, and 12% for one of Kuhn poker.
struct TypedLane<G: PlayableGame> {
    setup: Arc<TypedSetup<G>>,
    encoding: &'static Encoding<G>,
    opponents: Arc<[AnyParticipant]>,
    /// The seat that learns in every game; if `None`, it changes from game to game.
    learner: Option<Seat>,
    lane: u64,
    seed: Seed,
    rng: GameRng,
    number: u64,
    state: G,
    deal: G::Deal,
    /// The opponents by seat; `None` at the seats that learn.
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    decisions: Vec<u64>,
    /// The legal moves of the deciding seat.
    moves: Vec<G::Move>,
    /// The action numbers of the legal moves, if the deciding seat learns.
    numbers: Vec<u32>,
}

/// Returns the lanes of a plan.
///
/// # Errors
/// Fails if the setup or an opponent belongs to another game, or if an opponent fails in the first game.
pub fn lanes<G: PlayableGame>(
    setup: &AnySetup,
    plan: &LanePlan,
) -> Result<Vec<Box<dyn AnyLane>>, LaneError> {
    let other_game = || LaneError::OtherGame(G::NAME);
    let setup = setup.to_typed::<G>().ok_or_else(other_game)?;
    if plan.opponents.iter().any(|opponent| opponent.typed::<G>().is_none()) {
        return Err(other_game());
    }
    let encoding = setup.encoding()?;
    let opponents: Arc<[_]> = plan.opponents.clone().into();
    let lanes = (0..plan.lanes as u64).map(|lane| {
        let seed = Seed::new(plan.seed).child(lane);
        let mut lane = TypedLane {
            encoding,
            opponents: Arc::clone(&opponents),
            learner: plan.learner,
            lane,
            seed,
            rng: seed.child(SAMPLES).rng(),
            number: 0,
            state: G::start(&setup.setup),
            deal: G::deal(&setup.setup, &mut seed.rng()),
            agents: Vec::new(),
            decisions: Vec::new(),
            moves: Vec::new(),
            numbers: Vec::new(),
            setup: Arc::clone(&setup),
        };
        lane.reset(plan.seed)?;
        Ok(Box::new(lane) as Box<dyn AnyLane>)
    });
    lanes.collect()
}

impl<G: PlayableGame> TypedLane<G> {
    fn game_seed(&self) -> Seed {
        self.seed.child(GAMES).child(self.number)
    }

    /// Begins the game with the current number.
    fn begin(&mut self) {
        let seed = self.game_seed();
        self.deal = G::deal(&self.setup.setup, &mut seed.child(DEAL).rng());
        self.state = G::start(&self.setup.setup);
        let players = self.setup.players;
        self.decisions.clear();
        self.decisions.resize(players, 0);
        self.agents.clear();
        if self.opponents.is_empty() {
            return;
        }
        let turn = (self.lane + self.number) % players as u64;
        let learner = self.learner.map_or(turn as usize, Seat::index);
        let mut others = self.opponents.iter().filter_map(AnyParticipant::typed).cycle();
        for seat in 0..players {
            let agent = (seat != learner).then(|| others.next().map(Participant::make));
            self.agents.push(agent.flatten());
        }
    }

    /// Returns the seat that decides.
    fn seat(&self) -> Seat {
        match self.state.turn() {
            Turn::Decide(seat) => seat,
            Turn::Chance | Turn::Over => Seat::new(0),
        }
    }

    /// Plays on until a learning seat decides. Returns false if the game is over.
    fn go_on(&mut self) -> Result<bool, LaneError> {
        // If an opponent fails, no action is legal.
        self.numbers.clear();
        loop {
            match self.state.turn() {
                Turn::Over => return Ok(false),
                Turn::Chance => self.state.happen(self.state.dealt(&self.deal)),
                Turn::Decide(seat) => {
                    self.state.moves(&mut self.moves);
                    if self.agents.get(seat.index()).is_none_or(Option::is_none) {
                        let encoding = self.encoding;
                        let numbers = self.moves.iter().filter_map(|&mv| encoding.number_of(mv));
                        self.numbers.extend(numbers.map(|number| number as u32));
                        return Ok(true);
                    }
                    let mv = self.answer(seat)?;
                    self.state.play(mv);
                }
            }
        }
    }

    /// Returns the move of the opponent at a seat.
    fn answer(&mut self, seat: Seat) -> Result<G::Move, LaneError> {
        let number = self.decisions[seat.index()];
        self.decisions[seat.index()] += 1;
        let seed = self.game_seed().child(FIRST_SEAT + seat.index() as u64).child(number);
        let ([_, _, ..], Some(agent)) = (&self.moves[..], &mut self.agents[seat.index()]) else {
            return Ok(self.moves[0]);
        };
        match ask(&mut **agent, &self.state.view(seat), &self.moves, seed) {
            Ok(place) => Ok(self.moves[place]),
            Err(ChoiceError::Illegal(_)) => Err(LaneError::Illegal(seat)),
            Err(error) => Err(LaneError::Failed(error)),
        }
    }

    /// Returns the index of an action among the legal ones.
    fn place(&self, action: i64) -> Result<usize, ActionError> {
        let number = u32::try_from(action).ok();
        let place = number.and_then(|number| self.numbers.binary_search(&number).ok());
        let mv = || number.and_then(|number| self.encoding.action(number as usize));
        place.ok_or_else(|| match mv() {
            Some(mv) => ActionError::Illegal { number: action as usize, text: mv.to_string() },
            None => self.setup.no_action(action),
        })
    }

    /// Begins the game with this number and advances to the next decision of a learning seat, if need be in a later game.
    fn play_from(&mut self, first: u64) -> Result<(), LaneError> {
        for number in first.. {
            self.number = number;
            self.begin();
            if self.go_on()? {
                break;
            }
        }
        Ok(())
    }
}

impl<G: PlayableGame> AnyLane for TypedLane<G> {
    fn check(&self, action: i64) -> Result<(), ActionError> {
        self.place(action).map(drop)
    }

    fn step(&mut self, action: i64, last: &mut [f32]) -> Result<Option<Outcome>, LaneError> {
        let (seat, mv) = (self.seat(), self.moves[self.place(action)?]);
        self.state.play(mv);
        if self.go_on()? {
            return Ok(None);
        }
        self.encoding.write_tensor(&self.state.view(seat), self.setup.players, last);
        let outcome = self.state.outcome();
        self.abandon()?;
        Ok(Some(outcome))
    }

    fn abandon(&mut self) -> Result<(), LaneError> {
        self.play_from(self.number + 1)
    }

    fn observe(&self, tensor: &mut [f32], mask: &mut [bool]) -> Seat {
        mask.fill(false);
        for &number in &self.numbers {
            mask[number as usize] = true;
        }
        let seat = self.seat();
        self.encoding.write_tensor(&self.state.view(seat), self.setup.players, tensor);
        seat
    }

    fn view(&self) -> Box<dyn AnyView> {
        let view = self.state.view(self.seat());
        Box::new(TypedView::new(Arc::clone(&self.setup), view, true))
    }

    fn sample(&mut self) -> i64 {
        self.numbers[self.rng.random_range(0..self.numbers.len())].into()
    }

    fn reset(&mut self, seed: u64) -> Result<(), LaneError> {
        self.seed = Seed::new(seed).child(self.lane);
        self.rng = self.seed.child(SAMPLES).rng();
        self.play_from(0)
    }
}
