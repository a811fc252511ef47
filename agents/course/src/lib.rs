//! Games step by step: moves that can be played and taken back, codes for links, JSON for pages, and the decisions of recorded
//! games with the judgements of a search.
//!
//! # Examples
//! ```
//! use course::Course;
//! use engine::Rules;
//!
//! let setup = poker::kuhn::shown().setup(2, &Rules::new()).unwrap();
//! let mut course = Course::start(setup, 7);
//! assert!(course.play(1));
//! assert_eq!(course.taken(1).unwrap().mv, "bet");
//! ```

mod analysis;
mod code;
mod course;
mod decisions;
mod deck_code;
mod judge;
pub mod page;

pub use analysis::{AnalysedDecision, AnalysedGame, Analyst, analyse};
pub use code::CodeError;
pub use course::{Course, TakenMove};
pub use decisions::{Decision, RecordedResult, decisions};
pub use judge::{Judge, JudgeError};
