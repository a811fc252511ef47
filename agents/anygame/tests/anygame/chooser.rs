//! Participants whose moves come from code that does not know the game.

use agents::{Fault, Spec};
use anygame::{AnyView, Chooser, TableTerms, find};
use engine::{GameRng, Rules, Seating, Seed, TableError};
use games::built_in;
use std::sync::Arc;

/// Chooses the first legal action, or an action that does not exist.
struct First(bool);

impl Chooser for First {
    fn choose(&mut self, view: Box<dyn AnyView>, _: &mut GameRng) -> Result<usize, Fault> {
        Ok(if self.0 { view.legal_actions()[0] } else { 99 })
    }
}

#[test]
fn choosers_play_and_forfeit_like_agents() {
    let games = built_in();
    let kuhn = find(&games, "kuhn").unwrap();
    let setup = kuhn.setup(2, &Rules::new()).unwrap();
    let spec = |text: &str| text.parse::<Spec>().unwrap();
    let participant = |knows: bool| {
        kuhn.chooser(spec("first"), &setup, Arc::new(move || Box::new(First(knows)))).unwrap()
    };
    let participants = vec![participant(true), participant(false)];
    let table = kuhn.table(setup.clone(), participants, TableTerms::new(Seed::new(1))).unwrap();
    let seating = Seating { game: 0, block: 0, repeat: 0, assignment: vec![0, 1] };
    let forfeits = table.play(&seating).forfeits;
    let forfeits: Vec<_> = forfeits.iter().map(ToString::to_string).collect();
    assert_eq!(forfeits.len(), 1);
    assert!(forfeits[0].starts_with("1: ") && forfeits[0].contains("no action 99"), "{forfeits:?}");
    let wongar = find(&games, "wongar").unwrap();
    let other = wongar.chooser(spec("first"), &setup, Arc::new(|| Box::new(First(true))));
    assert_eq!(other.unwrap_err(), TableError::OtherGame("wongar"));
}
