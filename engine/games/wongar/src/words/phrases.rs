//! The phrases of Wongar, with their English texts.

use crate::{AreaCard, Board, Figure, Kind, Region, RitualCard, Use};
use engine::phrase::{Count, Listed, Owned, Parts, PhraseValue, Player, phrases};
use serde_json::{Value, json};
use std::fmt;

phrases! {
    in "wongar";

    progress(round: u8, space: u8, spaces: u8) = "round {round}, scorpion on space {space} of {spaces}";
    seat(parts: Parts<','>) = "{parts}";
    hand(cards: Count) = "{cards}";
    figure(figure: Name<Figure>) = "{figure}";
    boomerang() = "boomerang";

    contents(region: RegionName, parts: Parts<';'>) = "{region}: {parts}";
    stones(kind: Plural, owners: Owned) = "{kind}: {owners}";
    open_card(card: Name<AreaCard>) = "open card: {card}";
    no_open_card() = "no open card";
    face_down(cards: Count) = "{cards} face down";
    region(region: RegionName) = "{region}";
    card(card: Name<AreaCard>) = "{card}";
    kind(kind: Name<Kind>) = "{kind}";
    scorpion() = "scorpion";

    move_settle(kind: Name<Kind>, region: RegionName) = "Place a {kind} in {region}";
    move_take(region: RegionName, card: Name<AreaCard>) = "Take the card of {region}: {card}";
    move_own(figure: Name<Figure>) = "Play your own card: {figure}";
    move_place(region: RegionName) = "Place the stone in {region}";
    move_draw() = "Draw a ritual card";
    move_triple(kind: Plural) = "Place three {kind}";
    move_choose(cards: Listed<Name<Kind>>) = "Choose from the deck: {cards}";
    move_choose_unseen(cards: Count) = "Choose {cards} from the deck";
    move_travel(region: RegionName) = "Move the figure to {region}";
    move_pass() = "Pass";
    move_play(kind: Name<Kind>, usage: Usage) = "Play a {kind}: {usage}";
    move_play_double(kind: Name<Kind>, usage: Usage) = "Play a double as {kind}: {usage}";
    move_from(p: Player) = "Remove a stone of {p}";
    move_via(region: RegionName) = "Adjacent region: {region}";

    place(p: Player, kind: Name<Kind>, region: RegionName) = "{p} places a {kind} in {region}.";
    round(round: u8, start: Player) = "Round {round} begins; {start} has the boomerang.";
    reveal(region: RegionName, card: Name<AreaCard>) = "A card is revealed in {region}: {card}.";
    take(p: Player, region: RegionName, card: Name<AreaCard>) = "{p} takes the open card of {region}: {card}.";
    own_card(p: Player, figure: Name<Figure>) = "{p} plays their own {figure} card.";
    ritual(p: Player, card: Name<RitualCard>) = "{p} gets a ritual card: {card}.";
    hidden_ritual(p: Player) = "{p} gets a ritual card.";
    lapse(p: Player) = "{p} cannot draw, because no ritual cards are left.";
    reshuffle() = "The discarded ritual cards are shuffled into a new deck.";
    penalty(p: Player, points: Count, space: u8) =
        "{p} gets a scorpion and loses {points}. The scorpion advances to space {space}.";
    no_penalty(p: Player, space: u8) = "{p} gets a scorpion, which advances to space {space}.";
    travel(figure: Name<Figure>, region: RegionName) = "The {figure} moves to {region}.";
    ceremony(region: RegionName, figure: Name<Figure>) = "A ceremony begins in {region}, where the {figure} has arrived.";
    ceremony_of_both(region: RegionName) = "A ceremony begins in {region}, where both figures have arrived.";
    remove(p: Player, card: Name<RitualCard>, stones: Stones, owners: Listed<Player>) =
        "{p} plays a ritual card ({card}) and removes {stones} of {owners}.";
    move_out(p: Player, card: Name<RitualCard>, stones: Stones, regions: Listed<RegionName>) =
        "{p} plays a ritual card ({card}) and moves {stones} out to {regions}.";
    move_in(p: Player, card: Name<RitualCard>, stones: Stones, regions: Listed<RegionName>) =
        "{p} plays a ritual card ({card}) and moves {stones} in from {regions}.";
    pass(p: Player) = "{p} passes.";
    score(p: Player, kind: Plural, points: Count) = "{p} has the most {kind} and scores {points}.";
    bonus(kind: Name<Kind>, seats: Listed<Player>) = "Bonus for the most {kind} cards: {seats}.";
    no_bonus(kind: Name<Kind>) = "Bonus for the most {kind} cards: nobody.";
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

/// A word of the game's vocabulary. Its JSON form is the id in records.
#[derive(Copy, Clone)]
pub(crate) struct Name<T>(pub T);

/// A vocabulary with names for people.
pub(crate) trait Named: Copy {
    /// The type of the ids, as the page writes it.
    const KIND: &'static str;

    /// Returns the id in records.
    fn id(self) -> &'static str;
}

macro_rules! named {
    ($($vocabulary:ident),+) => {$(
        impl Named for $vocabulary {
            const KIND: &'static str = stringify!($vocabulary);

            fn id(self) -> &'static str {
                self.id()
            }
        }
    )+};
}
named!(Kind, AreaCard, RitualCard, Figure);

