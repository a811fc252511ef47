//! The program from the outside: what is typed, what is printed, what is in the files.

mod bad_input;
mod commands;
mod matching;
mod play;
mod readme;
mod support;
mod wongar;
