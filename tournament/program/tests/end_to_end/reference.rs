//! Generator of the pages of `docs/reference` from the code: the doc comments of row structs, the parameters of
//! agents, the command line, and the constants of the games.

use crate::support::{Workshop, files, repository};
use anygame::AgentFacts;
use clap::{Arg, Command};
use engine::PlayableGame;
use games::built_in;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};
use syn::{Attribute, Expr, ExprLit, Field, GenericArgument, Item, Lit, Meta, PathArguments, Type};

const COMMAND: &str = "INSTA_UPDATE=always cargo test -p hidden-decks-program reference";

const FILES: &str = include_str!("reference/files.txt");

/// The jobs that together write all tables: a heading of the page, and arguments that end with the name of the
/// folder. The rows of a game belong under a heading with its name.
const JOBS: [(&str, &str); 11] = [
    ("Every game", "--game kuhn --agents random,random --games 2 --out every"),
    ("Tongiaki", "--agents random,random --games 2 --records --out tongiaki"),
    ("Wongar", "--game wongar --agents random --games 1 --out wongar"),
    ("Luck", "luck tongiaki/records.jsonl.zst --terms --out luck"),
    ("Forecasts of Tongiaki", "--agents random --games 1 --forecasts --out forecasts"),
    ("Matches", "match random random --games 8 --out match"),
    ("Tuning", "tune greedy:samples=1 --only points --games 16 --confirm 2 --out tune"),
    (
        "Training",
        "train --players 2 --games 20 --generation 10 --warm-up 2 --nodes 5 --hidden 16 --out train",
    ),
    (
        "Studies of moves and draws",
        "study moves --policy random --games 2 --decks 1 --out moves\n\
         study draws --policy random --games 2 --decks 1 --out draws",
    ),
    (
        "Study: disagreements",
        "study disagreements random random --games 2 --decks 1 --out disagreements",
    ),
    (
        "Studies of Tongiaki",
        "study king-value --policy random --games 2 --decks 1 --out king-value\n\
         study tempo --policy random --games 2 --decks 1 --out tempo",
    ),
];

