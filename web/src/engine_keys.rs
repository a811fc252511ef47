//! The TypeScript types of the names and phrases that the engine gives to the page, in `app/engine-keys.ts`.
//!
//! A key without a text in a language of the page, or a text without a key, is a type error there.

use engine::phrase::PhraseKind;
use engine::wongar::{AreaCard, Board, Figure, Kind, Region, RitualCard, Use};
use engine::{Encoding, PlayableGame, RuleValues, tongiaki, wongar};
use std::fmt::Write;
use std::path::Path;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/app/engine-keys.ts");

fn union(names: &[&str]) -> String {
    let mut names = names.to_vec();
    let mut seen = Vec::new();
    names.retain(|name| !seen.contains(name) && (seen.push(*name), true).1);
    names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(" | ")
}

/// The names of a game.
struct Names {
    game: &'static str,
    phases: &'static [&'static str],
    phrases: &'static [PhraseKind],
    verbs: Vec<&'static str>,
    rules: Vec<&'static str>,
    editions: Vec<&'static str>,
}

fn names<G: PlayableGame>() -> Names {
    let renderer = G::renderer();
    let groups = G::encoding().map(Encoding::groups).unwrap_or_default();
    let shown = G::RULES.iter().filter(|rule| !matches!(rule.values, RuleValues::Text { .. }));
    let words = G::RULES.iter().flat_map(|rule| match rule.values {
        RuleValues::Words(words) => words,
        RuleValues::Whole { .. } | RuleValues::Text { .. } => &[],
    });
    Names {
        game: G::NAME,
        phases: renderer.phases(),
        phrases: renderer.phrases(),
        verbs: groups.iter().map(|group| group.name).collect(),
        rules: shown.map(|rule| rule.key).collect(),
        editions: words.copied().collect(),
    }
}

fn generated() -> String {
    let games = [names::<tongiaki::State>(), names::<wongar::State>()];
    let all = |of: fn(&Names) -> &[&'static str]| {
        union(&games.iter().flat_map(|game| of(game).to_vec()).collect::<Vec<_>>())
    };
    let board = Board::reconstruction();
    let regions: Vec<_> = Region::all().map(|region| board.name(region)).collect();
    let mut text = String::from(
        "// Names and phrases of the engine. Generated: UPDATE=1 cargo test -p hidden-decks-web engine_keys\n\n",
    );
    let games_union = union(&games.iter().map(|game| game.game).collect::<Vec<_>>());
    for (name, union) in [
        ("GameName", games_union),
        ("RuleKey", all(|game| &game.rules)),
        ("Edition", all(|game| &game.editions)),
        ("Verb", all(|game| &game.verbs)),
        ("Kind", union(&Kind::IDS)),
        ("AreaCard", union(&AreaCard::IDS)),
        ("RitualCard", union(&RitualCard::IDS)),
        ("Figure", union(&Figure::IDS)),
        ("Use", union(&Use::IDS)),
        ("Region", union(&regions)),
    ] {
        let _ = writeln!(text, "export type {name} = {union};");
    }
    text.push_str("\n/** The phases of each game. */\nexport interface Phases {\n");
    for game in &games {
        let _ = writeln!(text, "  {}: {};", game.game, union(game.phases));
    }
    text.push_str("}\n\n/** The values of each phrase. */\nexport interface Phrases {\n");
    for phrase in games.iter().flat_map(|game| game.phrases) {
        let values = (phrase.values)().into_iter();
        let values: Vec<_> = values.map(|(name, kind)| format!("{name}: {kind}")).collect();
        let values = if values.is_empty() {
            "Record<string, never>".to_owned()
        } else {
            format!("{{ {} }}", values.join("; "))
        };
        let _ = writeln!(text, "  \"{}\": {values};", phrase.key);
    }
    text.push_str(
        "}\n\n/** A phrase of the engine, with its English text. */\nexport type Phrase = { [Key in keyof Phrases]: \
         { key: Key; values: Phrases[Key]; text: string } }[keyof Phrases];\n",
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
