//! Tests of a player's knowledge and of the distributions that the player considers possible (W31, W33).

use super::scene::Scene;
use crate::state::cards::{HELD, Held, position_of, total};
use crate::state::determinize::Unseen;
use crate::state::memory::Memory;
use crate::state::setup::SEATS;
use crate::{Chance, RitualCard, State};
use engine::{Game, GameRng, Seat, Seed, View};
use rand::RngExt;
use std::collections::BTreeMap;

type Guess = ([Held; SEATS], Held);

/// Returns the probability of every determinization, by enumerating all ways to assign individual cards to places. Each old card
/// goes to an old place, each card of the pile goes to a drawn place or to the deck, and each played card is one of the cards of
/// its kind that its player had.
fn enumerate(unseen: &Unseen) -> BTreeMap<Guess, f64> {
    let cards = |counts: &Held| -> Vec<usize> {
        (0..HELD).flat_map(|kind| std::iter::repeat_n(kind, counts[kind].into())).collect()
    };
    let places = |slots: &[u8; SEATS]| -> Vec<usize> {
        (0..SEATS).flat_map(|seat| std::iter::repeat_n(seat, slots[seat].into())).collect()
    };
    let (old, pile) = (cards(&unseen.old), cards(&unseen.pile));
    let mut drawn = places(&unseen.drawn_slots);
    drawn.resize(pile.len(), SEATS);
    let mut ways: BTreeMap<Guess, u64> = BTreeMap::new();
    permute(&mut places(&unseen.old_slots), 0, &mut |old_places| {
        permute(&mut drawn.clone(), 0, &mut |pile_places| {
            let mut hands = [[0_u8; HELD]; SEATS];
            let mut deck = [0; HELD];
            for (&kind, &seat) in old.iter().zip(old_places).chain(pile.iter().zip(pile_places)) {
                hands.get_mut(seat).unwrap_or(&mut deck)[kind] += 1;
            }
            // The number of ways to choose the cards of the hand that were played.
            let mut played = 1;
            for (hand, gone) in hands.iter_mut().zip(&unseen.played) {
                for (held, &gone) in hand.iter_mut().zip(gone) {
                    for taken in 0..gone {
                        played *= u64::from(held.saturating_sub(taken));
                    }
                    *held = held.saturating_sub(gone);
                }
            }
            for (hand, known) in hands.iter_mut().zip(&unseen.known) {
                hand.iter_mut().zip(known).for_each(|(held, &known)| *held += known);
            }
            if played > 0 {
                *ways.entry((hands, deck)).or_default() += played;
            }
        });
    });
    let all: u64 = ways.values().sum();
    ways.into_iter().map(|(guess, ways)| (guess, ways as f64 / all as f64)).collect()
}

fn permute(places: &mut Vec<usize>, from: usize, see: &mut impl FnMut(&[usize])) {
    if from == places.len() {
        return see(places);
    }
    for other in from..places.len() {
        places.swap(from, other);
        permute(places, from + 1, see);
        places.swap(from, other);
    }
}

/// Draws many determinizations. None of them may be impossible, and no count may deviate from its expectation by more than five
/// standard deviations.
fn assert_samples(unseen: &Unseen, seed: u64) {
    const DRAWS: u32 = 20_000;
    let due = enumerate(unseen);
    let mut rng = Seed::new(seed).rng();
    let mut counts: BTreeMap<Guess, u32> = BTreeMap::new();
    for _ in 0..DRAWS {
        *counts.entry(unseen.clone().determinize(&mut rng)).or_default() += 1;
    }
    assert_counts(&counts, due, DRAWS);
}

fn assert_counts(counts: &BTreeMap<Guess, u32>, due: BTreeMap<Guess, f64>, draws: u32) {
    assert!(counts.keys().all(|guess| due.contains_key(guess)), "an impossible guess");
    for (guess, share) in due {
        let expected = share * f64::from(draws);
        let deviation = (expected * (1.0 - share)).sqrt().max(1.0);
        let count = f64::from(counts.get(&guess).copied().unwrap_or(0));
        assert!((count - expected).abs() < 5.0 * deviation, "{guess:?}: {count} of {expected}");
    }
}

