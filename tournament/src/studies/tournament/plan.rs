//! The plan of a run, from checked arguments.

use super::config::{Details, RunConfig, Terms};
use crate::cli::play::PlayArguments;
use crate::failure::Failure;
use crate::job::shell::{flag, quoted};
use crate::job::{Job, Request};
use crate::schedule::Schedule;
use anygame::play::TypedTable;
use anygame::{AnyGame, TableError, TableTerms};
use engine::{PlayableGame, Seed};
use std::marker::PhantomData;

/// A run that is ready to start.
pub struct RunJob<G: PlayableGame> {
    /// The job.
    pub job: Job,
    typed: PhantomData<G>,
    /// The configuration that its files depend on.
    pub config: RunConfig,
}

impl<G: PlayableGame> RunJob<G> {
    /// Checks the arguments without writing anything.
    ///
    /// # Errors
    /// Fails at the first argument that cannot be carried out.
    pub fn new(arguments: &PlayArguments, game: &dyn AnyGame) -> Result<Self, Failure> {
        if arguments.games == 0 {
            return Err(Failure::NoGames);
        }
        let agents = arguments.agents.as_deref().unwrap_or_default();
        let participants = game.participants(agents)?;
        let players = arguments.seats().unwrap_or(participants.len().max(*G::PLAYERS.start()));
        let advice = if players > *G::PLAYERS.end() && arguments.seats().is_none() {
            "; --players says how many of the agents play at a time"
        } else {
            ""
        };
        let setup =
            arguments.rules.choice().setup(game, players).map_err(|failure| match failure {
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
        if luck && !game.facts().has_outcome_model {
            return Err(TableError::NoOutcomeModel(G::NAME).into());
        }
        let terms =
            Terms { grouping, repeats, streams, intervals, records, analysis, luck, format };
        let design = Schedule::new(participants.len(), players, grouping)?.repeated(repeats);
        let details = Details::new(&design, terms, arguments.job.shard);
        let request = Request {
            game,
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
            rules: arguments.rules.choice().flags(&setup, G::RULES),
            setup,
            players: vec![players],
            games,
            terms: TableTerms { streams, records, analysis, luck, ..TableTerms::new(Seed::new(0)) },
        };
        let job = Job::new(&arguments.job.options(), request, &details)?;
        let config = RunConfig::new(job.manifest.clone(), design, terms);
        Ok(Self { config, job, typed: PhantomData })
    }

    /// Returns the table with its type.
    pub fn table(&self) -> &TypedTable<G> {
        self.job.table.as_any().downcast_ref().expect("it is a table of this game")
    }
}
