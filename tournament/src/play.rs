//! One game from the deal to the end.

use crate::design::Sitting;
use crate::games::{Chronicle, Hosted};
use crate::luck::{LuckMeter, Worth};
use crate::timing::Thinking;
use agents::Entrant;
use engine::{Dealt, Seat, Seed, Turn};

/// Below the seed of a deck: the child that shuffles it.
const DEAL: u64 = 0;
/// Below the seed of a deck: the first seat's child, whose children belong to its decisions.
const FIRST_SEAT: u64 = 1;

/// Few positions have more moves.
const USUAL_MOVES: usize = 64;

/// The table that games are played at.
pub struct Table<G: Dealt> {
    /// How it is laid.
    pub setup: G::Setup,
    /// Who takes part.
    pub entrants: Vec<Entrant<G>>,
    /// The master seed.
    pub seed: Seed,
    /// Whether games are recorded.
    pub records: bool,
    /// Whether the luck of every seat is measured.
    pub luck: bool,
}

/// A game that has been played.
pub struct Played<G: Dealt> {
    /// Which one, and who sat where.
    pub sitting: Sitting,
    /// The seed of its deck.
    pub deck_seed: Seed,
    /// The hidden order.
    pub deal: G::Deal,
    /// The final state.
    pub end: G,
    /// Its record, if it was kept.
    pub events: Vec<G::Event>,
    /// What every seat's agent did.
    pub thinking: Vec<Thinking>,
    /// What chance gave to every seat, if it was measured.
    pub luck: Vec<Worth>,
}

impl<G: Dealt> Played<G> {
    /// The decisions that agents were asked for.
    pub fn decisions(&self) -> u64 {
        self.thinking.iter().map(|thinking| thinking.decisions).sum()
    }
}

impl<G: Dealt> Table<G> {
    /// The labels of those who take part.
    pub fn labels(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| entrant.label().to_owned()).collect()
    }

    /// Who sits where, by label.
    pub fn labels_by_seat(&self, sitting: &Sitting) -> Vec<String> {
        let label = |&entrant: &usize| self.entrants[entrant].label().to_owned();
        sitting.seating.iter().map(label).collect()
    }
}

impl<G: Hosted> Table<G> {
    /// Plays a game and lets a chronicle follow it; its events are kept if the table keeps records.
    ///
    /// All games of a block have the same deck. What an agent draws at random depends on the deck, its
    /// seat and the number of its decision alone. An agent is not asked when it has no choice.
    pub fn play(&self, sitting: Sitting, chronicle: &mut impl Chronicle<G>) -> Played<G> {
        let deck_seed = self.seed.child(sitting.block);
        let deal = G::deal(&self.setup, &mut deck_seed.child(DEAL).stream());
        let make = |&entrant: &usize| self.entrants[entrant].make();
        let mut agents: Vec<_> = sitting.seating.iter().map(make).collect();
        let mut thinking = vec![Thinking::default(); agents.len()];
        let mut game = G::start(&self.setup);
        let mut luck = self.luck.then(|| LuckMeter::new(game.players()));
        let mut events = Vec::new();
        let mut moves = Vec::with_capacity(USUAL_MOVES);
        loop {
            if !self.records {
                events.clear();
            }
            let noted = events.len();
            // A step never reaches into the turn that follows.
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
                    let chosen = if let [only] = moves[..] {
                        only
                    } else {
                        let (agent, thinking) =
                            (&mut agents[seat.index()], &mut thinking[seat.index()]);
                        let mut stream = stream(deck_seed, seat, thinking.decisions);
                        thinking.measure(|| agent.choose(&game.view(seat), &mut stream))
                    };
                    chronicle.decide(&game, chosen);
                    game.play_recorded(chosen, &mut events);
                }
            }
            chronicle.follow(turn, &events[noted..]);
        }
        for (thinking, agent) in thinking.iter_mut().zip(&agents) {
            thinking.playouts = agent.playouts();
        }
        let luck = luck.map(LuckMeter::luck).unwrap_or_default();
        Played { sitting, deck_seed, deal, end: game, events, thinking, luck }
    }
}

/// The random numbers for a seat's decision.
fn stream(deck_seed: Seed, seat: Seat, decision: u64) -> engine::Stream {
    deck_seed.child(FIRST_SEAT + seat.index() as u64).child(decision).stream()
}