fn unseen(old: Held, pile: Held, old_slots: [u8; SEATS], drawn_slots: [u8; SEATS]) -> Unseen {
    let (known, played) = ([[0; HELD]; SEATS], [[0; HELD]; SEATS]);
    assert_eq!(total(&old), total(&old_slots));
    Unseen { old, pile, old_slots, drawn_slots, known, played }
}

#[test]
fn w33_guesses_are_spread_evenly_over_single_cards() {
    assert_samples(&unseen([0; 4], [2, 1, 2, 1], [0; 5], [0, 2, 2, 0, 0]), 1);
    assert_samples(&unseen([1, 2, 1, 0], [2, 1, 1, 0], [0, 2, 1, 1, 0], [0, 1, 1, 0, 0]), 2);
}

#[test]
fn w33_guesses_heed_what_was_played() {
    let mut one = unseen([2, 1, 1, 0], [1, 2, 1, 0], [0, 2, 2, 0, 0], [0, 1, 1, 0, 0]);
    one.played[1] = [1, 0, 0, 0];
    assert_samples(&one, 3);
    one.played[1] = [1, 1, 0, 0];
    one.played[2] = [0, 1, 0, 0];
    assert_samples(&one, 4);
    one.known[2] = [0, 0, 2, 0];
    assert_samples(&one, 5);
    let mut three = unseen([1, 1, 1, 0], [2, 1, 1, 0], [0, 1, 1, 1, 0], [0, 1, 1, 1, 0]);
    three.played[1] = [1, 0, 0, 0];
    three.played[2] = [0, 1, 0, 0];
    three.played[3] = [1, 0, 0, 0];
    assert_samples(&three, 6);
    three.played[3] = [1, 1, 0, 0];
    assert_samples(&three, 7);
}

/// In the base game, all unseen cards are equivalent, and scorpions are in the deck.
#[test]
fn w33_in_the_base_game_any_unseen_card_may_be_anywhere() {
    let scene = Scene::new(3).hand(0, "lens double").hand(1, "cube cube").discard("scorpion", 1);
    let scene = scene.hand(2, "cylinder").open("A", "lens").turn();
    scene.state.audit();
    let view = scene.state.view(Seat::new(0));
    let mut rng = Seed::new(1).rng();
    let mut held = [0; HELD];
    for _ in 0..4000 {
        let guess = view.determinize(&mut rng);
        guess.audit();
        assert_eq!((guess.hand_size(Seat::new(1)), guess.deck_size()), (2, 37));
        assert_eq!(guess.hands[0], [1, 0, 0, 1]);
        assert_eq!(guess.deck[RitualCard::Scorpion.index()], 1);
        for (kind, held) in held.iter_mut().enumerate() {
            *held += u32::from(guess.hands[1][kind]);
        }
    }
    // There are 39 cards (13 lenses, 12 cubes, 10 cylinders, 4 doubles) and 8000 draws.
    for (count, of) in held.into_iter().zip([13, 12, 10, 4]) {
        let expected = 8000.0 * f64::from(of) / 39.0;
        assert!((f64::from(count) - expected).abs() < 250.0, "{count} of {expected}");
    }
}

#[test]
fn w33_views_hide_hands_and_deck_and_nothing_else() {
    let scene = Scene::new(3).hand(0, "lens").hand(1, "cube").hand(2, "double").open("A", "lens");
    let mut one = scene.turn();
    let mut other = one.clone();
    let hand = &mut other.state.hands[1];
    *hand = [0, 0, 1, 0];
    other.state.deck[1] += 1;
    other.state.deck[2] -= 1;
    other.state.audit();
    let views = |scene: &Scene, seat| scene.state.view(Seat::new(seat));
    assert_eq!(views(&one, 0), views(&other, 0));
    assert_ne!(views(&one, 1), views(&other, 1));
    assert_eq!(views(&one, 2), views(&other, 2));
    let table = *views(&one, 0).table();
    assert_eq!(
        (table.hand_size(Seat::new(2)), table.hand(Seat::new(2), RitualCard::Double)),
        (1, 0)
    );
    one.play("take A");
    assert_eq!(views(&one, 2).table().taken(Seat::new(0), crate::AreaCard::Lens), 1);
}

