//! The games behind the objects without types.

use crate::errors::Refusal;
use crate::svg;
use crate::table::{Position, Sight, TableFacts};
use agents::Registry;
use engine::{
    ActionSpace, Game, GameRng, ObservationTensor, Outcome, PlayableGame, Seat, Seed, Turn, View,
};
use std::any::Any;
use std::fmt::Display;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

/// A game with all that Python needs of it.
pub trait PythonGame:
    PlayableGame + Game<Move: FromStr<Err: Display>> + ActionSpace + ObservationTensor
{
}

impl<G> PythonGame for G where
    G: PlayableGame + Game<Move: FromStr<Err: Display>> + ActionSpace + ObservationTensor
{
}

/// A table of a game.
pub struct TableOf<G: PythonGame> {
    pub(crate) facts: TableFacts,
    pub(crate) setup: G::Setup,
    pub(crate) registry: OnceLock<Registry<G>>,
}

impl<G: PythonGame> TableOf<G> {
    /// Returns the built-in agents.
    pub fn registry(&self) -> &Registry<G> {
        self.registry.get_or_init(Registry::built_in)
    }

    /// Returns what an outcome is worth to each seat.
    pub fn returns<'a>(&'a self, outcome: &'a Outcome) -> impl Iterator<Item = f64> + 'a {
        Seat::all(self.facts.players).map(|seat| self.facts.returns.of(outcome, seat))
    }
}

/// Where chance events come from.
enum ChanceSource<G: PythonGame> {
    /// From whoever plays the game.
    Explicit,
    /// From a deck shuffled before the game.
    Deal(Arc<G::Deal>),
    /// From a generator.
    Drawn(GameRng),
}

impl<G: PythonGame> Clone for ChanceSource<G> {
    fn clone(&self) -> Self {
        match self {
            Self::Explicit => Self::Explicit,
            Self::Deal(deal) => Self::Deal(Arc::clone(deal)),
            Self::Drawn(rng) => Self::Drawn(rng.clone()),
        }
    }
}

/// What led to a position from the start.
#[derive(Clone)]
struct History {
    seed: Option<u64>,
    steps: Vec<u32>,
}

/// Marks a step of chance in a history.
const CHANCE: u32 = 1 << 31;

/// A position in a game.
pub struct PositionOf<G: PythonGame> {
    table: Arc<TableOf<G>>,
    game: G,
    chance: ChanceSource<G>,
    history: Option<History>,
    /// For lists of moves and of their numbers.
    moves: Vec<G::Move>,
    numbers: Vec<usize>,
}

impl<G: PythonGame> PositionOf<G> {
    const fn new(
        table: Arc<TableOf<G>>,
        game: G,
        chance: ChanceSource<G>,
        history: Option<History>,
    ) -> Self {
        Self { table, game, chance, history, moves: Vec::new(), numbers: Vec::new() }
    }

    /// Returns the start of a game. With a seed, chance acts by itself.
    pub fn start(table: Arc<TableOf<G>>, seed: Option<u64>) -> Self {
        let chance = seed.map_or(ChanceSource::Explicit, |seed| {
            ChanceSource::Deal(Arc::new(G::deal(&table.setup, &mut Seed::new(seed).rng())))
        });
        let history = Some(History { seed, steps: Vec::new() });
        let game = G::start(&table.setup);
        let mut position = Self::new(table, game, chance, history);
        position.settle();
        position
    }

    /// Lets chance act until somebody decides, unless chance is somebody else's business.
    fn settle(&mut self) {
        while self.game.turn() == Turn::Chance {
            let chance = match &mut self.chance {
                ChanceSource::Explicit => return,
                ChanceSource::Deal(deal) => self.game.dealt(deal),
                ChanceSource::Drawn(rng) => self.game.random_chance(rng),
            };
            self.game.happen(chance);
        }
    }

    fn check_decision(&self) -> Result<(), Refusal> {
        match self.game.turn() {
            Turn::Decide(_) => Ok(()),
            Turn::Chance => Err(Refusal::ChanceActs),
            Turn::Over => Err(Refusal::GameOver),
        }
    }

    fn play(&mut self, mv: G::Move, action: usize) {
        self.game.play(mv);
        self.note(action as u32);
        self.settle();
    }

    fn note(&mut self, step: u32) {
        if let Some(history) = &mut self.history {
            history.steps.push(step);
        }
    }
}

