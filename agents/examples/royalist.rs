//! An agent of one's own: its rule, its spec, and some games against an agent of the toolkit.

use agents::{Agent, AgentError, AgentSpec, Parameter, ParameterValues, Range, Registry};
use engine::tongiaki::{Move, Setup, State, View};
use engine::{Dealable, Game, GameRng, Seat, Seed, Turn, View as _};
use rand::RngExt;

/// Founds a king island whenever it may; otherwise plays at random, or the first move.
struct Royalist {
    is_random: bool,
}

impl Agent<State> for Royalist {
    fn choose(&mut self, view: &View, rng: &mut GameRng) -> Move {
        let mut moves = Vec::new();
        view.moves(&mut moves);
        let founding = moves.iter().find(|mv| matches!(mv, Move::Found(_)));
        let other = if self.is_random { rng.random_range(0..moves.len()) } else { 0 };
        *founding.unwrap_or(&moves[other])
    }
}

/// How the agent is asked for: `royalist` or `royalist:others=first`.
struct RoyalistSpec {
    is_random: bool,
}

impl AgentSpec<State> for RoyalistSpec {
    const NAME: &'static str = "royalist";
    const SUMMARY: &'static str = "founds a king island whenever it may";

    fn parameters() -> Vec<Parameter> {
        let range = Range::Word(&["random", "first"]);
        vec![Parameter::new("others", range, "random", "which move it plays otherwise")]
    }

    fn read(values: &mut ParameterValues) -> Result<Self, AgentError> {
        Ok(Self { is_random: values.text("others") == "random" })
    }

    fn agent(&self) -> Box<dyn Agent<State>> {
        Box::new(Royalist { is_random: self.is_random })
    }
}

fn main() {
    let registry = Registry::<State>::built_in().with::<RoyalistSpec>();
    let participants = registry.participants("royalist,random").expect("both are registered");
    let games = 100;
    let mut won = 0.0;
    for number in 0..games {
        let (seed, setup) = (Seed::new(number), Setup::new(2).expect("two may play"));
        let deal = State::deal(&setup, &mut seed.child(0).rng());
        let mut rng = seed.child(1).rng();
        let mut game = State::start(&setup);
        // Seats take turns, so that nobody has the better one.
        let royal = Seat::new(usize::from(number % 2 == 1));
        let mut players = Seat::all(2)
            .map(|seat| participants[usize::from(seat != royal)].make())
            .collect::<Vec<_>>();
        loop {
            match game.turn() {
                Turn::Decide(seat) => {
                    let mv = players[seat.index()].choose(&game.view(seat), &mut rng);
                    game.play(mv);
                }
                Turn::Chance => game.happen(game.dealt(&deal)),
                Turn::Over => break,
            }
        }
        won += game.outcome().win_share(royal);
    }
    println!("royalist wins {won} of {games} games against random");
}
