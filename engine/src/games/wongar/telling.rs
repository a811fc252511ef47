//! Wongar as text: descriptions of events, and the board in letters.

use super::state::cards::one_by_one;
use super::{Cause, Event, Figure, Kind, Move, Region, RitualCard, Setup, State, Use, drawing};
use crate::drawing::{Board, LegendEntry, Point, Render, Viewer, seat_letter};
use crate::{Seat, TextTable};

/// The rules in six sentences.
const RULES: &[&str] = &[
    "Each player has stones of three kinds: lenses, cubes and cylinders. The stones fill ten regions.",
    "In every round, each player takes one open card from a region and carries it out: place stones, draw ritual \
     cards, or move the Ancestor or the Elder.",
    "When a figure arrives in a region, a ceremony takes place: players with a stone there may play ritual cards to \
     remove other players' stones or to move their own in and out.",
    "Then, for each kind, the player with the most stones in the region scores. Ties go to the Ancestor's owner, or to \
     the tied player who sits nearest after them.",
    "A player who gets a scorpion loses one point for each player behind them, and the scorpion advances on its \
     track. Ceremonies score more in later phases.",
    "The scorpion's last space or an empty stack triggers the end of the game. The most cards of a kind bring a bonus; \
     the most points win.",
];

/// The renderer of Wongar.
pub struct Renderer;

