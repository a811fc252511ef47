//! The phrases of Wongar, with their English texts.

use crate::{AreaCard, Board, Figure, Kind, Region, RitualCard, Use};
use engine::Seat;
use engine::phrase::{Count, Listed, Owned, Parts, PhraseValue, phrases};
use serde_json::{Value, json};

phrases! {
    in "wongar";

    progress(round: u8, space: u8, spaces: u8) = "round {round}, scorpion on space {space} of {spaces}";
    seat(parts: Parts<','>) = "{parts}";
    hand(cards: Count) = "{cards}";
    figure(figure: Figure) = "{figure}";
    boomerang() = "boomerang";

    contents(region: RegionName, parts: Parts<';'>) = "{region}: {parts}";
    stones(kind: Plural, owners: Owned) = "{kind}: {owners}";
    open_card(card: AreaCard) = "open card: {card}";
    no_open_card() = "no open card";
    face_down(cards: Count) = "{cards} face down";
    region(region: RegionName) = "{region}";
    card(card: AreaCard) = "{card}";
    kind(kind: Kind) = "{kind}";
    scorpion() = "scorpion";

    move_settle(kind: Kind, region: RegionName) = "Place a {kind} in {region}";
    move_take(region: RegionName, card: AreaCard) = "Take the card of {region}: {card}";
    move_own(figure: Figure) = "Play your own card: {figure}";
    move_place(region: RegionName) = "Place the stone in {region}";
    move_draw() = "Draw a ritual card";
    move_triple(kind: Plural) = "Place three {kind}";
    move_choose(cards: Listed<Kind>) = "Choose from the deck: {cards}";
    move_choose_unseen(cards: Count) = "Choose {cards} from the deck";
    move_travel(region: RegionName) = "Move the figure to {region}";
    move_pass() = "Pass";
    move_play(kind: Kind, usage: Use) = "Play a {kind}: {usage}";
    move_play_double(kind: Kind, usage: Use) = "Play a double as {kind}: {usage}";
    move_from(p: Seat) = "Remove a stone of {p}";
    move_via(region: RegionName) = "Adjacent region: {region}";

    place(p: Seat, kind: Kind, region: RegionName) = "{p} places a {kind} in {region}.", "You place a {kind} in {region}.";
    round(round: u8, start: Seat) = "Round {round} begins; {start} has the boomerang.";
    reveal(region: RegionName, card: AreaCard) = "A card is revealed in {region}: {card}.";
    take(p: Seat, region: RegionName, card: AreaCard) = "{p} takes the open card of {region}: {card}.",
        "You take the open card of {region}: {card}.";
    own_card(p: Seat, figure: Figure) = "{p} plays their own {figure} card.", "You play your own {figure} card.";
    ritual(p: Seat, card: RitualCard) = "{p} gets a ritual card: {card}.", "You get a ritual card: {card}.";
    hidden_ritual(p: Seat) = "{p} gets a ritual card.", "You get a ritual card.";
    lapse(p: Seat) = "{p} cannot draw, because no ritual cards are left.",
        "You cannot draw, because no ritual cards are left.";
    reshuffle() = "The discarded ritual cards are shuffled into a new deck.";
    penalty(p: Seat, points: Count, space: u8) =
        "{p} gets a scorpion and loses {points}. The scorpion advances to space {space}.",
        "You get a scorpion and lose {points}. The scorpion advances to space {space}.";
    no_penalty(p: Seat, space: u8) = "{p} gets a scorpion, which advances to space {space}.",
        "You get a scorpion, which advances to space {space}.";
    travel(figure: Figure, region: RegionName) = "The {figure} moves to {region}.";
    ceremony(region: RegionName, figure: Figure) = "A ceremony begins in {region}, where the {figure} has arrived.";
    ceremony_of_both(region: RegionName) = "A ceremony begins in {region}, where both figures have arrived.";
    remove(p: Seat, card: RitualCard, stones: Stones, owners: Listed<Seat>) =
        "{p} plays a ritual card ({card}) and removes {stones} of {owners}.",
        "You play a ritual card ({card}) and remove {stones} of {owners}.";
    move_out(p: Seat, card: RitualCard, stones: Stones, regions: Listed<RegionName>) =
        "{p} plays a ritual card ({card}) and moves {stones} out to {regions}.",
        "You play a ritual card ({card}) and move {stones} out to {regions}.";
    move_in(p: Seat, card: RitualCard, stones: Stones, regions: Listed<RegionName>) =
        "{p} plays a ritual card ({card}) and moves {stones} in from {regions}.",
        "You play a ritual card ({card}) and move {stones} in from {regions}.";
    pass(p: Seat) = "{p} passes.", "You pass.";
    score(p: Seat, kind: Plural, points: Count) = "{p} has the most {kind} and scores {points}.",
        "You have the most {kind} and score {points}.";
    bonus(kind: Kind, seats: Listed<Seat>) = "Bonus for the most {kind} cards: {seats}.";
    no_bonus(kind: Kind) = "Bonus for the most {kind} cards: nobody.";
    end_scorpion() = "The game is over: the scorpion has reached the last space of its track.";
    end_stack() = "The game is over: a stack has run out of cards.";

    legend_players() = "Players, each with a colour, a shape and a letter; A is seat 0.";
    legend_stones() =
        "Stones, with one row per kind in every region. The number beside a player's sign counts that player's stones.";
    legend_figures() =
        "The figures Ancestor and Elder, with the colour and letter of the player who owns their token, or white. When a \
         figure arrives in a region, a ceremony takes place.";
    legend_track() =
        "The scorpion's track with its three phases. Later phases score more, and its last space ends the game.";
}

