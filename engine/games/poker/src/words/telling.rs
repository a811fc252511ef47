//! Poker in words.

use super::drawing;
use super::game::{Act, CardId, Dealt, Poker, last_act, seen_card};
use super::phrases::{self, Face};
use engine::drawing::{Board, LegendEntry, Render, Viewer};
use engine::phrase::{Count, Parts, Phrase, PhraseKind, PhraseValue};
use engine::{PlainEvent, Seat};

/// The ids of all cards, for translations.
const CARDS: [CardId; 10] = ["T", "J", "Q", "K", "Js", "Jh", "Qs", "Qh", "Ks", "Kh"];

/// Describes the table in words, one line for each seat and one for the public card.
fn lines<G: Poker>(game: &G, viewer: Viewer) -> Vec<Phrase> {
    let of_seat = |seat| {
        let card = seen_card(game, seat, viewer).map_or_else(phrases::face_down, card);
        let parts = [vec![card], seat_parts(game, seat)].concat();
        phrases::line(seat, Parts(parts))
    };
    let public = game
        .public_card()
        .map_or_else(phrases::no_public_card, |id| phrases::public_card(Face(id)));
    let public = G::HAS_PUBLIC_CARD.then_some(public);
    Seat::all(game.players()).map(of_seat).chain(public).collect()
}

/// Returns the facts about a seat besides its card.
fn seat_parts<G: Poker>(game: &G, seat: Seat) -> Vec<Phrase> {
    let folded = game.has_folded(seat).then(phrases::folded);
    [phrases::paid(chips(game.paid(seat)))].into_iter().chain(folded).collect()
}

fn card(id: CardId) -> Phrase {
    phrases::card(Face(id))
}

fn chips(number: u8) -> Count {
    Count { number: number.into(), thing: "chip" }
}

/// Returns one line of text per phrase.
pub(super) fn text(lines: &[Phrase]) -> String {
    let lines: Vec<_> = lines.iter().map(Phrase::to_string).collect();
    lines.join("\n") + "\n"
}

/// The renderer of every game of poker.
pub struct Renderer;

impl<G: Poker> Render<G> for Renderer {
    fn rules(&self) -> &'static [&'static str] {
        G::INTRODUCTION
    }

    fn board(&self, state: &G, _: &G::Setup, viewer: Viewer) -> Board {
        drawing::board(state, viewer)
    }

    fn legend(&self) -> Vec<LegendEntry> {
        Vec::new()
    }

    fn facts(&self, state: &G) -> Phrase {
        phrases::pot(chips(Seat::all(state.players()).map(|seat| state.paid(seat)).sum()))
    }

    fn seat_facts(&self, state: &G, seat: Seat) -> Phrase {
        let shown = seen_card(state, seat, Viewer::Public).map(card);
        phrases::seat(Parts(shown.into_iter().chain(seat_parts(state, seat)).collect()))
    }

    fn phrases(&self) -> &'static [PhraseKind] {
        phrases::PHRASES
    }

    fn names(&self) -> Vec<(String, Vec<String>)> {
        vec![(Face::kind(), CARDS.map(str::to_owned).to_vec())]
    }

    fn sketch(&self, state: &G, _: &G::Setup) -> String {
        text(&lines(state, Viewer::Everything))
    }

    fn public_sketch(&self, state: &G, _: &G::Setup) -> String {
        text(&lines(state, Viewer::Public))
    }

    fn describe(&self, event: &G::Event, after: &G, _: &G::Setup, viewer: Viewer) -> Phrase {
        let p = match *event {
            PlainEvent::Move { p, .. } => p,
            PlainEvent::Chance { outcome } => return told(G::dealt_by(outcome), viewer),
        };
        match last_act(after) {
            Act::Check => phrases::check(p),
            Act::Fold => phrases::fold(p),
            Act::Bet(added) => phrases::bet(p, chips(added)),
            Act::Call(added) => phrases::call(p, chips(added)),
            Act::Raise { by, pays } => phrases::raise(p, by, chips(pays)),
        }
    }

    fn move_in_words(&self, state: &G, _: &G::Setup, mv: G::Move) -> Phrase {
        match state.act(mv) {
            Act::Check => phrases::move_check(),
            Act::Fold => phrases::move_fold(),
            Act::Bet(added) => phrases::move_bet(chips(added)),
            Act::Call(added) => phrases::move_call(chips(added)),
            Act::Raise { by, pays } => phrases::move_raise(by, chips(pays)),
        }
    }

    fn hand(&self, state: &G, seat: Seat) -> Vec<&'static str> {
        state.card_of(seat).into_iter().collect()
    }

    fn deck(&self, state: &G) -> Vec<&'static str> {
        let mut cards = state.cards();
        cards.retain(|&card| {
            let is_held = Seat::all(state.players()).any(|seat| state.card_of(seat) == Some(card));
            !is_held && state.public_card() != Some(card)
        });
        cards
    }

    fn words(&self, state: &G, _: &G::Setup, viewer: Viewer) -> Vec<Phrase> {
        lines(state, viewer)
    }
}

/// Describes the dealing of cards.
fn told(dealt: Dealt, viewer: Viewer) -> Phrase {
    let hands = match dealt {
        Dealt::Public(id) => return phrases::open(Face(id)),
        Dealt::Hands(hands) => hands,
    };
    let seen = Seat::all(hands.len()).zip(hands).filter(|&(seat, _)| viewer.sees_hand_of(seat));
    let seen: Vec<_> = seen.filter_map(|(seat, id)| Some((seat, Face(id?)))).collect();
    match seen[..] {
        [] => phrases::deal(),
        [(seat, card)] => phrases::get(seat, card),
        _ => {
            let each = seen
                .into_iter()
                .map(|(p, card)| phrases::line(p, Parts(vec![phrases::card(card)])));
            phrases::deal_open(Parts(each.collect()))
        }
    }
}
