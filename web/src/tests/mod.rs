//! Tests of the module for the page.

mod engine_keys;
mod game;
