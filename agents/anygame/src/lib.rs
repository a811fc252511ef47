//! Games of any type as values.
//!
//! [`AnyGame`] is a game with its agents behind an object-safe trait. [`TypedGame`] implements it for every
//! [`PlayableGame`](engine::PlayableGame), so that commands, files, reports, Python and the web page never name
//! the type of a game. The type is erased at the level of a whole game, a batch or a displayed position: the
//! game loop and the searches below that level remain monomorphic.
//!
//! This is the only crate in which games and searches are instantiated.
//!
//! # Examples
//! ```
//! use engine::Rules;
//!
//! let games = anygame::built_in();
//! let kuhn = anygame::find(&games, "Kuhn").unwrap();
//! assert_eq!(kuhn.facts().title, "Kuhn poker");
//! let setup = kuhn.setup(2, &Rules::new()).unwrap();
//! assert_eq!(setup.players(), 2);
//! assert!(kuhn.participants("mcts:iterations=10,random").is_ok());
//! ```

mod agent;
mod analysis;
mod anchors;
mod belief;
mod chooser;
mod code;
mod course;
mod decisions;
mod deck_code;
mod facts;
mod follower;
mod game;
pub mod games;
mod judge;
mod lane;
mod leads;
pub mod page;
mod participant;
pub mod play;
mod position;
mod replayed;
mod rows;
mod setup;
mod shown;
mod signature;
mod studies;
mod table;
mod training;
mod typed_game;
mod workload;

pub use agent::{AnyAgent, ChoiceError};
pub use agents::deck_seed;
pub use analysis::{AnalysedDecision, AnalysedGame, Analyst};
pub use anchors::Anchors;
pub use belief::{Belief, BelievedCard};
pub use chooser::{Chooser, MakeChooser};
pub use code::CodeError;
pub use course::{Course, TakenMove};
pub use decisions::{Decisions, RecordedResult};
pub use engine::{Seating, TableError};
pub use facts::{AgentFacts, GameFacts, Vocabulary};
pub use follower::{FollowedGame, LuckyGame, RecordFollower};
pub use game::AnyGame;
pub use games::{BuiltIn, built_in, find};
pub use judge::{Judge, JudgeError};
pub use lane::{AnyLane, LaneError, LanePlan};
pub use leads::Leads;
pub use participant::AnyParticipant;
pub use play::{GameResult, TableTerms};
pub use position::{
    ActionError, AnyPosition, AnyView, Composition, OfferedArrangement, OfferedDistribution,
    OfferedDraw, OfferedMove, OfferedPieces, OfferedPlace, Part, PositionFacts, ToldEvent,
};
pub use replayed::{ReplayedGame, ReplayedStep};
pub use rows::{AnySums, GameRows, TypedSums};
pub use setup::{AnySetup, EncodingFacts};
pub use shown::ShownGame;
pub use studies::{AnyStudy, COMMON_STUDIES, Measure, StudyDesign};
pub use table::{AnyTable, PlayedGame};
pub use training::{
    AnyEvaluation, AnyLearner, AnyNetwork, AnyTrainer, TrainingError, TrainingStart, TrainingTerms,
};
pub use typed_game::TypedGame;
pub use workload::{Work, Workload};
