//! The speed of a machine as readable tables.

use super::{PlayerSpeed, Speed};
use runner::terminal::{aligned, percent};

/// Returns two tables: facts about the machine, and the speed of games by number of players.
pub(super) fn table(speed: &Speed) -> String {
    let rows = facts(speed).into_iter().map(|(name, value)| vec![name, value]).collect();
    let header = [
        "players",
        "playouts/s",
        "decisions",
        "ns each",
        "in draws",
        "guesses/s",
        "search/s",
        "share",
        "usual/s",
        "all cores",
    ];
    let players = speed.players.iter().map(row).collect();
    format!("{}\n{}", aligned(&header, 0, players), aligned(&[], 2, rows))
}

fn row(speed: &PlayerSpeed) -> Vec<String> {
    vec![
        speed.players.to_string(),
        format!("{:.0}", speed.playouts_per_s),
        format!("{:.0}", speed.decisions_per_playout),
        format!("{:.1}", speed.ns_per_decision),
        format!("{:.0}", speed.playout_per_draw),
        format!("{:.0}", speed.determinise_rollout_per_s),
        format!("{:.0}", speed.search_iterations_per_s),
        percent(Some(speed.search_share)),
        format!("{:.0}", speed.usual_search_iterations_per_s),
        format!("{:.0}", speed.playouts_per_s_all_threads),
    ]
}

fn facts(speed: &Speed) -> Vec<(String, String)> {
    let mut facts = vec![
        ("version".to_owned(), speed.version.to_owned()),
        ("signature".to_owned(), speed.signature.clone()),
        ("64 random bits".to_owned(), format!("{:.2} ns", speed.draw_ns)),
        ("copying 256 bytes".to_owned(), format!("{:.2} ns", speed.copy256_ns)),
        ("a state".to_owned(), format!("{} bytes", speed.state_bytes)),
        (
            "cloning it".to_owned(),
            format!(
                "{:.2} ns, {:.2} times as long as copying its bytes",
                speed.clone_ns, speed.clone_per_copy
            ),
        ),
    ];
    facts.extend(speed.search_by_nodes.iter().map(|size| {
        let speed = size.iterations_per_s.map(|speed| format!("{speed:.0} iterations/s"));
        let missing = || "not measured in so short a time: try more --seconds".to_owned();
        (format!("search, {} nodes", size.nodes), speed.unwrap_or_else(missing))
    }));
    let threads = &speed.search_threads;
    facts.push((
        format!("search, {} threads", threads.threads),
        format!(
            "{:.0} iterations/s, {:.2} times those of one",
            threads.iterations_per_s_all_threads, threads.gain
        ),
    ));
    facts
}
