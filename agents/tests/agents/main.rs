//! Tests of the agents in whole games, and of the inputs they read. They form one program, because each program
//! compiles the agents for every game.

mod hostile;
mod search_table;
mod tiny;
mod tongiaki;
mod wongar;
