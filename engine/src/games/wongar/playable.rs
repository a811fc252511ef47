//! What Wongar offers beyond its rules: tables, drawings and descriptions.

use super::{Event, Setup, State, drawing, tables, telling};
use crate::drawing::{Board, LegendEntry, Render};
use crate::{PlayableGame, Seat};

impl PlayableGame for State {
    type Tables = tables::Builder;
    type Study = ();

    fn renderer() -> &'static dyn Render<Self> {
        &Renderer
    }
}

/// The renderer of Wongar.
struct Renderer;

impl Render<State> for Renderer {
    fn rules(&self) -> &'static [&'static str] {
        telling::RULES
    }

    fn board(&self, state: &State, setup: &Setup) -> Board {
        drawing::board(state, setup.board())
    }

    fn legend(&self) -> Vec<LegendEntry> {
        drawing::legend()
    }

    fn facts(&self, state: &State) -> String {
        telling::facts(state)
    }

    fn seat_facts(&self, state: &State, seat: Seat) -> String {
        telling::seat_facts(state, seat)
    }

    fn sketch(&self, state: &State, setup: &Setup) -> String {
        telling::sketch(state, setup.board())
    }

    fn describe(&self, event: &Event, setup: &Setup) -> String {
        telling::describe(&event.with_names(setup.board()))
    }
}
