//! A hash of games that are identical on every machine.

use agents::{Fnv, Participant, Registry};
use engine::{PlayableGame, Record, RecordHeader, RuleError, RuleValues, Rules, Seed};
use std::fmt::Write;

/// Number of games for each edition and player count.
const GAMES_PER_TABLE: u64 = 25;

/// The agents of the last game of each setup, because searches must also be identical everywhere. Their
/// parameters are fixed, so tuning the agents does not change the hash.
const THINKERS: &str = "greedy:weights=untuned:temperature=0,\
     ismcts:iterations=40:rollout=round:rollout_policy=1:opponent_policy=1:prior_visits=0:\
     reward=chance:scale=20:weights=untuned";
/// The agents of the last game in games without features.
const WITHOUT_FEATURES: &str = "ismcts:iterations=40,random";
/// The labels in the records, which are also hashed. They never change, so that the hash remains comparable.
const LABELS: [&str; 2] = [
    "greedy:weights=untuned:spread=0",
    "mcts:search=tree:iterations=40:rollout=round:own=1:others=1:prior=0:scale=20:weights=untuned",
];

/// Plays games with every possible setup: games of random agents, and one game between searching agents. Hashes
/// all choices, events and results.
///
/// # Errors
/// Fails if a game cannot be set up.
///
/// # Panics
/// If a built-in agent is missing.
pub fn signature<G: PlayableGame>() -> Result<String, RuleError> {
    let mut hash = Fnv::default();
    let mut table = Seed::new(0);
    let built_in = Registry::<G>::built_in();
    let participants = |specs| built_in.participants(specs).expect("these are built-in agents");
    let random = participants("random");
    let thinkers = built_in.participants(THINKERS);
    let thinkers = thinkers.unwrap_or_else(|_| participants(WITHOUT_FEATURES));
    for rules in editions::<G>() {
        for players in G::PLAYERS {
            let setup = G::setup(players, &rules)?;
            for game in 0..GAMES_PER_TABLE {
                let seed = table.child(game);
                if game + 1 < GAMES_PER_TABLE {
                    add_game(&mut hash, &setup, players, &random, &["random"], seed);
                } else {
                    add_game(&mut hash, &setup, players, &thinkers, &LABELS, seed);
                }
            }
            table = table.child(GAMES_PER_TABLE);
        }
    }
    Ok(format!("{:016x}", hash.0))
}

/// Returns a rule set for each value of the game's first rule with named values, or the standard rules if there
/// is none.
fn editions<G: PlayableGame>() -> Vec<Rules> {
    let words = G::RULES.iter().find_map(|option| match option.values {
        RuleValues::Words(words) => Some(words.iter().map(|word| (option.key, word))),
        _ => None,
    });
    match words {
        Some(words) => words.map(|(key, word)| Rules::new().with(key, word)).collect(),
        None => vec![Rules::new()],
    }
}

/// Adds the record of a game between these agents, and all choices in it, to the hash.
fn add_game<G: PlayableGame>(
    hash: &mut Fnv,
    setup: &G::Setup,
    players: usize,
    participants: &[Participant<G>],
    labels: &[&str],
    seed: Seed,
) {
    let mut rng = seed.rng();
    let seated = participants.iter().cycle().take(players);
    let mut agents: Vec<_> = seated.map(Participant::make).collect();
    let deal = G::deal(setup, &mut rng);
    let mut game = G::start(setup);
    let mut events = Vec::new();
    while let Some(seat) =
        game.next_decision(|game| game.happen_recorded(game.dealt(&deal), &mut events))
    {
        let mv = agents[seat.index()].choose(&game.view(seat), &mut rng);
        // A hash takes any text.
        let _ = write!(hash, "{mv};");
        game.play_recorded(mv, &mut events);
    }
    let labels = labels.iter().cycle().take(players).map(|&label| label.to_owned());
    let title = RecordHeader { seed: seed.value().to_string(), agents: labels.collect() };
    let record = Record::new(setup, &game, title, &deal, &events);
    hash.add(record.to_line().bytes());
}
