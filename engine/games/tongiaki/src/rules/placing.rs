//! Tiles that the player may place freely: resettling (T10-T12) and the draw after an endless chain (T24).

use super::border::Border;
use super::event::Event;
use super::phase::Phase;
use super::state::State;
use super::tiles::{Beach, Tile};
use engine::log::Log;

impl State {
    /// Places the drawn tile (T10). If the table is empty, which can happen only through the safety net (T25), there is no exit
    /// that the crest could face. The rules do not cover this case (T24); we lay the tile where Tonga was at the start. Every
    /// other table has an exit: its northernmost tile has three free sides in a row, and no tile lacks an exit on two sides in a
    /// row.
    pub(crate) fn place_freely(&mut self, drawn: Tile, log: &mut impl Log<Event>) {
        if !self.sea.is_empty() {
            return self.enter_phase(Phase::Attach { drawn });
        }
        self.sea.lay_in_the_middle(drawn);
        self.note_place(drawn, log);
        self.after_placing(drawn, log);
    }

    /// Continues the turn after the drawn tile has been laid.
    pub(crate) fn after_placing(&mut self, drawn: Tile, log: &mut impl Log<Event>) {
        match drawn.island() {
            // T12: a water that closes the deck does not end the drawing. Islands are still left then, because the deck closes
            // with the first kind to run out.
            None => self.enter_phase(Phase::Draw),
            // T24: no ship is put on the island.
            Some(_) if self.stranded => self.end_turn(log),
            Some(island) => self.enter_phase(Phase::Settle { island }),
        }
    }

    /// Lays a drawn tile beyond an exit of a laid tile, with its crest facing that tile (T10, T15).
    pub(crate) fn lay_beyond(&mut self, drawn: Tile, exit: Border, log: &mut impl Log<Event>) {
        self.sea.lay_beyond(drawn, exit);
        self.note_place(drawn, log);
    }

    fn note_place(&self, drawn: Tile, log: &mut impl Log<Event>) {
        log.note(|| {
            let (cell, crest) = self.sea.place(drawn).expect("the tile has just been laid");
            Event::Draw { tile: drawn, q: cell.q, r: cell.r, crest }
        });
    }

    /// Places the ship of a resettling on any beach of the new island (T11).
    pub(crate) fn settle(&mut self, beach: Beach, log: &mut impl Log<Event>) {
        let seat = self.active();
        self.moor(seat, beach);
        log.note(|| Event::Settle { p: seat, island: beach.island(), beach: beach.index() as u8 });
        self.end_turn(log);
    }
}
