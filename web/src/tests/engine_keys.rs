//! The TypeScript types of the names and phrases that the engine gives to the page, in `app/engine-keys.ts`.
//!
//! A key without a text in a language of the page, or a text without a key, is a type error there.

use crate::refusal::Refusal;
use anygame::Vocabulary;
use engine::RuleValues;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/app/engine-keys.ts");

fn union<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut distinct = Vec::new();
    for name in names {
        if !distinct.contains(&name) {
            distinct.push(name);
        }
    }
    if distinct.is_empty() {
        return "never".to_owned();
    }
    distinct.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(" | ")
}

fn generated() -> String {
    let games = games::shown();
    let words: Vec<_> = games.iter().map(|game| game.vocabulary()).collect();
    let rules = || games.iter().flat_map(|game| game.facts().rules);
    let shown = rules().filter(|rule| !matches!(rule.values, RuleValues::Text { .. }));
    let editions = rules().flat_map(|rule| match rule.values {
        RuleValues::Words(words) => words,
        RuleValues::Whole { .. } | RuleValues::Text { .. } => &[],
    });
    let mut types = vec![
        ("GameName", union(games.iter().map(|game| game.facts().name))),
        ("RuleKey", union(shown.map(|rule| rule.key))),
        ("Edition", union(editions.copied())),
        ("RefusalKey", union(Refusal::KEYS)),
    ];
    for (name, names) in words.iter().flat_map(|Vocabulary { names, .. }| names) {
        if types.iter().all(|(other, _)| other != name) {
            types.push((name, union(names.iter().map(String::as_str))));
        }
    }
    let mut text = String::from(
        "// Names and phrases of the engine. Generated: UPDATE=1 cargo test -p hidden-decks-web engine_keys\n\n",
    );
    for (name, union) in types {
        let _ = writeln!(text, "export type {name} = {union};");
    }
    text.push_str("\n/** The phases of each game. */\nexport interface Phases {\n");
    for (game, Vocabulary { phases, .. }) in games.iter().zip(&words) {
        let _ = writeln!(text, "  {}: {};", game.facts().name, union(phases.iter().copied()));
    }
    // Several games may share a renderer and its phrases.
    let mut seen = BTreeSet::new();
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    let phrases = words.iter().flat_map(|Vocabulary { phrases, .. }| *phrases);
    for phrase in phrases.filter(|phrase| seen.insert(phrase.key)) {
        let values = (phrase.values)().into_iter();
        let values: Vec<_> = values.map(|(name, kind)| format!("{name}: {kind}")).collect();
        let values = if values.is_empty() {
            "Record<string, never>".to_owned()
        } else {
            format!("{{ {} }}", values.join("; "))
        };
        match groups.iter_mut().find(|(other, _)| *other == values) {
            Some((_, keys)) => keys.push(phrase.key),
            None => groups.push((values, vec![phrase.key])),
        }
    }
    let groups =
        groups.into_iter().map(|(values, keys)| format!("Record<{}, {values}>", union(keys)));
    let groups = groups.collect::<Vec<_>>().join("\n  & ");
    let _ =
        writeln!(text, "}}\n\n/** The values of each phrase. */\nexport type Phrases = {groups};");
    text.push_str(
        "\n/** A phrase of the engine, with its English text, and the text that addresses the player `p` if it is about what they do. */\n\
         export type Phrase = { [Key in keyof Phrases]: { key: Key; values: Phrases[Key]; text: string; you?: string } }[keyof Phrases];\n",
    );
    text
}

#[test]
fn engine_keys_are_those_of_the_engine() {
    let generated = generated();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(FILE, &generated).unwrap();
    }
    let written = std::fs::read_to_string(Path::new(FILE)).unwrap_or_default();
    assert_eq!(written, generated, "web/app/engine-keys.ts is out of date: see its first line");
}
