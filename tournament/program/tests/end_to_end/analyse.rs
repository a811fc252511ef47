//! `--analysis` and `tournament analyse`: search results in records and in summaries.

use crate::support::{Workshop, files};
use serde_json::Value;

/// Returns the events with search results from each record in a text.
fn searches(records: &str) -> Vec<Vec<Value>> {
    let searches = records.lines().map(|line| {
        let record: Value = serde_json::from_str(line).unwrap();
        let events = record["events"].as_array().unwrap().iter();
        events.filter(|event| event.get("search").is_some()).cloned().collect()
    });
    searches.collect()
}

/// Returns the records without search results.
fn bare(records: &str) -> Vec<Value> {
    let bare = records.lines().map(|line| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        for event in record["events"].as_array_mut().unwrap() {
            event.as_object_mut().unwrap().remove("search");
        }
        record
    });
    bare.collect()
}

#[test]
fn records_contain_search_results_with_analysis() {
    let workshop = Workshop::new();
    let run = "--agents mcts=mcts:iterations=16:plans=4,random --games 4 --records --quiet --out";
    workshop.output(&format!("{run} plain"));
    workshop.output(&format!("{run} told --analysis"));
    let (plain, told) = (workshop.records("plain"), workshop.records("told"));
    assert_eq!(bare(&told), bare(&plain));
    assert!(searches(&plain).iter().all(Vec::is_empty));
    for (game, found) in searches(&told).into_iter().enumerate() {
        assert!(found.len() > 5, "game {game}");
        let seats: Vec<_> = found.iter().filter_map(|event| event["p"].as_u64()).collect();
        let rows = workshop.rows("told/seats.csv").into_iter();
        let mut rows = rows.filter(|row| row["game"] == game.to_string() && row["agent"] == "mcts");
        let seat: u64 = rows.next().unwrap()["seat"].parse().unwrap();
        assert!(!seats.is_empty() && seats.iter().all(|&one| one == seat));
        for event in found {
            let search = event["search"].as_object().unwrap();
            assert_eq!(search.keys().collect::<Vec<_>>(), ["moves"]);
            let visits = search["moves"].as_array().unwrap().iter();
            assert!(visits.map(|mv| mv["visits"].as_u64().unwrap()).sum::<u64>() >= 16);
        }
    }
    assert_eq!(workshop.output("replay told/records.jsonl.zst"), "4 records ok\n");
    assert!(
        workshop.manifest("told")["command"].as_str().unwrap().contains("--records --analysis")
    );
    workshop
        .refuses("--agents mcts,random --games 1 --analysis --out none", "the following required");
}

#[test]
fn an_analysis_judges_all_decisions_alike_on_any_number_of_threads() {
    let workshop = Workshop::new();
    workshop
        .output("--agents greedy=greedy:samples=1,random --games 4 --records --quiet --out run");
    let analyse = "analyse run/records.jsonl.zst --agent mcts:iterations=32:plans=8:evaluation=sparse --quiet";
    let one = workshop.output(&format!("{analyse} --threads 1 --out one.jsonl"));
    let two = workshop.output(&format!("{analyse} --threads 2 --out two.jsonl"));
    assert_eq!(one, two);
    let written = workshop.read("one.jsonl");
    assert_eq!(written, workshop.read("two.jsonl"));
    assert_eq!(bare(&written), bare(&workshop.records("run")));
    assert_eq!(workshop.output("replay one.jsonl"), "4 records ok\n");
    workshop.output(&format!("{analyse} --out packed.jsonl.zst"));
    let packed = workshop.read_bytes("packed.jsonl.zst");
    assert_eq!(zstd::decode_all(&*packed).unwrap(), written.as_bytes());

    // Records contain the search results of every decision that has its own event.
    let (mut judged, mut lost, mut mistakes) = (0, 0.0, 0);
    for event in searches(&written).concat() {
        let search = &event["search"];
        assert_eq!(search["agent"], "mcts:iterations=32:plans=8:evaluation=sparse");
        judged += u32::from(search["lost"].is_number());
        let here = search["lost"].as_f64().unwrap_or_default();
        lost += here;
        assert!(search["at_stake"].as_f64().is_none_or(|at_stake| at_stake >= here), "{search}");
        mistakes += u32::from(search["verdict"] == "mistake");
    }
    let rows: Vec<Vec<&str>> =
        one.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    let sum = |back: usize| {
        let column = rows.iter().map(|row| row[row.len() - back].parse::<u32>().unwrap());
        column.sum::<u32>()
    };
    let all: u32 = rows.iter().map(|row| row[2].parse::<u32>().unwrap()).sum();
    assert!(judged > 50 && judged <= all && lost > 0.0, "{judged} of {one}");
    assert!(mistakes > 0 && mistakes <= sum(2), "{mistakes} of {one}");
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), ["greedy", "random"], "{one}");
    // Mean loss and accuracy are in columns 3 and 7, each followed by an interval of three words.
    let accuracy: Vec<f64> =
        rows.iter().map(|row| row[7].trim_end_matches('%').parse().unwrap()).collect();
    assert!(accuracy[0] > accuracy[1] + 15.0, "{one}");
}

#[test]
fn one_game_comes_with_its_mistakes() {
    let workshop = Workshop::new();
    for (game, agent) in
        [("tongiaki", "mcts:iterations=32:plans=8"), ("wongar", "mcts:iterations=20")]
    {
        let run = format!("--game {game} --agents random --games 2 --records --quiet --out {game}");
        workshop.output(&run);
        let printed = workshop.output(&format!(
            "analyse {game}/records.jsonl.zst --line 2 --agent {agent} --quiet --out {game}.jsonl"
        ));
        assert!(printed.starts_with("agent  ") && printed.contains("  mistake  "), "{printed}");
        let page = format!("show {game}.jsonl --html {game}.html");
        workshop.output(&page);
        assert!(workshop.read(&format!("{game}.html")).contains("\"verdict\":\"mistake\""));
    }
}

#[test]
fn invalid_analyses_are_rejected_and_leave_no_file() {
    let workshop = Workshop::new();
    workshop.output("--agents random --games 2 --records --quiet --out run");
    workshop.write("there.jsonl", "mine");
    workshop.write("broken.jsonl", workshop.records("run").replacen("\"p\":0", "\"p\":9", 1));
    let file = "run/records.jsonl.zst";
    for (arguments, sentence) in [
        ("nowhere.jsonl".to_owned(), "cannot read nowhere.jsonl: "),
        (format!("{file} --line 3"), "run/records.jsonl.zst:3: the file has no such line"),
        (format!("{file} --agent random"), "--agent random: expected an agent that searches"),
        (format!("{file} --agent minimax"), "there is no agent 'minimax': choose "),
        (format!("{file} --out there.jsonl"), "there.jsonl already exists: choose another name"),
        (format!("{file} --out no/such.jsonl"), "cannot write no/such.jsonl: "),
        ("broken.jsonl".to_owned(), "broken.jsonl:1: event #"),
    ] {
        workshop.refuses(
            &format!("analyse {arguments} --quiet --out new.jsonl").replace(
                " --quiet --out new.jsonl",
                if arguments.contains("--out") { " --quiet" } else { " --quiet --out new.jsonl" },
            ),
            sentence,
        );
    }
    assert_eq!(workshop.read("there.jsonl"), "mine");
    assert!(!files(&workshop.path(".")).iter().any(|name| name.starts_with("new.jsonl")));
}
