//! Pictures of positions, and pages that replay games.

use crate::support::{Workshop, files, repository};
use serde_json::{Value, json};
use std::fs;

const GUIDE: &str = include_str!("../../../../docs/guide/analyse.md");

/// Returns the game in a page.
fn game_in(page: &str) -> Value {
    let data = page.split("<script type=\"application/json\" id=\"record\"").nth(1).unwrap();
    let (_, data) = data.split_once('>').unwrap();
    serde_json::from_str(data.split("</script>").next().unwrap()).unwrap()
}

/// Returns the step at which a page opens.
fn opened_at(page: &str) -> usize {
    page.split("data-step=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
}

/// Returns a folder with a run of three games.
fn run() -> Workshop {
    let workshop = Workshop::new();
    workshop.output("--agents random --games 3 --players 3 --records --out run --quiet");
    workshop
}

#[test]
fn the_table_at_the_start_is_drawn_in_letters() {
    let workshop = Workshop::new();
    insta::assert_snapshot!("show-start", workshop.output("show --players 3"));
    assert!(workshop.output("show --game wongar --players 4").contains("Kangaroo"));
}

#[test]
fn a_position_is_drawn_in_letters() {
    let workshop = run();
    let output = workshop.output("show --record run/records.jsonl.zst --line 2 --turn 12");
    insta::assert_snapshot!("show-position", output);
}

#[test]
fn a_position_is_a_sound_svg() {
    let workshop = run();
    let show = "show --record run/records.jsonl.zst --line 2";
    workshop.output(&format!("{show} --turn 12 --svg one.svg"));
    workshop.output(&format!("{show} --turn 12 --svg same.svg"));
    workshop.output(&format!("{show} --svg end.svg"));
    workshop.output("show --game wongar --svg wongar.svg");
    assert_eq!(workshop.read("one.svg"), workshop.read("same.svg"));
    assert_ne!(workshop.read("one.svg"), workshop.read("end.svg"));
    for name in ["one.svg", "end.svg", "wongar.svg"] {
        let text = workshop.read(name);
        let document = roxmltree::Document::parse(&text).unwrap();
        assert_eq!(document.root_element().tag_name().name(), "svg", "{name}");
        let number = |word: &str| word.parse::<f64>().is_ok_and(f64::is_finite);
        let view = document.root_element().attribute("viewBox").unwrap();
        assert!(view.split(' ').all(number), "{name}: {view}");
    }
    let letters = workshop.output(&format!("{show} --turn 12"));
    let position = workshop.read("one.svg");
    let document = roxmltree::Document::parse(&position).unwrap();
    let texts: Vec<_> = document.descendants().filter_map(|node| node.text()).collect();
    for row in letters.lines().filter(|line| line.contains(" points ")) {
        let (_, facts) = row.split_once(" points  ").unwrap();
        assert!(texts.contains(&facts), "{facts}: {texts:?}");
    }
}

#[test]
fn agents_with_strange_names_harm_no_picture() {
    let workshop = run();
    let text = workshop.records("run");
    let record = text.lines().next().unwrap();
    let name = "<b>&\\\"<!--</script>{{data}}";
    let strange = record.replacen("\"random\"", &format!("\"{name}\""), 1);
    assert_ne!(strange, record);
    workshop.write("strange.jsonl", strange + "\n");
    workshop.output("show --record strange.jsonl --svg a.svg --html a.html");
    workshop.output("show run/records.jsonl.zst --html b.html");
    roxmltree::Document::parse(&workshop.read("a.svg")).unwrap();
    let page = workshop.read("a.html");
    let data = game_in(&page);
    assert_eq!(data["table"]["seats"][0]["label"], "<b>&\"<!--</script>{{data}}");
    let other = workshop.read("b.html");
    assert_eq!(page.matches("</script>").count(), other.matches("</script>").count());
}

#[test]
fn replay_file_contains_the_game_and_its_searches() {
    let workshop = run();
    let text = workshop.records("run");
    let mut record: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    for event in record["events"].as_array_mut().unwrap() {
        let moves = json!([{"move": "stay", "visits": 70, "value": 0.61}]);
        event["search"] =
            json!({"moves": moves, "lost": 0.125, "at_stake": 0.5, "verdict": "mistake"});
    }
    workshop.write("searched.jsonl", record.to_string());
    workshop.output("show --record searched.jsonl --html game.html --turn 3");
    let page = workshop.read("game.html");
    assert!(page.len() < 1_000_000, "{}", page.len());
    assert!(!page.contains("src=") && !page.contains("https://"), "the page loads something");
    let data = game_in(&page);
    assert_eq!(data["record"], workshop.read("searched.jsonl"));
    let steps = data["steps"].as_array().unwrap();
    assert_eq!(steps[opened_at(&page)]["step"]["turn"], 3);
    assert_eq!(steps[opened_at(&page)]["step"]["isBetweenTurns"], true);
    workshop
        .output("--game wongar --agents random --games 1 --players 3 --records --out w --quiet");
    workshop.output("show w/records.jsonl.zst --html w.html --turn 10");
    let opened = workshop.read("w.html");
    let step = &game_in(&opened)["steps"][opened_at(&opened)]["step"];
    assert_eq!((&step["turn"], &step["isBetweenTurns"]), (&json!(10), &json!(true)));
    let end = &steps.last().unwrap()["step"];
    assert_eq!(end["points"], record["result"]["points"]);
    assert!(steps.last().unwrap()["chances"].is_array());
    let told = |step: &Value| step["step"]["events"].as_array().unwrap().len();
    let events = record["events"].as_array().unwrap();
    assert_eq!(steps.iter().map(told).sum::<usize>(), events.len());
    let shared = data["shared"].as_array().unwrap().len();
    for step in &steps[1..] {
        for index in step["scene"]["pieces"].as_array().unwrap() {
            assert!(index.as_u64().unwrap() < shared as u64);
        }
        assert!(step["said"][step["step"]["move"].as_str().unwrap()]["text"].is_string());
        if step["step"].get("search").is_some() {
            assert_eq!(step["step"]["search"]["lost"], 0.125);
            assert!(step["said"]["stay"].is_object());
        }
    }
    assert_eq!(data["quality"][0]["meanLoss"], 0.125);
    assert_eq!(data["luck"]["luck"].as_array().unwrap().len(), 3);
}

/// There are replay files also for games without a drawing or a network.
#[test]
fn every_game_has_replay_files() {
    let workshop = Workshop::new();
    for game in games::built_in() {
        let name = game.facts().name;
        workshop.output(&format!(
            "--game {name} --agents random --games 1 --records --out {name} --quiet"
        ));
        workshop.output(&format!("show {name}/records.jsonl.zst --html {name}.html"));
        let data = game_in(&workshop.read(&format!("{name}.html")));
        assert_eq!(data["table"]["game"], name);
        let steps = data["steps"].as_array().unwrap();
        assert_eq!(steps.last().unwrap()["step"]["isOver"], true);
        for event in steps.iter().flat_map(|step| step["step"]["events"].as_array().unwrap()) {
            let told = event["told"]["text"].as_str().unwrap();
            assert!(told.ends_with('.') && !told.contains('{'), "{told}");
        }
    }
}

#[test]
fn a_record_goes_into_the_page_to_play() {
    let workshop = run();
    let text = workshop.records("run");
    let record = text.lines().next().unwrap();
    workshop.write("page.html", "<body><!--record--></body>");
    workshop.output("show run/records.jsonl.zst --html game.html --page page.html --turn 1");
    let page = workshop.read("game.html");
    assert!(opened_at(&page) > 0, "{page}");
    assert_eq!(game_in(&page), serde_json::from_str::<Value>(record).unwrap());
    workshop.write("empty.html", "<body></body>");
    workshop.refuses(
        "show run/records.jsonl.zst --html other.html --page empty.html",
        "--page empty.html: expected the page that ",
    );
}

#[test]
fn invalid_show_arguments_are_rejected_and_overwrite_nothing() {
    let workshop = run();
    workshop.write("there.svg", "mine");
    workshop.write("bad.jsonl", "nonsense\n");
    let before = files(&workshop.path("."));
    let record = "show --record run/records.jsonl.zst";
    for (arguments, sentence) in [
        ("show --record no.jsonl", "cannot read no.jsonl: "),
        ("show --record bad.jsonl", "bad.jsonl:1: "),
        (&format!("{record} --line 9"), "run/records.jsonl.zst:9: the file has no such line"),
        (&format!("{record} --turn 9999"), "run/records.jsonl.zst:1: the game has only "),
        (&format!("{record} --svg there.svg"), "there.svg already exists: "),
        (&format!("{record} --svg new.svg --html there.svg"), "there.svg already exists: "),
        (&format!("{record} --svg new --html new"), "--svg and --html need different files"),
        (&format!("{record} --svg no/new.svg"), "cannot write no/new.svg: "),
        ("show --players 9", "tongiaki is for 2 to 6 players, not 9"),
        (&format!("{record} --board there.svg"), "there.svg: the game has no boards"),
        ("show --html new.html", "--html needs a recorded game: give a file "),
        (&format!("{record} --players 3"), "the argument "),
    ] {
        workshop.refuses(arguments, sentence);
    }
    assert_eq!(files(&workshop.path(".")), before);
    assert_eq!(workshop.read("there.svg"), "mine");
}

/// The guide's commands that draw pictures reproduce the published pictures.
#[test]
fn the_pictures_of_the_guide_come_from_its_commands() {
    let commands = GUIDE.lines().filter_map(|line| line.strip_prefix("cargo run --release -- "));
    let commands: Vec<_> = commands.filter(|command| command.contains(" --svg ")).collect();
    assert!(commands.len() >= 3, "{commands:?}");
    let workshop = Workshop::new();
    for record in ["docs/pictures/game.jsonl", "docs/pictures/wongar.jsonl"] {
        fs::create_dir_all(workshop.path(record).parent().unwrap()).unwrap();
        fs::copy(repository().join(record), workshop.path(record)).unwrap();
    }
    for command in commands {
        workshop.output(command);
        let name = command.split("--svg ").nth(1).unwrap().split(' ').next().unwrap();
        let shown = format!("docs/pictures/{name}");
        let committed = fs::read_to_string(repository().join(&shown)).unwrap();
        assert!(workshop.read(name) == committed, "{shown} is not what `{command}` makes");
        assert!(GUIDE.contains(&format!("(../pictures/{name})")), "{shown} is not shown");
    }
}
