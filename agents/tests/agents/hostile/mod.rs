//! Tests with damaged or malicious inputs: each is accepted or refused without a panic, and the reason for a
//! refusal is one printable line.
//!
//! Valid inputs are [changed](mutation) repeatedly. `FUZZ_CASES` sets the number of changed versions of each
//! input (300 by default); the changes depend only on the number of the case. `engine/fuzz` runs similar tests
//! without a limit.

mod mutation;

use agents::evaluation::{Network, Weights};
use agents::external::{read_answer, read_greeting, read_line, read_ready};
use agents::table::PolicyTable;
use agents::{Registry, Spec};
use engine::{Game, PlayableGame, Record, RuleError, Rules, Seed, Turn};
use engine::{is_printable, printable};
use poker::kuhn::Kuhn;
use poker::leduc::Leduc;

use mutation::mutated;
use std::env;
use std::io::Cursor;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

/// Returns the number of changed versions of each valid input.
fn cases() -> u64 {
    env::var("FUZZ_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300)
}

/// A reader's verdict on an input: accepted, or the reason for the refusal.
type Verdict = Result<(), String>;

/// Passes changed inputs to a reader. It must accept all valid inputs and refuse some changed ones.
fn attack(name: &str, valid: &[Vec<u8>], read: impl Fn(&[u8]) -> Verdict) {
    assert!(!valid.is_empty(), "{name}: there is nothing to change");
    let mut refused = 0;
    for (number, input) in valid.iter().enumerate() {
        assert_eq!(read(input), Ok(()), "{name}: input {number} as it is");
        for case in 0..cases() {
            let mut rng = Seed::new(case).child(number as u64).rng();
            let changed = mutated(input, &valid[(number + 1) % valid.len()], &mut rng);
            let verdict = panic::catch_unwind(AssertUnwindSafe(|| read(&changed)));
            let place = format!("{name}: input {number}, case {case}");
            let Err(sentence) = verdict.unwrap_or_else(|_| panic!("{place}: it panics")) else {
                continue;
            };
            refused += 1;
            let is_line = !sentence.is_empty() && sentence.chars().all(is_printable);
            assert!(is_line, "{place}: {sentence:?}");
        }
    }
    assert!(refused > 0, "{name}: no change was noticed");
}

fn told<T>(outcome: Result<T, impl ToString>) -> Result<T, String> {
    outcome.map_err(|error| error.to_string())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the content of a file in the repository.
fn file(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the first lines of a file in the repository, up to a maximum number.
fn lines(path: &str, most: usize) -> Vec<Vec<u8>> {
    let file = file(path);
    let lines = file.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.take(most).map(<[u8]>::to_vec).collect()
}

const KUHN: &str = concat!(
    r#"{"schema":1,"game":"kuhn","players":2,"seed":"11385487063155714807","agents":["random","random"],"deck":["K","J"],"#,
    r#""events":[{"event":"chance","outcome":"KJ"},{"event":"move","p":0,"move":"bet"},{"event":"move","p":1,"move":"bet"}],"result":{"points":[2,-2],"ranks":[1,2]}}"#
);
const LEDUC: &str = concat!(
    r#"{"schema":1,"game":"leduc","players":2,"seed":"11385487063155714807","agents":["random","random"],"deck":{"hands":["Kh","Ks"],"open":"Js"},"#,
    r#""events":[{"event":"chance","outcome":"deal Kh Ks"},{"event":"move","p":0,"move":"raise"},{"event":"move","p":1,"move":"raise"},{"event":"move","p":0,"move":"call"},{"event":"chance","outcome":"open Js"},{"event":"move","p":0,"move":"call"},{"event":"move","p":1,"move":"raise"},{"event":"move","p":0,"move":"call"}],"result":{"points":[0,0],"ranks":[1,1]}}"#
);

fn attack_records<G: PlayableGame>(name: &str, valid: &[Vec<u8>]) {
    attack(name, valid, |bytes| {
        let record = told(Record::<G>::parse(&text(bytes), &Rules::new()))?;
        let checked = told(record.check());
        let again = Record::<G>::parse(&record.to_line(), &Rules::new());
        let again = again.expect("what was written is read");
        assert_eq!(told(again.check()), checked);
        checked
    });
}

#[test]
fn records() {
    let games = lines("docs/pictures/game.jsonl", 1);
    attack_records::<tongiaki::State>("tongiaki", &games);
    let example = lines("engine/games/wongar/data/example.jsonl", 2);
    attack_records::<wongar::State>("wongar", &example);
    attack_records::<Kuhn>("kuhn", &[KUHN.into()]);
    attack_records::<Leduc>("leduc", &[LEDUC.into()]);
}

#[test]
fn decks() {
    let deck = file("engine/games/tongiaki/data/example-deck.json");
    attack("deck", &[deck], |bytes| {
        let deck: tongiaki::Deck = serde_json::from_slice(bytes)
            .map_err(|error| printable(&error.to_string()).into_owned())?;
        let written = serde_json::to_vec(&deck).unwrap();
        assert_eq!(serde_json::from_slice::<tongiaki::Deck>(&written).unwrap(), deck);
        Ok(())
    });
}

#[test]
fn boards() {
    let board = file("engine/games/wongar/data/board.toml");
    attack("board", &[board], |bytes| {
        let rules = Rules::new().with("board", &text(bytes));
        let setup = told(<wongar::State as PlayableGame>::setup(3, &rules))?;
        let mut game = wongar::State::start(&setup);
        game.play_out(u32::MAX, &mut Seed::new(1).rng());
        assert_eq!(game.turn(), Turn::Over);
        Ok(())
    });
}

fn attack_rules<G: PlayableGame>(valid: &[&str]) {
    let valid: Vec<_> = valid.iter().map(|rules| rules.as_bytes().to_vec()).collect();
    attack(G::NAME, &valid, |bytes| {
        let typed = text(bytes);
        let mut words = typed.split(' ');
        let players = words.next().unwrap_or_default().parse().map_err(|_| "no number")?;
        let mut rules = Rules::new();
        for word in words {
            let (key, value) = word.split_once('=').ok_or("no rule")?;
            rules = rules.with(key, value);
        }
        let refusal: Result<_, RuleError> = G::setup(players, &rules);
        told(refusal.map(|setup| drop(G::rules_in_force(&setup))))
    });
}

#[test]
fn rules() {
    attack_rules::<tongiaki::State>(&["2", "6 edition=schmidt turn-limit=400", "3 stall=2"]);
    attack_rules::<wongar::State>(&["3", "4 edition=advanced"]);
    attack_rules::<Kuhn>(&["2"]);
}

/// Builds agents only from specs that name no file and no program, because a changed name could refer to a
/// device.
fn attack_specs<G: PlayableGame>(valid: &[&str]) {
    let registry = Registry::<G>::built_in();
    let valid: Vec<_> = valid.iter().map(|specs| specs.as_bytes().to_vec()).collect();
    attack(G::NAME, &valid, |bytes| {
        let specs = told(Spec::parse_list(&text(bytes)))?;
        for spec in &specs {
            let again: Spec = spec.to_string().parse().unwrap();
            assert_eq!((again.name(), again.arguments()), (spec.name(), spec.arguments()));
            let names_file =
                |(key, _): &(String, String)| ["weights", "evaluation", "file"].contains(&&**key);
            let names_program = spec.name().eq_ignore_ascii_case("external");
            if !names_program && !spec.arguments().iter().any(names_file) {
                let participant = told(registry.participant(spec))?;
                (2..=6).for_each(|players| drop(participant.parameters_at(players)));
            }
        }
        Ok(())
    });
}

#[test]
fn specs() {
    let lists = [
        "mcts:iterations=50,random",
        "deep=mcts:iterations=900:reward=chance, greedy:samples=4:temperature=1.5",
        "greedy:weights.points=-0.5:weights.ships=1e3",
        r#"external:cmd="python3 \"my bot.py\" --at=a:1,b:\\2":move_ms=5,x=ismcts"#,
    ];
    attack_specs::<tongiaki::State>(&lists);
    attack_specs::<wongar::State>(&[lists[0], lists[3]]);
    attack_specs::<Leduc>(&[lists[0], lists[3]]);
}

fn attack_weights<G: PlayableGame>(paths: &[&str]) {
    let valid: Vec<_> = paths.iter().map(|path| file(path)).collect();
    attack(G::NAME, &valid, |bytes| told(Weights::<G>::parse(&text(bytes), "w.toml").map(drop)));
}

#[test]
fn weights() {
    attack_weights::<tongiaki::State>(&[
        "engine/games/tongiaki/weights/points.toml",
        "engine/games/tongiaki/weights/4.toml",
    ]);
    attack_weights::<wongar::State>(&["engine/games/wongar/weights/3.toml"]);
}

#[test]
fn policies() {
    let policy = concat!(
        r#"{"game":"kuhn","states":1}"#,
        "\n",
        r#"{"view":{"players":2,"seat":0,"hand":"J","history":[]},"moves":["pass","bet"],"probabilities":[0.75,0.25]}"#,
    );
    attack(Kuhn::NAME, &[policy.into()], |bytes| {
        told(PolicyTable::<Kuhn>::parse(&text(bytes), "p").map(drop))
    });
}

#[test]
fn networks() {
    fn attack_networks<G: PlayableGame>() {
        attack(G::NAME, &[G::NETWORK.unwrap().to_vec()], |bytes| {
            let network = told(Network::<G>::from_bytes(bytes, "n"))?;
            let again = Network::<G>::from_bytes(&network.to_bytes("a test"), "n");
            assert_eq!(again.unwrap(), network);
            Ok(())
        });
    }
    attack_networks::<tongiaki::State>();
    attack_networks::<wongar::State>();
}

/// Bot output in a game: a greeting, the confirmation that it is ready, and moves.
#[test]
fn bot_lines() {
    let valid = concat!(
        "{\"type\":\"ready\",\"protocol\":1,\"name\":\"N\",\"version\":\"2\"}\n",
        "{\"type\":\"ready\",\"more\":[null]}\n{\"move\":\"take B\"}\n{\"move\":\"stay\"}\n"
    );
    attack("bot lines", &[valid.into()], |bytes| {
        let mut written = Cursor::new(bytes);
        let mut number = 0;
        while let Some(line) = read_line(&mut written) {
            let text = told(line)?;
            match number {
                0 => {
                    let greeting = told(read_greeting(&text))?;
                    assert!(greeting.name.chars().all(is_printable));
                }
                1 => drop(told(read_ready(&text))?),
                _ => drop(told(read_answer(&text))?),
            }
            number += 1;
        }
        Ok(())
    });
}
