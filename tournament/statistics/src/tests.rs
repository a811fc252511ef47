//! Tests of whole tournaments.

mod coverage;
