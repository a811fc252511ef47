//! Effects of changes in a position on a Tongiaki network's win probabilities, with 2 players.
//!
//! ```sh
//! cargo run --release -p hidden-decks-agents --example effects [NETWORK]
//! ```
//!
//! Plays games with the built-in network, or the network in the given file. In every position between turns, it
//! changes the network's inputs and averages the change in seat 0's win probability, in percentage points. The
//! averages are separate for more than 20 tiles in the deck, for 10 to 20, and for fewer.

use agents::evaluation::{Evaluation, Look, Network, chances};
use agents::greedy::Greedy;
use agents::learning::{PositionKind, SelfPlay};
use engine::{Evaluated, Seed};
use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use tongiaki::{Setup, State};

const GAMES: u64 = 400;
const PLAYERS: usize = 2;

/// A named change of the inputs of seat 0 and of its rival, as differences.
type Change = (&'static str, &'static [(&'static str, f32)], &'static [(&'static str, f32)]);

/// A change of a feature also changes its `late_` and `last_` variants, if they exist: `lead` changes
/// `last_lead`.
const CHANGES: [Change; 5] = [
    ("a point more", &[("points", 1.0), ("lead", 1.0)], &[("lead", -1.0)]),
    (
        "an island of 3 points held alone becomes a king island",
        &[
            ("king_points", 3.0),
            ("kings_left", -1.0),
            ("alone", -3.0),
            ("best_king", -3.0),
            ("islands", -1.0),
            ("beaches", -2.0),
            ("ships", -2.0),
            ("supply", 1.0),
        ],
        &[],
    ),
    ("3 points lie exposed", &[("exposed", 3.0)], &[]),
    (
        "3 points lie exposed, and the rival moves next and can sweep them away",
        &[("exposed", 3.0), ("threatened", 3.0), ("threatened_next", 3.0)],
        &[("sweeps", 3.0), ("sweeps_next", 3.0)],
    ),
    (
        "the seat moves next, and not the rival",
        &[("begins", 1.0), ("wait", -0.5)],
        &[("begins", -1.0), ("wait", 0.5)],
    ),
];

fn main() -> Result<(), Box<dyn Error>> {
    let network = match std::env::args().nth(1) {
        Some(file) => Network::<State>::load(Path::new(&file))?,
        None => Network::from_bytes(State::NETWORK.ok_or("no network")?, "the built-in network")?,
    };
    let [names, of_table, _] = Network::<State>::input_names();
    let place = |name: &str| names.iter().position(|other| *other == name);
    let table =
        |name: &str| of_table.iter().position(|other| *other == name).ok_or("no such input");
    let (late, tiles, begins) = (table("late")?, table("tiles")?, place("begins").ok_or("begins")?);
    let greedy = Greedy::new(Arc::new(Evaluation::Network(network.clone()))).with_nodes(1000);
    let self_play = SelfPlay { greedy, rival: None, explore: 0.1, temperature: 0.15, within: 0.0 };
    let seats = PLAYERS * names.len();
    let chance = |look: Look<'_>| chances(&network.values_of(look), PLAYERS, 1.0)[0];
    let (mut sums, mut positions) = ([[0.0; 3]; CHANGES.len()], [0; 3]);
    for game in 0..GAMES {
        let game = self_play.play(&Setup::new(PLAYERS)?, &network, Seed::new(game));
        let kinds = game.kinds().iter().enumerate();
        for (number, _) in kinds.filter(|(_, kind)| **kind != PositionKind::Within) {
            let look = game.position(number);
            let inputs = look.inputs;
            let unscaled =
                |input: usize| inputs[seats + input] / network.scale()[names.len() + input];
            let (late, tiles) = (unscaled(late), unscaled(tiles));
            // Positions in which seat 0 already moves next are skipped, because one of the changes lets it move
            // next.
            if inputs[begins] > 0.0 {
                continue;
            }
            let phase = if tiles > 20.0 { 0 } else { usize::from(tiles < 10.0) + 1 };
            positions[phase] += 1;
            for ((_, own, rival), sums) in CHANGES.iter().zip(&mut sums) {
                let mut changed = inputs.to_vec();
                for (seat, changes) in [own, rival].into_iter().enumerate() {
                    for &(name, difference) in *changes {
                        let derived = [
                            (name.to_owned(), difference),
                            (format!("late_{name}"), difference * late),
                            (format!("last_{name}"), difference / (1.0 + tiles)),
                        ];
                        for (name, difference) in derived {
                            let Some(input) = place(&name) else { continue };
                            let scale = network.scale()[input];
                            changed[seat * names.len() + input] += difference * scale;
                        }
                    }
                }
                sums[phase] += chance(Look { inputs: &changed, ..look }) - chance(look);
            }
        }
    }
    println!("more than 20 tiles, 10 to 20, fewer: {positions:?} positions");
    for ((what, ..), sums) in CHANGES.iter().zip(sums) {
        let mean = |phase: usize| 100.0 * sums[phase] / f64::from(positions[phase]);
        println!("{:6.1} {:6.1} {:6.1}  {what}", mean(0), mean(1), mean(2));
    }
    Ok(())
}
