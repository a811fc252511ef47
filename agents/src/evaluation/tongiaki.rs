//! Features of Tongiaki.
//!
//! They are counted for one seat; what they mean for the others, the difference between the seats
//! says. A ship is *exposed* if everything its owner has on an island stands on beaches with at most
//! one free mooring: one expansion there and it is gone.

use super::{Evaluate, Feature, feature};
use engine::Seat;
use engine::tongiaki::{ISLANDS, Island, MAX_KING_ISLANDS, State, WATERS};

impl Evaluate for State {
    const FEATURES: &'static [Feature] = &[
        feature("points", 1.25, "points of all islands held, king islands included"),
        feature("late_points", 1.3, "points, times how near the end is"),
        feature("king_points", 0.9, "points of king islands: nobody can take them"),
        feature("islands", 0.0, "islands with own ships on their beaches"),
        feature(
            "alone",
            0.35,
            "points of islands, not Tonga, with own ships alone, while kings are left to found",
        ),
        feature(
            "exposed",
            -0.65,
            "points of islands where one expansion could sweep away all own ships",
        ),
        feature("anchored", 0.1, "points of islands with own ships on two or more beaches"),
        feature("ships", 0.05, "ships on beaches"),
        feature("late_ships", -0.2, "ships on beaches, times how near the end is"),
        feature("growth", 0.0, "ships that the best expansion would bring"),
        feature("company", 0.0, "other colours on beaches with own ships"),
        feature("kings_left", -0.6, "king islands that may still be founded"),
    ];

    fn features(&self, seat: Seat, into: &mut [f64]) {
        let kings_left = MAX_KING_ISLANDS - self.kings_founded(seat);
        let mut count = Count::default();
        for island in self.islands_of(seat) {
            count.island(self, seat, island);
        }
        let growth = count.growth.min(self.supply(seat)).max(u32::from(count.ships > 0));
        let points = f64::from(count.points);
        let late = lateness(self);
        into.copy_from_slice(&[
            points,
            points * late,
            f64::from(count.king_points),
            f64::from(count.islands),
            if kings_left > 0 { f64::from(count.alone) } else { 0.0 },
            f64::from(count.exposed),
            f64::from(count.anchored),
            f64::from(count.ships),
            f64::from(count.ships) * late,
            f64::from(growth),
            f64::from(count.company),
            f64::from(kings_left),
        ]);
    }
}

/// How near the end is: 0 with the full deck, 1 when the last island or the last water is drawn.
fn lateness(state: &State) -> f64 {
    let islands = f64::from(state.islands_left()) / (ISLANDS - 1) as f64;
    let waters = f64::from(state.waters_left()) / WATERS as f64;
    1.0 - islands.min(waters)
}

/// What is counted over a seat's islands.
#[derive(Default)]
struct Count {
    points: u32,
    king_points: u32,
    islands: u32,
    alone: u32,
    exposed: u32,
    anchored: u32,
    ships: u32,
    growth: u32,
    company: u32,
}

impl Count {
    fn island(&mut self, state: &State, seat: Seat, island: Island) {
        let points = u32::from(island.points());
        let (mut own, mut others, mut beaches, mut safe) = (0, 0, 0, 0);
        for beach in island.beaches() {
            let ships = state.ships(beach, seat);
            let free = state.free_moorings(beach);
            let foreign = beach.moorings() - free - ships;
            own += ships;
            others += foreign;
            if ships > 0 {
                beaches += 1;
                safe += u32::from(free > 1);
                self.company += foreign;
            }
        }
        self.points += points;
        if own == 0 {
            self.king_points += points; // T9: only its king's ship is there, on no beach
            return;
        }
        self.islands += 1;
        self.ships += own;
        self.growth = self.growth.max(own.min(island.beach_count() as u32));
        if others == 0 && island != Island::TONGA {
            self.alone += points;
        }
        if safe == 0 {
            self.exposed += points;
        }
        if beaches > 1 {
            self.anchored += points;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::tongiaki::Setup;
    use engine::{Dealt, Game, Seed, Turn};

    /// Random games keep the features within what the rules allow, and the points those of T29.
    #[test]
    fn features_stay_within_the_rules() {
        let mut rng = Seed::new(5).stream();
        for players in 2..=6 {
            let mut game = State::start(&Setup::new(players).unwrap());
            loop {
                for seat in Seat::all(players) {
                    let mut features = [f64::NAN; State::FEATURES.len()];
                    game.features(seat, &mut features);
                    let named = |name: &str| {
                        let index = State::FEATURES.iter().position(|f| f.name == name).unwrap();
                        features[index]
                    };
                    assert!(features.iter().all(|&value| (0.0..100.0).contains(&value)));
                    assert_eq!(named("points") as i16, game.standing().points()[seat.index()]);
                    assert!(named("ships") <= 15.0 && named("growth") <= 6.0);
                    assert!(named("king_points") + named("alone") <= named("points"));
                    assert!(named("late_points") <= named("points"));
                }
                match game.turn() {
                    Turn::Decide(_) => game.play(game.random_move(&mut rng)),
                    Turn::Chance => game.happen(game.random_chance(&mut rng)),
                    Turn::Over => break,
                }
            }
        }
    }
}
