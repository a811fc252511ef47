//! Fuzz target: games whose moves are chosen by the input are recorded, and the engine accepts these records.
#![no_main]

use engine::{PlayableGame, Record, RecordHeader, Rules, Seed, Turn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let [kind, seed, choices @ ..] = input else { return };
    let players = 3 + usize::from(kind >> 1) % 3;
    if kind & 1 == 0 {
        let setup = tongiaki::Setup::new(players).expect("3 to 5 may play");
        round_trip::<tongiaki::State>(&setup, *seed, choices);
    } else {
        let edition = match kind >> 7 {
            0 => wongar::Edition::Base,
            _ => wongar::Edition::Advanced,
        };
        let setup = wongar::Setup::new(players).expect("3 to 5 may play").with_edition(edition);
        round_trip::<wongar::State>(&setup, *seed, choices);
    }
});

/// Plays the moves that `choices` selects, and random moves when the choices are used up.
fn round_trip<G: PlayableGame>(setup: &G::Setup, seed: u8, choices: &[u8]) {
    let mut rng = Seed::new(u64::from(seed)).rng();
    let deal = G::deal(setup, &mut rng);
    let mut game = G::start(setup);
    let (mut choices, mut moves, mut events) = (choices.iter(), Vec::new(), Vec::new());
    loop {
        match game.turn() {
            Turn::Over => break,
            Turn::Chance => game.happen_recorded(game.dealt(&deal), &mut events),
            Turn::Decide(_) => {
                let mv = match choices.next() {
                    None => game.random_move(&mut rng),
                    Some(&choice) => {
                        game.moves(&mut moves);
                        moves[usize::from(choice) % moves.len()]
                    }
                };
                game.play_recorded(mv, &mut events);
            }
        }
    }
    let agents = vec!["fuzzer".to_owned(); game.players()];
    let header = RecordHeader { seed: seed.to_string(), agents };
    let line = Record::new(setup, &game, header, &deal, &events).to_line();
    let record = Record::<G>::parse(&line, &Rules::new()).expect("written values can be read");
    record.check().expect("the engine accepts its own records");
}
