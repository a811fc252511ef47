//! Ratings of agents and seat effects, with intervals from the [profile likelihood](super::profile).
//!
//! A rating is a strength in the [Plackett-Luce](super::plackett_luce) model, in units of Elo: a difference of 400 points means
//! odds of ten to one to finish ahead (or to win, if only wins count).
//!
//! The results bound the differences between agents that finished both ahead of and behind each other, directly or through other
//! agents: the *rated group*. The mean rating of the group is 0. The rating of an agent outside the group depends on the prior
//! and has no interval. Without a rated group, the mean rating of all agents is 0.

use super::finishes::POINTS_PER_STRENGTH;
use super::profile::Profile;
use super::rated::{Gap, RatedFinishes};

/// Ratings are rounded to this fraction of a point, because further digits would differ between machines.
const STEPS_PER_POINT: f64 = 1e4;

/// A rating and its 95% CI, in points.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct Rating {
    /// The rating in points, or `None` if the agent or all other agents have not played.
    pub value: Option<f64>,
    /// The 95% CI in points, if there is one.
    pub interval: Option<(f64, f64)>,
    /// The reason why there is no interval.
    pub gap: Option<Gap>,
}

/// The ratings of all agents and the effects of all seats.
///
/// ```
/// use statistics::{Finishes, Places, RatedFinishes, Ratings};
///
/// // Agent 0 finishes ahead of agent 1 in three games of four, on both seats.
/// let mut finishes = Finishes::new(2, 2, Places::All);
/// for game in 0..400 {
///     let ranks = if game % 4 == 0 { [2, 1] } else { [1, 2] };
///     finishes.add(&[0, 1], &ranks);
///     finishes.add(&[1, 0], &[ranks[1], ranks[0]]);
///     finishes.close_block();
/// }
/// let ratings = Ratings::new(&RatedFinishes::new(&finishes));
/// let difference = ratings.agents[0].value.unwrap() - ratings.agents[1].value.unwrap();
/// assert!((difference - 400.0 * 3.0_f64.log10()).abs() < 1.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// Rating of each agent.
    pub agents: Vec<Rating>,
    /// Effect of each seat: the rating that any agent gains on it, in points.
    pub seats: Vec<Rating>,
}

impl Ratings {
    /// Rates all agents whose ratings are not [fixed](super::Finishes::holding), using the threads of the current pool. The result does not depend on the number of threads.
    pub fn new(rated: &RatedFinishes<'_>) -> Self {
        let finishes = rated.finishes;
        let agents = finishes.agents;
        let gaps: Vec<_> = (0..rated.strengths.len())
            .map(|place| if place < agents { rated.gap(place) } else { rated.general_gap() })
            .collect();
        let open: Vec<_> = (0..gaps.len()).filter(|&place| gaps[place].is_none()).collect();
        let differences: Vec<_> = open.iter().map(|&place| rated.difference(place)).collect();
        let profile = Profile::new(rated);
        let found = profile.map_or_else(Vec::new, |profile| profile.intervals(&differences));
        let middle = rated.middle();
        let rating = |place: usize, is_known: bool| {
            let interval =
                open.binary_search(&place).ok().and_then(|found_at| *found.get(found_at)?);
            let interval = interval.filter(|_| is_known);
            let middle = if place < agents { middle } else { 0.0 };
            Rating {
                value: is_known.then(|| points(rated.strengths[place] - middle)),
                interval: interval.map(|(low, high)| (points(low), points(high))),
                gap: gaps[place].or(interval.is_none().then_some(Gap::Alike)),
            }
        };
        Self {
            agents: (0..agents)
                .map(|agent| rating(agent, agents > 1 && finishes.has_played(agent)))
                .collect(),
            seats: (0..finishes.players)
                .map(|seat| rating(agents + seat, finishes.number_of_blocks() > 0))
                .collect(),
        }
    }
}

fn points(strength: f64) -> f64 {
    // Adding zero turns -0 into +0.
    (strength * POINTS_PER_STRENGTH * STEPS_PER_POINT).round() / STEPS_PER_POINT + 0.0
}

