//! Tests with Kuhn poker, whose hidden information is small enough for exact answers.

use super::{agent, try_agent};
use engine::{
    Evaluated, Game, Outcome, PlayableGame, Rules, SearchDefaults, Seat, Seed, Turn, View,
};
use poker::kuhn::Card::{self, J, K, Q, T};
use poker::kuhn::Move::{self, Bet, Pass};
use poker::kuhn::{self, Kuhn};
use rand::{Rng, RngExt};

const CARDS: [Card; 3] = [J, Q, K];
const DEALS: [[Card; 2]; 6] = [[J, Q], [J, K], [Q, J], [Q, K], [K, J], [K, Q]];
const ME: Seat = Seat::new(0);
const OTHER: Seat = Seat::new(1);

fn dealt(hands: [Card; 2], moves: &[Move]) -> Kuhn {
    let mut game = Kuhn::start(&Kuhn::setup(2, &Rules::new()).unwrap());
    let [one, other] = hands.map(Some);
    game.hands = [one, other, None];
    for &mv in moves {
        game.play(mv);
    }
    game
}

/// Percentages with which seat 1 bets, by its card: after a pass, and (as a call) after a bet.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Habits {
    after_pass: [u32; 3],
    after_bet: [u32; 3],
}

impl Habits {
    /// Returns the percentage with which seat 1 makes the second move of this game.
    fn weight(&self, game: Kuhn) -> u32 {
        let ([_, Some(card), _], [Some(first), Some(second), ..]) = (game.hands, game.history)
        else {
            return 100;
        };
        let bets = if first == Pass { self.after_pass } else { self.after_bet };
        let bets = bets[card as usize - J as usize];
        if second == Bet { bets } else { 100 - bets }
    }
}

/// A game of Kuhn poker after the deal in which seat 1 is part of nature.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Tame(Kuhn, Habits);

#[derive(Clone, Eq, PartialEq, Hash, Debug)]
struct TameView(kuhn::View, Habits);

impl Evaluated for Tame {
    const DEFAULTS: SearchDefaults = Kuhn::DEFAULTS;
}

impl Game for Tame {
    type Move = Move;
    type Chance = Move;
    type View = TameView;
    type Setup = ();
    type Observation = ();

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.0.turn() {
            Turn::Decide(OTHER) => Turn::Chance,
            turn => turn,
        }
    }

    fn turns_played(&self) -> u32 {
        self.0.turns_played()
    }

    fn is_between_turns(&self) -> bool {
        true
    }

    fn moves(&self, into: &mut Vec<Move>) {
        self.0.moves(into);
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.0.is_legal(mv)
    }

    fn chances(&self, into: &mut Vec<(Move, u32)>) {
        let weigh = |mv| {
            let mut after = self.0;
            after.play(mv);
            (mv, self.1.weight(after))
        };
        into.clear();
        into.extend([Pass, Bet].map(weigh).into_iter().filter(|&(_, weight)| weight > 0));
    }

    fn play(&mut self, mv: Move) {
        self.0.play(mv);
    }

    fn happen(&mut self, mv: Move) {
        self.0.play(mv);
    }

    fn outcome(&self) -> Outcome {
        self.0.outcome()
    }

    fn view(&self, seat: Seat) -> TameView {
        TameView(self.0.view(seat), self.1)
    }
}

impl View for TameView {
    type Game = Tame;

    fn seat(&self) -> Seat {
        self.0.seat()
    }

    fn moves(&self, into: &mut Vec<Move>) {
        self.0.moves(into);
    }

    /// Draws the deals with the seat's card by their likelihood, given the moves of seat 1.
    fn determinize<R: Rng>(&self, rng: &mut R) -> Tame {
        loop {
            let game = self.0.determinize(rng);
            if rng.random_range(0..100) < self.1.weight(game) {
                return Tame(game, self.1);
            }
        }
    }
}

fn choice<G: Evaluated>(game: &G, seat: Seat, search: &str, seed: u64) -> G::Move {
    let mut agent = agent::<G>(&format!("{search}:iterations=4000"));
    agent.choose(&game.view(seat), &mut Seed::new(seed).rng())
}

