//! The architecture of the workspace: dependencies between crates, folders and modules have one direction, and code about a game
//! stays in the game's folder.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{Attribute, File, Item, ItemMod, ItemUse, Macro, UseTree, Visibility};

/// The layers from bottom to top: each crate with its folder. A crate may depend only on crates before it.
const LAYERS: [(&str, &str); 15] = [
    ("engine", "engine"),
    ("agents", "agents"),
    ("anygame", "agents/anygame"),
    ("course", "agents/course"),
    ("poker", "engine/games/poker"),
    ("tongiaki", "engine/games/tongiaki"),
    ("wongar", "engine/games/wongar"),
    ("games", "engine/games"),
    ("statistics", "tournament/statistics"),
    ("store", "tournament/store"),
    ("runner", "tournament/runner"),
    ("lab", "tournament/lab"),
    ("tournament", "tournament"),
    ("python", "python"),
    ("web", "web"),
];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// Returns the workspace crates and the external crates that a manifest lists as dependencies.
fn dependencies(folder: &str) -> Vec<String> {
    let manifest = workspace().join(folder).join("Cargo.toml");
    let text = fs::read_to_string(&manifest).unwrap();
    let mut is_listed = false;
    let mut names = Vec::new();
    for line in text.lines() {
        if line.starts_with('[') {
            is_listed = line.ends_with("dependencies]") && !line.contains("dev-");
        } else if is_listed {
            let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
            names.extend((!name.is_empty() && !name.starts_with('#')).then(|| name.to_owned()));
        }
    }
    assert!(!names.is_empty(), "{folder}: the manifest was not read");
    names
}

/// A module's path below its crate; empty for the crate itself.
type Module = Vec<String>;

/// The modules of a crate, and the dependencies between them.
///
/// A module depends on the modules that define the items it names, by `use` or by a path, except in tests. An item that a module
/// re-exports is defined by its original module. Containing a submodule is not a dependency in either direction.
#[derive(Default)]
struct Graph {
    modules: BTreeMap<Module, Vec<Item>>,
    /// The original path of each re-export, by module and name.
    exports: BTreeMap<(Module, String), Module>,
    edges: BTreeMap<Module, BTreeSet<Module>>,
}

impl Graph {
    fn of(krate: &str) -> Self {
        Self::at(&workspace().join(krate).join("src"))
    }

    fn at(source: &Path) -> Self {
        let mut graph = Self::default();
        graph.read(&Module::new(), &source.join("lib.rs"), source);
        graph.note_exports();
        for (module, items) in &graph.modules {
            let mut names = Names { graph: &graph, module, found: BTreeSet::new() };
            for item in items {
                names.visit_item(item);
            }
            names.found.remove(module);
            graph.edges.insert(module.clone(), names.found);
        }
        graph
    }

    /// Reads a module from its file, and its submodules from a folder.
    fn read(&mut self, module: &Module, file: &Path, folder: &Path) {
        let text =
            fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let File { items, .. } = syn::parse_file(&text).unwrap();
        self.enter(module, items, folder);
    }

    fn enter(&mut self, module: &Module, items: Vec<Item>, folder: &Path) {
        let (mut own, mut below) = (Vec::new(), Vec::new());
        for item in items {
            match item {
                Item::Mod(child) if is_for_tests(&child.attrs) => {}
                Item::Mod(child) => below.push(child),
                Item::Use(import) if is_for_tests(&import.attrs) => {}
                item => own.push(item),
            }
        }
        self.modules.insert(module.clone(), own);
        for ItemMod { ident, content, .. } in below {
            let name = ident.to_string();
            let (path, inner) = (below_it(module, &name), folder.join(&name));
            match content {
                Some((_, items)) => self.enter(&path, items, &inner),
                None if inner.join("mod.rs").exists() => {
                    self.read(&path, &inner.join("mod.rs"), &inner);
                }
                None => self.read(&path, &folder.join(name + ".rs"), &inner),
            }
        }
    }

