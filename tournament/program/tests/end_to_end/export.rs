//! Decisions of recorded runs as training data.

use crate::columns::{Table, cell, list, number, numbers};
use crate::support::{Finished, Workshop, files};
use engine::tongiaki::{Move, State};
use engine::{ActionSpace, Game, ObservationTensor, Record, Rules, Seat, View as _};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

const RUN: &str =
    "--agents greedy:samples=1,random --players 3 --games 6 --records --quiet --out run";

#[test]
fn rows_are_the_decisions_of_the_records() {
    let workshop = Workshop::new();
    workshop.output(RUN);
    workshop.output("export run --quiet");
    let table = Table::read(&workshop.path("run/decisions.parquet"));
    let mut rows = table.rows.iter();
    let seats = workshop.rows("run/seats.csv");
    let mut moves = Vec::new();
    for (game, line) in workshop.records("run").lines().enumerate() {
        let record = Record::<State>::parse(line, &Rules::new()).unwrap().recorded_game().unwrap();
        let in_game: Vec<_> = seats.iter().filter(|row| row["game"] == game.to_string()).collect();
        let mut before = record.start;
        let mut decision = 0;
        for step in record.steps {
            let Some(seat) = step.seat else {
                before = step.after;
                continue;
            };
            let view = before.view(seat);
            view.moves(&mut moves);
            let mv: Move = step.notation.parse().unwrap();
            if moves.len() > 1 {
                let row = rows.next().unwrap();
                let cells = ["game", "decision", "seat", "agent"].map(|name| cell(&row[name]));
                let agent = record.agents[seat.index()].clone();
                let (game, at) = (game.to_string(), decision.to_string());
                assert_eq!(cells, [game, at, seat.index().to_string(), agent]);
                assert_eq!(cell(&row["turn"]), (before.turns_played() + 1).to_string());
                assert_eq!(cell(&row["block"]), in_game[0]["block"]);
                let action = State::number_of(mv).unwrap();
                assert_eq!(cell(&row["action"]), action.to_string());
                let mut mask = vec![0.0; State::ACTIONS];
                for &mv in &moves {
                    mask[State::number_of(mv).unwrap()] = 1.0;
                }
                assert_eq!(numbers(&row["mask"]), mask);
                let mut tensor = vec![0.0; State::tensor_size(3)];
                State::write_tensor(&view, 3, &mut tensor);
                assert!(
                    numbers(&row["observation"])
                        .into_iter()
                        .eq(tensor.iter().copied().map(f64::from))
                );
                let from_here = (0..3).map(|place| in_game[(seat.index() + place) % 3]);
                for (column, other) in [("win_share", "outcome"), ("points", "points")] {
                    let expected = from_here.clone().map(|row| row[column].parse::<f64>().unwrap());
                    assert!(numbers(&row[other]).into_iter().eq(expected), "{column}");
                }
                assert_eq!(cell(&row["visits"]) + &cell(&row["value"]), "");
                decision += 1;
            }
            before = step.after;
        }
    }
    assert!(rows.next().is_none() && table.rows.len() > 100);
}

#[test]
fn every_decision_that_agents_were_asked_for_is_a_row_in_every_game() {
    let workshop = Workshop::new();
    for (game, rules, players, actions) in [
        ("tongiaki", "", 4, 586),
        ("wongar", "--edition advanced", 3, 134),
        ("kuhn", "", 2, 2),
        ("leduc", "", 2, 3),
    ] {
        let run = format!("--game {game} {rules} --agents random,one=random --players {players}");
        workshop.output(&format!("{run} --games 12 --records --quiet --out {game}"));
        let printed = workshop.output(&format!("export {game} --quiet --out {game}.parquet"));
        let table = Table::read(&workshop.path(&format!("{game}.parquet")));
        assert_eq!(
            printed,
            format!("{} decisions of 12 games: {game}.parquet\n", table.rows.len())
        );
        let mut counted = BTreeMap::<String, u64>::new();
        for row in &table.rows {
            *counted.entry(cell(&row["game"])).or_default() += 1;
            let mask = numbers(&row["mask"]);
            assert_eq!(mask.len(), actions, "{game}");
            assert!(mask[number(&row["action"]).unwrap() as usize] > 0.0, "{game}");
            assert_eq!(numbers(&row["outcome"]).len(), players, "{game}");
        }
        for row in workshop.rows(&format!("{game}/games.csv")) {
            assert_eq!(counted[&row["game"]].to_string(), row["decisions"], "{game}");
        }
        let blocks: Value =
            serde_json::from_str(&table.metadata["hidden_decks.observation"]).unwrap();
        let last = blocks.as_array().unwrap().last().unwrap();
        let shape = last["shape"].as_array().unwrap().iter().map(|size| size.as_u64().unwrap());
        let size = last["start"].as_u64().unwrap() + shape.product::<u64>();
        assert_eq!(list(&table.rows[0]["observation"]).len() as u64, size, "{game}");
        assert_eq!(table.metadata["hidden_decks.schema"], "1");
        assert_eq!(table.metadata["hidden_decks.game"], game);
        assert_eq!(table.metadata["hidden_decks.players"], players.to_string());
        let run: Value = serde_json::from_str(&table.metadata["hidden_decks.run"]).unwrap();
        assert_eq!(run["command"], workshop.manifest(game)["command"]);
    }
}

