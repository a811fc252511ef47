//! Pages that replay a game, each a single self-contained HTML file.

/// The page of `web/app/replay.ts`, which `web/build.mjs` writes.
pub const REPLAY_PAGE: &str = include_str!("replay.html");

/// The place of the game in a page.
const PLACE: &str = "<!--record-->";

/// Inserts a game, as JSON, into a page, which opens at this step. Returns `None` if the page has no place for a game.
pub fn with_game(page: &str, json: &str, step: usize) -> Option<String> {
    // Nothing in the game can end the HTML element.
    let json = json.replace('<', "\\u003c");
    let held = format!(
        "<script type=\"application/json\" id=\"record\" data-step=\"{step}\">{json}</script>"
    );
    page.contains(PLACE).then(|| page.replacen(PLACE, &held, 1))
}
