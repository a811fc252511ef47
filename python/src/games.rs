//! The games that can be loaded. Adding one takes one line.

use crate::errors::Refusal;
use crate::laid::lay as lay_table;
use crate::table::{Returns, Table};
use engine::PlayableGame;
use std::sync::Arc;

type Lay = fn(Option<usize>, &[(String, String)], Returns) -> Result<Arc<dyn Table>, Refusal>;

const GAMES: [(&str, Lay); 4] = [
    (engine::tongiaki::State::NAME, lay_table::<engine::tongiaki::State>),
    (engine::wongar::State::NAME, lay_table::<engine::wongar::State>),
    (engine::kuhn::Kuhn::NAME, lay_table::<engine::kuhn::Kuhn>),
    (engine::leduc::Leduc::NAME, lay_table::<engine::leduc::Leduc>),
];

/// Returns the names of the games.
pub fn names() -> Vec<&'static str> {
    GAMES.iter().map(|&(name, _)| name).collect()
}

/// Lays a table.
///
/// # Errors
/// If there is no such game, or it is not for so many or has no such rules.
pub fn lay(
    name: &str,
    players: Option<usize>,
    rules: &[(String, String)],
    returns: Returns,
) -> Result<Arc<dyn Table>, Refusal> {
    let found = GAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    let (_, lay) = found.ok_or_else(|| Refusal::Game(name.to_owned(), names().join(", ")))?;
    lay(players, rules, returns)
}