/// Makes vocabularies values of phrases: the id in records in JSON, and the name for people in English.
macro_rules! named {
    ($($vocabulary:ident),+) => {$(
        impl PhraseValue for $vocabulary {
            fn kind() -> String {
                stringify!($vocabulary).to_owned()
            }

            fn json(&self) -> Value {
                self.id().into()
            }

            fn english(&self) -> String {
                name_of(self.id()).to_owned()
            }
        }
    )+};
}
named!(Kind, AreaCard, RitualCard, Figure, Use);

/// Returns the English name for a word of the vocabularies.
fn name_of(id: &'static str) -> &'static str {
    match id {
        "ancestor" => "Ancestor",
        "elder" => "Elder",
        "both" => "both figures",
        "four-rituals" => "four rituals",
        "remove" => "remove a stone",
        "out" => "move a stone out",
        "in" => "move a stone in",
        id => id,
    }
}

/// A kind of stones in the plural: `lenses`.
pub(crate) struct Plural(pub Kind);

impl PhraseValue for Plural {
    fn kind() -> String {
        Kind::kind()
    }

    fn json(&self) -> Value {
        self.0.json()
    }

    fn english(&self) -> String {
        match self.0 {
            Kind::Lens => "lenses".to_owned(),
            Kind::Cube | Kind::Cylinder => format!("{}s", self.0),
        }
    }
}

/// A number of stones of a kind: `a lens`, `2 lenses`.
pub(crate) struct Stones {
    pub kind: Kind,
    pub count: usize,
}

impl PhraseValue for Stones {
    fn kind() -> String {
        format!("{{ kind: {}; count: number }}", Kind::kind())
    }

    fn json(&self) -> Value {
        json!({"kind": self.kind.id(), "count": self.count})
    }

    fn english(&self) -> String {
        match self.count {
            1 => format!("a {}", self.kind),
            count => format!("{count} {}", Plural(self.kind).english()),
        }
    }
}

/// A region by its name on the board: `north-east` reads `North-East`.
#[derive(Clone, PartialEq)]
pub(crate) struct RegionName(String);

impl RegionName {
    /// Returns the name of a region on a board.
    pub fn on(board: &Board, region: Region) -> Self {
        Self(board.name(region).to_owned())
    }
}

impl PhraseValue for RegionName {
    fn kind() -> String {
        "Region".to_owned()
    }

    fn json(&self) -> Value {
        self.0.as_str().into()
    }

    fn english(&self) -> String {
        let words = self.0.split('-').map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|letter| letter.to_uppercase().to_string());
            first.unwrap_or_default() + letters.as_str()
        });
        words.collect::<Vec<_>>().join("-")
    }
}

/// Returns the names in phrases and moves, by their type.
pub(super) fn names() -> Vec<(String, Vec<String>)> {
    let board = Board::reconstruction();
    let names = Region::all().map(|region| board.name(region).to_owned()).collect();
    vec![
        names_of::<Kind>(&Kind::IDS),
        names_of::<AreaCard>(&AreaCard::IDS),
        names_of::<RitualCard>(&RitualCard::IDS),
        names_of::<Figure>(&Figure::IDS),
        names_of::<Use>(&Use::IDS),
        (RegionName::kind(), names),
    ]
}

fn names_of<T: PhraseValue>(ids: &[&str]) -> (String, Vec<String>) {
    (T::kind(), ids.iter().map(|&id| id.to_owned()).collect())
}
