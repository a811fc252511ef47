//! The program from the outside: what is typed, what is printed, what is in the files.

mod analyse;
mod bad_input;
mod columns;
mod commands;
mod disagreements;
mod exploitability;
mod export;
mod external;
mod hostile;
mod king_value;
mod matching;
mod play;
mod readme;
mod resume;
mod run_tables;
mod sandbox;
mod secrets;
mod shards;
mod show;
mod support;
mod template;
mod terminal_game;
mod training;
mod tuning;
mod verify;
mod wongar;
