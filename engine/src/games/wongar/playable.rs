//! What Wongar offers beyond its rules: tables, drawings and descriptions.

use super::{State, tables, telling};
use crate::PlayableGame;
use crate::drawing::Render;

impl PlayableGame for State {
    type Tables = tables::Builder;
    type Study = ();

    fn renderer() -> &'static dyn Render<Self> {
        &telling::Renderer
    }
}