/// A row struct whose doc comment begins with the names of its files.
struct Row {
    /// The game that defines the struct, or `None` if it is shared.
    game: Option<String>,
    about: String,
    columns: BTreeMap<String, (&'static str, String)>,
}

#[test]
fn files_are_described() {
    let workshop = Workshop::new();
    let mut page = FilesPage {
        rows: rows(),
        text: FILES.to_owned(),
        index: String::new(),
        described: BTreeSet::new(),
        tables: BTreeMap::new(),
        columns: BTreeMap::new(),
    };
    for (title, jobs) in JOBS {
        let _ = writeln!(page.text, "\n## {title}");
        for job in jobs.lines() {
            let finished = workshop.run(job);
            let out = job.rsplit(' ').next().unwrap();
            let folder = out.split('/').next().unwrap();
            assert!(workshop.path(out).exists(), "{job}: {}", finished.errors);
            for file in files(&workshop.path(folder)) {
                if Path::new(&file).extension().is_some_and(|extension| extension == "csv") {
                    let text = workshop.read(&format!("{folder}/{file}"));
                    page.describe(title, &file, text.lines().next().unwrap());
                }
            }
        }
    }
    check("files.md", &page.text.replace("INDEX\n", &page.index));
    let columns = serde_json::to_string_pretty(&page.columns).unwrap() + "\n";
    check_file("python/hidden_decks/columns.json", &columns);
}

/// The type and the meaning of each column of each table.
type DeclaredColumns = BTreeMap<String, BTreeMap<String, (String, String)>>;

/// The page of files while it is being built.
struct FilesPage {
    rows: Vec<Row>,
    text: String,
    /// The rows of the table of files.
    index: String,
    /// The pairs of a file and a row struct that are already described.
    described: BTreeSet<(String, usize)>,
    /// The file under which a table was first written.
    tables: BTreeMap<String, String>,
    /// The columns of all tables, for the Python package.
    columns: DeclaredColumns,
}

impl FilesPage {
    /// Adds the columns of a file that are not yet described.
    fn describe(&mut self, title: &str, file: &str, header: &str) {
        let (name, mut table, mut structs) = (format!("`{file}`"), String::new(), Vec::new());
        for column in header.split(',') {
            let found = self.rows.iter().position(|row| {
                row.game.as_ref().is_none_or(|game| title.contains(game))
                    && first(&row.about).contains(&name)
                    && row.columns.get(column).is_some_and(|(_, meaning)| !meaning.is_empty())
            });
            // Columns of a trace that are not fields of its struct are the tuned parameters.
            assert!(found.is_some() || file == "trace.csv", "{file}: {column} has no description");
            let Some(number) = found else { continue };
            let (kind, meaning) = &self.rows[number].columns[column];
            let declared = (kind.replace('`', ""), meaning.clone());
            let columns = self.columns.entry(file.trim_end_matches(".csv").to_owned()).or_default();
            let known = columns.entry(column.to_owned()).or_insert_with(|| declared.clone());
            assert_eq!(known.0, declared.0, "{file}: the games give {column} different types");
            if !self.described.contains(&(file.to_owned(), number)) {
                let (kind, meaning) = &self.rows[number].columns[column];
                let _ = writeln!(table, "| `{column}` | {kind} | {} |", cell(meaning));
                structs.push(number);
            }
        }
        structs.dedup();
        if structs.is_empty() {
            return;
        }
        if self.described.iter().any(|(other, _)| other == file) {
            let _ = writeln!(self.text, "\n### More columns of {name}: {title}");
        } else {
            let _ = writeln!(self.text, "\n### {name}");
        }
        for number in structs {
            self.described.insert((file.to_owned(), number));
            let about = &self.rows[number].about;
            let is_whole_row = about.starts_with("A row of");
            let rest = about.split_once(if is_whole_row { ": " } else { "\n\n" });
            if let Some((_, rest)) = rest {
                let begin = if is_whole_row { "A row is " } else { "" };
                let _ = writeln!(self.text, "\n{begin}{rest}");
                if is_whole_row {
                    let row = first(rest).split(". ").next().unwrap_or_default();
                    let (place, row) = (file.replace('.', ""), row.trim_end_matches('.'));
                    let _ = writeln!(self.index, "| [{name}](#{place}) | {row} |");
                }
            }
        }
        let same = self.tables.entry(table.clone()).or_insert(file.to_owned());
        let _ = if same == file {
            write!(self.text, "\n| column | type | meaning |\n| --- | --- | --- |\n{table}")
        } else {
            let place = same.replace('.', "");
            writeln!(self.text, "\nThe columns are those of [`{same}`](#{place}).")
        };
    }
}

#[test]
fn agents_are_described() {
    let games = built_in();
    let mut page = "# Agents\n\nEvery agent with its parameters, as `tournament agents` lists them. A spec sets \
        parameters after colons, such as `greedy:samples=4`. Where a default depends on the game, the table has all \
        defaults.\n"
        .to_owned();
    let agents: Vec<(&str, Vec<AgentFacts>)> =
        games.iter().map(|game| (game.facts().title, game.agents())).collect();
    let mut names: Vec<&str> = Vec::new();
    for agent in agents.iter().flat_map(|(_, agents)| agents) {
        if !names.contains(&agent.name) {
            names.push(agent.name);
        }
    }
    for name in names {
        let facts: Vec<(&str, &AgentFacts)> = agents
            .iter()
            .filter_map(|(game, agents)| {
                Some((*game, agents.iter().find(|agent| agent.name == name)?))
            })
            .collect();
        let _ = writeln!(page, "\n## `{name}`\n\n{}.", sentence(facts[0].1.summary));
        if facts.iter().all(|(_, agent)| agent.agent != name) {
            let of =
                by_game(facts.iter().map(|&(game, agent)| (game, format!("`{}`", agent.agent))));
            let _ = writeln!(page, "\nThe name stands for {of}, with its parameters.");
            continue;
        }
        let mut parameters: Vec<&agents::Parameter> = Vec::new();
        for parameter in facts.iter().flat_map(|(_, agent)| &agent.parameters) {
            if !parameters.iter().any(|known| known.name == parameter.name) {
                parameters.push(parameter);
            }
        }
        if !parameters.is_empty() {
            page += "\n| parameter | default | range | meaning |\n| --- | --- | --- | --- |\n";
        }
        for parameter in parameters {
            let defaults = facts.iter().filter_map(|&(game, agent)| {
                let here = agent.parameters.iter().find(|here| here.name == parameter.name)?;
                Some((game, format!("`{}`", here.default)))
            });
            let (name, meaning) = (parameter.name, cell(parameter.meaning));
            let range = cell(&parameter.range.to_string());
            let _ = writeln!(page, "| `{name}` | {} | {range} | {meaning} |", by_game(defaults));
        }
    }
    check("agents.md", &page);
}

#[test]
fn commands_are_described() {
    let mut command = tournament::command_line(&built_in());
    command.build();
    let mut page = "# Commands\n\nEvery command of `tournament` with its arguments, as `--help` prints them.\n\n## Shared \
        options\n\nA command that names these options below has them with this meaning.\n".to_owned();
    let mut counts = BTreeMap::new();
    count_options(&command, &mut counts);
    let is_usual = |flag: &str, commands: usize| {
        let all: usize = counts.iter().filter(|((other, _), _)| other == flag).map(|of| of.1).sum();
        commands >= SHARED_BY && 2 * commands > all
    };
    let shared = counts.iter().filter(|((flag, _), commands)| is_usual(flag, **commands));
    let shared: BTreeSet<String> = shared.map(|((_, row), _)| row.clone()).collect();
    let every: Vec<_> = shared.iter().cloned().collect();
    let _ = write!(page, "\n| option | meaning |\n| --- | --- |\n{}", every.concat());
    describe_command(&mut command, &shared, &mut page);
    check("commands.md", &page);
}

#[test]
fn games_are_described() {
    let mut page = "# Games\n\nFor each game: the rules that `--rule` sets, the features and network inputs of \
        evaluations, the events of records, the JSON that bots receive, and the actions and tensors that the Python \
        package offers to learners.\n\n\
        The tables of features list the weights before any tuning, which `weights=untuned` selects. By default, `greedy` \
        and all other agents with `evaluation=linear` use tuned weights instead: the files in \
        `engine/games/<game>/weights`, one for each number of players, which the manifest of a run also lists.\n"
        .to_owned();
    describe_game::<tongiaki::State>(&mut page);
    describe_game::<wongar::State>(&mut page);
    describe_game::<poker::kuhn::Kuhn>(&mut page);
    describe_game::<poker::leduc::Leduc>(&mut page);
    check("games.md", &page);
}

/// Checks that the page in the repository equals the text below a line about how it is made.
fn check(name: &str, text: &str) {
    let text = format!("<!-- Made from the code. Do not edit, but run: {COMMAND} -->\n\n{text}");
    check_file(&format!("docs/reference/{name}"), &text);
}

/// Checks that a file in the repository equals the text; with `INSTA_UPDATE=always`, writes it first.
fn check_file(name: &str, text: &str) {
    let path = repository().join(name);
    if env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, text).unwrap();
    }
    let file = fs::read_to_string(&path).unwrap_or_default();
    assert!(file == text, "{name} is out of date. Run: {COMMAND}");
}

