//! Tests of whole jobs.

mod endurance;
