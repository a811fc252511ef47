//! Kuhn poker: three cards, two players, one bet. Hidden information small enough to know the answers.
//!
//! Each player antes 1 and gets one of jack, queen and king. Seat 0 passes or bets 1; a bet is called
//! (bet) or folded to (pass); after two passes or a call the higher card wins (Kuhn 1950).

use crate::{TREES, agent, try_agent};
use engine::{Evaluate, SearchDefaults};
use engine::{Game, Outcome, Seat, Seed, Turn, View};
use rand::{Rng, RngExt};
use std::fmt;

const JACK: usize = 0;
const KING: usize = 2;
const ME: Seat = Seat::new(0);
const OTHER: Seat = Seat::new(1);

#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
enum Act {
    Pass,
    Bet,
}
use Act::{Bet, Pass};

/// Chance deals; and it plays seat 1 where that seat is tame.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
enum Event {
    Deal([usize; 2]),
    Act(Act),
}

/// How often in a hundred seat 1 bets, by its card: after a pass, and (calling) after a bet.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
struct Habits {
    after_pass: [u32; 3],
    after_bet: [u32; 3],
}

#[derive(Clone, Eq, PartialEq, Hash, Debug)]
struct Kuhn {
    cards: Option<[usize; 2]>,
    acts: Vec<Act>,
    /// A seat 1 of fixed habits is part of nature.
    tame: Option<Habits>,
}

#[derive(Clone, Eq, PartialEq, Debug)]
struct Hand {
    seat: Seat,
    card: Option<usize>,
    acts: Vec<Act>,
    tame: Option<Habits>,
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

const DEALS: [[usize; 2]; 6] = [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]];

impl Kuhn {
    fn dealt(cards: [usize; 2], acts: &[Act], tame: Option<Habits>) -> Self {
        Self { cards: Some(cards), acts: acts.to_vec(), tame }
    }
}

/// How often in a hundred a tame seat 1 does this.
fn weight(habits: &Habits, card: usize, before: &[Act], act: Act) -> u32 {
    let bets = if before == [Pass] { habits.after_pass } else { habits.after_bet };
    if act == Bet { bets[card] } else { 100 - bets[card] }
}

impl Game for Kuhn {
    type Move = Act;
    type Chance = Event;
    type View = Hand;
    type Setup = ();
    type Observation = ();

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.acts[..] {
            _ if self.cards.is_none() => Turn::Chance,
            [] | [Pass, Bet] => Turn::Decide(ME),
            [_] if self.tame.is_some() => Turn::Chance,
            [_] => Turn::Decide(OTHER),
            _ => Turn::Over,
        }
    }

    fn turns_played(&self) -> u32 {
        self.acts.len() as u32
    }

    fn is_between_turns(&self) -> bool {
        true
    }

    fn moves(&self, into: &mut Vec<Act>) {
        into.clear();
        if matches!(self.turn(), Turn::Decide(_)) {
            into.extend([Pass, Bet]);
        }
    }

    fn is_legal(&self, _: Act) -> bool {
        matches!(self.turn(), Turn::Decide(_))
    }

    fn chances(&self, into: &mut Vec<(Event, u32)>) {
        into.clear();
        match (self.cards, self.tame) {
            (None, _) => into.extend(DEALS.map(|cards| (Event::Deal(cards), 1))),
            (Some([_, card]), Some(habits)) if self.turn() == Turn::Chance => {
                let acts = [Pass, Bet];
                let weigh = |act| (Event::Act(act), weight(&habits, card, &self.acts, act));
                into.extend(acts.map(weigh).into_iter().filter(|&(_, weight)| weight > 0));
            }
            _ => {}
        }
    }

    fn play(&mut self, act: Act) {
        self.acts.push(act);
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Deal(cards) => self.cards = Some(cards),
            Event::Act(act) => self.acts.push(act),
        }
    }

    fn outcome(&self) -> Outcome {
        let won = match (self.cards, &self.acts[..]) {
            (Some([mine, other]), acts) => {
                let higher = if mine > other { 1 } else { -1 };
                match acts {
                    [Pass, Pass] => higher,
                    [Bet, Pass] => 1,
                    [Pass, Bet, Pass] => -1,
                    [Bet, Bet] | [Pass, Bet, Bet] => 2 * higher,
                    _ => 0,
                }
            }
            (None, _) => 0,
        };
        Outcome::new([(won, 0), (-won, 0)])
    }

    fn view(&self, seat: Seat) -> Hand {
        let card = self.cards.map(|cards| cards[seat.index()]);
        Hand { seat, card, acts: self.acts.clone(), tame: self.tame }
    }
}

impl View for Hand {
    type Game = Kuhn;

    fn seat(&self) -> Seat {
        self.seat
    }

    fn moves(&self, into: &mut Vec<Act>) {
        into.clear();
        let mine = match self.acts[..] {
            [] | [Pass, Bet] => ME,
            _ => OTHER,
        };
        if self.card.is_some() && mine == self.seat {
            into.extend([Pass, Bet]);
        }
    }

