//! What Tongiaki offers beyond its rules: tables, drawings, descriptions and a study.

use super::{State, study, tables, telling};
use crate::PlayableGame;
use crate::drawing::Render;

impl PlayableGame for State {
    type Tables = tables::Builder;
    type Study = study::Founding;

    fn renderer() -> &'static dyn Render<Self> {
        &telling::Renderer
    }
}