#[test]
fn a_search_gives_visits_and_values() {
    let workshop = Workshop::new();
    workshop
        .output("--game leduc --agents random,one=random --games 8 --records --quiet --out run");
    let export = "export run --agent mcts:iterations=30 --quiet --out";
    workshop.output(&format!("{export} one.parquet --threads 1"));
    workshop.output(&format!("{export} two.parquet --threads 2"));
    assert!(workshop.read_bytes("one.parquet") == workshop.read_bytes("two.parquet"));
    workshop.output(&format!("{export} other.parquet --seed 2"));
    assert!(workshop.read_bytes("one.parquet") != workshop.read_bytes("other.parquet"));
    let table = Table::read(&workshop.path("one.parquet"));
    for row in &table.rows {
        let (mask, visits) = (numbers(&row["mask"]), numbers(&row["visits"]));
        assert!(visits.iter().sum::<f64>() >= 29.0, "{visits:?}");
        for ((legal, visits), value) in mask.iter().zip(&visits).zip(list(&row["value"])) {
            assert!(*legal > 0.0 || *visits == 0.0);
            assert_eq!(*visits > 0.0, number(value).is_some());
        }
    }
    let search: Value = serde_json::from_str(&table.metadata["hidden_decks.search"]).unwrap();
    assert_eq!((&search["agent"], &search["seed"]), (&"ismcts".into(), &1.into()));
    assert_eq!(search["parameters"]["iterations"], 30);
}

#[test]
fn the_same_run_gives_the_same_bytes_on_any_number_of_threads() {
    let workshop = Workshop::new();
    workshop.output(RUN);
    for threads in 1..=2 {
        workshop.output(&format!("export run --quiet --threads {threads} --out {threads}.parquet"));
    }
    assert!(workshop.read_bytes("1.parquet") == workshop.read_bytes("2.parquet"));
}

#[test]
fn what_cannot_be_exported_is_refused_and_leaves_no_file() {
    let workshop = Workshop::new();
    workshop.output(RUN);
    workshop.output("--agents random --games 2 --quiet --out bare");
    workshop.run("match random random --games 4 --quiet --out match");
    workshop.write("there.parquet", "mine");
    for (arguments, sentence) in [
        ("bare", "bare: the run has no records: play it with --records"),
        ("nowhere", "cannot read nowhere/manifest.json: "),
        ("match", "manifest.json: it is that of another kind of job: "),
        ("run --out there.parquet", "there.parquet is there already: choose another name"),
        ("run --out no/such.parquet", "cannot write no/such.parquet.draft: "),
        ("run --agent minimax", "there is no agent 'minimax': choose "),
        ("run --agent greedy,random", "--agent is one agent, written without a comma"),
        ("run --agent random", "--agent: random searched at no decision, so there are no visits"),
        ("run --threads 0", "--threads must be between 1 and 1024, not 0"),
        (
            "run --format csv",
            "invalid value 'csv' for '--format <FORMAT>' [possible values: parquet]",
        ),
    ] {
        workshop.refuses(&format!("export {arguments} --quiet"), sentence);
    }
    assert_eq!(workshop.read("there.parquet"), "mine");
    let is_left = |name: &String| name.starts_with("decisions.parquet");
    assert!(!files(&workshop.path("run")).iter().any(is_left));

    // A record that does not follow the rules is named by its line.
    let mut lines: Vec<_> = workshop.records("run").lines().map(str::to_owned).collect();
    lines[2] = lines[1].replace("\"events\":[", "\"events\":[{},");
    let records = zstd::encode_all((lines.join("\n") + "\n").as_bytes(), 3).unwrap();
    fs::write(workshop.path("run/records.jsonl.zst"), records).unwrap();
    let changed = "run/records.jsonl.zst: it was changed since its job finished; ";
    workshop.refuses("export run --quiet", changed);
    workshop.forget_hashes("run");
    workshop.refuses("export run --quiet", "run/records.jsonl.zst:3: event #0: ");
    assert!(!files(&workshop.path("run")).iter().any(is_left));
}

#[cfg(unix)]
#[test]
fn an_interrupted_export_leaves_nothing() {
    let workshop = Workshop::new();
    let run = "--game leduc --agents random,one=random --games 1000 --records --quiet --out run";
    workshop.output(run);
    let mut export = workshop.tournament("export run --agent mcts:iterations=5000 --quiet");
    let child = export.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !workshop.path("run/decisions.parquet.draft").exists() {
        thread::sleep(Duration::from_millis(2));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let finished = Finished::new(child.wait_with_output().unwrap());
    assert_eq!(finished.code, 130, "{}", finished.errors);
    assert_eq!(finished.errors, "interrupted: run/decisions.parquet was not written\n");
    let is_left = |name: &String| name.starts_with("decisions.parquet");
    assert!(!files(&workshop.path("run")).iter().any(is_left));
}

#[test]
fn a_part_of_a_run_is_exported_with_the_numbers_of_its_games() {
    let workshop = Workshop::new();
    let run = "--game kuhn --agents random,one=random --games 12 --records --quiet";
    workshop.output(&format!("{run} --shard 2/2 --out part"));
    workshop.output("export part --quiet");
    let table = Table::read(&workshop.path("part/decisions.parquet"));
    assert_eq!(cell(&table.rows[0]["game"]), "6");
    assert!(table.rows.iter().all(|row| (6.0..12.0).contains(&number(&row["game"]).unwrap())));
    assert!(
        table.rows.iter().any(|row| Seat::new(1).index() == number(&row["seat"]).unwrap() as usize)
    );
}
