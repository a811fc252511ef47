//! Games step by step: moves that can be played and taken back, codes for links, and JSON for pages.
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

mod code;
mod course;
mod deck_code;
pub mod page;

pub use code::CodeError;
pub use course::{Course, TakenMove};
