//! Liar's dice for two players with a die each, as in `OpenSpiel`.
//!
//! Both roll a hidden die. In turn, they bid a number of dice and a face: at least this number of the two dice shows the
//! face. The highest face counts as every face. Each bid is higher than the last: more dice, or the same number of a
//! higher face. Instead of bidding, a player may call the last bid a lie, which ends the game: the bidder wins a point
//! from the other if the bid is true, and loses one otherwise.
//!
//! The rule `sides` sets the number of faces. Each decision is a turn.

mod contract;
mod state;
mod telling;

pub use state::{Dice, LiarsDice, Move, Setup, UnknownWord, View};
