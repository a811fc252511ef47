//! Plays one game from the deal to the end.

mod contain;
pub mod luck;
pub mod retelling;
pub mod secret;
pub mod standing;
pub mod streams;
pub mod timing;

use crate::play::timing::Thinking;
use crate::schedule::ScheduledGame;
use agents::forecast::{Forecast, Worth};
use agents::{Agent, Fault, GameEnd, GameStart, Participant, SearchedMove};
use contain::contained;
use engine::PlayableGame;
use engine::{Dealable, Observable, Outcome, RowBuilder, Seat, Seed, Turn};
use engine::{NotedMove, SearchNote};
use luck::LuckMeter;
use rand::{Rng, RngExt};
use secret::Secret;
use standing::MOST_IN_A_ROW;
use std::fmt::{self, Display};
use streams::Streams;

/// The child of a deck's seed that shuffles the deck.
const DEAL: u64 = 0;

/// The child of a seat's seed that belongs to no decision, for agents that want a seed of their
/// own.
const NO_DECISION: u64 = u64::MAX;
/// Shifts 64 bits to 53, which the numbers of all languages can hold.
const SEED_SHIFT: u32 = 11;

/// Few positions have more moves.
const USUAL_MOVES: usize = 64;

/// The setup that games are played with.
pub struct MatchSetup<G: Dealable> {
    /// The game's setup.
    pub setup: G::Setup,
    /// The participants.
    pub participants: Vec<Participant<G>>,
    /// The master seed.
    pub seed: Seed,
    /// What agents' random numbers belong to.
    pub streams: Streams,
    /// The key of all decks, if some participants are not to know them.
    pub secret: Option<Secret>,
    /// Whether games are recorded.
    pub records: bool,
    /// Whether records say what searches found.
    pub analysis: bool,
    /// The forecasts, if every seat's luck is measured.
    pub luck: Option<Forecast<G>>,
}

/// A game that has been played.
pub struct PlayedGame<G: Dealable> {
    /// The game's place in the schedule and its seat assignment.
    pub scheduled: ScheduledGame,
    /// The seed of its deck.
    pub deck_seed: Seed,
    /// The hidden order.
    pub deal: G::Deal,
    /// The final state.
    pub end: G,
    /// The outcome as the tournament counts it: agents that forfeited come last.
    pub outcome: Outcome,
    /// The forfeits, by seat.
    pub forfeits: Vec<Forfeit>,
    /// The agents that were out, in ascending order.
    pub out: Vec<usize>,
    /// Its record, if it was kept.
    pub events: Vec<G::Event>,
    /// What searches found, if the setup asks for it.
    pub searches: Vec<SearchNote>,
    /// The thinking of each seat's agent.
    pub thinking: Vec<Thinking>,
    /// What chance gave to each seat, if measured.
    pub luck: Vec<Worth>,
}

/// A seat whose agent failed.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Forfeit {
    /// The seat.
    pub seat: Seat,
    /// What its agent did.
    pub fault: Fault,
    /// The number of the decision at which it failed, counted from 1; 0 if it was not asked at all.
    pub decision: u64,
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.seat, self.fault)?;
        if self.decision > 0 { write!(f, " at decision {}", self.decision) } else { Ok(()) }
    }
}

/// Returns the seats that forfeited a game, from its row.
pub fn forfeited_seats(forfeits: &str) -> Vec<usize> {
    let seats = forfeits.split('|').filter_map(|one| one.split_once(':')?.0.parse().ok());
    seats.collect()
}

/// The forfeits of a run, for the message at its end.
#[derive(Clone, Debug, Default)]
pub struct Forfeits {
    games: u64,
    first: Option<String>,
}

impl Forfeits {
    /// Adds a game and its forfeits, as written in its row.
    pub fn add(&mut self, game: u64, forfeits: &str) {
        if !forfeits.is_empty() {
            self.games += 1;
            self.first.get_or_insert_with(|| format!("game {game}, seat {forfeits}"));
        }
    }

    /// Returns a sentence with the number of forfeits and the first one, if there were any.
    pub fn sentence(&self) -> Option<String> {
        let first = self.first.as_ref()?;
        Some(format!("games that somebody forfeited: {}; the first: {first}", self.games))
    }
}

impl<G: Dealable> PlayedGame<G> {
    /// Returns the number of decisions that agents were asked for.
    pub fn decisions(&self) -> u64 {
        self.thinking.iter().map(|thinking| thinking.decisions).sum()
    }
}

