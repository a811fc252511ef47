//! The agents in whole games, and what they read. It is one program, because each compiles the agents for every game.

mod hostile;
mod search_table;
mod tiny;
mod tongiaki;
mod wongar;
