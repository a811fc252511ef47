//! One game at a table, from the deal to the end.

mod contain;
mod rebuilding;
mod result;
mod streams;
mod terms;
mod thinking;

pub use agents::{SECRET_BYTES, Secret};
pub use rebuilding::{LuckyDraw, Rebuilt, rebuild};
pub use result::{Forfeit, GameResult};
pub use streams::Streams;
pub use terms::TableTerms;
pub use thinking::Thinking;

use crate::agent::{AnyParticipant, noted_moves};
use crate::position::AnySetup;
use agents::forecast::{Forecast, LuckMeter};
use agents::{Agent, Fault, GameEnd, GameStart, Participant};
use contain::contained;
use engine::{PlayableGame, SearchNote, Seat, Seating, Seed, TableError, Tables, Turn};
use rand::{Rng, RngExt};

/// The child of a deck's seed that shuffles the deck.
const DEAL: u64 = 0;

/// The child of a seat's seed that belongs to no decision, for agents that need a separate seed.
const NO_DECISION: u64 = u64::MAX;
/// Shift from 64 to 53 bits, so that all programming languages represent the numbers exactly.
const SEED_SHIFT: u32 = 11;

/// Number of consecutive forfeits after which an agent is disqualified: it forfeits all further games
/// immediately.
pub const MAX_CONSECUTIVE_FORFEITS: u32 = 20;

/// Initial capacity of the list of moves; few positions have more moves.
const USUAL_MOVES: usize = 64;

/// A table that knows the type of its game.
pub struct TypedTable<G: PlayableGame> {
    pub(crate) setup: AnySetup,
    pub(crate) participants: Vec<AnyParticipant>,
    pub(crate) terms: TableTerms,
    /// The forecasts, if the luck of the seats is measured.
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

/// A seat and the agent that plays it.
struct SeatedAgent<G: PlayableGame> {
    seat: Seat,
    /// The seed of the seat's random numbers.
    seed: Seed,
    agent: Box<dyn Agent<G>>,
    thinking: Thinking,
    /// Number of decisions so far, including those made on the agent's behalf after a failure.
    decisions: u64,
    forfeit: Option<Forfeit>,
}

impl<G: PlayableGame> SeatedAgent<G> {
    /// Chooses the seat's move. An agent that panics, fails or returns an illegal move is not asked again in
    /// this game; its moves are then drawn uniformly from the legal ones.
    fn decide(&mut self, game: &G, moves: &[G::Move]) -> G::Move {
        let (seat, number) = (self.seat, self.decisions);
        self.decisions += 1;
        if self.forfeit.is_none() {
            let mut stream = self.seed.child(number).rng();
            let (agent, thinking) = (&mut self.agent, &mut self.thinking);
            let ask = || thinking.measure(|| agent.try_choose(&game.view(seat), &mut stream));
            match contained(ask).flatten() {
                Ok(chosen) if moves.binary_search(&chosen).is_ok() => return chosen,
                Ok(illegal) => self.fail(Fault::new(&format!("illegal move \"{illegal}\""))),
                Err(fault) => self.fail(fault),
            }
        }
        moves[self.seed.child(number).rng().random_range(0..moves.len())]
    }

    /// Returns the results of the agent's last search as a note on this event.
    fn found(&self, event: usize) -> Option<SearchNote> {
        let has_decided = self.forfeit.is_none();
        let table = self.agent.search_table();
        (has_decided && !table.is_empty()).then(|| SearchNote {
            event,
            agent: None,
            moves: noted_moves(&table),
            lost: None,
            at_stake: None,
            verdict: None,
        })
    }

    fn fail(&mut self, fault: Fault) {
        self.forfeit = Some(Forfeit { seat: self.seat, fault, decision: self.decisions });
    }

    fn begin(&mut self, game: &G, setup: &G::Setup, keyed: Option<u64>) {
        let own = || self.seed.child(NO_DECISION).rng().next_u64();
        let seed = keyed.unwrap_or_else(own);
        self.agent.begin(&GameStart {
            setup: setup.clone(),
            view: game.view(self.seat),
            players: game.players(),
            seed: seed >> SEED_SHIFT,
        });
    }

