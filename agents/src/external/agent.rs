//! The agent that asks a bot.

use super::bot::{Bot, Program};
use super::message::{Answer, Message, NewGame, Tensors, excerpt};
use super::pool::Pool;
use crate::{Agent, Fault, GameEnd, GameStart};
use engine::{Encoding, Game, GameRng, PlayableGame, Seat, View as _};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// A bot that plays one seat in one game. Its process starts at its first decision.
pub struct ExternalAgent<G: Game> {
    pool: Arc<Pool>,
    game: Option<NewGame>,
    bot: Option<Bot>,
    /// The events since the bot was last asked.
    events: Vec<Box<RawValue>>,
    decisions: u64,
    /// The time that is left for the decisions of this game.
    left: Duration,
    /// The moves that the bot has already chosen for its next decisions.
    planned: VecDeque<String>,
    moves: Vec<G::Move>,
    texts: Vec<String>,
}

impl<G: PlayableGame> ExternalAgent<G> {
    /// Creates an agent that takes its process from this pool.
    pub const fn new(pool: Arc<Pool>) -> Self {
        Self {
            pool,
            game: None,
            bot: None,
            events: Vec::new(),
            decisions: 0,
            left: Duration::ZERO,
            planned: VecDeque::new(),
            moves: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// Returns the position of this text among the legal moves.
    fn position(&self, mv: &str) -> Result<usize, Fault> {
        let position = self.texts.iter().position(|text| text == mv);
        position.ok_or_else(|| Fault::new(&format!("illegal move {}", excerpt(mv))))
    }

    /// Asks the bot, and returns the position of its answer among the legal moves.
    fn ask(&mut self, view: &G::View) -> Result<usize, Fault> {
        let Some(game) = &self.game else {
            return Err(Fault::new("the bot was asked before its game began"));
        };
        let bot = match &mut self.bot {
            Some(bot) => bot,
            None => self.bot.insert(self.pool.seat(game)?),
        };
        let encoding = G::encoding().filter(|_| bot.wants_tensors);
        let tensors = encoding.map(|encoding| {
            let mut observation = vec![0.0; encoding.tensor_size(game.players)];
            encoding.write_tensor(view, game.players, &mut observation);
            let actions = self.moves.iter().filter_map(|&mv| encoding.number_of(mv)).collect();
            Tensors { observation, actions }
        });
        let &Program { move_limit, game_limit, .. } = self.pool.program();
        let decide = Message::Decide {
            decision: self.decisions,
            limit_ms: game.limit_ms,
            events: &self.events,
            view: &to_json(&G::describe_view(view)),
            moves: &self.texts,
            tensors: tensors.as_ref(),
        };
        let (answer, time) = bot.decide(&decide, move_limit.min(self.left));
        self.events.clear();
        self.left = self.left.saturating_sub(time);
        if self.left.is_zero() {
            let limit = game_limit.as_millis();
            return Err(Fault::new(&format!("more than {limit} ms for the decisions of a game")));
        }
        match answer? {
            Answer::Moves(moves) => {
                self.planned = moves.into();
                let first = self.planned.pop_front().unwrap_or_default();
                self.position(&first)
            }
            Answer::Action(number) => {
                let actions = tensors.map(|tensors| tensors.actions).unwrap_or_default();
                let position = actions.iter().position(|&action| action as u64 == number);
                position.ok_or_else(|| Fault::new(&format!("illegal action {number}")))
            }
        }
    }
}

impl<G: PlayableGame> Agent<G> for ExternalAgent<G> {
    fn try_choose(&mut self, view: &G::View, _: &mut GameRng) -> Result<G::Move, Fault> {
        self.decisions += 1;
        view.moves(&mut self.moves);
        self.texts.clear();
        self.texts.extend(self.moves.iter().map(ToString::to_string));
        let chosen = match self.planned.pop_front() {
            Some(planned) => self.position(&planned),
            None => self.ask(view),
        };
        // A bot that failed is killed.
        self.bot = self.bot.take().filter(|_| chosen.is_ok());
        chosen.map(|chosen| self.moves[chosen])
    }

    fn observes(&self) -> bool {
        true
    }

    fn is_external(&self) -> bool {
        true
    }

    fn begin(&mut self, start: &GameStart<G>) {
        let program = self.pool.program();
        self.left = program.game_limit;
        self.game = Some(NewGame {
            game: G::NAME,
            players: start.players,
            seat: start.view.seat(),
            seed: start.seed,
            limit_ms: program.move_limit.as_millis() as u64,
            table: to_json(&G::describe_table(&start.setup)),
            action_count: G::encoding().map(Encoding::actions),
        });
    }

    fn observe(&mut self, observation: &G::Observation) {
        self.events.push(to_json(observation));
    }

    fn interrupt(&mut self) {
        self.planned.clear();
    }

    fn end(&mut self, end: &GameEnd) {
        let Some(bot) = self.bot.take() else { return };
        let outcome = &end.outcome;
        let seats = Seat::all(outcome.points().len());
        bot.tell(&Message::GameOver {
            events: &self.events,
            points: outcome.points(),
            ranks: outcome.ranks(),
            win_shares: seats.map(|seat| outcome.win_share(seat)).collect(),
            forfeits: &end.forfeits,
        });
        self.pool.give_back(bot);
    }
}

/// Converts a part of a message to JSON.
///
/// # Panics
/// Never panics, because every part that a game sends has a JSON form.
fn to_json(what: &impl Serialize) -> Box<RawValue> {
    to_raw_value(what).expect("a part of a message has a JSON form")
}
