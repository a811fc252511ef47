//! Draws of chance events that coincide across positions where possible.

use engine::{Evaluated, Seed};
use std::hash::{Hash, Hasher};

/// The draws of a random-number stream. Every possible event has an independent waiting time, exponentially
/// distributed with the event's weight as its rate, and the event with the shortest time happens. Each event
/// therefore has its proper probability, and positions with nearly the same possible events nearly always draw
/// the same event.
pub(super) struct Draws {
    stream: u64,
    number: u64,
}

impl Draws {
    pub(super) const fn new(stream: u64) -> Self {
        Self { stream, number: 0 }
    }

    /// Draws an event that is possible in the position.
    pub(super) fn draw<G: Evaluated>(&mut self, position: &G) -> G::Chance {
        let mut chances = Vec::new();
        position.chances(&mut chances);
        self.number += 1;
        let times = chances.iter().map(|&(chance, weight)| {
            let mut mixer = Mixer(self.stream.wrapping_add(self.number));
            chance.hash(&mut mixer);
            // The middle of one of 2^53 steps between 0 and 1.
            let uniform = ((mixer.finish() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
            (-libm::log(uniform) / f64::from(weight), chance)
        });
        let first = times.reduce(|first, next| if next.0 < first.0 { next } else { first });
        first.expect("an event is possible where chance acts").1
    }
}

/// A hash that gives the same value on every machine.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        Seed::new(self.0).child(0).value()
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = Seed::new(self.0).child(number).value();
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Game;
    use engine::Turn;
    use std::collections::BTreeMap;

    fn start() -> wongar::State {
        wongar::State::new(&wongar::Setup::new(3).unwrap())
    }

    /// Over many streams, every event is drawn as often as its weight demands.
    #[test]
    fn events_come_by_weight() {
        let mut game = start();
        let mut rng = Seed::new(1).rng();
        let rounds = 4000;
        for _ in 0..8 {
            let mut drawn = BTreeMap::<_, u32>::new();
            for stream in 0..rounds {
                *drawn.entry(Draws::new(Seed::new(stream).value()).draw(&game)).or_default() += 1;
            }
            let mut chances = Vec::new();
            game.chances(&mut chances);
            let total: u32 = chances.iter().map(|&(_, weight)| weight).sum();
            for (chance, weight) in chances {
                let expected = f64::from(weight) / f64::from(total);
                let seen = f64::from(drawn.remove(&chance).unwrap_or_default()) / rounds as f64;
                let error = (expected * (1.0 - expected) / rounds as f64).sqrt();
                assert!((seen - expected).abs() < 4.0 * error, "{chance}: {seen} for {expected}");
            }
            assert!(drawn.is_empty(), "only possible events come");
            game.happen(game.random_chance(&mut rng));
        }
    }

    /// After different events, the same stream mostly draws the same event.
    #[test]
    fn positions_that_hardly_differ_draw_the_same() {
        let mut chances = Vec::new();
        start().chances(&mut chances);
        let (mut same, mut all) = (0, 0);
        for stream in 0..50 {
            let drawn = chances.iter().map(|&(chance, _)| {
                let (mut game, mut draws) = (start(), Draws::new(Seed::new(stream).value()));
                game.happen(chance);
                let mut events = Vec::new();
                while events.len() < 5 && game.turn() == Turn::Chance {
                    let event = draws.draw(&game);
                    game.happen(event);
                    events.push(event);
                }
                events
            });
            let drawn: Vec<_> = drawn.collect();
            for other in &drawn[1..] {
                same += other.iter().zip(&drawn[0]).filter(|(one, other)| one == other).count();
                all += other.len();
            }
        }
        assert!(all > 500 && 10 * same > 8 * all, "{same} of {all}");
    }
}
