//! Tables that know the type of their game.

use super::result::GameResult;
use super::seated::SeatedAgent;
use super::terms::TableTerms;
use super::{USUAL_MOVES, streams};
use crate::agent::AnyParticipant;
use crate::position::AnySetup;
use agents::forecast::{Forecast, LuckMeter, Outlook};
use agents::{GameEnd, Participant};
use engine::{PlayableGame, SearchNote, Seat, Seating, Seed, TableError, Tables, Turn};

/// The child of a deck's seed that shuffles the deck.
const DEAL: u64 = 0;

/// A table that knows the type of its game.
pub struct TypedTable<G: PlayableGame> {
    pub(crate) setup: AnySetup,
    pub(crate) participants: Vec<AnyParticipant>,
    pub(crate) terms: TableTerms,
    /// The forecasts, if luck is measured or forecasts are kept.
    forecast: Option<Forecast<G>>,
}

/// A finished game, with the type of the game.
pub struct TypedResult<G: PlayableGame> {
    /// The seed of the game's deck.
    pub deck_seed: Seed,
    /// The hidden order of the deck.
    pub deal: G::Deal,
    /// The final state.
    pub end: G,
    /// The events of the record, if one was kept.
    pub events: Vec<G::Event>,
    /// The results of searches, if the terms ask for them.
    pub searches: Vec<SearchNote>,
    /// The result as plain data, without the type of the game.
    pub result: GameResult,
}

impl<G: PlayableGame> TypedTable<G> {
    /// Creates a table with these participants.
    ///
    /// # Errors
    /// Fails if the setup or a participant belongs to another game, or if the game has no forecasts.
    pub fn new(
        setup: AnySetup,
        participants: Vec<AnyParticipant>,
        terms: TableTerms,
    ) -> Result<Self, TableError> {
        let is_of_other_game = |participant: &AnyParticipant| participant.typed::<G>().is_none();
        if setup.typed::<G>().is_none() || participants.iter().any(is_of_other_game) {
            return Err(TableError::OtherGame(G::NAME));
        }
        let forecast = (terms.luck || terms.forecasts)
            .then(|| Forecast::built_in().ok_or(TableError::NoOutcomeModel(G::NAME)));
        Ok(Self { setup, participants, terms, forecast: forecast.transpose()? })
    }

    /// Returns the setup with its type.
    pub(crate) fn typed_setup(&self) -> &G::Setup {
        self.setup.typed::<G>().expect("the setup was checked")
    }

    pub(crate) fn participant(&self, number: usize) -> &Participant<G> {
        self.participants[number].typed().expect("all participants were checked")
    }

    /// Returns the seed to pass to an external bot, if it must not be able to compute the deck. `root` is the
    /// source of all seeds of the game's agents.
    fn told(&self, root: Seed, player: &SeatedAgent<G>) -> Option<u64> {
        let seed = if self.terms.streams.are_of_seats() { root } else { player.seed };
        self.terms.secret.map(|secret| secret.told(seed, player.seat.index()))
    }

    /// Returns the agents in the seats of a game, ready to play. `root` is the source of all their seeds.
    fn seat(
        &self,
        seating: &Seating,
        disqualified: &[usize],
        start: &G,
        root: Seed,
    ) -> Vec<SeatedAgent<G>> {
        let seats = Seat::all(seating.assignment.len()).zip(&seating.assignment);
        let player = |(seat, &participant): (Seat, &usize)| {
            let seed = self.terms.streams.seed(root, seat, participant);
            let mut player = SeatedAgent::new(seat, seed, self.participant(participant).make());
            if disqualified.contains(&participant) {
                player.disqualify();
            } else {
                player.begin(start, self.typed_setup(), self.told(root, &player));
            }
            player
        };
        seats.map(player).collect()
    }

    /// Plays a game while a builder records its rows. Keeps the events if the terms ask for records. The
    /// disqualified participants forfeit the game immediately and are not asked.
    ///
    /// All games of a block have the same deck. An agent's random draws depend only on the deck, the repeat,
    /// its seat, the number of its decision and, with streams by agent, the participant. An agent is not asked
    /// when it has only one legal move.
    pub fn play_without(
        &self,
        disqualified: &[usize],
        seating: &Seating,
        builder: &mut impl Tables<G>,
    ) -> TypedResult<G> {
        let setup = self.typed_setup();
        let deck_seed = self.terms.deck_seed(seating);
        let deal = G::deal(setup, &mut deck_seed.child(DEAL).rng());
        let mut game = G::start(setup);
        let root = streams::root(deck_seed, seating.repeat);
        let mut players = self.seat(seating, disqualified, &game, root);
        let forecast = self.forecast.as_ref();
        let meter = |forecast| LuckMeter::new(forecast, game.players());
        let mut luck = forecast.filter(|_| self.terms.luck).map(meter);
        let mut outlook = forecast.filter(|_| self.terms.forecasts).map(Outlook::new);
        let mut events = Vec::new();
        let mut searches = Vec::new();
        let mut moves = Vec::with_capacity(USUAL_MOVES);
        loop {
            if !self.terms.records {
                events.clear();
            }
            let noted = events.len();
            // A step never extends into the next turn.
            let turn = game.turns_played() + 1;
            let by = game.turn();
            if let Some(outlook) = &mut outlook {
                outlook.note(&game);
            }
            match by {
                Turn::Over => break,
                Turn::Chance => {
                    let chance = game.dealt(&deal);
                    if let Some(luck) = &mut luck {
                        luck.note(&game, chance);
                    }
                    game.happen_recorded(chance, &mut events);
                }
                Turn::Decide(seat) => {
                    game.moves(&mut moves);
                    let player = &mut players[seat.index()];
                    let chosen = player.decide(&game, &moves);
                    builder.decide(&game, chosen);
                    game.play_recorded(chosen, &mut events);
                    if self.terms.analysis && moves.len() > 1 && events.len() > noted {
                        searches.extend(player.found(noted));
                    }
                }
            }
            builder.follow(turn, &events[noted..]);
            for player in players.iter_mut().filter(|player| player.follows) {
                player.observe(&events[noted..], by, setup);
            }
        }
        let forecasts = outlook.map(Outlook::finish).unwrap_or_default();
        let result = GameResult { forecasts, ..ended(&game, players, luck) };
        TypedResult { deck_seed, deal, end: game, events, searches, result }
    }
}

/// Ends a game that is over, and returns its result.
fn ended<G: PlayableGame>(
    game: &G,
    mut players: Vec<SeatedAgent<G>>,
    luck: Option<LuckMeter<'_, G>>,
) -> GameResult {
    let forfeits: Vec<_> = players.iter_mut().filter_map(|player| player.forfeit.take()).collect();
    let forfeited: Vec<_> = forfeits.iter().map(|forfeit| forfeit.seat).collect();
    let outcome = game.outcome().with_last(forfeited.iter().copied());
    let end = GameEnd { outcome, forfeits: forfeited };
    let thinking = players.into_iter().map(|player| player.end(&end)).collect();
    let luck = luck.map(|luck| luck.luck()).unwrap_or_default();
    GameResult { outcome, forfeits, thinking, luck, forecasts: Vec::new() }
}
