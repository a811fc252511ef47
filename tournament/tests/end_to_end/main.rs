//! The program from the outside: what is typed, what is printed, what is in the files.

mod bad_input;
mod commands;
mod disagreements;
mod exploitability;
mod external;
mod king_value;
mod matching;
mod play;
mod readme;
mod resume;
mod shards;
mod show;
mod support;
mod template;
mod training;
mod tuning;
mod wongar;