impl Render<State> for Renderer {
    fn rules(&self) -> &'static [&'static str] {
        RULES
    }

    fn board(&self, state: &State, setup: &Setup) -> Board {
        drawing::board(state, setup.board())
    }

    fn places(&self, _: &State, setup: &Setup, mv: Move) -> Vec<Point> {
        drawing::place(setup.board(), mv).into_iter().collect()
    }

    fn hand(&self, state: &State, seat: Seat) -> Vec<&'static str> {
        let held = |card: RitualCard| std::iter::repeat_n(card.id(), state.hand(seat, card).into());
        RitualCard::ALL.into_iter().flat_map(held).collect()
    }

    fn deck(&self, state: &State) -> Vec<&'static str> {
        one_by_one(&RitualCard::ALL.map(RitualCard::id), &state.deck)
    }

    fn words(&self, state: &State, setup: &Setup) -> Vec<String> {
        Region::all().map(|region| region_in_words(state, setup, region)).collect()
    }

    fn legend(&self) -> Vec<LegendEntry> {
        drawing::legend()
    }

    fn facts(&self, state: &State) -> String {
        let (space, spaces) = (state.space(), state.board().spaces());
        format!("round {}, scorpion on space {space} of {spaces}", state.round())
    }

    fn seat_facts(&self, state: &State, seat: Seat) -> String {
        let mut text = match state.hand_size(seat) {
            1 => "1 ritual card".to_owned(),
            cards => format!("{cards} ritual cards"),
        };
        let tokens = Figure::ALL.into_iter().filter(|&figure| state.owner(figure) == Some(seat));
        for figure in tokens {
            text.push_str(", ");
            text.push_str(figure.id());
        }
        if state.boomerang() == seat {
            text.push_str(", boomerang");
        }
        text
    }

    /// Draws the regions as a table: stones of every seat, one number per kind.
    fn sketch(&self, state: &State, setup: &Setup) -> String {
        let seats = || Seat::all(state.players());
        let letters: Vec<_> = seats().map(|seat| name(seat).to_string()).collect();
        let mut header = vec!["region", "open card", "figures"];
        header.extend(letters.iter().map(String::as_str));
        header.push("face down");
        let rows = Region::all().map(|region| {
            let figures = Figure::ALL.into_iter().filter(|&figure| state.figure(figure) == region);
            let figures: Vec<_> = figures.map(Figure::id).collect();
            let mut row = vec![
                format!("{region} {}", setup.board().name(region)),
                state.open_card(region).map_or("-", |card| card.id()).to_owned(),
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

    fn describe(&self, event: &Event, setup: &Setup, viewer: Viewer) -> String {
        match *event {
            // W33: a drawn card goes to a hidden hand, unless it is a scorpion.
            Event::Ritual { p, card }
                if card != RitualCard::Scorpion && !viewer.sees_hand_of(p) =>
            {
                format!("{} gets a ritual card.", name(p))
            }
            _ => describe(&event.with_names(setup.board())),
        }
    }
}

/// Describes the contents of a region.
fn region_in_words(state: &State, setup: &Setup, region: Region) -> String {
    let mut parts = Vec::new();
    for kind in Kind::ALL {
        let stones = Seat::all(state.players())
            .map(|seat| (name(seat), state.stones(region, kind, seat)))
            .filter(|&(_, stones)| stones > 0)
            .map(|(letter, stones)| format!("{letter} {stones}"));
        let stones: Vec<_> = stones.collect();
        if !stones.is_empty() {
            parts.push(format!("{} {}", kind.id(), stones.join(", ")));
        }
    }
    let figures = Figure::ALL.into_iter().filter(|&figure| state.figure(figure) == region);
    parts.extend(figures.map(|figure| figure.id().to_owned()));
    parts.push(match state.open_card(region) {
        Some(card) => format!("open card: {}", card.id()),
        None => "no open card".to_owned(),
    });
    parts.push(format!("{} face down", state.stack_size(region)));
    format!("{}: {}", setup.board().name(region), parts.join("; "))
}

/// Describes an event.
fn describe(event: &Event<&str>) -> String {
    match event {
        Event::Place { p, kind, region } => {
            format!("{} places a {} in {region}.", name(*p), kind.id())
        }
        Event::Round { n, start } => {
            format!("Round {n} begins; {} has the boomerang.", name(*start))
        }
        Event::Reveal { region, card } => {
            format!("In {region} a card is turned up: {}.", card.id())
        }
        Event::Take { p, region, card } => {
            format!("{} takes the card of {region}: {}.", name(*p), card.id())
        }
        Event::OwnCard { p, card } => format!("{} plays their own card {}.", name(*p), card.id()),
        Event::Ritual { p, card } => format!("{} gets a ritual card: {}.", name(*p), card.id()),
        Event::Lapse { p } => format!("There is no card for {} to draw.", name(*p)),
        Event::Reshuffle => "The discarded cards are shuffled into a new deck.".to_owned(),
        Event::Scorpion { p, space, penalty } => {
            format!(
                "A scorpion for {}: {penalty} points back; it is now on space {space}.",
                name(*p)
            )
        }
        Event::Move { figure, region } => format!("The figure {} goes to {region}.", figure.id()),
        Event::Ceremony { region, cause } => {
            format!("A ceremony begins in {region}, called by {}.", called_by(*cause))
        }
        Event::Play { p, card, kind, usage, stones } => {
            let (use_, way) = match usage {
                Use::Remove => ("removes", "of"),
                Use::Out => ("moves out", "to"),
                Use::In => ("moves in", "from"),
            };
            let parts: Vec<_> = stones
                .iter()
                .map(|(owner, region)| match usage {
                    Use::Remove => name(*owner).to_string(),
                    Use::Out | Use::In => (*region).to_owned(),
                })
                .collect();
            let (player, places) = (name(*p), parts.join(" and "));
            let (card, kind) = (card.id(), kind.id());
            format!(
                "{player} plays a ritual card ({card}) and {use_} stones ({kind}) {way} {places}."
            )
        }
        Event::Pass { p } => format!("{} passes.", name(*p)),
        Event::Score { kind, p, points } => {
            format!(
                "{} has the most stones of the kind {} and scores {points}.",
                name(*p),
                kind.id()
            )
        }
        Event::Bonus { kind, seats } => {
            let seats: Vec<_> = seats.iter().map(|&seat| name(seat).to_string()).collect();
            let who = if seats.is_empty() { "nobody".to_owned() } else { seats.join(" and ") };
            format!("Bonus for the most cards of the kind {}: {who}.", kind.id())
        }
        Event::End { .. } => "The game is over.".to_owned(),
    }
}

fn name(seat: Seat) -> char {
    seat_letter(seat)
}

fn called_by(cause: Cause) -> &'static str {
    match cause {
        Cause::Ancestor => "the Ancestor",
        Cause::Elder => "the Elder",
        Cause::Both => "both figures",
    }
}
