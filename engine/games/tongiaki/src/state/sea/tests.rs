//! The invariants of the sea, which tests check in every position.

use super::*;

impl Sea {
    /// Recomputes which borders meet and which exits are open from the cells alone, and compares the results.
    pub(crate) fn audit(&self) {
        let laid: Vec<_> = Tile::all().filter_map(|tile| Some((tile, self.place(tile)?))).collect();
        for (tile, (cell, crest)) in laid.iter().copied() {
            assert!(!self.in_deck(tile), "{tile} lies on the board and in the deck");
            let mut exits = tile.exits();
            for side in Side::ALL {
                let direction = side.facing(crest);
                let neighbour = laid
                    .iter()
                    .find(|&&(_, (other, _))| other == cell.step(direction))
                    .map(|&(other, (_, crest))| {
                        Border::new(other, direction.opposite().side_of(crest))
                    });
                let border = Border::new(tile, side);
                assert_eq!(self.beyond(border), neighbour, "beyond {border:?}");
                if neighbour.is_some() {
                    exits &= !(1 << side.index());
                }
            }
            assert_eq!(self.exits(tile), exits, "exits of {tile}");
            assert_eq!(self.open >> tile.index() & 1 == 1, exits != 0, "{tile} among the open");
            assert_eq!(laid.iter().filter(|&&(_, (other, _))| other == cell).count(), 1);
        }
        let mut chart = Chart::EMPTY;
        for &(_, (cell, _)) in &laid {
            chart.mark(Spot::new(cell));
        }
        assert_eq!(chart, self.chart);
        let hashes = laid.iter().map(|&(tile, _)| self.places[tile.index()].hash(tile));
        assert_eq!(hashes.fold(0, |all, hash| all ^ hash), self.layout());
        for tile in Tile::all().filter(|&tile| !self.is_laid(tile)) {
            assert_eq!((self.places[tile.index()], self.exits(tile)), (NOWHERE, 0));
            assert_eq!(self.open >> tile.index() & 1, 0, "{tile} lies nowhere and is open");
            let borders = Side::ALL.map(|side| Border::new(tile, side));
            assert!(borders.iter().all(|&border| self.beyond(border).is_none()));
        }
    }
}