    fn note_exports(&mut self) {
        let mut exports = BTreeMap::new();
        for (module, items) in &self.modules {
            for item in items {
                let Item::Use(ItemUse { tree, .. }) = item else { continue };
                leaves(tree, &mut Vec::new(), &mut |path, name| {
                    if let Some(path) = self.absolute(module, path) {
                        exports.insert((module.clone(), name.to_owned()), path);
                    }
                });
            }
        }
        self.exports = exports;
    }

    /// Returns the path within the crate, or `None` if the path leads outside the crate.
    fn absolute(&self, module: &Module, path: &[String]) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        let (mut begin, mut rest) = match first.as_str() {
            "crate" => (Module::new(), rest),
            "self" => (module.clone(), rest),
            "super" => (parent(module)?, rest),
            _ if self.modules.contains_key(&below_it(module, first)) => (module.clone(), path),
            _ => return None,
        };
        while let Some(("super", further)) =
            rest.split_first().map(|(name, rest)| (name.as_str(), rest))
        {
            (begin, rest) = (parent(&begin)?, further);
        }
        begin.extend_from_slice(rest);
        Some(begin)
    }

    /// Returns the module that defines the item with this path.
    fn home(&self, path: &[String]) -> Option<Module> {
        let mut path = path.to_vec();
        for _ in 0..16 {
            let depth =
                (0..=path.len()).rev().find(|&end| self.modules.contains_key(&path[..end]))?;
            let (module, rest) = path.split_at(depth);
            let export = |name: &String| self.exports.get(&(module.to_vec(), name.clone()));
            match rest.first().and_then(export) {
                Some(origin) => path = [&origin[..], &rest[1..]].concat(),
                None => return Some(module.to_vec()),
            }
        }
        panic!("{path:?} is passed on in a circle")
    }

    /// Returns the graph of the crate's folders: each module is replaced by the top-level folder or file that contains it. The
    /// crate root is left out.
    fn of_folders(&self) -> Self {
        let folder = |module: &Module| module.first().map(|name| vec![name.clone()]);
        let mut folders = Self::default();
        for (module, edges) in &self.edges {
            let Some(from) = folder(module) else { continue };
            let all = folders.edges.entry(from.clone()).or_default();
            all.extend(edges.iter().filter_map(folder).filter(|to| *to != from));
            folders.modules.entry(from).or_default();
        }
        folders
    }

    /// Returns the groups of modules that depend on each other in a cycle.
    fn circles(&self) -> Vec<Vec<&Module>> {
        let reach: BTreeMap<_, _> =
            self.modules.keys().map(|module| (module, self.reachable(module))).collect();
        let mut circles: Vec<Vec<&Module>> = Vec::new();
        for module in self.modules.keys() {
            let with =
                |other: &Module| reach[module].contains(other) && reach[other].contains(module);
            if with(module) && !circles.iter().flatten().any(|&other| with(other)) {
                circles.push(self.modules.keys().filter(|other| with(other)).collect());
            }
        }
        circles
    }

    fn reachable(&self, from: &Module) -> BTreeSet<Module> {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = open.pop() {
            let next = self.edges[&module].iter().filter(|&next| reached.insert(next.clone()));
            open.extend(next.cloned().collect::<Vec<_>>());
        }
        reached
    }

    /// Returns a shortest path from a module back to itself.
    fn way_around(&self, from: &Module) -> Vec<Module> {
        let mut ways = vec![vec![from.clone()]];
        let mut seen = BTreeSet::new();
        loop {
            let mut longer = Vec::new();
            for way in ways {
                for next in &self.edges[way.last().unwrap()] {
                    let on = [&way[..], std::slice::from_ref(next)].concat();
                    if next == from {
                        return on;
                    }
                    if seen.insert(next.clone()) {
                        longer.push(on);
                    }
                }
            }
            ways = longer;
        }
    }
}

fn below_it(path: &[String], name: &str) -> Module {
    path.iter().cloned().chain([name.to_owned()]).collect()
}

fn parent(module: &Module) -> Option<Module> {
    module.split_last().map(|(_, parent)| parent.to_vec())
}