#[cfg(test)]
mod tests {
    use super::super::finishes::{Finishes, Places};
    use super::super::rated::LEAST_BLOCKS;
    use super::*;
    use engine::{GameRng, Seed};
    use rand::RngExt;
    use std::iter::zip;

    fn rate(finishes: &Finishes) -> Ratings {
        Ratings::new(&RatedFinishes::new(finishes))
    }

    /// Draws the ranks of a game from the model's strengths: each seat draws an exponential time, and the shortest time is first.
    fn ranks(assignment: &[usize], agents: &[f64], seats: &[f64], stream: &mut GameRng) -> Vec<u8> {
        let times: Vec<f64> = zip(assignment, seats)
            .map(|(&agent, seat)| {
                let rate = ((agents[agent] + seat) / POINTS_PER_STRENGTH).exp();
                -stream.random::<f64>().ln() / rate
            })
            .collect();
        let rank = |time: &f64| 1 + times.iter().filter(|&other| other < time).count() as u8;
        times.iter().map(rank).collect()
    }

    /// Returns blocks in which the agents rotate through the seats. In every third block, the games share their luck, so they are
    /// not independent.
    fn finishes(agents: &[f64], seats: &[f64], blocks: usize, seed: Seed) -> Finishes {
        let players = seats.len();
        let mut finishes = Finishes::new(agents.len(), players, Places::All);
        for block in 0..blocks {
            let seed = seed.child(block as u64);
            for turn in 0..players {
                let assignment: Vec<_> =
                    (0..players).map(|seat| (block + seat + turn) % agents.len()).collect();
                // Every third block is a single game, repeated in all seats.
                let child = if block % 3 == 0 { 0 } else { turn as u64 };
                let ranks = ranks(&assignment, agents, seats, &mut seed.child(child).rng());
                finishes.add(&assignment, &ranks);
            }
            finishes.close_block();
        }
        finishes
    }

    fn assert_near(ratings: &[Rating], truth: &[f64], most: f64) {
        for (rating, truth) in zip(ratings, truth) {
            assert!((rating.value.unwrap() - truth).abs() < most, "{rating:?} is not {truth}");
        }
    }

    #[test]
    fn known_strengths_are_found_again() {
        let agents = [150.0, 50.0, -20.0, -180.0];
        let seats = [60.0, 0.0, -60.0];
        let ratings = rate(&finishes(&agents, &seats, 8000, Seed::new(1)));
        // Standard errors are about 2 points with 24,000 games.
        assert_near(&ratings.agents, &agents, 8.0);
        assert_near(&ratings.seats, &seats, 8.0);
        assert!(
            ratings.agents.iter().map(|rating| rating.value.unwrap()).sum::<f64>().abs() < 0.01
        );
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let (agents, seats) = ([80.0, 0.0, -80.0], [30.0, 0.0, -30.0]);
        let (mut held, mut all) = (0, 0);
        for number in 0..300 {
            let ratings = rate(&finishes(&agents, &seats, 90, Seed::new(2).child(number)));
            let found = ratings.agents.iter().chain(&ratings.seats);
            for (rating, truth) in zip(found, agents.iter().chain(&seats)) {
                let (low, high) = rating.interval.unwrap();
                held += usize::from(low <= *truth && *truth <= high);
                all += 1;
            }
        }
        let share = held as f64 / f64::from(all);
        // Ratings within a tournament depend on each other: there are 300 independent tournaments, not 1,800 values.
        assert!((0.92..=0.98).contains(&share), "coverage {share}");
    }

    #[test]
    fn few_blocks_have_no_interval() {
        let rate = |blocks| rate(&finishes(&[50.0, -50.0], &[0.0; 2], blocks, Seed::new(5)));
        let few = rate(LEAST_BLOCKS as usize - 1).agents[0];
        assert!(few.value.is_some() && few.interval.is_none(), "{few:?}");
        assert!(rate(40).agents[0].interval.is_some());
    }

