//! The anchors of ladders: agents whose ratings measure the strength of newcomers.

use crate::shown::ShownGame;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The levels of the page, which reads the same file.
static LEVELS: LazyLock<Levels> =
    LazyLock::new(|| serde_json::from_str(include_str!("levels.json")).expect("a valid file"));

/// The anchors of every game besides its levels: the weakest and the strongest built-in agents.
const COMMON: [&str; 3] = ["random", "mcts", "mcts:effort=thorough"];

/// A versioned list of agents.
#[derive(Clone, Debug)]
pub struct Anchors {
    /// The version of the list, which changes whenever the list of a game changes.
    pub version: u32,
    /// The specs of the agents.
    pub specs: Vec<String>,
}

#[derive(Deserialize)]
struct Levels {
    version: u32,
    levels: BTreeMap<String, Vec<String>>,
}

impl Anchors {
    /// Returns the default anchors of a game: `random`, the levels of the page, `mcts` and its thorough variant, without
    /// repetitions and without agents that the game does not have.
    ///
    /// ```
    /// let specs = anygame::Anchors::of(&*poker::leduc::shown()).specs;
    /// assert_eq!(specs, ["random", "table", "mcts"]);
    /// ```
    pub fn of(game: &dyn ShownGame) -> Self {
        let [weakest, strong @ ..] = COMMON.map(str::to_owned);
        let levels = LEVELS.levels.get(game.facts().name).cloned().unwrap_or_default();
        let mut specs = vec![weakest];
        for spec in levels.into_iter().chain(strong) {
            if !specs.contains(&spec) && game.participants(&spec).is_ok() {
                specs.push(spec);
            }
        }
        Self { version: LEVELS.version, specs }
    }
}