fn is_for_tests(attributes: &[Attribute]) -> bool {
    let text = |attribute: &Attribute| match &attribute.meta {
        syn::Meta::List(list) => {
            list.path.is_ident("cfg") && list.tokens.to_string().contains("test")
        }
        _ => false,
    };
    attributes.iter().any(text)
}

/// Reports the paths in a `use` declaration, each with the name that it introduces.
fn leaves(tree: &UseTree, path: &mut Vec<String>, note: &mut impl FnMut(&[String], &str)) {
    match tree {
        UseTree::Path(step) => {
            path.push(step.ident.to_string());
            leaves(&step.tree, path, note);
            path.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|item| leaves(item, path, note)),
        UseTree::Glob(_) => note(path, "*"),
        UseTree::Name(name) if name.ident == "self" => {
            let name = path.last().cloned().unwrap_or_default();
            note(path, &name);
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            note(&below_it(path, &name), &name);
        }
        UseTree::Rename(rename) => {
            note(&below_it(path, &rename.ident.to_string()), &rename.rename.to_string());
        }
    }
}

/// A visitor that collects the modules whose items a module names.
struct Names<'a> {
    graph: &'a Graph,
    module: &'a Module,
    found: BTreeSet<Module>,
}

impl Names<'_> {
    fn note(&mut self, path: &[String]) {
        let path = self.graph.absolute(self.module, path);
        self.found.extend(path.and_then(|path| self.graph.home(&path)));
    }

    /// Records the paths in the arguments of a macro.
    fn note_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => {
                    colons += 1;
                }
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.note_long(&path);
                        path.clear();
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                other => {
                    self.note_long(&path);
                    (path, colons) = (Vec::new(), 0);
                    if let TokenTree::Group(group) = other {
                        self.note_tokens(group.stream());
                    }
                }
            }
        }
        self.note_long(&path);
    }

    /// Records a path, unless it is a single word: fields and variables may have the same names as modules.
    fn note_long(&mut self, path: &[String]) {
        if path.len() > 1 {
            self.note(path);
        }
    }
}

