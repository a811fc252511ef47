//! Tests of the studies.

mod arms;
mod disagreements;
mod draws;
mod moves;
