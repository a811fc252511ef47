//! The setup of a table, with the type of its game erased.

use super::afterstates::blocks;
use super::any_position::AnyPosition;
use super::chance_source::ChanceSource;
use super::error::ActionError;
use super::typed::TypedPosition;
use super::typed_setup::TypedSetup;
use crate::facts::GameFacts;
use engine::drawing::LegendEntry;
use engine::{ActionGroup, PlayableGame, RuleValue, Seed, TensorBlock};
use serde_json::Value;
use std::any::Any;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// The setup of a table: the number of players and the rules in force.
#[derive(Clone)]
pub struct AnySetup {
    game: GameFacts,
    players: usize,
    rules: Vec<(&'static str, RuleValue)>,
    facts: Vec<(&'static str, String)>,
    inner: Arc<dyn TableSetup>,
}

/// The part of an [`AnySetup`] that depends on the type of its game.
pub trait TableSetup: Any + Send + Sync {
    /// Begins a game. With a seed, the seed determines all chance events; without one, the caller chooses them.
    fn start(&self, seed: Option<u64>) -> Box<dyn AnyPosition>;

    /// Begins a game with a deck in the format of records.
    ///
    /// # Errors
    /// Fails if the value is not a deck, or does not fit the table.
    fn start_with_deck(&self, deck: &Value) -> Result<Box<dyn AnyPosition>, String>;

    /// Returns the encoding of the game at this table; `None` if the game has none.
    fn encoding(&self) -> Option<EncodingFacts>;

    /// Returns the notation of the action with this number, if the action exists.
    fn action_text(&self, action: usize) -> Option<String>;

    /// Returns the number of the action with this notation, legal or not.
    ///
    /// # Errors
    /// Fails if the text is not an action, or the game has no encoding.
    fn action_number(&self, text: &str) -> Result<usize, ActionError>;

    /// Returns the public information before the first move as JSON: the rules in force and the printed material.
    fn describe(&self) -> String;

    /// Returns an introduction to the game's rules, in a few sentences.
    fn introduction(&self) -> &'static [&'static str];

    /// Returns the visible elements of the board with their meanings.
    fn legend(&self) -> Vec<LegendEntry>;
}

/// The encoding of a game at a table: numbered actions, observation tensors and inputs of networks.
#[derive(Clone, Debug)]
pub struct EncodingFacts {
    /// The actions in groups, in the order of their numbers.
    pub groups: &'static [ActionGroup],
    /// The number of actions.
    pub actions: usize,
    /// The blocks of an observation tensor, in order.
    pub blocks: Vec<TensorBlock>,
    /// The number of values of an observation tensor.
    pub tensor_size: usize,
    /// The dense inputs of networks: a block for each input of a seat, then one for each input of the table.
    pub inputs: Vec<TensorBlock>,
    /// The groups of sparse inputs.
    pub sparse_inputs: Vec<TensorBlock>,
}

impl<G: PlayableGame> TableSetup for Arc<TypedSetup<G>> {
    fn start(&self, seed: Option<u64>) -> Box<dyn AnyPosition> {
        let game = G::start(&self.setup);
        let deal = seed.map(|seed| Arc::new(G::deal(&self.setup, &mut Seed::new(seed).rng())));
        let chance = deal.map_or(ChanceSource::Explicit, ChanceSource::Deal);
        Box::new(TypedPosition::new(Self::clone(self), game, chance))
    }

    fn start_with_deck(&self, deck: &Value) -> Result<Box<dyn AnyPosition>, String> {
        let deal = G::read_deal(deck, &self.setup)?;
        let game = G::start(&self.setup);
        Ok(Box::new(TypedPosition::dealt(Self::clone(self), game, Arc::new(deal))))
    }

    fn encoding(&self) -> Option<EncodingFacts> {
        let encoding = self.encoding?;
        let (groups, blocks) = (encoding.groups, encoding.blocks(self.players));
        let (actions, tensor_size) = (encoding.actions(), encoding.tensor_size(self.players));
        let [inputs, sparse_inputs] = self::blocks::<G>(self.players);
        Some(EncodingFacts { groups, actions, blocks, tensor_size, inputs, sparse_inputs })
    }

    fn action_text(&self, action: usize) -> Option<String> {
        self.encoding?.action(action).map(|mv| mv.to_string())
    }

    fn action_number(&self, text: &str) -> Result<usize, ActionError> {
        let refuse =
            |reason| ActionError::NoActionText { game: G::NAME, text: text.to_owned(), reason };
        let encoding = TypedSetup::encoding(self)?;
        let mv: Result<G::Move, _> = text.parse();
        let mv = mv.map_err(|error| refuse(error.to_string()))?;
        encoding.number_of(mv).ok_or_else(|| refuse("the move is never legal".to_owned()))
    }

    fn describe(&self) -> String {
        serde_json::to_string(&G::describe_table(&self.setup)).unwrap_or_default()
    }

    fn introduction(&self) -> &'static [&'static str] {
        G::renderer().rules()
    }

    fn legend(&self) -> Vec<LegendEntry> {
        G::renderer().legend()
    }
}

impl AnySetup {
    /// Erases the type of a setup.
    pub fn of<G: PlayableGame>(players: usize, setup: G::Setup) -> Self {
        Self::shared(Arc::new(TypedSetup::<G>::new(players, setup)))
    }

    /// Erases the type of a setup that positions share ownership of.
    pub(crate) fn shared<G: PlayableGame>(inner: Arc<TypedSetup<G>>) -> Self {
        let (rules, facts) = (G::rules_in_force(&inner.setup), G::facts(&inner.setup));
        let (game, players) = (GameFacts::of::<G>(), inner.players);
        Self { game, players, rules, facts, inner: Arc::new(inner) }
    }

    /// Returns the description of the game.
    pub const fn game(&self) -> &GameFacts {
        &self.game
    }

    /// Returns the number of players.
    pub const fn players(&self) -> usize {
        self.players
    }

    /// Returns the value of every rule in force, in the order of the game's rules.
    pub fn rules(&self) -> &[(&'static str, RuleValue)] {
        &self.rules
    }

    /// Returns further facts about the table for readers of results, as names and values.
    pub fn facts(&self) -> &[(&'static str, String)] {
        &self.facts
    }

    /// Returns the setup with its type; `None` for the setup of another game.
    pub fn typed<G: PlayableGame>(&self) -> Option<&G::Setup> {
        let inner: &dyn Any = &*self.inner;
        inner.downcast_ref::<Arc<TypedSetup<G>>>().map(|inner| &inner.setup)
    }

    /// Returns the setup with its type, for shared ownership; `None` for the setup of another game.
    pub(crate) fn to_typed<G: PlayableGame>(&self) -> Option<Arc<TypedSetup<G>>> {
        let inner: &dyn Any = &*self.inner;
        inner.downcast_ref().cloned()
    }
}

impl Deref for AnySetup {
    type Target = dyn TableSetup;

    fn deref(&self) -> &Self::Target {
        &*self.inner
    }
}

impl fmt::Debug for AnySetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnySetup")
            .field("players", &self.players)
            .field("rules", &self.rules)
            .finish_non_exhaustive()
    }
}