    #[test]
    fn agents_without_opponents_have_no_rating() {
        let alone = rate(&finishes(&[0.0], &[0.0; 2], 10, Seed::new(3)));
        let unknown = Rating { gap: Some(Gap::NoOpponent), ..Rating::default() };
        assert_eq!(alone.agents, [unknown]);
        let nothing = rate(&Finishes::new(2, 2, Places::All));
        assert_eq!(nothing.agents, [unknown; 2]);
        let few = Rating { gap: Some(Gap::FewBlocks), ..Rating::default() };
        assert_eq!(nothing.seats, [few; 2]);
    }

    #[test]
    fn undefeated_agents_have_a_rating_without_an_interval() {
        let mut finishes = Finishes::new(2, 2, Places::All);
        for _ in 0..1000 {
            finishes.add(&[0, 1], &[1, 2]);
            finishes.add(&[1, 0], &[2, 1]);
            finishes.close_block();
        }
        let ratings = rate(&finishes);
        let difference = ratings.agents[0].value.unwrap() - ratings.agents[1].value.unwrap();
        assert!((1500.0..3000.0).contains(&difference), "{difference}");
        assert_eq!(ratings.agents[0].interval, None);
        let gaps = [0, 1].map(|agent| ratings.agents[agent].gap.unwrap().to_string());
        assert_eq!(gaps, ["never behind", "never ahead"]);
    }

    /// The third agent loses every game. The others are rated as if it had not played.
    #[test]
    fn winless_agents_do_not_change_intervals_of_others() {
        let mut stream = Seed::new(7).rng();
        let (mut all, mut without) =
            (Finishes::new(3, 2, Places::All), Finishes::new(2, 2, Places::All));
        for _ in 0..60 {
            for [first, second] in [[0, 1], [0, 2], [1, 2]] {
                let is_sure = second == 2;
                for assignment in [[first, second], [second, first]] {
                    let first_wins =
                        if is_sure { assignment[1] == 2 } else { stream.random_bool(0.6) };
                    let ranks = if first_wins { [1, 2] } else { [2, 1] };
                    all.add(&assignment, &ranks);
                    if !is_sure {
                        without.add(&assignment, &ranks);
                    }
                }
                all.close_block();
                without.close_block();
            }
        }
        let (all, without) = (rate(&all), rate(&without));
        assert_eq!(all.agents[2].gap.unwrap().to_string(), "never ahead");
        assert!(all.agents[2].value < Some(-1000.0) && all.agents[2].interval.is_none());
        assert!((all.agents[0].value.unwrap() + all.agents[1].value.unwrap()).abs() < 1e-3);
        let interval = |ratings: &Ratings| ratings.agents[0].interval.unwrap();
        let ((low, high), (low_alone, high_alone)) = (interval(&all), interval(&without));
        // With more blocks there are more degrees of freedom: 1.974 instead of 2.001 standard errors.
        let width = (high - low) / (high_alone - low_alone);
        assert!((0.96..1.01).contains(&width), "{width}");
        assert!((f64::midpoint(low, high) - f64::midpoint(low_alone, high_alone)).abs() < 2.0);
    }

