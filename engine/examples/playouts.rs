// prose: ok
//! `cargo run --release -p hidden-decks-engine --example playouts -- GAMES PLAYERS [GAME]` plays random games and does nothing
//! else, so that a profile shows only the engine. GAME is `tongiaki` (the default) or `wongar`.

use engine::{PlayableGame, Rules, Seed};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().ok_or("how many games?")?.parse()?;
    let players = arguments.next().ok_or("how many players?")?.parse()?;
    match arguments.next().as_deref() {
        None | Some(tongiaki::State::NAME) => play::<tongiaki::State>(games, players),
        Some(wongar::State::NAME) => play::<wongar::State>(games, players),
        Some(game) => Err(format!("there is no game '{game}'").into()),
    }
}

fn play<G: PlayableGame>(games: u64, players: usize) -> Result<(), Box<dyn Error>> {
    let start = G::start(&G::setup(players, &Rules::new())?);
    let mut rng = Seed::new(1).rng();
    let mut turns = 0;
    for _ in 0..games {
        let mut state = start.clone();
        state.play_out(u32::MAX, &mut rng);
        turns += u64::from(state.turns_played());
    }
    println!("{games} games, {turns} turns");
    Ok(())
}