impl<G: PythonGame> Position for PositionOf<G> {
    fn copy(&self) -> Box<dyn Position> {
        let (table, chance) = (Arc::clone(&self.table), self.chance.clone());
        Box::new(Self::new(table, self.game.clone(), chance, self.history.clone()))
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn turns_played(&self) -> u32 {
        self.game.turns_played()
    }

    fn legal(&mut self) -> &[usize] {
        self.numbers.clear();
        if let Turn::Decide(_) = self.game.turn() {
            self.game.moves(&mut self.moves);
            self.numbers.extend(self.moves.iter().filter_map(|&mv| G::number_of(mv)));
        }
        &self.numbers
    }

    fn apply(&mut self, action: usize) -> Result<(), Refusal> {
        self.check_decision()?;
        let none =
            || Refusal::NoAction { game: G::NAME, number: action as i64, last: G::ACTIONS - 1 };
        let mv = G::action(action).ok_or_else(none)?;
        if !self.game.is_legal(mv) {
            return Err(Refusal::Illegal { number: action, text: mv.to_string() });
        }
        self.play(mv, action);
        Ok(())
    }

    fn apply_nth(&mut self, number: usize) -> Result<(), Refusal> {
        self.check_decision()?;
        self.game.moves(&mut self.moves);
        let mv = self.moves[number % self.moves.len()];
        let action = G::number_of(mv).ok_or_else(|| {
            let reason = "it has no number".to_owned();
            Refusal::NoActionText { game: G::NAME, text: mv.to_string(), reason }
        })?;
        self.play(mv, action);
        Ok(())
    }

    fn chances(&self) -> Vec<(String, f64)> {
        let mut chances = Vec::new();
        if self.game.turn() == Turn::Chance {
            self.game.chances(&mut chances);
        }
        let total: f64 = chances.iter().map(|&(_, weight)| f64::from(weight)).sum();
        let share =
            |(chance, weight): (G::Chance, u32)| (chance.to_string(), f64::from(weight) / total);
        chances.into_iter().map(share).collect()
    }

    fn apply_chance(&mut self, outcome: usize) -> Result<(), Refusal> {
        if self.game.turn() != Turn::Chance {
            return Err(Refusal::NoChance);
        }
        let mut chances = Vec::new();
        self.game.chances(&mut chances);
        let (number, last) = (outcome as i64, chances.len() - 1);
        let &(chance, _) = chances.get(outcome).ok_or(Refusal::NoOutcome { number, last })?;
        self.game.happen(chance);
        self.note(outcome as u32 | CHANCE);
        Ok(())
    }

    fn outcome(&self) -> Outcome {
        self.game.outcome()
    }

    fn view(&self, seat: Seat) -> Box<dyn Sight> {
        Box::new(SightOf {
            table: Arc::clone(&self.table),
            view: self.game.view(seat),
            draws_chance: !matches!(self.chance, ChanceSource::Explicit),
        })
    }

    fn text(&self) -> String {
        G::renderer().sketch(&self.game, &self.table.setup)
    }

    fn svg(&self) -> String {
        svg::picture(&self.game, &self.table.setup)
    }

    fn history(&self) -> Option<(Option<u64>, &[u32])> {
        self.history.as_ref().map(|history| (history.seed, &history.steps[..]))
    }

    fn replay(&mut self, steps: &[u32]) -> Result<(), Refusal> {
        for (number, &step) in steps.iter().enumerate() {
            let done = if step & CHANCE == 0 {
                self.apply(step as usize)
            } else {
                self.apply_chance((step & !CHANCE) as usize)
            };
            done.map_err(|error| Refusal::BadHistory(format!("step {number}: {error}")))?;
        }
        Ok(())
    }

    fn is_same(&self, other: &dyn Position) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| {
            self.game == other.game && self.table.facts.is_same(&other.table.facts)
        })
    }

    fn hash(&self) -> u64 {
        hash(&self.game)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// What one seat knows of a position.
pub struct SightOf<G: PythonGame> {
    pub(crate) table: Arc<TableOf<G>>,
    pub(crate) view: G::View,
    /// Whether the states that it is determinized to draw chance events by themselves.
    draws_chance: bool,
}

impl<G: PythonGame> Sight for SightOf<G> {
    fn seat(&self) -> Seat {
        self.view.seat()
    }

    fn legal(&self) -> Vec<usize> {
        let mut moves = Vec::with_capacity(64);
        self.view.moves(&mut moves);
        moves.into_iter().filter_map(G::number_of).collect()
    }

    fn tensor(&self, into: &mut [f32]) {
        G::write_tensor(&self.view, self.table.facts.players, into);
    }

    fn describe(&self) -> String {
        json(&G::describe_view(&self.view))
    }

    fn determinize(&self, seed: u64) -> Box<dyn Position> {
        let mut rng = Seed::new(seed).rng();
        let game = self.view.determinize(&mut rng);
        let chance =
            if self.draws_chance { ChanceSource::Drawn(rng) } else { ChanceSource::Explicit };
        Box::new(PositionOf::new(Arc::clone(&self.table), game, chance, None))
    }

    fn is_same(&self, other: &dyn Sight) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| {
            self.view == other.view && self.table.facts.is_same(&other.table.facts)
        })
    }

    fn hash(&self) -> u64 {
        hash(&self.view)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Returns a hash that is the same in every process.
fn hash(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

/// Returns what bots are told, in JSON.
pub fn json(what: &impl serde::Serialize) -> String {
    serde_json::to_string(what).unwrap_or_default()
}