/// A seat and the agent that plays it.
struct Player<G: Dealable> {
    seat: Seat,
    /// The seed of its random numbers.
    seed: Seed,
    agent: Box<dyn Agent<G>>,
    thinking: Thinking,
    /// Decisions so far, including those made for the agent after a failure.
    decisions: u64,
    forfeit: Option<Forfeit>,
}

impl<G: Observable> Player<G> {
    /// Chooses the seat's move. An agent that panics, fails or returns an illegal move is not asked
    /// again in this game; its moves are then drawn uniformly from the legal ones.
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

    /// Returns what the agent's last search found, as a note beside this event.
    fn found(&self, event: usize) -> Option<SearchNote> {
        let has_decided = self.forfeit.is_none();
        let table = self.agent.search_table();
        (has_decided && !table.is_empty()).then(|| SearchNote {
            event,
            agent: None,
            moves: noted_moves(&table),
            lost: None,
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

impl<G: Dealable> MatchSetup<G> {
    /// Returns a setup without records, analysis and luck.
    pub const fn new(setup: G::Setup, participants: Vec<Participant<G>>, seed: Seed) -> Self {
        Self {
            setup,
            participants,
            seed,
            streams: Streams::Seat,
            secret: None,
            records: false,
            analysis: false,
            luck: None,
        }
    }

    /// Sets the key of all decks.
    #[must_use]
    pub fn keyed(self, secret: Option<Secret>) -> Self {
        Self { secret, ..self }
    }

    /// Returns the seed of a block's deck.
    fn deck_seed(&self, block: u64) -> Seed {
        deck_seed(self.seed, self.secret, block)
    }

    /// Returns the participants' labels.
    pub fn labels(&self) -> Vec<String> {
        self.participants.iter().map(|participant| participant.label().to_owned()).collect()
    }

    /// Returns the label of the agent on each seat.
    pub fn labels_by_seat(&self, scheduled: &ScheduledGame) -> Vec<String> {
        let label = |&participant: &usize| self.participants[participant].label().to_owned();
        scheduled.assignment.iter().map(label).collect()
    }

    /// Returns the number that a bot is told, if it must not compute its deck from it. All seeds of the game's
    /// agents come from `root`.
    fn told(&self, root: Seed, player: &Player<G>) -> Option<u64> {
        let seed = if self.streams.are_of_seats() { root } else { player.seed };
        self.secret.map(|secret| secret.told(seed, player.seat.index()))
    }

    fn seat(&self, scheduled: &ScheduledGame, root: Seed) -> Vec<Player<G>> {
        let seats = Seat::all(scheduled.assignment.len()).zip(&scheduled.assignment);
        let player = |(seat, &participant): (_, &usize)| Player {
            seat,
            seed: self.streams.seed(root, seat, participant),
            agent: self.participants[participant].make(),
            thinking: Thinking::default(),
            decisions: 0,
            forfeit: None,
        };
        seats.map(player).collect()
    }
}

impl<G: PlayableGame> MatchSetup<G> {
    /// Plays a game while a builder follows it. Keeps the events if the setup asks for records.
    ///
    /// All games of a block have the same deck. An agent's random draws depend only on the deck,
    /// the repeat, its seat, the number of its decision and, if the setup says so, on the participant. An agent
    /// is not asked when it has no choice.
    pub fn play(
        &self,
        scheduled: ScheduledGame,
        builder: &mut impl RowBuilder<G>,
    ) -> PlayedGame<G> {
        self.play_without(Vec::new(), scheduled, builder)
    }

    /// Plays a game of which these agents are out: they forfeit it at once and are not asked.
    pub fn play_without(
        &self,
        out: Vec<usize>,
        scheduled: ScheduledGame,
        builder: &mut impl RowBuilder<G>,
    ) -> PlayedGame<G> {
        let deck_seed = self.deck_seed(scheduled.block);
        let deal = G::deal(&self.setup, &mut deck_seed.child(DEAL).rng());
        let mut game = G::start(&self.setup);
        let root = streams::root(deck_seed, scheduled.repeat);
        let mut players = self.seat(&scheduled, root);
        for (player, agent) in players.iter_mut().zip(&scheduled.assignment) {
            if out.contains(agent) {
                player.fail(Fault::new(&format!("out after {MOST_IN_A_ROW} forfeits in a row")));
            }
        }
        let mut observers: Vec<usize> = Vec::new();
        let may_observe =
            |player: &&mut Player<G>| player.forfeit.is_none() && player.agent.observes();
        for player in players.iter_mut().filter(may_observe) {
            player.begin(&game, &self.setup, self.told(root, player));
            observers.push(player.seat.index());
        }
        let mut luck = self.luck.as_ref().map(|forecast| LuckMeter::new(forecast, game.players()));
        let mut events = Vec::new();
        let mut searches = Vec::new();
        let mut moves = Vec::with_capacity(USUAL_MOVES);
        loop {
            if !self.records {
                events.clear();
            }
            let noted = events.len();
            // A step never extends into the next turn.
            let turn = game.turns_played() + 1;
            match game.turn() {
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
                    if self.analysis && moves.len() > 1 && events.len() > noted {
                        searches.extend(player.found(noted));
                    }
                }
            }
            builder.follow(turn, &events[noted..]);
            for &observer in &observers {
                players[observer].observe(&events[noted..], &self.setup);
            }
        }
        let forfeits: Vec<_> =
            players.iter_mut().filter_map(|player| player.forfeit.take()).collect();
        let outcome = game.outcome().with_last(forfeits.iter().map(|forfeit| forfeit.seat));
        let forfeited = forfeits.iter().map(|forfeit| forfeit.seat).collect();
        let end = GameEnd { outcome, forfeits: forfeited };
        let close = |mut player: Player<G>| {
            if player.agent.observes() {
                player.agent.end(&end);
            }
            player.thinking.playouts = player.agent.playouts();
            player.thinking
        };
        let thinking = players.into_iter().map(close).collect();
        let luck = luck.map(|luck| luck.luck()).unwrap_or_default();
        PlayedGame {
            scheduled,
            deck_seed,
            deal,
            end: game,
            outcome,
            forfeits,
            out,
            events,
            searches,
            thinking,
            luck,
        }
    }
}

/// Returns a search table as it stands in a record.
pub fn noted_moves<M: Display>(table: &[SearchedMove<M>]) -> Vec<NotedMove> {
    let noted = |row: &SearchedMove<M>| NotedMove {
        mv: row.mv.to_string(),
        visits: row.visits,
        value: row.value,
    };
    table.iter().map(noted).collect()
}

/// Returns the seed of a block's deck.
pub fn deck_seed(master: Seed, secret: Option<Secret>, block: u64) -> Seed {
    secret.map_or_else(|| master.child(block), |secret| secret.deck(master, block))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agents::{AgentError, AgentSpec, ParameterValues, Registry};
    use engine::tongiaki::{Move, Setup, State, View};
    use engine::{GameRng, View as _};

    /// Plays the first move; fails in some way at its tenth decision.
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

    fn play(specs: [&str; 3]) -> PlayedGame<State> {
        let registry = Registry::built_in().with::<Panicking>().with::<Cheating>();
        let table = MatchSetup {
            setup: Setup::new(3).unwrap(),
            participants: registry.participants(&specs.join(",")).unwrap(),
            seed: Seed::new(5),
            streams: Streams::Seat,
            secret: None,
            records: true,
            analysis: false,
            luck: None,
        };
        let assignment = (0..3).collect();
        let scheduled = ScheduledGame {
            game: 0,
            block: 0,
            matchup: 0,
            assignment,
            repeat: 0,
            left_in_block: 0,
        };
        table.play(scheduled, &mut ())
    }

    #[test]
    fn whoever_fails_forfeits_and_the_game_goes_on() {
        let played = play(["panicking", "greedy:samples=1", "cheating"]);
        assert_eq!(played.end.turn(), Turn::Over);
        let forfeits: Vec<_> = played.forfeits.iter().map(ToString::to_string).collect();
        assert_eq!(
            forfeits,
            [
                "0: panic: ten / is too much at decision 10",
                "2: illegal move \"give-back 5\" at decision 10"
            ]
        );
        assert_eq!(played.outcome.ranks(), [2, 1, 2]);
        assert_eq!(played.outcome.points(), played.end.outcome().points());
        assert_eq!((played.thinking[0].decisions, played.thinking[2].decisions), (10, 10));
        let title = engine::RecordHeader { seed: String::new(), agents: vec![String::new(); 3] };
        let (deal, events) = (&played.deal, &played.events);
        let record = engine::Record::new(&Setup::new(3).unwrap(), &played.end, title, deal, events);
        assert_eq!(record.check(), Ok(()));
        assert_eq!(play(["panicking", "greedy:samples=1", "cheating"]).events, played.events);
    }

    #[test]
    fn without_failures_the_result_is_that_of_the_game() {
        let played = play(["random", "random", "random"]);
        assert_eq!(played.forfeits, []);
        assert_eq!(played.outcome, played.end.outcome());
    }
}