impl<T: Named> fmt::Display for Name<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0.id() {
            "ancestor" => "Ancestor",
            "elder" => "Elder",
            "both" => "both figures",
            "four-rituals" => "four rituals",
            id => id,
        })
    }
}

impl<T: Named> PhraseValue for Name<T> {
    fn kind() -> String {
        T::KIND.to_owned()
    }

    fn json(&self) -> Value {
        self.0.id().into()
    }
}

/// A kind of stones in the plural: `lenses`.
pub(crate) struct Plural(pub Kind);

impl fmt::Display for Plural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Kind::Lens => "lenses",
            Kind::Cube => "cubes",
            Kind::Cylinder => "cylinders",
        })
    }
}

impl PhraseValue for Plural {
    fn kind() -> String {
        Name::<Kind>::kind()
    }

    fn json(&self) -> Value {
        self.0.id().into()
    }
}

/// The use of a ritual card (W20), as a choice.
pub(crate) struct Usage(pub Use);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Use::Remove => "remove a stone",
            Use::Out => "move a stone out",
            Use::In => "move a stone in",
        })
    }
}

impl PhraseValue for Usage {
    fn kind() -> String {
        "Use".to_owned()
    }

    fn json(&self) -> Value {
        self.0.id().into()
    }
}

/// A number of stones of a kind: `a lens`, `2 lenses`.
pub(crate) struct Stones {
    pub kind: Kind,
    pub count: usize,
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.count {
            1 => write!(f, "a {}", Name(self.kind)),
            count => write!(f, "{count} {}", Plural(self.kind)),
        }
    }
}

impl PhraseValue for Stones {
    fn kind() -> String {
        format!("{{ kind: {}; count: number }}", Name::<Kind>::kind())
    }

    fn json(&self) -> Value {
        json!({"kind": self.kind.id(), "count": self.count})
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

impl fmt::Display for RegionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.0.split('-').map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|letter| letter.to_uppercase().to_string());
            first.unwrap_or_default() + letters.as_str()
        });
        f.pad(&words.collect::<Vec<_>>().join("-"))
    }
}

impl PhraseValue for RegionName {
    fn kind() -> String {
        "Region".to_owned()
    }

    fn json(&self) -> Value {
        self.0.as_str().into()
    }
}

/// Returns the names in phrases and moves, by their type.
pub(crate) fn names() -> Vec<(String, Vec<String>)> {
    let board = Board::reconstruction();
    let owned = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect();
    vec![
        (Name::<Kind>::kind(), owned(&Kind::IDS)),
        (Name::<AreaCard>::kind(), owned(&AreaCard::IDS)),
        (Name::<RitualCard>::kind(), owned(&RitualCard::IDS)),
        (Name::<Figure>::kind(), owned(&Figure::IDS)),
        (Usage::kind(), owned(&Use::IDS)),
        (RegionName::kind(), Region::all().map(|region| board.name(region).to_owned()).collect()),
    ]
}
