//! The plan of a run, from checked arguments.

use super::config::{Details, RunConfig, Terms};
use crate::cli::play::PlayArguments;
use crate::failure::Failure;
use crate::job::shell::{flag, quoted};
use crate::job::{Job, Request};
use crate::schedule::Schedule;
use agents::Registry;
use agents::forecast::Forecast;
use engine::PlayableGame;

/// A run that is ready to start.
pub struct RunJob<G: PlayableGame> {
    /// The job.
    pub job: Job<G>,
    /// The configuration that its files depend on.
    pub config: RunConfig,
}

impl<G: PlayableGame> RunJob<G> {
    /// Checks the arguments without writing anything.
    ///
    /// # Errors
    /// Fails at the first argument that cannot be carried out.
    pub fn new(arguments: &PlayArguments, registry: &Registry<G>) -> Result<Self, Failure> {
        if arguments.games == 0 {
            return Err(Failure::NoGames);
        }
        let agents = arguments.agents.as_deref().unwrap_or_default();
        let participants = registry.participants(agents)?;
        let players = arguments.seats().unwrap_or(participants.len().max(*G::PLAYERS.start()));
        let advice = if players > *G::PLAYERS.end() && arguments.seats().is_none() {
            "; --players says how many of the agents play at a time"
        } else {
            ""
        };
        let setup = arguments.rules.lay::<G>(players).map_err(|failure| match failure {
            Failure::Setup(sentence) => Failure::Setup(sentence + advice),
            other => other,
        })?;
        let PlayArguments {
            games,
            design: grouping,
            repeats,
            streams,
            intervals,
            records,
            analysis,
            luck,
            format,
            ..
        } = *arguments;
        let no_model = Failure::NoOutcomeModel(G::NAME);
        let forecast = luck.then(|| Forecast::built_in().ok_or(no_model)).transpose()?;
        let terms =
            Terms { grouping, repeats, streams, intervals, records, analysis, luck, format };
        let design = Schedule::new(participants.len(), players, grouping)?.repeated(repeats);
        let details = Details::new(&design, terms, arguments.job.shard);
        let request = Request {
            begin: format!("--agents {} --games {games}", quoted(agents)),
            end: format!(
                "{}{}{}{}{}{}{}{}",
                if records { " --records" } else { "" },
                if analysis { " --analysis" } else { "" },
                flag("design", &grouping),
                if repeats.is_once() {
                    String::new()
                } else {
                    format!(" --repeats {}", repeats.get())
                },
                flag("streams", &streams),
                flag("intervals", &intervals),
                if luck { " --luck" } else { "" },
                flag("format", &format),
            ),
            name: G::NAME.to_owned(),
            participants,
            rules: arguments.rules.flags::<G>(&setup),
            setup,
            players: vec![players],
            games,
        };
        let mut job = Job::new(&arguments.job, request, &details)?;
        job.table.records = records;
        job.table.analysis = analysis;
        job.table.luck = forecast;
        job.table.streams = streams;
        Ok(Self { config: RunConfig::new(job.manifest.clone(), design, terms), job })
    }
}
