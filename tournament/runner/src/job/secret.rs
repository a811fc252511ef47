//! The secret key of the decks of runs with external bots.

use super::options::JobOptions;
use agents::AgentError;
use agents::external::{self, Program};
use anygame::AnyParticipant;
use anygame::play::{SECRET_BYTES, Secret};
use std::path::Path;
use store::command::quoted;
use store::schedule::shard::Shard;
use store::{Failure, manifest};

/// Returns the key of the decks: the given key; the key of the job to be resumed; or a new one if external bots play.
pub(super) fn of_job(
    options: &JobOptions,
    asks_bots: bool,
    out: &Path,
) -> Result<Option<Secret>, Failure> {
    if let Some(given) = &options.secret {
        return parse_secret(given).map(Some);
    }
    if !asks_bots {
        return Ok(None);
    }
    if options.resume
        && let Some(held) = manifest::secret(out)?
    {
        return Ok(Some(held));
    }
    if options.shard != Shard::WHOLE {
        let sentence = "--shard: all parts of a run with external bots need the same secret: write 32 random hexadecimal digits \
                        to a file, and give it to every part with --secret";
        return Err(Failure::usage(sentence));
    }
    let mut drawn = [0; SECRET_BYTES];
    getrandom::fill(&mut drawn).map_err(|error| {
        Failure::usage(format!("cannot get random numbers from the system: {error}"))
    })?;
    Ok(Some(Secret::new(drawn)))
}

/// Returns the flag that a resumed part needs for the key of its decks, because its folder does not contain the key.
pub(super) fn key_flag(options: &JobOptions) -> String {
    match &options.secret {
        Some(given) if options.shard != Shard::WHOLE => {
            let is_file = Path::new(given).is_file();
            format!(" --secret {}", if is_file { quoted(given) } else { "KEY".into() })
        }
        _ => String::new(),
    }
}

/// Reads the key of the decks from its digits, or from the file with this path.
///
/// # Errors
/// Fails if the file cannot be read, or contains anything but 32 hexadecimal digits.
pub fn parse_secret(given: &str) -> Result<Secret, Failure> {
    let path = Path::new(given);
    let text = if path.is_file() {
        agents::read_small_text(path).map_err(Failure::read(path))?
    } else {
        given.to_owned()
    };
    let wrong =
        |why| Failure::usage(format!("--secret {given}: {why}, or a file that contains them"));
    text.parse().map_err(wrong)
}

/// Files that bots must not read, in words.
const SECRET: &str = "the secret of the decks";
const MESSAGES: &str = "the messages of a bot";

/// Refuses participants that could read the key of the decks, or what another participant writes.
pub(super) fn keep_all_out_of_reach(
    options: &JobOptions,
    participants: &[AnyParticipant],
    out: &Path,
) -> Result<(), Failure> {
    let bots = participants.iter().filter(|one| one.agent() == external::NAME);
    let bots = bots.map(|one| Ok((one.label(), Program::from_spec(one.spec())?)));
    let bots: Vec<_> = bots.collect::<Result<_, AgentError>>()?;
    let mut places = vec![(out, SECRET)];
    places.extend(bots.iter().flat_map(|(_, bot)| bot.written()).map(|file| (file, MESSAGES)));
    let key = options.secret.as_deref().map(Path::new).filter(|file| file.is_file());
    places.extend(key.map(|file| (file, SECRET)));
    places.into_iter().try_for_each(|(place, what)| keep_out_of_reach(&bots, place, what))
}

/// Refuses bots, each with its label, that could read what is in this folder or file.
fn keep_out_of_reach(bots: &[(&str, Program)], place: &Path, what: &str) -> Result<(), Failure> {
    for (label, bot) in bots {
        if let Some(folder) = bot.reads(place) {
            return Err(Failure::usage(format!(
                "{label} may read {}, and so {what} in {}: choose a place outside that folder",
                folder.display(),
                place.display()
            )));
        }
    }
    Ok(())
}