fn first(text: &str) -> &str {
    text.split("\n\n").next().unwrap_or_default()
}

/// Returns text for the cell of a table. Within code, only vertical bars are special.
fn cell(text: &str) -> String {
    let text = text.replace('|', "\\|").replace('\n', " ");
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(part, text)| match part % 2 {
        0 => text.replace('<', "&lt;"),
        _ => text.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

/// Returns the text with a capital first letter and without a full stop.
fn sentence(text: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    first.to_uppercase() + rest.trim_end_matches('.')
}

/// Returns the value if it is the only one, or each value with the games that have it.
fn by_game<'a>(values: impl Iterator<Item = (&'a str, String)>) -> String {
    let mut games: Vec<(String, Vec<&str>)> = Vec::new();
    for (game, value) in values {
        match games.iter_mut().find(|(known, _)| *known == value) {
            Some((_, games)) => games.push(game),
            None => games.push((value, vec![game])),
        }
    }
    if let [(value, _)] = &games[..] {
        return value.clone();
    }
    let parts = games.iter().map(|(value, games)| format!("{value} ({})", games.join(", ")));
    parts.collect::<Vec<_>>().join(", ")
}

/// The number of commands from which on an option is described once for all of them.
const SHARED_BY: usize = 3;

/// Counts the commands that have each option with the same description: a flag and its row of a table.
fn count_options(command: &Command, counts: &mut BTreeMap<(String, String), usize>) {
    for argument in shown_arguments(command) {
        if let Some(flag) = argument.get_long() {
            *counts.entry((flag.to_owned(), row(argument))).or_default() += 1;
        }
    }
    command.get_subcommands().for_each(|command| count_options(command, counts));
}

