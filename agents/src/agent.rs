//! The interface of every agent: it receives views and returns moves.

use engine::{Game, GameRng, Outcome, Seat, is_printable};

/// An agent that plays one seat of one game.
///
/// Every seat of every game gets a new agent, so an agent may keep any state during its game. It sees only
/// views, and takes all its randomness from the generator passed to it: equal views and generators give equal
/// moves.
///
/// # Examples
/// ```
/// use agents::Agent;
/// use tongiaki::{Move, State, View};
/// use engine::{GameRng, View as _};
///
/// /// An agent that plays the first legal move.
/// struct First;
///
/// impl Agent<State> for First {
///     fn choose(&mut self, view: &View, _rng: &mut GameRng) -> Move {
///         let mut moves = Vec::new();
///         view.moves(&mut moves);
///         moves[0]
///     }
/// }
/// ```
pub trait Agent<G: Game>: Send {
    /// Chooses one of the legal moves of a view whose seat is to decide. Every agent implements this method or
    /// [`Agent::try_choose`]: each calls the other by default.
    ///
    /// # Panics
    /// Panics if the agent cannot choose. Overflows the stack if the agent implements neither method.
    fn choose(&mut self, view: &G::View, rng: &mut GameRng) -> G::Move {
        self.try_choose(view, rng).unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// Chooses a move like [`Agent::choose`], for agents that can fail for reasons outside this program.
    /// Tournaments call this method. After a failure, the agent is not asked again in that game.
    ///
    /// # Errors
    /// Returns the reason why there is no move.
    fn try_choose(&mut self, view: &G::View, rng: &mut GameRng) -> Result<G::Move, Fault> {
        Ok(self.choose(view, rng))
    }

    /// Returns whether the agent follows the game beyond its own views. If not, [`Agent::begin`],
    /// [`Agent::observe`] and [`Agent::end`] are never called.
    fn observes(&self) -> bool {
        false
    }

    /// Returns whether another program makes the decisions. The run's secret then keeps the decks hidden from
    /// that program.
    fn is_external(&self) -> bool {
        false
    }

    /// Receives the start of the game.
    fn begin(&mut self, _start: &GameStart<G>) {}

    /// Receives an event, as the agent's seat sees it.
    fn observe(&mut self, _observation: &G::Observation) {}

    /// Receives the notice that a chance event or a move of another seat is the reason of the events observed last.
    /// Plans that were made before may no longer fit.
    fn interrupt(&mut self) {}

    /// Receives the end of the game.
    fn end(&mut self, _end: &GameEnd) {}

    /// Returns the number of rollouts since the agent was created; 0 for agents that play none.
    fn playouts(&self) -> u64 {
        0
    }

    /// Returns the results of the last search for the moves it valued, in ascending order of the moves. The
    /// table is empty for agents that do not search, and after decisions that needed no search.
    fn search_table(&self) -> Vec<SearchedMove<G::Move>> {
        Vec::new()
    }
}

/// A move's results in a search.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct SearchedMove<M> {
    /// The move.
    pub mv: M,
    /// The number of visits, including those that the prior counts for; 0 for a move that only a lookahead valued.
    pub visits: u64,
    /// The search's estimate: the mean reward, combined with the value by a lookahead if few moves were tried. Without visits, it is
    /// relative to the chosen move.
    pub value: f64,
}

impl<M> SearchedMove<M> {
    /// Returns the move that a search prefers: the most visited one, and the first of the best ones among equals.
    pub fn preferred(table: &[Self]) -> Option<&Self> {
        let rank = |row: &Self| (row.visits, row.value);
        table.iter().reduce(|best, row| if rank(row) > rank(best) { row } else { best })
    }
}

/// The start of a game, as one of its players sees it.
#[derive(Clone, Debug)]
pub struct GameStart<G: Game> {
    /// The game's setup.
    pub setup: G::Setup,
    /// The seat's view before any event.
    pub view: G::View,
    /// The number of players.
    pub players: usize,
    /// A seed below 2^53 for random choices outside decisions, which have their own generator.
    pub seed: u64,
}

/// The end of a game.
#[derive(Clone, Debug)]
pub struct GameEnd {
    /// The outcome.
    pub outcome: Outcome,
    /// The seats that forfeited the game, in ascending order.
    pub forfeits: Vec<Seat>,
}

/// The reason why an agent could not decide: a clause such as `no answer within 100 ms`.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
#[error("{text}")]
pub struct Fault {
    text: String,
    is_of_the_system: bool,
}

/// Maximum length of a fault's text, in characters: it must fit into a table cell.
const LONGEST_FAULT: usize = 160;

impl Fault {
    /// Creates a fault with this cause. The text may come from an untrusted source: characters that would break
    /// a table cell, such as the separator `|`, are replaced, and long text is truncated.
    pub fn new(cause: &str) -> Self {
        let printable = |character: char| match character {
            '|' => '/',
            _ if !is_printable(character) => ' ',
            _ => character,
        };
        let mut text: String = cause.trim().chars().map(printable).take(LONGEST_FAULT).collect();
        if cause.trim().chars().nth(LONGEST_FAULT).is_some() {
            text.push('…');
        }
        Self { text, is_of_the_system: false }
    }

    /// Creates a fault of the system: it lacks something, so that the agent could not even begin.
    pub fn of_the_system(cause: &str) -> Self {
        Self { is_of_the_system: true, ..Self::new(cause) }
    }

    /// Whether the system caused the fault. Then the game does not count, because the agent did nothing wrong.
    pub const fn is_of_the_system(&self) -> bool {
        self.is_of_the_system
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_fits_into_a_cell() {
        assert_eq!(Fault::new(" a|b\n\tc ").to_string(), "a/b  c");
        assert_eq!(Fault::new("a\u{202e}b\x1bc").to_string(), "a b c");
        let long = Fault::new(&"x".repeat(500)).to_string();
        assert_eq!(long.chars().count(), LONGEST_FAULT + 1);
        assert!(long.ends_with('…'));
    }
}
