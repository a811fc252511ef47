//! Plays random games and nothing else, so that a profiler sees nothing else:
//! `cargo run --release -p engine --example playouts -- GAMES PLAYERS`.

use engine::tongiaki::{Setup, State};
use engine::{Dealable, Game, Seed};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().ok_or("how many games?")?.parse()?;
    let players = arguments.next().ok_or("how many players?")?.parse()?;
    let start = State::start(&Setup::new(players)?);
    let mut rng = Seed::new(1).rng();
    let mut turns = 0;
    for _ in 0..games {
        let mut state = start;
        state.play_out(u32::MAX, &mut rng);
        turns += u64::from(state.turns_played());
    }
    println!("{games} games, {turns} turns");
    Ok(())
}
