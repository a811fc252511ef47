//! The phrases of poker, with their English texts.

use super::game::CardId;
use engine::Seat;
use engine::phrase::{Count, Parts, PhraseValue, phrases};
use serde_json::Value;

phrases! {
    in "poker";

    pot(chips: Count) = "pot: {chips}";
    seat(parts: Parts<','>) = "{parts}";
    line(p: Seat, parts: Parts<','>) = "{p}: {parts}";
    paid(chips: Count) = "{chips} paid";
    folded() = "folded";
    face_down() = "card face down";
    card(card: Face) = "{card}";
    rank(card: Letter) = "{card}";
    public_card(card: Face) = "public card: {card}";
    no_public_card() = "public card: not yet turned up";

    move_check() = "Check";
    move_fold() = "Fold";
    move_bet(chips: Count) = "Bet {chips}";
    move_call(chips: Count) = "Call {chips}";
    move_raise(by: u8, chips: Count) = "Raise by {by} (pay {chips})";

    deal() = "Each player gets a card.";
    deal_open(parts: Parts<','>) = "Each player gets a card ({parts}).";
    get(p: Seat, card: Face) = "{p} gets a card: {card}.", "You get a card: {card}.";
    open(card: Face) = "The public card is turned up: {card}.";
    check(p: Seat) = "{p} checks.", "You check.";
    fold(p: Seat) = "{p} folds.", "You fold.";
    bet(p: Seat, chips: Count) = "{p} bets {chips}.", "You bet {chips}.";
    call(p: Seat, chips: Count) = "{p} calls and pays {chips}.", "You call and pay {chips}.";
    raise(p: Seat, by: u8, chips: Count) = "{p} raises by {by} and pays {chips}.", "You raise by {by} and pay {chips}.";
}

/// A card in words: `king`, `king of hearts`.
#[derive(Copy, Clone)]
pub(super) struct Face(pub CardId);

impl PhraseValue for Face {
    fn kind() -> String {
        "PlayingCard".to_owned()
    }

    fn json(&self) -> Value {
        self.0.into()
    }

    fn english(&self) -> String {
        let rank = match self.0.as_bytes() {
            [b'T', ..] => "ten",
            [b'J', ..] => "jack",
            [b'Q', ..] => "queen",
            _ => "king",
        };
        let suit = match self.0.as_bytes() {
            [_, b's'] => " of spades",
            [_, b'h'] => " of hearts",
            _ => "",
        };
        format!("{rank}{suit}")
    }
}

/// The rank of a card as printed on it: `K`, `10`.
pub(super) struct Letter(pub CardId);

impl PhraseValue for Letter {
    fn kind() -> String {
        Face::kind()
    }

    fn json(&self) -> Value {
        self.0.into()
    }

    fn english(&self) -> String {
        if self.0 == "T" { "10".to_owned() } else { self.0[..1].to_owned() }
    }
}