    fn observe(&mut self, events: &[G::Event], setup: &G::Setup) {
        for event in events {
            self.agent.observe(&G::observe_event(event, self.seat, setup));
        }
    }
}

impl<G: PlayableGame> TypedTable<G> {
    /// Creates a table with these participants.
    ///
    /// # Errors
    /// Fails if the setup or a participant belongs to another game, or if luck cannot be measured.
    pub fn new(
        setup: AnySetup,
        participants: Vec<AnyParticipant>,
        terms: TableTerms,
    ) -> Result<Self, TableError> {
        let is_of_other_game = |participant: &AnyParticipant| participant.typed::<G>().is_none();
        if setup.typed::<G>().is_none() || participants.iter().any(is_of_other_game) {
            return Err(TableError::OtherGame(G::NAME));
        }
        let forecast =
            terms.luck.then(|| Forecast::built_in().ok_or(TableError::NoOutcomeModel(G::NAME)));
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

    fn seat(&self, seating: &Seating, root: Seed) -> Vec<SeatedAgent<G>> {
        let seats = Seat::all(seating.assignment.len()).zip(&seating.assignment);
        let player = |(seat, &participant): (_, &usize)| SeatedAgent {
            seat,
            seed: self.terms.streams.seed(root, seat, participant),
            agent: self.participant(participant).make(),
            thinking: Thinking::default(),
            decisions: 0,
            forfeit: None,
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
        let TableTerms { records, analysis, .. } = self.terms;
        let deck_seed = self.terms.deck_seed(seating);
        let deal = G::deal(setup, &mut deck_seed.child(DEAL).rng());
        let mut game = G::start(setup);
        let root = streams::root(deck_seed, seating.repeat);
        let mut players = self.seat(seating, root);
        for (player, agent) in players.iter_mut().zip(&seating.assignment) {
            if disqualified.contains(agent) {
                player.fail(Fault::new(&format!(
                    "out after {MAX_CONSECUTIVE_FORFEITS} forfeits in a row"
                )));
            }
        }
        let mut observers: Vec<usize> = Vec::new();
        let may_observe =
            |player: &&mut SeatedAgent<G>| player.forfeit.is_none() && player.agent.observes();
        for player in players.iter_mut().filter(may_observe) {
            player.begin(&game, setup, self.told(root, player));
            observers.push(player.seat.index());
        }
        let mut luck =
            self.forecast.as_ref().map(|forecast| LuckMeter::new(forecast, game.players()));
        let mut events = Vec::new();
        let mut searches = Vec::new();
        let mut moves = Vec::with_capacity(USUAL_MOVES);
        loop {
            if !records {
                events.clear();
            }
            let noted = events.len();
            // A step never extends into the next turn.
            let turn = game.turns_played() + 1;
            let by = game.turn();
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
                    let chosen = match moves[..] {
                        [only] => only,
                        _ => player.decide(&game, &moves),
                    };
                    builder.decide(&game, chosen);
                    game.play_recorded(chosen, &mut events);
                    if analysis && moves.len() > 1 && events.len() > noted {
                        searches.extend(player.found(noted));
                    }
                }
            }
            builder.follow(turn, &events[noted..]);
            for &observer in &observers {
                players[observer].observe(&events[noted..], setup);
                if by != Turn::Decide(players[observer].seat) {
                    players[observer].agent.interrupt();
                }
            }
        }
        let forfeits: Vec<_> =
            players.iter_mut().filter_map(|player| player.forfeit.take()).collect();
        let outcome = game.outcome().with_last(forfeits.iter().map(|forfeit| forfeit.seat));
        let forfeited = forfeits.iter().map(|forfeit| forfeit.seat).collect();
        let end = GameEnd { outcome, forfeits: forfeited };
        let close = |mut player: SeatedAgent<G>| {
            if player.agent.observes() {
                player.agent.end(&end);
            }
            player.thinking.playouts = player.agent.playouts();
            player.thinking
        };
        let thinking = players.into_iter().map(close).collect();
        let luck = luck.map(|luck| luck.luck()).unwrap_or_default();
        let result = GameResult { outcome, forfeits, thinking, luck };
        TypedResult { deck_seed, deal, end: game, events, searches, result }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents::{AgentError, AgentSpec, ParameterValues, Registry};
    use engine::{GameRng, View as _};
    use tongiaki::{Move, Setup, State, View};

    /// An agent that plays the first move, and panics or fails at its tenth decision.
    struct Clumsy {
        decisions: u64,
        panics: bool,
    }

    impl Agent<State> for Clumsy {
        fn choose(&mut self, view: &View, _: &mut GameRng) -> Move {
            self.decisions += 1;
            assert!(self.decisions < 10 || !self.panics, "ten | is\ntoo much");
            if self.decisions == 10 {
                return Move::GiveBack(Seat::new(5));
            }
            let mut moves = Vec::new();
            view.moves(&mut moves);
            moves[0]
        }
    }

    macro_rules! clumsy {
        ($settings:ident, $name:literal, $panics:literal) => {
            struct $settings;

            impl AgentSpec<State> for $settings {
                const NAME: &'static str = $name;
                const SUMMARY: &'static str = "fails";

                fn read(_: &mut ParameterValues) -> Result<Self, AgentError> {
                    Ok(Self)
                }

                fn agent(&self) -> Box<dyn Agent<State>> {
                    Box::new(Clumsy { decisions: 0, panics: $panics })
                }
            }
        };
    }
    clumsy!(Panicking, "panicking", true);
    clumsy!(Cheating, "cheating", false);

    fn play(specs: [&str; 3]) -> TypedResult<State> {
        let registry = Registry::built_in().with::<Panicking>().with::<Cheating>();
        let participants = registry.participants(&specs.join(",")).unwrap().into_iter();
        let participants = participants.map(AnyParticipant::new).collect();
        let setup = AnySetup::of::<State>(3, Setup::new(3).unwrap());
        let terms = TableTerms { records: true, ..TableTerms::new(Seed::new(5)) };
        let table = TypedTable::<State>::new(setup, participants, terms).unwrap();
        let assignment = (0..3).collect();
        let seating = Seating { game: 0, block: 0, repeat: 0, assignment };
        table.play_without(&[], &seating, &mut ())
    }

    #[test]
    fn failing_agents_forfeit_and_play_continues() {
        let played = play(["panicking", "greedy:samples=1", "cheating"]);
        assert_eq!(played.end.turn(), Turn::Over);
        let forfeits: Vec<_> = played.result.forfeits.iter().map(ToString::to_string).collect();
        assert_eq!(
            forfeits,
            [
                "0: panic: ten / is too much at decision 10",
                "2: illegal move \"give-back 5\" at decision 10"
            ]
        );
        assert_eq!(played.result.outcome.ranks(), [2, 1, 2]);
        assert_eq!(played.result.outcome.points(), played.end.outcome().points());
        assert_eq!(
            (played.result.thinking[0].decisions, played.result.thinking[2].decisions),
            (10, 10)
        );
        let title = engine::RecordHeader { seed: String::new(), agents: vec![String::new(); 3] };
        let (deal, events) = (&played.deal, &played.events);
        let record = engine::Record::new(&Setup::new(3).unwrap(), &played.end, title, deal, events);
        assert_eq!(record.check(), Ok(()));
        assert_eq!(play(["panicking", "greedy:samples=1", "cheating"]).events, played.events);
    }

    #[test]
    fn result_without_forfeits_equals_the_outcome() {
        let played = play(["random", "random", "random"]);
        assert_eq!(played.result.forfeits, []);
        assert_eq!(played.result.outcome, played.end.outcome());
    }
}
