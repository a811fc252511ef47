//! How fast the module thinks as a native program, for `web/benches/webassembly.mjs`: prints a table's time for the
//! first decisions of a game in milliseconds.
//!
//! `cargo run --release -p hidden-decks-web --example think GAME PLAYERS AGENT DECISIONS`

use hidden_decks_web::Game;
use std::env;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [game, players, agent, decisions] = &arguments[..] else {
        eprintln!("think GAME PLAYERS AGENT DECISIONS");
        std::process::exit(2);
    };
    let players = players.parse().expect("a number of players");
    let decisions: usize = decisions.parse().expect("a number of decisions");
    let Ok(mut game) = Game::new(game, players, "{}", 5) else { panic!("there is such a game") };
    let begin = Instant::now();
    for step in 0..decisions {
        let Ok(thought) = game.think(step, agent, step as u64) else { panic!("{agent} decides") };
        let thought: serde_json::Value = serde_json::from_str(&thought).expect("it is JSON");
        let mv = thought["move"].as_str().expect("it has a move");
        assert!(game.play(mv).is_ok(), "{mv} is legal");
    }
    println!("{}", begin.elapsed().as_secs_f64() * 1000.0);
}
