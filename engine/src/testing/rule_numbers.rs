//! Checks that every numbered rule of a game has a test.

use std::collections::BTreeSet;
use std::path::Path;

/// Checks that the names of the tests in `src/tests` of a game's crate cover every rule from 1 to `last` and no other. A test's name
/// begins with the letter and number of its rule.
///
/// # Panics
/// If a rule has no test, or a test names a rule that does not exist.
pub fn check_rule_numbers(game: &Path, letter: char, last: u32) {
    let folder = game.join("src/tests");
    let mut tested = BTreeSet::new();
    for file in folder.read_dir().expect("the tests are there") {
        let source = std::fs::read_to_string(file.expect("a file has a name").path());
        let source = source.expect("sources are text");
        let lines: Vec<&str> = source.lines().map(str::trim).collect();
        for pair in lines.windows(2).filter(|pair| pair[0] == "#[test]") {
            let name = pair[1].strip_prefix("fn ").and_then(|name| name.strip_prefix(letter));
            let number = name.and_then(|name| name.split_once('_'));
            tested.extend(number.and_then(|(number, _)| number.parse::<u32>().ok()));
        }
    }
    let missing: Vec<_> = (1..=last).filter(|rule| !tested.contains(rule)).collect();
    assert!(missing.is_empty(), "no test begins with the numbers of these rules: {missing:?}");
    assert_eq!(tested.last(), Some(&last), "a test names a rule that there is not");
}
