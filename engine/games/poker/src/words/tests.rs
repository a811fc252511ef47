//! Tests of the pictures and words of poker.

use super::telling::text;
use crate::kuhn::Kuhn;
use crate::leduc::Leduc;
use engine::drawing::Viewer;
use engine::testing::random_game;
use engine::{PlainEvent, PlayableGame, Rules, Seat, Turn, View};
use rand::SeedableRng;
use std::collections::BTreeSet;

/// Returns everything that a viewer is shown of a position.
fn shown<G: PlayableGame<Event = PlainEvent<G>>>(
    game: &G,
    setup: &G::Setup,
    viewer: Viewer,
) -> String {
    let renderer = G::renderer();
    let facts = [renderer.facts(game)].into_iter();
    let facts = facts.chain(Seat::all(game.players()).map(|seat| renderer.seat_facts(game, seat)));
    let words: Vec<_> = facts
        .chain(renderer.words(game, setup, viewer))
        .map(|phrase| serde_json::json!(phrase))
        .collect();
    format!(
        "{words:?}{}{}",
        renderer.public_sketch(game, setup),
        renderer.board(game, setup, viewer).pieces.concat()
    )
}

/// The same view means the same pictures and words, whatever the hidden cards are.
fn check_secrets<G: PlayableGame<Event = PlainEvent<G>>>(players: usize) -> BTreeSet<String> {
    let setup = G::setup(players, &Rules::new()).unwrap();
    let mut words = BTreeSet::new();
    for seed in 0..200 {
        random_game::<G>(&setup, seed, |game| {
            let mut rng = engine::GameRng::seed_from_u64(seed);
            for seat in Seat::all(players).filter(|_| game.turn() != Turn::Over) {
                let other = game.view(seat).determinize(&mut rng);
                for viewer in [Viewer::Seat(seat), Viewer::Public] {
                    assert_eq!(
                        shown(game, &setup, viewer),
                        shown(&other, &setup, viewer),
                        "{seat}"
                    );
                }
            }
            let mut moves = Vec::new();
            game.moves(&mut moves);
            for mv in moves {
                let (mut after, mut events) = (game.clone(), Vec::new());
                words.insert(G::renderer().move_in_words(game, &setup, mv).to_string());
                after.play_recorded(mv, &mut events);
                let told = G::renderer().describe(&events[0], &after, &setup, Viewer::Public);
                words.insert(told.to_string().split_once(' ').unwrap().1.to_owned());
            }
        });
    }
    words
}

#[test]
fn nobody_sees_hidden_cards_and_moves_have_their_names() {
    let expected = [
        "Bet 1 chip",
        "Call 1 chip",
        "Check",
        "Fold",
        "bets 1 chip.",
        "calls and pays 1 chip.",
        "checks.",
        "folds.",
    ];
    let expected: BTreeSet<_> = expected.map(str::to_owned).into();
    for players in [2, 3] {
        assert_eq!(check_secrets::<Kuhn>(players), expected);
    }
    let words = check_secrets::<Leduc>(2);
    for word in [
        "Bet 2 chips",
        "Bet 4 chips",
        "Call 4 chips",
        "Raise by 4 (pay 8 chips)",
        "checks.",
        "raises by 2 and pays 4 chips.",
    ] {
        assert!(words.contains(word), "{words:?}");
    }
}

/// Plays moves after a deal, and returns the lines for a viewer.
fn lines<G: PlayableGame<Event = PlainEvent<G>>>(events: &[&str], viewer: Viewer) -> String
where
    G::Chance: std::str::FromStr<Err: std::fmt::Debug>,
{
    let setup = G::setup(2, &Rules::new()).unwrap();
    let mut game = G::start(&setup);
    for event in events {
        match game.turn() {
            Turn::Chance => game.happen(event.parse().unwrap()),
            _ => game.play(event.parse().unwrap()),
        }
    }
    text(&G::renderer().words(&game, &setup, viewer))
}

#[test]
fn a_showdown_shows_the_cards_and_a_fold_does_not() {
    assert_eq!(
        lines::<Kuhn>(&["JK", "pass", "bet", "bet"], Viewer::Public),
        "A: jack, 2 chips paid\nB: king, 2 chips paid\n"
    );
    let fold = ["JK", "pass", "bet", "pass"];
    assert_eq!(
        lines::<Kuhn>(&fold, Viewer::Seat(Seat::new(0))),
        "A: jack, 1 chip paid, folded\nB: card face down, 2 chips paid\n"
    );
    let folded = lines::<Kuhn>(&fold, Viewer::Public);
    assert_eq!(folded, "A: card face down, 1 chip paid, folded\nB: card face down, 2 chips paid\n");
    let open = ["deal Js Kh", "raise", "call", "open Jh", "call"];
    let public = "public card: jack of hearts\n";
    let seen = lines::<Leduc>(&open, Viewer::Public);
    assert!(seen.starts_with("A: card face down, 3 chips paid\n") && seen.ends_with(public));
    let seen = lines::<Leduc>(&[&open[..], &["call"]].concat(), Viewer::Public);
    assert!(seen.starts_with("A: jack of spades, 3 chips paid\n"));
}