#[test]
fn w33_a_card_drawn_by_another_is_not_seen_but_a_scorpion_is() {
    let mut scene = Scene::new(3).open("A", "four-rituals").turn();
    scene.play("take A");
    let seen = |scene: &Scene, card, seat| {
        scene.state.observe_chance(Chance::Ritual(Some(card)), Seat::new(seat))
    };
    assert_eq!(seen(&scene, RitualCard::Cube, 0), Chance::Ritual(Some(RitualCard::Cube)));
    assert_eq!(seen(&scene, RitualCard::Cube, 1), Chance::Ritual(None));
    let scorpion = Chance::Ritual(Some(RitualCard::Scorpion));
    assert_eq!(seen(&scene, RitualCard::Scorpion, 1), scorpion);
}

// Tests of the memory (W31).

fn memory(state: &State, seat: usize) -> Memory {
    state.memories[seat]
}

/// Creates an advanced game with four ritual cards open in every region.
fn draws(hands: [&str; 3]) -> Scene {
    let mut scene = Scene::advanced(3).open_draws();
    for (seat, hand) in hands.into_iter().enumerate() {
        scene = scene.hand(seat, hand);
    }
    scene.turn()
}

#[test]
fn w31_who_has_looked_knows_the_pile() {
    let mut scene = draws(["lens", "lens", "cube"]);
    assert_eq!(scene.state.view(Seat::new(0)).pile_last_seen(), None);
    scene.play("take A").look().play("choose lens+lens+lens+cube");
    assert_eq!(memory(&scene.state, 0).pile, [9, 10, 10, 0]);
    assert_eq!(scene.state.view(Seat::new(0)).pile_last_seen(), Some(([9, 10, 10], 0)));
    let mut rng = Seed::new(1).rng();
    for _ in 0..100 {
        let guess = scene.state.view(Seat::new(0)).determinize(&mut rng);
        assert_eq!(guess.deck[..3], [9, 10, 10], "he knows the deck");
        assert_eq!(total(&guess.hands[1]), 2);
        let together = guess.hands[1][0] + guess.hands[2][0];
        assert_eq!(together, 1, "and the others' hands together");
    }
    let decks: std::collections::BTreeSet<_> =
        (0..100).map(|_| scene.state.view(Seat::new(1)).determinize(&mut rng).deck).collect();
    assert!(decks.len() > 5, "the others do not");
}

/// Only seat 1 has drawn between two looks of seat 0, who therefore knows exactly which cards seat 1 got.
#[test]
fn w31_what_is_gone_tells_who_has_it() {
    let mut scene = Scene::advanced(3).open_draws();
    scene = scene.hand(2, "cube").owners(0, 2).turn();
    scene.play("take A").look().play("choose lens+lens+lens+cube");
    scene.play("take B").look().play("choose lens+cylinder+cylinder+cylinder");
    let view = scene.state.view(Seat::new(0));
    assert_eq!(view.pile_last_seen(), Some(([11, 10, 10], 4)));
    assert_eq!(view.surely_held(Seat::new(1), RitualCard::Cylinder), 0);
    scene.state.remember_pile(Seat::new(0));
    let view = scene.state.view(Seat::new(0));
    let held = |card| view.surely_held(Seat::new(1), card);
    assert_eq!(RitualCard::ALL.map(held), [1, 0, 3, 1, 0]);
    assert_eq!(
        view.surely_held(Seat::new(2), RitualCard::Cube),
        1,
        "his was the only hand at first"
    );
}

#[test]
fn w31_of_several_draws_only_what_the_others_cannot_account_for_is_certain() {
    let mut memory = Memory { pile: [6, 2, 3, 0], drawn: [0, 4, 2, 0, 0], ..Memory::EMPTY };
    memory.look([1, 2, 2, 0]);
    // Five lenses and a cylinder are gone: at least three of the lenses went to seat 1 and at least one to seat 2.
    assert_eq!(memory.known[1..3], [[3, 0, 0, 0], [1, 0, 0, 0]]);
    assert_eq!((memory.pile, memory.drawn), ([1, 2, 2, 0], [0; 5]));
}

#[test]
fn w31_cards_played_openly_are_taken_into_account() {
    let known = [[0; 4], [2, 0, 0, 0], [0; 4], [0; 4], [0; 4]];
    let start = Memory { pile: [5, 5, 5, 0], drawn: [0, 1, 0, 0, 0], known, ..Memory::EMPTY };
    let mut memory = start;
    memory.see_played(1, 5, 0);
    assert_eq!(memory.known[1], [1, 0, 0, 0], "the known one");
    let mut memory = start;
    memory.see_played(1, 5, 1);
    assert_eq!(memory.played[1], [0, 1, 0, 0], "an old one or the one drawn: open");
    let mut memory = start;
    memory.see_played(1, 3, 1);
    assert_eq!((memory.pile, memory.drawn[1]), ([5, 4, 5, 0], 0), "there are no old ones");
    let mut memory = Memory { drawn: [0; 5], ..start };
    memory.see_played(1, 5, 1);
    assert_eq!(memory, Memory { drawn: [0; 5], ..start }, "an old one: that follows by itself");
}