    /// All deals with the seat's card are alike, except for what a tame seat 1 has let slip.
    fn determinize<R: Rng>(&self, rng: &mut R) -> Kuhn {
        let likelihood = |cards: &[usize; 2]| match (&self.tame, &self.acts[..]) {
            _ if self.card != Some(cards[self.seat.index()]) => 0,
            (Some(habits), [first, act, ..]) => weight(habits, cards[1], &[*first], *act),
            _ => 1,
        };
        let total = DEALS.iter().map(likelihood).sum();
        let mut left = rng.random_range(0..total);
        let cards = DEALS.iter().find(|cards| match left.checked_sub(likelihood(cards)) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        Kuhn { cards: cards.copied(), acts: self.acts.clone(), tame: self.tame }
    }
}

/// Without features. Whoever loses two chips is four behind.
impl Evaluate for Kuhn {
    const DEFAULTS: SearchDefaults = SearchDefaults { scale: 4.0, ..SearchDefaults::GENERIC };
}

fn choice(game: &Kuhn, seat: Seat, search: &str, seed: u64) -> Act {
    let mut agent = agent::<Kuhn>(&format!("{search}:iterations=4000"));
    agent.choose(&game.view(seat), &mut Seed::new(seed).rng())
}

/// What seat 0 does with a card: first, and if it passes and seat 1 bets.
type Line = [Act; 2];

/// What a plan wins on average against seat 1's habits, computed over both cards that seat 1 may hold.
fn value(card: usize, plan: Line, habits: Habits) -> f64 {
    let mean = |cards: [usize; 2]| -> f64 {
        [Pass, Bet]
            .map(|act| {
                let acts = match plan {
                    [Bet, _] => vec![Bet, act],
                    [Pass, answer] if act == Bet => vec![Pass, Bet, answer],
                    [Pass, _] => vec![Pass, Pass],
                };
                let chance = f64::from(weight(&habits, cards[1], &acts[..1], act)) / 100.0;
                let won = Kuhn::dealt(cards, &acts, None).outcome().points()[0];
                chance * f64::from(won)
            })
            .iter()
            .sum()
    };
    let others = (JACK..=KING).filter(|&other| other != card);
    others.map(|other| mean([card, other])).sum::<f64>() / 2.0
}

/// Folding with a king and calling with a jack are dominated: one card always wins, the other never.
#[test]
fn searches_never_folds_the_king_nor_calls_with_the_jack() {
    let searches = ["ismcts", "mo-ismcts", "halving"].into_iter();
    for (search, seed) in searches.flat_map(|all| (0..5).map(move |n| (all, n))) {
        for cards in DEALS {
            for (seat, acts) in [(OTHER, vec![Bet]), (ME, vec![Pass, Bet])] {
                let act = choice(&Kuhn::dealt(cards, &acts, None), seat, search, seed);
                match cards[seat.index()] {
                    KING => assert_eq!(act, Bet, "{seat} folds the king"),
                    JACK => assert_eq!(act, Pass, "{seat} calls with the jack"),
                    _ => {}
                }
            }
        }
    }
}

/// Against habits that it knows, the search has to find the best plan with every card. The values are
/// those of all 3 x 4 plans, computed above without a search. A maniac is to be called down by the
/// queen; one who only ever bets the king is to be let alone; against the equilibrium of seat 1 nobody
/// wins more than -1/18 a game, the value of Kuhn poker.
#[test]
fn trees_find_the_best_response_to_fixed_habits() {
    TREES.into_iter().for_each(finds_the_best_response);
}

fn finds_the_best_response(search: &str) {
    let maniac = Habits { after_pass: [100, 100, 100], after_bet: [0, 0, 100] };
    let honest = Habits { after_pass: [0, 0, 100], after_bet: [0, 100, 100] };
    let equilibrium = Habits { after_pass: [33, 0, 100], after_bet: [0, 33, 100] };
    for (habits, worth) in [(maniac, 1.0 / 2.0), (honest, 1.0 / 6.0), (equilibrium, -1.0 / 18.0)] {
        let mut found = 0.0;
        let mut best = 0.0;
        for card in JACK..=KING {
            let ask = |acts| {
                choice(&Kuhn::dealt([card, (card + 1) % 3], acts, Some(habits)), ME, search, 1)
            };
            let never_asked = habits.after_pass.iter().zip(0..).all(|(&bets, other)| {
                bets == 0 || other == card // the one card that seat 1 would bet is not its own
            });
            let plan = [ask(&[]), if never_asked { Pass } else { ask(&[Pass, Bet]) }];
            found += value(card, plan, habits) / 3.0;
            let plans = [[Pass, Pass], [Pass, Bet], [Bet, Pass], [Bet, Bet]];
            let values = plans.map(|plan| value(card, plan, habits));
            best += values.into_iter().fold(f64::NEG_INFINITY, f64::max) / 3.0;
        }
        assert!((best - worth).abs() < 0.005, "best {best} for {habits:?}");
        assert!((found - best).abs() < 0.005, "{found} of {best} against {habits:?}");
    }
}

/// Two deals that look the same to a seat get the same answer.
#[test]
fn trees_do_not_see_the_other_hand() {
    for seed in 0..20 {
        for (one, other) in [([0, 1], [0, 2]), ([1, 0], [1, 2]), ([2, 0], [2, 1])] {
            for acts in [&[][..], &[Pass, Bet]] {
                let [one, other] = [one, other].map(|cards| Kuhn::dealt(cards, acts, None));
                for search in TREES {
                    let [one, other] = [&one, &other].map(|game| choice(game, ME, search, seed));
                    assert_eq!(one, other);
                }
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_choice() {
    for seed in 0..20 {
        let game = Kuhn::dealt([1, 2], &[], None);
        for search in TREES {
            assert_eq!(choice(&game, ME, search, seed), choice(&game, ME, search, seed));
        }
    }
}

#[test]
fn a_game_without_features_has_no_parameters_for_them_and_no_greedy() {
    let error = |spec| try_agent::<Kuhn>(spec).err().unwrap().to_string();
    assert_eq!(
        error("greedy"),
        "greedy judges positions by features, and this game has none: choose mcts"
    );
    assert_eq!(
        error("ismcts:weights=untuned"),
        "ismcts has no parameter 'weights': it has iterations, time, threads, exploration, rollout, scale, nodes"
    );
}