    /// With two agents, the interval is the profile interval of the log-odds: it ends where twice the log-likelihood has fallen
    /// by the square of the quantile.
    #[test]
    fn a_rare_win_has_an_interval_that_reaches_further_down() {
        let mut finishes = Finishes::new(2, 2, Places::All);
        let (blocks, won) = (1000.0_f64, 4);
        for block in 0..1000 {
            finishes.add(&[0, 1], if block < won { &[2, 1] } else { &[1, 2] });
            finishes.add(&[1, 0], &[2, 1]);
            finishes.close_block();
            finishes.add(&[1, 0], if block < won { &[1, 2] } else { &[2, 1] });
            finishes.add(&[0, 1], &[1, 2]);
            finishes.close_block();
        }
        let ratings = rate(&finishes);
        let Rating { value: Some(value), interval: Some((low, high)), .. } = ratings.agents[0]
        else {
            panic!("{:?}", ratings.agents[0])
        };
        assert!(high - value > 1.1 * (value - low), "{low} to {high} around {value}");
        // A rating is half of the difference, so twice the rating is the log-odds of 8 wins in 4,000 games.
        let games = 4.0 * blocks;
        let likelihood = |points: f64| {
            let share = 1.0 / (1.0 + (-2.0 * points / POINTS_PER_STRENGTH).exp());
            // Both agents have the prior.
            (games - 8.0) * share.ln() + 8.0 * (1.0 - share).ln() - (points / 1000.0).powi(2)
        };
        let fall = |end| 2.0 * (likelihood(value) - likelihood(end));
        // Eight blocks in 2,000 have a win: the quantile with 16 degrees of freedom is 2.12.
        assert!((fall(low).sqrt() - 2.117).abs() < 0.02, "{}", fall(low).sqrt());
        assert!((fall(high).sqrt() - 2.117).abs() < 0.02, "{}", fall(high).sqrt());
    }

    /// Against an opponent of known strength, the rating is the opponent's plus the log-odds of the score, with the variance of
    /// the log-odds. The rating is the same if the games are split between two such opponents of equal strength.
    #[test]
    fn fixed_ratings_stay_and_give_the_scale() {
        let rate = |opponents: usize| {
            let mut known = vec![Some(150.0); opponents];
            known.extend([Some(-300.0), None]);
            let newcomer = opponents + 1;
            let mut finishes = Finishes::new(newcomer + 1, 2, Places::All).holding(&known);
            let mut stream = Seed::new(9).rng();
            let mut wins = 0.0;
            for game in 0..1000 {
                let is_win = stream.random_bool(0.6);
                wins += f64::from(u8::from(is_win));
                let (opponent, is_first) = (game / 2 % opponents, game % 2 == 0);
                let seats = if is_first { [newcomer, opponent] } else { [opponent, newcomer] };
                finishes.add(&seats, if is_win == is_first { &[1, 2] } else { &[2, 1] });
                finishes.close_block();
            }
            (wins, Ratings::new(&RatedFinishes::new(&finishes)).agents)
        };
        let (wins, ratings) = rate(1);
        let fixed = Rating { value: Some(150.0), interval: None, gap: Some(Gap::Fixed) };
        assert_eq!(ratings[0], fixed);
        let (value, (low, high)) = (ratings[2].value.unwrap(), ratings[2].interval.unwrap());
        let due = 150.0 + POINTS_PER_STRENGTH * (wins / (1000.0 - wins)).ln();
        assert!((value - due).abs() < 0.5, "{value} is not {due}");
        let half = 1.962 * POINTS_PER_STRENGTH * (1.0 / wins + 1.0 / (1000.0 - wins)).sqrt();
        assert!(((high - low) / 2.0 - half).abs() < 0.02 * half, "{low} to {high}, not {half}");
        let (_, split) = rate(2);
        assert!((split[3].value.unwrap() - value).abs() < 0.01, "{split:?}");
    }

    #[test]
    fn games_that_are_all_the_same_have_no_interval() {
        let mut finishes = Finishes::new(2, 2, Places::All);
        for _ in 0..10 {
            finishes.add(&[0, 1], &[1, 2]);
            finishes.add(&[1, 0], &[1, 2]);
            finishes.close_block();
        }
        let ratings = rate(&finishes);
        let gap = Some(Gap::Seats);
        assert_eq!(ratings.agents, [Rating { value: Some(0.0), interval: None, gap }; 2]);
        assert_eq!(ratings.seats[0].interval, None);
        assert!(ratings.seats[0].value > Some(200.0), "the first seat always wins");
    }

    #[test]
    fn ratings_do_not_depend_on_threads() {
        let finishes = finishes(&[50.0, -50.0], &[0.0; 3], 30, Seed::new(4));
        let rate = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| rate(&finishes))
        };
        assert_eq!(rate(1), rate(3));
    }
}