/// Returns the expected points of a plan for seat 0 (its first move, and its reply to a bet by seat 1) against
/// these habits, averaged over both cards that seat 1 may have.
fn value(card: Card, plan: [Move; 2], habits: Habits) -> f64 {
    let won = |hands: [Card; 2], mv: Move| {
        let moves = match plan {
            [Pass, answer] if mv == Bet => vec![Pass, Bet, answer],
            [first, _] => vec![first, mv],
        };
        let game = dealt(hands, &moves);
        f64::from(habits.weight(game)) / 100.0 * f64::from(game.outcome().points()[0])
    };
    let deals = DEALS.into_iter().filter(|hands| hands[0] == card);
    deals.map(|hands| won(hands, Pass) + won(hands, Bet)).sum::<f64>() / 2.0
}

/// Folding with a king and calling with a jack are dominated: one card always wins, the other never.
#[test]
fn searches_never_folds_the_king_nor_calls_with_the_jack() {
    let searches = ["ismcts", "halving"].into_iter();
    for (search, seed) in searches.flat_map(|all| (0..5).map(move |n| (all, n))) {
        for hands in DEALS {
            for (seat, moves) in [(OTHER, &[Bet][..]), (ME, &[Pass, Bet])] {
                let mv = choice(&dealt(hands, moves), seat, search, seed);
                match hands[seat.index()] {
                    K => assert_eq!(mv, Bet, "{seat} folds the king"),
                    J => assert_eq!(mv, Pass, "{seat} calls with the jack"),
                    Q | T => {}
                }
            }
        }
    }
}

/// The search has to find the best plan for every card against known habits. The expected values are computed above
/// from all 3 x 4 plans without a search. Against a maniac, the queen should call; against a player who bets only
/// the king, it should fold; against the equilibrium of seat 1, no plan wins more than -1/18 per game, the value of
/// Kuhn poker.
#[test]
fn trees_find_the_best_response_to_fixed_habits() {
    let maniac = Habits { after_pass: [100, 100, 100], after_bet: [0, 0, 100] };
    let honest = Habits { after_pass: [0, 0, 100], after_bet: [0, 100, 100] };
    let equilibrium = Habits { after_pass: [33, 0, 100], after_bet: [0, 33, 100] };
    for (habits, worth) in [(maniac, 1.0 / 2.0), (honest, 1.0 / 6.0), (equilibrium, -1.0 / 18.0)] {
        let mut found = 0.0;
        let mut best = 0.0;
        for card in CARDS {
            let others = || CARDS.into_iter().filter(|&other| other != card);
            let ask = |moves| {
                let game = dealt([card, others().next().unwrap()], moves);
                choice(&Tame(game, habits), ME, "ismcts", 1)
            };
            let is_asked_twice =
                others().any(|other| habits.after_pass[other as usize - J as usize] > 0);
            let plan = [ask(&[]), if is_asked_twice { ask(&[Pass, Bet]) } else { Pass }];
            found += value(card, plan, habits) / 3.0;
            let plans = [[Pass, Pass], [Pass, Bet], [Bet, Pass], [Bet, Bet]];
            let values = plans.map(|plan| value(card, plan, habits));
            best += values.into_iter().fold(f64::NEG_INFINITY, f64::max) / 3.0;
        }
        assert!((best - worth).abs() < 0.005, "best {best} for {habits:?}");
        assert!((found - best).abs() < 0.005, "{found} of {best} against {habits:?}");
    }
}

/// The search chooses the same move in two deals that look the same to the seat.
#[test]
fn trees_do_not_see_the_other_hand() {
    for seed in 0..20 {
        for deals in DEALS.chunks(2) {
            for moves in [&[][..], &[Pass, Bet]] {
                let answer = |hands| choice(&dealt(hands, moves), ME, "ismcts", seed);
                assert_eq!(answer(deals[0]), answer(deals[1]));
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_choice() {
    let game = dealt([Q, K], &[]);
    for seed in 0..20 {
        assert_eq!(choice(&game, ME, "ismcts", seed), choice(&game, ME, "ismcts", seed));
    }
}

#[test]
fn a_game_without_features_has_no_parameters_for_them_and_no_greedy() {
    let error = |spec| try_agent::<Kuhn>(spec).err().unwrap().to_string();
    assert_eq!(
        error("greedy"),
        "greedy evaluates positions by features, and this game defines none: use mcts"
    );
    assert_eq!(
        error("ismcts:weights=untuned"),
        "ismcts has no parameter 'weights': it has iterations, time, threads, exploration, rollout, scale, nodes"
    );
}
