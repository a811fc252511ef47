//! A lottery for one: the expectation over chance, with the best choices afterwards, has to be right.

use crate::agent;
use agents::evaluation::{Evaluate, Feature};
use agents::greedy::Greedy;
use agents::mcts::Mcts;
use engine::{Game, Outcome, Seat, Seed, Turn, View};

/// What may yet come.
#[derive(Eq, PartialEq, Hash, Debug)]
enum Fate {
    Choice(&'static [Fate]),
    Toss(&'static [(u32, Fate)]),
    Prize(i16),
}
use Fate::{Choice, Prize, Toss};

/// The tickets are worth 3, 10 / 4 = 2.5, and (2 + max(-9, 14 / 2)) / 2 = 4.5. Whoever does not choose
/// well after the last one's first toss takes it for (2 + (-9 + 7) / 2) / 2 = 0.5.
static TICKETS: Fate = Choice(&[
    Prize(3),
    Toss(&[(1, Prize(10)), (3, Prize(0))]),
    Toss(&[(1, Prize(2)), (1, Choice(&[Prize(-9), Toss(&[(1, Prize(14)), (1, Prize(0))])]))]),
]);

/// The ticket leads to a choice that is worth 3, but 3 * 3 / 4 + 10 / 4 = 4.75 to whoever knows how the
/// second toss will fall.
static TEMPTATION: Fate =
    Choice(&[Prize(4), Toss(&[(1, Choice(&[Prize(3), Toss(&[(1, Prize(10)), (3, Prize(0))])]))])]);

/// Whatever the toss, the second ticket is better.
static BARGAIN: Fate =
    Choice(&[Toss(&[(1, Prize(3)), (1, Prize(0))]), Toss(&[(1, Prize(9)), (1, Prize(4))])]);

#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Lottery(&'static Fate);

/// Nothing is hidden.
#[derive(Clone, Eq, PartialEq, Debug)]
struct Open(Lottery);

impl Game for Lottery {
    type Move = usize;
    type Chance = usize;
    type View = Open;

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

    fn view(&self, _: Seat) -> Open {
        Open(*self)
    }
}

impl View for Open {
    type Game = Lottery;

    fn seat(&self) -> Seat {
        Seat::new(0)
    }

    fn moves(&self, into: &mut Vec<usize>) {
        self.0.moves(into);
    }

    fn determinize<R: rand::Rng>(&self, _: &mut R) -> Lottery {
        self.0
    }
}

impl Evaluate for Lottery {
    const FEATURES: &'static [Feature] =
        &[Feature { name: "points", meaning: "the prize", weight: 1.0 }];

    fn features(&self, mut each: impl FnMut(Seat, &[f64])) {
        for seat in Seat::all(self.players()) {
            each(seat, &[f64::from(self.outcome().points()[seat.index()])]);
        }
    }
}

#[test]
fn greedy_takes_the_ticket_with_the_best_expectation() {
    for seed in 0..20 {
        let mut greedy = agent::<Lottery, Greedy<_>>("greedy");
        let chosen = greedy.choose(&Open(Lottery(&TICKETS)), &mut Seed::new(seed).rng());
        assert_eq!(chosen, 2);
    }
}

#[test]
fn greedy_without_time_to_look_ahead_takes_the_prize_in_sight() {
    let mut greedy = agent::<Lottery, Greedy<_>>("greedy:nodes=1");
    let chosen = greedy.choose(&Open(Lottery(&TICKETS)), &mut Seed::new(0).rng());
    assert_eq!(chosen, 0);
}

/// The scale makes the reward all but linear in points; the exploration is of its order.
#[test]
fn mcts_takes_the_ticket_with_the_best_expectation() {
    for seed in 0..20 {
        let mut mcts = agent::<Lottery, Mcts<_>>(
            "mcts:prior=0:iterations=3000:reward=points:scale=1000:exploration=0.005",
        );
        let chosen = mcts.choose(&Open(Lottery(&TICKETS)), &mut Seed::new(seed).rng());
        assert_eq!(chosen, 2);
    }
}

/// With eight ways to go on in each rollout, hardly one misses the best.
#[test]
fn plans_for_the_ticket_with_the_best_expectation_win() {
    for seed in 0..20 {
        let spec = "mcts:search=plans:iterations=3000:reward=points:scale=1000:own=8";
        let mut mcts = agent::<Lottery, Mcts<_>>(spec);
        let chosen = mcts.choose(&Open(Lottery(&TICKETS)), &mut Seed::new(seed).rng());
        assert_eq!(chosen, 2);
    }
}

/// The luckiest of eight ways has seen the luck that is to come; a greedy turn has not.
#[test]
fn greedy_turns_in_rollouts_are_not_clairvoyant() {
    for seed in 0..20 {
        for (own, expected) in [("8", 1), ("greedy", 0)] {
            let spec = format!("mcts:search=plans:iterations=1000:reward=points:own={own}");
            let mut mcts = agent::<Lottery, Mcts<_>>(&spec);
            let game = Lottery(&TEMPTATION);
            let chosen = mcts.choose(&game.view(Seat::new(0)), &mut Seed::new(seed).rng());
            assert_eq!(chosen, expected, "own={own}");
        }
    }
}

/// What is clearly worse drops out in the middle of a round.
#[test]
fn plans_that_leave_no_doubt_are_not_tried_to_the_end() {
    for budget in ["iterations=3000", "time=2000"] {
        let mut mcts = agent::<Lottery, Mcts<_>>(&format!("mcts:search=plans:{budget}"));
        assert_eq!(mcts.choose(&Open(Lottery(&BARGAIN)), &mut Seed::new(0).rng()), 1);
        assert!(mcts.playouts() < 300, "{budget}: {}", mcts.playouts());
    }
}

/// Ten iterations are too few to find out; but greedy has looked, and its word counts for a hundred.
#[test]
fn mcts_heeds_what_greedy_expects() {
    for seed in 0..20 {
        let spec = "mcts:iterations=10:prior=100:reward=points:exploration=0.01";
        let mut mcts = agent::<Lottery, Mcts<_>>(spec);
        let chosen = mcts.choose(&Open(Lottery(&TICKETS)), &mut Seed::new(seed).rng());
        assert_eq!(chosen, 2);
    }
}

/// After the first toss of the third ticket the search goes on where it was.
#[test]
fn mcts_keeps_what_it_knows_across_chance() {
    let mut rng = Seed::new(0).rng();
    let mut mcts = agent::<Lottery, Mcts<_>>(
        "mcts:prior=0:iterations=1000:reward=points:scale=1000:exploration=0.005",
    );
    let mut game = Lottery(&TICKETS);
    game.play(mcts.choose(&game.view(Seat::new(0)), &mut rng));
    game.happen(1);
    assert_eq!(mcts.playouts(), 1000);
    assert_eq!(mcts.choose(&game.view(Seat::new(0)), &mut rng), 1);
    assert!((1001..1900).contains(&mcts.playouts()), "{}", mcts.playouts());
}