fn shown_arguments(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|argument| {
        !argument.is_hide_set() && !["help", "version"].contains(&argument.get_id().as_str())
    })
}

/// Returns an argument as a row of a table.
fn row(argument: &Arg) -> String {
    let help = argument.get_long_help().or(argument.get_help()).map(ToString::to_string);
    let mut row = format!(
        "| `{}` | {}",
        argument.to_string().replace('|', "\\|"),
        cell(&joined_help(&help.unwrap_or_default()))
    );
    if argument.get_action().takes_values() {
        let values = argument.get_possible_values();
        let values: Vec<_> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
        if !values.is_empty() {
            let _ = write!(row, " [values: {}]", values.join(", "));
        }
        let defaults = argument.get_default_values().iter();
        let defaults: Vec<_> = defaults.map(|value| value.to_string_lossy()).collect();
        if !defaults.is_empty() {
            let _ = write!(row, " [default: {}]", defaults.join(" "));
        }
    }
    row + " |\n"
}

/// Joins the short and the long part of a help text by a full stop.
fn joined_help(help: &str) -> String {
    match help.split_once("\n\n") {
        Some((short, long)) if short.ends_with(']') => format!("{short} {long}"),
        Some((short, long)) => format!("{short}. {long}"),
        None => help.to_owned(),
    }
}

fn describe_command(command: &mut Command, shared: &BTreeSet<String>, page: &mut String) {
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_owned();
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string);
    let _ = writeln!(page, "\n## `{name}`\n\n{}", about.unwrap_or_default());
    let usage = command.render_usage().to_string();
    let usage: Vec<_> = usage.trim_start_matches("Usage:").lines().map(str::trim).collect();
    let _ = writeln!(page, "\n```text\n{}\n```", usage.join("\n"));
    let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
    let mut elsewhere = Vec::new();
    for argument in shown_arguments(command) {
        let row = row(argument);
        if shared.contains(&row) {
            elsewhere.push(format!("`--{}`", argument.get_long().unwrap_or_default()));
            continue;
        }
        let default = if argument.is_positional() { "Arguments" } else { "Options" };
        let heading = argument.get_help_heading().unwrap_or(default);
        match groups.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, group)) => group.push(row),
            None => groups.push((heading, vec![row])),
        }
    }
    for (heading, group) in groups {
        let heading = heading.to_lowercase();
        let _ = write!(page, "\n| {heading} | meaning |\n| --- | --- |\n{}", group.concat());
    }
    if !elsewhere.is_empty() {
        let _ = writeln!(page, "\n[Shared options](#shared-options): {}", elsewhere.join(", "));
    }
    if let Some(more) = command.get_after_long_help().or(command.get_after_help()) {
        let _ = writeln!(page, "\n```text\n{}\n```", more.to_string().trim_end());
    }
    for command in command.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        describe_command(command, shared, page);
    }
}

