//! A page with the results of a ladder, as a single self-contained HTML file without scripts.

use engine::drawing::escaped;
use lab::ladder::{ANCHORS, Ladder, newcomers};
use runner::Failure;
use std::fmt::Write;
use std::path::Path;
use store::manifest::Manifest;

const STYLE: &str = ":root { color-scheme: light dark; } body { margin: 0; padding: 8px 16px; font: 15px/1.4 sans-serif; }
h1 { font-size: 18px; } h2 { font-size: 17px; } h3 { font-size: 14px; margin: 12px 0 4px; }
table { border-collapse: collapse; } pre { white-space: pre-wrap; }
td, th { border: 1px solid #8888; padding: 3px 8px; text-align: right; } th { background: #8882; }";

/// The tables of every part of a ladder: title, file and columns.
const PARTS: [(&str, &str, &[&str]); 3] = [
    (
        "Ratings",
        "summary_agents.csv",
        &["agent", "games", "rating", "rating_low", "rating_high", "rating_note"],
    ),
    (
        "Scores: how often the agent finishes ahead of the opponent",
        "payoffs.csv",
        &["agent", "opponent", "meetings", "score", "score_low", "score_high"],
    ),
    (
        "Fit: if p is below 0.05, the ratings do not describe the results",
        "summary_fit.csv",
        &["by", "p", "agent", "opponent", "score", "expected", "z", "note"],
    ),
];

/// Returns the page of the ladder in a folder; `game` is the title of the game.
///
/// # Errors
/// Fails if a file of the ladder is missing or damaged.
pub fn html(ladder: &Ladder, game: &str, folder: &Path) -> Result<String, Failure> {
    let title = escaped(&format!("Ladder: {game}, {} players", ladder.players));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n<p>A lead of 400 points means odds of \
         ten to one to finish ahead. The ratings of the anchors are fixed.</p>\n",
    );
    for part in newcomers(folder)?.into_iter().chain([folder.join(ANCHORS)]) {
        let name = part.file_name().unwrap_or_default().to_string_lossy();
        let _ = writeln!(page, "<h2>{}</h2>", escaped(&name));
        for (title, file, columns) in PARTS {
            let _ = write!(page, "<h3>{title}</h3>\n{}", table(&part.join(file), columns)?);
        }
        let runs = (0..ladder.anchors.len()).map(|number| part.join(number.to_string()));
        for run in runs.chain([part.clone()]).filter(|run| Manifest::is_there(run)) {
            let _ = writeln!(page, "<pre>{}</pre>", escaped(Manifest::read(&run)?.command()));
        }
    }
    Ok(page + "</body>\n</html>\n")
}

/// Formats some columns of a CSV file as an HTML table.
fn table(path: &Path, columns: &[&str]) -> Result<String, Failure> {
    let wrong = |error: csv::Error| Failure::content(path, error);
    let mut reader = csv::Reader::from_path(path).map_err(wrong)?;
    let header = reader.headers().map_err(wrong)?.clone();
    let mut page = format!("<table>\n<tr><th>{}</th></tr>\n", columns.join("</th><th>"));
    for row in reader.records() {
        let row = row.map_err(wrong)?;
        let cells = header.iter().zip(&row).filter(|(column, _)| columns.contains(column));
        let cells = cells.map(|(_, cell)| match cell.parse::<f64>() {
            Ok(number) if cell.contains('.') => format!("<td>{number:.3}</td>"),
            _ => format!("<td>{}</td>", escaped(cell)),
        });
        let _ = writeln!(page, "<tr>{}</tr>", cells.collect::<String>());
    }
    Ok(page + "</table>\n")
}
