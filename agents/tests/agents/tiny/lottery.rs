//! Tests with a lottery for one player, in which agents must compute expectations over chance with the best choices
//! afterwards.

use super::{agent, try_agent};
use engine::{Evaluated, Feature, Game, Outcome, SearchDefaults, Seat, Seed, Turn, View};

/// The remaining course of a lottery.
#[derive(Eq, PartialEq, Hash, Debug)]
enum Fate {
    Choice(&'static [Fate]),
    Toss(&'static [(u32, Fate)]),
    Prize(i16),
}
use Fate::{Choice, Prize, Toss};

/// The tickets are worth 3, 10 / 4 = 2.5, and (2 + max(-9, 14 / 2)) / 2 = 4.5. An agent that chooses at random
/// after the first toss of the last ticket values the ticket at (2 + (-9 + 7) / 2) / 2 = 0.5.
static TICKETS: Fate = Choice(&[
    Prize(3),
    Toss(&[(1, Prize(10)), (3, Prize(0))]),
    Toss(&[(1, Prize(2)), (1, Choice(&[Prize(-9), Toss(&[(1, Prize(14)), (1, Prize(0))])]))]),
]);

/// The ticket leads to a choice that is worth 3, but 3 * 3 / 4 + 10 / 4 = 4.75 to a player who knows the result of
/// the second toss in advance.
static TEMPTATION: Fate =
    Choice(&[Prize(4), Toss(&[(1, Choice(&[Prize(3), Toss(&[(1, Prize(10)), (3, Prize(0))])]))])]);

/// The second ticket is better for every result of the toss.
static BARGAIN: Fate =
    Choice(&[Toss(&[(1, Prize(3)), (1, Prize(0))]), Toss(&[(1, Prize(9)), (1, Prize(4))])]);

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Lottery<const HAS_FEATURES: bool>(&'static Fate);

/// A lottery without features; other lotteries have the prize as their feature.
type Plain = Lottery<false>;

/// The view of a lottery, in which nothing is hidden.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
struct Open<const HAS_FEATURES: bool>(Lottery<HAS_FEATURES>);

impl<const HAS_FEATURES: bool> Game for Lottery<HAS_FEATURES> {
    type Move = usize;
    type Chance = usize;
    type View = Open<HAS_FEATURES>;
    type Setup = ();
    type Observation = ();

    const IS_OPEN: bool = true;

    fn players(&self) -> usize {
        1
    }

    fn turn(&self) -> Turn {
        match self.0 {
            Choice(_) => Turn::Decide(Seat::new(0)),
            Toss(_) => Turn::Chance,
            Prize(_) => Turn::Over,
        }
    }

    fn turns_played(&self) -> u32 {
        u32::from(self.turn() == Turn::Over)
    }

    fn is_between_turns(&self) -> bool {
        self.turn() == Turn::Over
    }

    fn moves(&self, into: &mut Vec<usize>) {
        into.clear();
        if let Choice(fates) = self.0 {
            into.extend(0..fates.len());
        }
    }

    fn is_legal(&self, mv: usize) -> bool {
        matches!(self.0, Choice(fates) if mv < fates.len())
    }

    fn chances(&self, into: &mut Vec<(usize, u32)>) {
        into.clear();
        if let Toss(fates) = self.0 {
            into.extend(fates.iter().enumerate().map(|(side, (weight, _))| (side, *weight)));
        }
    }

    fn play(&mut self, mv: usize) {
        let Choice(fates) = self.0 else { panic!("nothing to choose") };
        self.0 = &fates[mv];
    }

    fn happen(&mut self, side: usize) {
        let Toss(fates) = self.0 else { panic!("nothing to toss") };
        self.0 = &fates[side].1;
    }

    fn outcome(&self) -> Outcome {
        Outcome::new([(if let Prize(points) = self.0 { *points } else { 0 }, 0)])
    }

    fn view(&self, _: Seat) -> Open<HAS_FEATURES> {
        Open(*self)
    }
}

impl<const HAS_FEATURES: bool> Evaluated for Lottery<HAS_FEATURES> {
    const FEATURES: &'static [Feature] = if HAS_FEATURES {
        &[Feature { name: "points", meaning: "the prize", weight: 1.0 }]
    } else {
        &[]
    };
    const DEFAULTS: SearchDefaults = SearchDefaults { scale: 14.0, ..SearchDefaults::GENERIC };

    fn features(&self, mut each: impl FnMut(Seat, &[f64])) {
        each(Seat::new(0), &[f64::from(self.outcome().points()[0])]);
    }
}

impl<const HAS_FEATURES: bool> View for Open<HAS_FEATURES> {
    type Game = Lottery<HAS_FEATURES>;

    fn seat(&self) -> Seat {
        Seat::new(0)
    }

    fn moves(&self, into: &mut Vec<usize>) {
        self.0.moves(into);
    }

    fn determinize<R: rand::Rng>(&self, _: &mut R) -> Lottery<HAS_FEATURES> {
        self.0
    }
}

/// Returns the move that an agent chooses, and the number of its rollouts.
fn choice<const HAS_FEATURES: bool>(
    game: Lottery<HAS_FEATURES>,
    spec: &str,
    seed: u64,
) -> (usize, u64) {
    let mut agent = agent::<Lottery<HAS_FEATURES>>(spec);
    let chosen = agent.choose(&Open(game), &mut Seed::new(seed).rng());
    (chosen, agent.playouts())
}

#[test]
fn greedy_takes_the_ticket_with_the_best_expectation() {
    for seed in 0..20 {
        assert_eq!(choice::<true>(Lottery(&TICKETS), "greedy", seed).0, 2);
    }
}

#[test]
fn greedy_without_time_to_look_ahead_takes_the_prize_in_sight() {
    assert_eq!(choice::<true>(Lottery(&TICKETS), "greedy:nodes=1", 0).0, 0);
}

#[test]
fn trees_find_the_ticket_with_the_best_expectation() {
    for seed in 0..20 {
        assert_eq!(choice::<false>(Lottery(&TICKETS), "ismcts:iterations=3000", seed).0, 2);
    }
}

/// Each rollout tries eight random turns, so it rarely misses the best continuation.
#[test]
fn plans_for_the_ticket_with_the_best_expectation_win() {
    for seed in 0..20 {
        let spec = "halving:iterations=3000:scale=1000:rollout_policy=8";
        assert_eq!(choice::<true>(Lottery(&TICKETS), spec, seed).0, 2);
    }
}

/// The best of eight random turns is chosen with knowledge of the chance events to come; a greedy turn is not.
#[test]
fn greedy_turns_in_rollouts_are_not_clairvoyant() {
    for seed in 0..20 {
        for (policy, expected) in [("8", 1), ("greedy", 0)] {
            let spec = format!("halving:iterations=1000:scale=20:rollout_policy={policy}");
            let chosen = choice::<true>(Lottery(&TEMPTATION), &spec, seed).0;
            assert_eq!(chosen, expected, "rollout_policy={policy}");
        }
    }
}

/// A plan that is clearly worse drops out in the middle of a round.
#[test]
fn plans_that_leave_no_doubt_are_not_tried_to_the_end() {
    for budget in ["iterations=3k", "time=3600s"] {
        let (chosen, playouts) = choice::<true>(Lottery(&BARGAIN), &format!("halving:{budget}"), 0);
        assert_eq!(chosen, 1);
        assert!(playouts < 300, "{budget}: {playouts}");
    }
}

/// Ten iterations are too few to find the best ticket, but the estimate of greedy counts for a hundred visits.
#[test]
fn greedy_prior_guides_trees() {
    for seed in 0..20 {
        let spec = "ismcts:iterations=10:prior_visits=100:scale=20:exploration=0.01";
        assert_eq!(choice::<true>(Lottery(&TICKETS), spec, seed).0, 2);
    }
}

/// After the first toss of the third ticket, the search continues in its old tree.
#[test]
fn trees_are_reused_after_chance_events() {
    let mut rng = Seed::new(0).rng();
    let mut search = agent::<Plain>("ismcts:iterations=1000");
    let mut game: Plain = Lottery(&TICKETS);
    game.play(search.choose(&game.view(Seat::new(0)), &mut rng));
    game.happen(1);
    assert_eq!(search.playouts(), 1000);
    assert_eq!(search.choose(&game.view(Seat::new(0)), &mut rng), 1);
    assert!((1001..1900).contains(&search.playouts()), "{}", search.playouts());
}

#[test]
fn a_game_without_a_network_refuses_one() {
    let refusal = try_agent::<Lottery<true>>("greedy:evaluation=net").err().unwrap();
    assert_eq!(
        refusal.to_string(),
        "evaluation=net: this game has no such built-in network: train one and give its path"
    );
}
