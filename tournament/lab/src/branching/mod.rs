//! Studies: [sampled positions](anygame::AnyStudy) of many games, and the effects of steps over all of them.
//!
//! The first steps are chosen with separate random numbers. If the games that measure them also
//! chose them, the better-looking step would seem better than it is. All effects hold under the
//! policy, which makes all later decisions.
//!
//! A study that a game defines declares which hypotheses it tests. Their p values are corrected
//! together by Holm's method: the effects over all positions and at every level of the declared
//! curves, and the coefficients of a joint model of all predictors.

mod alternatives;
mod arms;
mod disagreements;
mod effect;
mod model;
mod report;
mod study;
mod summary;

pub use study::{StudyConfig, merge, run};