impl<'a> Visit<'a> for Names<'_> {
    fn visit_item_use(&mut self, import: &'a ItemUse) {
        if matches!(import.vis, Visibility::Inherited) {
            leaves(&import.tree, &mut Vec::new(), &mut |path, _| self.note(path));
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.note_long(&names);
        visit::visit_path(self, path);
    }

    fn visit_visibility(&mut self, _: &'a Visibility) {}

    fn visit_macro(&mut self, call: &'a Macro) {
        self.note_tokens(call.tokens.clone());
    }
}

fn written(module: &Module) -> String {
    if module.is_empty() { "the crate's root".to_owned() } else { module.join("::") }
}

/// Returns a sentence for each cycle of a graph.
fn complaints(krate: &str, graph: &Graph) -> Vec<String> {
    let sentence = |circle: &Vec<&Module>| {
        let names = |modules: &[Module], between| {
            modules.iter().map(written).collect::<Vec<_>>().join(between)
        };
        let members: Vec<_> = circle.iter().map(|&module| module.clone()).collect();
        let (members, way) = (names(&members, ", "), names(&graph.way_around(circle[0]), " -> "));
        format!("{krate}: a circle of {members}\n  for example {way}")
    };
    graph.circles().iter().map(sentence).collect()
}

#[test]
fn no_modules_and_no_folders_depend_on_each_other_in_a_circle() {
    let mut found = Vec::new();
    for (name, folder) in LAYERS {
        let graph = Graph::of(folder);
        let edges: usize = graph.edges.values().map(BTreeSet::len).sum();
        let is_list = name == "games";
        assert!(is_list || graph.modules.len() > 3 && edges > 3, "{name}: the graph was not read");
        found.extend(complaints(name, &graph));
        found.extend(complaints(&format!("folders of {name}"), &graph.of_folders()));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn crates_use_only_the_layers_below_them() {
    for (layer, (name, folder)) in LAYERS.into_iter().enumerate() {
        for dependency in dependencies(folder) {
            let place = LAYERS.iter().position(|&(other, _)| other == dependency);
            assert!(place.is_none_or(|place| place < layer), "{name} uses {dependency}");
            let is_command_line = ["tournament", "program"].contains(&name);
            assert!(dependency != "clap" || is_command_line, "{name} knows clap");
        }
    }
    for without_games in ["statistics", "store"] {
        let folder = LAYERS.iter().find(|(name, _)| *name == without_games).unwrap().1;
        assert!(!dependencies(folder).contains(&"anygame".to_owned()), "{without_games}");
    }
}

/// Above the type-erased layer, code that names a game's type parameter would be compiled once for each game.
#[test]
fn only_the_erased_layer_and_those_below_it_know_games_by_type() {
    let is_above = |folder: &str| !folder.starts_with("engine/games");
    for (name, folder) in LAYERS.into_iter().skip(3).filter(|(_, folder)| is_above(folder)) {
        let mut files = Vec::new();
        sources(&workspace().join(folder).join("src"), &mut files);
        for path in files {
            let code = code(&fs::read_to_string(&path).unwrap());
            // A program may add agents for a built-in game, because the caller knows its type.
            let generic = code.replace("G: BuiltIn", "");
            assert!(!generic.contains("PlayableGame"), "{name}: {}", path.display());
        }
    }
}

/// Tests the parser itself with a small crate in which a cycle goes through a re-exported name.
#[test]
fn circles_are_found_through_names_that_are_passed_on() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("lib.rs", "mod a; mod b; mod c; mod d; pub use b::Thing;");
    write("a.rs", "use crate::Thing; fn f() { println!(\"{}\", crate::d::g()) }");
    write("b.rs", "use super::c; pub struct Thing(c::Other);");
    write("c.rs", "pub struct Other; #[cfg(test)] mod tests { use crate::d; }");
    write("d.rs", "pub fn g() -> crate::c::Other { crate::a::f() }");
    let graph = Graph::at(folder.path());
    let circles = graph.circles();
    assert_eq!(circles, [[&vec!["a".to_owned()], &vec!["d".to_owned()]]]);
    assert!(graph.edges[&vec!["a".to_owned()]].contains(&vec!["b".to_owned()]));
    assert_eq!(graph.way_around(circles[0][0]).iter().map(written).collect::<String>(), "ada");
}

/// Collects all Rust sources below a folder.
fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push(path);
        }
    }
}

/// Returns the source without comments and without the test modules at its end.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Returns the names of the games with the folders of their crates.
fn games() -> Vec<(String, String)> {
    let code = fs::read_to_string(workspace().join("engine/games/src/lib.rs")).unwrap();
    let (_, list) = code.split_once("games! {").unwrap();
    let folder_of = |path: &str| format!("engine/games/{}", path.split("::").next().unwrap());
    let paths = list.lines().filter_map(|line| line.trim().strip_suffix(','));
    let games = paths.map(|path| (path.rsplit("::").next().unwrap().to_owned(), folder_of(path)));
    let games: Vec<_> = games.collect();
    assert!(games.len() >= 4, "{games:?}");
    games
}

#[test]
fn no_code_names_a_game_outside_its_folder() {
    let mut complaints = Vec::new();
    let mut files = Vec::new();
    for (_, folder) in LAYERS {
        sources(&workspace().join(folder).join("src"), &mut files);
    }
    let games = games();
    for path in files {
        let place = path.strip_prefix(workspace()).unwrap().to_string_lossy().replace('\\', "/");
        // Adding a game adds a line to this list. Tests may also name games.
        let is_a_list = place == "engine/games/src/lib.rs";
        let is_a_test = place.contains("/tests/") || place.ends_with("/tests.rs");
        if is_a_list || is_a_test {
            continue;
        }
        let code = code(&fs::read_to_string(&path).unwrap()).to_lowercase();
        for (game, own) in &games {
            if code.contains(game.as_str()) && !place.starts_with(own) {
                complaints.push(format!("{place} names {game}"));
            }
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
