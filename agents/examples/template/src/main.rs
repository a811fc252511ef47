//! The program `tournament` with an agent of your own.

use agents::{Agent, AgentError, AgentFactory, AgentSpec, Parameter, ParameterValues, Range};
use engine::{GameRng, View as _};
use rand::RngExt;
use std::process::ExitCode;
use tongiaki::{Move, State, View};

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

fn main() -> ExitCode {
    tournament::run_with(AgentFactory::of::<RoyalistSpec>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents::Registry;
    use anygame::BuiltIn as _;
    use engine::{Game, PlayableGame, Seat, Seed, Turn};
    use poker::kuhn::Kuhn;
    use tongiaki::Setup;

    /// The share of the games against `random` that an agent wins.
    fn win_share(spec: &str) -> f64 {
        let registry = Registry::<State>::built_in().with::<RoyalistSpec>();
        let participants = registry.participants(&format!("{spec},random")).unwrap();
        let games = 200;
        let mut won = 0.0;
        for number in 0..games {
            let (seed, setup) = (Seed::new(number), Setup::new(2).unwrap());
            let deal = State::deal(&setup, &mut seed.child(0).rng());
            let mut rng = seed.child(1).rng();
            let mut game = State::start(&setup);
            // The agents take turns to begin, so that neither has the better seat.
            let own = Seat::new(usize::from(number % 2 == 1));
            let mut players: Vec<_> =
                Seat::all(2).map(|seat| participants[usize::from(seat != own)].make()).collect();
            loop {
                match game.turn() {
                    Turn::Decide(seat) => {
                        let mv = players[seat.index()].choose(&game.view(seat), &mut rng);
                        assert!(game.is_legal(mv));
                        game.play(mv);
                    }
                    Turn::Chance => game.happen(game.dealt(&deal)),
                    Turn::Over => break,
                }
            }
            won += game.outcome().win_share(own);
        }
        won / games as f64
    }

    #[test]
    fn founding_whenever_it_may_is_better_than_chance() {
        let share = win_share("royalist");
        assert!(share > 0.6, "{share}");
        assert!(win_share("royalist:others=first") != share);
    }

    #[test]
    fn the_list_of_games_can_be_ones_own() {
        let agents = Registry::<State>::built_in().with::<RoyalistSpec>(); // and a .with::<…>() for each other
        let games = [State::with_agents(agents), Kuhn::with_agents(Registry::built_in())];
        assert_eq!(games.map(|game| game.facts().name), ["tongiaki", "kuhn"]);
    }
}