/// A played card may be the drawn card, so that card is no longer certainly in the hand.
#[test]
fn w31_a_look_after_a_play_counts_only_what_must_be_left() {
    let mut played = [[0; 4]; 5];
    played[1] = [1, 0, 0, 0];
    let drawn = [0, 3, 0, 0, 0];
    let mut memory = Memory { pile: [6, 2, 3, 0], drawn, played, ..Memory::EMPTY };
    memory.look([4, 1, 3, 0]);
    assert_eq!(memory.known[1], [1, 1, 0, 0]);
    assert_eq!(memory.played, [[0; 4]; 5]);
}

/// The pile was emptied and the new pile consists of the discarded cards, so all players know it.
#[test]
fn w31_a_new_deck_is_known_to_all() {
    let scene = Scene::advanced(3).hand(1, "cylinder").discard("cube", 3).deck("lens", 2);
    let mut scene = scene.open_all("four-rituals").turn();
    scene.play("take A").look().play("choose lens");
    for seat in 0..3 {
        assert_eq!(memory(&scene.state, seat).pile, [0, 3, 0, 0]);
    }
    // Seat 1 has seen only their own card, so they know the total of the other two hands.
    let mut rng = Seed::new(1).rng();
    let guess = scene.state.view(Seat::new(1)).determinize(&mut rng);
    assert_eq!(guess.hands[0][0] + guess.hands[2][0], 14);
    assert_eq!(guess.deck, [0, 3, 0, 0, 0]);
}

/// Uses a game small enough to be played many times. Seat 0 has looked through the pile. Seat 1 then draws and plays single cards
/// at random, and seat 2 draws one card. Among the games in which seat 0 has the same memory, hands and decks must be distributed
/// as in the determinizations.
#[test]
fn w33_guesses_agree_with_what_happens_at_random() {
    const GAMES: u32 = 60_000;
    let mut rng = Seed::new(9).rng();
    let mut worlds: BTreeMap<_, BTreeMap<Guess, u32>> = BTreeMap::new();
    let old: Held = [1, 1, 1, 0];
    for _ in 0..GAMES {
        let mut memory = Memory { pile: [2, 1, 1, 0], ..Memory::EMPTY };
        let mut deck = memory.pile;
        let mut hands = [[0; HELD]; SEATS];
        let mut others = old;
        for (seat, count) in [(1, 2), (2, 1)] {
            (0..count).for_each(|_| take(&mut others, &mut hands[seat], &mut rng));
        }
        for seat in [1, 2] {
            take(&mut deck, &mut hands[seat], &mut rng);
            memory.drawn[seat] += 1;
        }
        let mut played = [0; HELD];
        for _ in 0..2 {
            let (hand, before) = (total(&hands[1]), played);
            take(&mut hands[1], &mut played, &mut rng);
            let kind = (0..HELD).find(|&kind| played[kind] > before[kind]).expect("a card");
            memory.see_played(1, hand, kind);
        }
        let world = worlds.entry((memory.pile, memory.played, memory.drawn)).or_default();
        *world.entry((hands, deck)).or_default() += 1;
    }
    assert_eq!(worlds.len(), 6, "two cards of three kinds");
    for ((pile, played, drawn), counts) in worlds {
        let (old_slots, known) = ([0, 2, 1, 0, 0], [[0; HELD]; SEATS]);
        let unseen = Unseen { old, pile, old_slots, drawn_slots: drawn, known, played };
        let games: u32 = counts.values().sum();
        assert_counts(&counts, enumerate(&unseen), games);
        assert_samples(&unseen, 10);
    }
}

/// Moves a card at random.
fn take(from: &mut Held, to: &mut Held, rng: &mut GameRng) {
    let number = rng.random_range(0..u32::from(total(from)));
    let kind = position_of(from, number);
    from[kind] -= 1;
    to[kind] += 1;
}
