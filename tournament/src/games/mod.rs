//! The games that tournaments are held in: everything that knows one is in its folder of the engine.

pub use engine::PlayableGame;
