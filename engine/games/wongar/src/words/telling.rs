//! Wongar as text: descriptions of events, and the board in letters.

use crate::state::cards::one_by_one;
use crate::state::phase::Phase;
use crate::words::drawing;
use crate::words::phrases::{self, Plural, RegionName, Stones};
use crate::{
    Board as PrintedBoard, Cause, Ending, Event, Figure, Kind, Move, Region, RitualCard, Setup,
    State, Use,
};
use engine::drawing::{Board, LegendEntry, Point, Render, Viewer};
use engine::phrase::{Count, Listed, Owned, Parts, Phrase, PhraseKind, PhraseValue};
use engine::{Seat, TextTable};

/// The rules in six sentences.
const RULES: &[&str] = &[
    "Each player has stones of three kinds: lenses, cubes and cylinders. The stones fill ten regions.",
    "In every round, each player takes one open card from a region and carries it out: place stones, draw ritual \
     cards, or move the Ancestor or the Elder.",
    "When a figure arrives in a region, a ceremony takes place: players with a stone there may play ritual cards to \
     remove other players' stones or to move their own in and out.",
    "Then, for each kind, the player with the most stones in the region scores. Ties go to the Ancestor's owner or, if that \
     player is not tied, to the next tied player clockwise.",
    "A player who gets a scorpion loses one point for each player behind them, and the scorpion advances on its \
     track. Ceremonies score more in later phases.",
    "The game ends after the round in which the scorpion reaches its last space or a stack runs out. For each kind of stone, the \
     player who has taken the most cards scores a bonus. The player with the most points wins.",
];

/// Draws boards of Wongar, and describes its moves and events in words.
pub struct Renderer;

impl Render<State> for Renderer {
    fn rules(&self) -> &'static [&'static str] {
        RULES
    }

    fn board(&self, state: &State, setup: &Setup, _: Viewer) -> Board {
        drawing::board(state, setup.board())
    }

    fn places(&self, state: &State, setup: &Setup, mv: Move) -> Vec<Point> {
        drawing::place(state, setup.board(), mv).into_iter().collect()
    }

    fn move_in_words(&self, state: &State, setup: &Setup, mv: Move) -> Phrase {
        move_in_words(state, setup.board(), mv)
    }

    fn hand(&self, state: &State, seat: Seat) -> Vec<&'static str> {
        let held = |card: RitualCard| std::iter::repeat_n(card.id(), state.hand(seat, card).into());
        RitualCard::ALL.into_iter().flat_map(held).collect()
    }

    fn deck(&self, state: &State) -> Vec<&'static str> {
        one_by_one(&RitualCard::ALL.map(RitualCard::id), &state.deck)
    }

    fn words(&self, state: &State, setup: &Setup, _: Viewer) -> Vec<Phrase> {
        Region::all().map(|region| region_in_words(state, setup, region)).collect()
    }

    fn legend(&self) -> Vec<LegendEntry> {
        drawing::legend()
    }

    fn facts(&self, state: &State) -> Phrase {
        phrases::progress(state.round(), state.space(), state.board().spaces())
    }

    fn seat_facts(&self, state: &State, seat: Seat) -> Phrase {
        let number = state.hand_size(seat).into();
        let mut parts = vec![phrases::hand(Count { number, thing: "ritual card" })];
        let tokens = Figure::ALL.into_iter().filter(|&figure| state.owner(figure) == Some(seat));
        parts.extend(tokens.map(phrases::figure));
        if state.boomerang() == seat {
            parts.push(phrases::boomerang());
        }
        phrases::seat(Parts(parts))
    }

    fn phase(&self, state: &State) -> &'static str {
        state.phase.chapter()
    }

    fn phases(&self) -> &'static [&'static str] {
        Phase::chapters()
    }

    fn phrases(&self) -> &'static [PhraseKind] {
        phrases::PHRASES
    }

    fn names(&self) -> Vec<(String, Vec<String>)> {
        phrases::names()
    }

    /// Draws the regions as a table: stones of every seat, one number per kind.
    fn sketch(&self, state: &State, setup: &Setup) -> String {
        let seats = || Seat::all(state.players());
        let letters: Vec<_> = seats().map(|seat| seat.english()).collect();
        let mut header = vec!["region", "open card", "figures"];
        header.extend(letters.iter().map(String::as_str));
        header.push("face down");
        let rows = Region::all().map(|region| {
            let figures = Figure::ALL.into_iter().filter(|&figure| state.figure(figure) == region);
            let figures: Vec<_> = figures.map(|figure| figure.english()).collect();
            let mut row = vec![
                format!("{region} {}", RegionName::on(setup.board(), region).english()),
                state.open_card(region).map_or("-".to_owned(), |card| card.english()),
                figures.join(" "),
            ];
            row.extend(seats().map(|seat| {
                Kind::ALL.map(|kind| state.stones(region, kind, seat).to_string()).join("/")
            }));
            row.push(state.stack_size(region).to_string());
            row
        });
        TextTable::new(&header, 3, rows.collect()).to_string()
            + "\nStones: lenses/cubes/cylinders of every player.\n"
    }

    fn describe(&self, event: &Event, _: &State, setup: &Setup, viewer: Viewer) -> Phrase {
        match *event {
            // W33: a drawn card goes to a hidden hand, unless it is a scorpion.
            Event::Ritual { p, card }
                if card != RitualCard::Scorpion && !viewer.sees_hand_of(p) =>
            {
                phrases::hidden_ritual(p)
            }
            _ => describe(event, setup.board()),
        }
    }
}