fn describe_game<G: PlayableGame>(page: &mut String) {
    let _ = writeln!(page, "\n## {}\n\nThe name in commands is `{}`.", G::TITLE, G::NAME);
    let mut table = |title: &str, columns: &str, rows: Vec<String>| {
        if !rows.is_empty() {
            let rule = " --- |".repeat(columns.matches('|').count() + 1);
            let _ = write!(page, "\n### {title} of {}\n\n| {columns} |\n|{rule}\n", G::TITLE);
            for row in rows {
                let _ = writeln!(page, "| {row} |");
            }
        }
    };
    let rules = G::RULES.iter();
    let rule = |rule: &engine::RuleOption| {
        format!("`{}` | {} | {}", rule.key, cell(&rule.values.to_string()), cell(rule.meaning))
    };
    table("Rules", "rule | values | meaning", rules.map(rule).collect());
    let features = G::FEATURES.iter();
    let features =
        features.map(|of| format!("`{}` | {} | {}", of.name, of.weight, cell(of.meaning)));
    table("Features", "feature | untuned weight | meaning", features.collect());
    let input = |of: &engine::Input, place: &str| {
        format!("`{}` | {place} | 1 | {}", of.name, cell(of.meaning))
    };
    let seats = G::SEAT_INPUTS.iter().map(|of| input(of, "each seat"));
    let tables = G::TABLE_INPUTS.iter().map(|of| input(of, "the table"));
    let sparse = G::SPARSE_INPUTS.iter();
    let sparse =
        sparse.map(|of| format!("`{}` | sparse | {} | {}", of.name, of.size, cell(of.meaning)));
    let inputs = seats.chain(tables).chain(sparse).collect();
    table("Network inputs", "input | describes | number | meaning", inputs);
    // The games of poker describe themselves to bots without such types.
    let sources = repository().join("engine/games").join(G::NAME).join("src");
    for (title, columns, file, name) in [
        ("Record events", "event | meaning | fields", "state/event.rs", "Event"),
        ("Table for bots", "key | meaning", "numbers/observation.rs", "PublicTable"),
        ("View for bots", "key | meaning", "numbers/observation.rs", "SeatView"),
    ] {
        if sources.exists() {
            let text = fs::read_to_string(sources.join(file)).unwrap();
            table(title, columns, members(&text, name));
        }
    }
    let Some(encoding) = G::encoding() else { return };
    let actions = encoding.groups.iter();
    let actions = actions.map(|of| format!("`{}` | {} | {}", of.name, of.count, cell(of.meaning)));
    table("Actions", "group | actions | meaning", actions.collect());
    let players = *G::PLAYERS.end();
    let block =
        |of: &engine::TensorBlock| format!("`{}` | {:?} | {}", of.name, of.shape, cell(of.meaning));
    let blocks = encoding.blocks(players).iter().map(block).collect();
    table("Tensor", &format!("block | shape with {players} players | meaning"), blocks);
}

