//! Occupants of the seats: people and agents.

use anygame::{AnyAgent, AnyGame, AnyParticipant};
use runner::Failure;
use runner::judging::one_agent;

/// The word for a person in a list of seats.
const HUMAN: &str = "human";

/// A person or an agent in a seat.
pub enum Occupant {
    Human { label: String },
    Agent { participant: AnyParticipant, agent: Box<dyn AnyAgent> },
}

impl Occupant {
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human { .. })
    }

    pub fn label(&self) -> &str {
        match self {
            Self::Human { label } => label,
            Self::Agent { participant, .. } => participant.label(),
        }
    }
}

/// Parses a list of seats. If it is shorter than the number of players, its last entry is repeated.
///
/// # Errors
/// Fails if an entry is neither a person nor an agent, or if there are more entries than players.
pub fn seated(
    list: &str,
    players: Option<usize>,
    game: &dyn AnyGame,
) -> Result<Vec<Occupant>, Failure> {
    let mut entries: Vec<_> = list.split(',').map(str::trim).collect();
    let least = players.unwrap_or(*game.facts().players.start());
    if players.is_some_and(|players| entries.len() > players) {
        let (entries, players) = (entries.len(), least);
        let sentence = format!("--seats has {entries} entries, but --players is {players}");
        return Err(Failure::usage(sentence));
    }
    let repeated = entries[entries.len() - 1];
    entries.resize(entries.len().max(least), repeated);
    let (mut humans, mut occupants) = (0, Vec::new());
    for entry in entries {
        let (label, name) = entry.split_once('=').unwrap_or(("", entry));
        if name == HUMAN {
            humans += 1;
            let label =
                if label.is_empty() { format!("{HUMAN} {humans}") } else { label.to_owned() };
            occupants.push(Occupant::Human { label });
        } else {
            let participant = agent(entry, "--seats", game)?;
            let agent = participant.make();
            occupants.push(Occupant::Agent { participant, agent });
        }
    }
    Ok(occupants)
}

/// Parses the spec of one agent.
///
/// # Errors
/// Fails if the agent does not exist, or if it has to follow the game from its beginning.
pub fn agent(spec: &str, flag: &str, game: &dyn AnyGame) -> Result<AnyParticipant, Failure> {
    let participant = one_agent(spec, flag, game)?;
    if participant.observes() {
        let label = participant.label();
        let why = "an external bot cannot take back moves";
        return Err(Failure::usage(format!("{flag}: {label} cannot sit here: {why}")));
    }
    Ok(participant)
}
