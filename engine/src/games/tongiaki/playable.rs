//! What Tongiaki offers beyond its rules: tables, drawings, descriptions and a study.

use super::{Event, Setup, State, drawing, study, tables, telling};
use crate::drawing::{Board, LegendEntry, Render};
use crate::{PlayableGame, Seat};

impl PlayableGame for State {
    type Tables = tables::Builder;
    type Study = study::Founding;

    fn renderer() -> &'static dyn Render<Self> {
        &Renderer
    }
}

/// The renderer of Tongiaki.
struct Renderer;

impl Render<State> for Renderer {
    fn rules(&self) -> &'static [&'static str] {
        telling::RULES
    }

    fn board(&self, state: &State, _: &Setup) -> Board {
        drawing::board(state)
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

    fn sketch(&self, state: &State, _: &Setup) -> String {
        telling::sketch(state)
    }

    fn describe(&self, event: &Event, _: &Setup) -> String {
        telling::describe(event)
    }
}