/// Returns the fields of a struct or the variants of an enum in a source file, as rows of a table.
fn members(source: &str, name: &str) -> Vec<String> {
    let field = |field: &Field| {
        let is_flat = field.attrs.iter().any(|of| tokens(of) == "flatten");
        let key = if is_flat { "further keys".to_owned() } else { format!("`{}`", column(field)) };
        format!("{key} | {}", cell(&doc(&field.attrs)))
    };
    let variant = |variant: &syn::Variant| {
        let fields = variant.fields.iter().map(|of| field(of).replace(" | ", ": "));
        let fields = fields.collect::<Vec<_>>().join(" ");
        format!(
            "`{}` | {} | {fields}",
            snake_case(&variant.ident.to_string()),
            cell(&doc(&variant.attrs))
        )
    };
    let items = syn::parse_file(source).unwrap().items.into_iter();
    let rows = items.filter_map(|item| match item {
        Item::Struct(item) if item.ident == name => Some(item.fields.iter().map(field).collect()),
        Item::Enum(item) if item.ident == name => Some(item.variants.iter().map(variant).collect()),
        _ => None,
    });
    rows.flat_map(|rows: Vec<String>| rows).collect()
}

fn snake_case(name: &str) -> String {
    let text = name.chars().map(|letter| match letter {
        'A'..='Z' => format!("_{}", letter.to_ascii_lowercase()),
        _ => letter.to_string(),
    });
    text.collect::<String>().trim_start_matches('_').to_owned()
}

/// Returns the row structs of all crates.
fn rows() -> Vec<Row> {
    let mut sources = Vec::new();
    for folder in ["engine", "agents", "tournament"] {
        collect_sources(&repository().join(folder), &mut sources);
    }
    sources.sort();
    let mut rows = Vec::new();
    for path in sources {
        let text = fs::read_to_string(&path).unwrap();
        if !text.contains(".csv`") {
            continue;
        }
        let mut folders = path.iter().map(|part| part.to_string_lossy());
        let game = folders.find(|folder| folder == "games").and_then(|_| folders.next());
        let game = game.map(|game| sentence(&game));
        for item in syn::parse_file(&text).unwrap().items {
            let Item::Struct(item) = item else { continue };
            let about = doc(&item.attrs);
            let is_row = item.attrs.iter().any(|attribute| tokens(attribute).contains("Serialize"));
            if is_row && first(&about).contains(".csv`") {
                let columns = item
                    .fields
                    .iter()
                    .map(|field| (column(field), (kind(&field.ty), doc(&field.attrs))));
                rows.push(Row { game: game.clone(), about, columns: columns.collect() });
            }
        }
    }
    rows
}

fn collect_sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") && !path.ends_with("target") {
            collect_sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// Returns a doc comment as paragraphs of one line each, with an empty line between them.
fn doc(attributes: &[Attribute]) -> String {
    let line = |attribute: &Attribute| {
        let Meta::NameValue(pair) = &attribute.meta else { return None };
        let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value else { return None };
        pair.path.is_ident("doc").then(|| text.value().trim().to_owned())
    };
    let lines: Vec<_> = attributes.iter().filter_map(line).collect();
    let paragraphs = lines.split(String::is_empty).map(|lines| lines.join(" "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

fn tokens(attribute: &Attribute) -> String {
    attribute.meta.require_list().map(|list| list.tokens.to_string()).unwrap_or_default()
}

/// Returns the name that a field has in files.
fn column(field: &Field) -> String {
    let name = field.ident.as_ref().unwrap().to_string();
    let renamed = field.attrs.iter().map(tokens).find(|text| text.starts_with("rename ="));
    renamed.and_then(|text| text.split('"').nth(1).map(str::to_owned)).unwrap_or(name)
}

fn kind(of: &Type) -> &'static str {
    let Type::Path(path) = of else { return "text" };
    let last = path.path.segments.last().unwrap();
    let inner = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.first(),
        _ => None,
    };
    match (last.ident.to_string().as_str(), inner) {
        ("Option", Some(GenericArgument::Type(inner))) if kind(inner) == "integer" => {
            "integer or empty"
        }
        ("Option", _) => "number or empty",
        ("bool", _) => "`true` or `false`",
        ("f32" | "f64" | "Number", _) => "number",
        ("String" | "Cow", _) => "text",
        _ => "integer",
    }
}
