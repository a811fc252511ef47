//! Studies: [positions sampled](anygame::AnyStudy) from many games, and the effects of alternative first steps over all
//! positions.
//!
//! First steps are chosen with separate random numbers. If the games that measure the steps also chose them, the apparently
//! better step would be overestimated. All effects depend on the policy, which makes all later decisions.
//!
//! A study defined by a game declares which hypotheses it tests. Their p values are corrected as one family by Holm's method. The
//! family consists of the effects over all positions and at every level of the declared curves, and of the coefficients of a
//! joint model of all predictors.

mod alternatives;
mod arms;
mod disagreements;
mod effect;
mod model;
mod report;
mod study;
mod summary;

pub use study::{StudyConfig, StudyUnits, run};