/// Describes the contents of a region.
fn region_in_words(state: &State, setup: &Setup, region: Region) -> Phrase {
    let mut parts = Vec::new();
    for kind in Kind::ALL {
        let stones = Seat::all(state.players())
            .map(|seat| (seat, state.stones(region, kind, seat)))
            .filter(|&(_, stones)| stones > 0);
        let stones: Vec<_> = stones.collect();
        if !stones.is_empty() {
            parts.push(phrases::stones(Plural(kind), Owned(stones)));
        }
    }
    let figures = Figure::ALL.into_iter().filter(|&figure| state.figure(figure) == region);
    parts.extend(figures.map(phrases::figure));
    parts.push(match state.open_card(region) {
        Some(card) => phrases::open_card(card),
        None => phrases::no_open_card(),
    });
    let number = state.stack_size(region).into();
    parts.push(phrases::face_down(Count { number, thing: "card" }));
    phrases::contents(RegionName::on(setup.board(), region), Parts(parts))
}

/// Describes a move of the seat that decides.
fn move_in_words(state: &State, board: &PrintedBoard, mv: Move) -> Phrase {
    let name = |region| RegionName::on(board, region);
    match mv {
        Move::Settle(kind, region) => phrases::move_settle(kind, name(region)),
        Move::Take(region) => match state.open_card(region) {
            Some(card) => phrases::move_take(name(region), card),
            None => phrases::region(name(region)),
        },
        Move::Own(figure) => phrases::move_own(figure),
        Move::Place(region) => phrases::move_place(name(region)),
        Move::Draw => phrases::move_draw(),
        Move::Triple(kind) => phrases::move_triple(Plural(kind)),
        Move::Choose(pick) => phrases::move_choose(Listed(pick.kinds().collect())),
        Move::ChooseUnseen(number) => {
            phrases::move_choose_unseen(Count { number: number.into(), thing: "card" })
        }
        Move::Travel(region) => phrases::move_travel(name(region)),
        Move::Pass => phrases::move_pass(),
        Move::Play(kind, usage) => phrases::move_play(kind, usage),
        Move::PlayDouble(kind, usage) => phrases::move_play_double(kind, usage),
        Move::From(seat) => phrases::move_from(seat),
        Move::Via(region) => phrases::move_via(name(region)),
    }
}

/// Describes an event without hidden parts.
fn describe(event: &Event, board: &PrintedBoard) -> Phrase {
    let name = |region| RegionName::on(board, region);
    match *event {
        Event::Place { p, kind, region } => phrases::place(p, kind, name(region)),
        Event::Round { n, start } => phrases::round(n, start),
        Event::Reveal { region, card } => phrases::reveal(name(region), card),
        Event::Take { p, region, card } => phrases::take(p, name(region), card),
        Event::OwnCard { p, card } => phrases::own_card(p, card),
        Event::Ritual { p, card } => phrases::ritual(p, card),
        Event::Lapse { p } => phrases::lapse(p),
        Event::Reshuffle => phrases::reshuffle(),
        Event::Scorpion { p, space, penalty: 0 } => phrases::no_penalty(p, space),
        Event::Scorpion { p, space, penalty } => {
            phrases::penalty(p, Count { number: penalty.into(), thing: "point" }, space)
        }
        Event::Move { figure, region } => phrases::travel(figure, name(region)),
        Event::Ceremony { region, cause } => match cause {
            Cause::Ancestor => phrases::ceremony(name(region), Figure::Ancestor),
            Cause::Elder => phrases::ceremony(name(region), Figure::Elder),
            Cause::Both => phrases::ceremony_of_both(name(region)),
        },
        Event::Play { p, card, kind, usage, ref stones } => {
            let moved = Stones { kind, count: stones.len() };
            let regions = stones.iter().map(|&(_, region)| name(region)).collect();
            match usage {
                Use::Remove => {
                    let owners = stones.iter().map(|&(owner, _)| owner).collect();
                    phrases::remove(p, card, moved, Listed::unique(owners))
                }
                Use::Out => phrases::move_out(p, card, moved, Listed::unique(regions)),
                Use::In => phrases::move_in(p, card, moved, Listed::unique(regions)),
            }
        }
        Event::Pass { p } => phrases::pass(p),
        Event::Score { kind, p, points } => {
            let number = points.unsigned_abs().into();
            phrases::score(p, Plural(kind), Count { number, thing: "point" })
        }
        Event::Bonus { kind, ref seats } if seats.is_empty() => phrases::no_bonus(kind),
        Event::Bonus { kind, ref seats } => phrases::bonus(kind, Listed(seats.to_vec())),
        Event::End { cause: Ending::Scorpion } => phrases::end_scorpion(),
        Event::End { cause: Ending::Stack } => phrases::end_stack(),
    }
}
