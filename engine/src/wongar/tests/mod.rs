//! The rules, held against the engine chapter by chapter. A test's name begins with the number of
//! the rule that it was written from.

mod advanced;
mod area_cards;
mod board;
mod ceremony;
mod end;
mod example;
mod knowledge;
mod material_and_setup;
mod round;
mod scene;
mod scorpion;

use std::collections::BTreeSet;
use std::path::Path;

/// The rules are numbered from W1 to this.
const RULES: u32 = 33;

#[test]
fn every_rule_has_a_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/wongar/tests");
    let mut tested = BTreeSet::new();
    for file in folder.read_dir().expect("the tests are there") {
        let source = std::fs::read_to_string(file.expect("a file has a name").path());
        let source = source.expect("sources are text");
        let lines: Vec<&str> = source.lines().map(str::trim).collect();
        for pair in lines.windows(2).filter(|pair| pair[0] == "#[test]") {
            let number = pair[1].strip_prefix("fn w").and_then(|name| name.split_once('_'));
            tested.extend(number.and_then(|(number, _)| number.parse::<u32>().ok()));
        }
    }
    let missing: Vec<_> = (1..=RULES).filter(|rule| !tested.contains(rule)).collect();
    assert!(missing.is_empty(), "no test begins with the numbers of these rules: {missing:?}");
    assert_eq!(tested.last(), Some(&RULES), "a test names a rule that there is not");
}
