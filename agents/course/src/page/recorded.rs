//! All that a page without an engine shows of a recorded game.

use super::{ShownCourse, judging, luck};
use agents::review::Judgement;
use anygame::{ReplayedGame, ShownGame};
use engine::drawing::Viewer;
use engine::{RecordError, Rules, Seat};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

/// Returns a recorded game as JSON, with all hands open. `line` is its record, and `texts` are those that the record refers to.
///
/// * `record` is the line; `table` and `luck` are as in [`ShownCourse::table`] and [`luck`](luck()).
/// * `shared` lists distinct values, which the steps name by index: pieces, lines in words, and the seats' facts.
/// * `steps` has an entry for the start and for each decision: `step` and `scene` as in [`ShownCourse`], `chances`, the chances to
///   win; `hands`, null in a game without hidden hands; and `said`, the played move and the searched moves in words.
/// * `quality` is as in [`quality`](super::quality()), from the judgements in the record.
///
/// # Errors
/// Fails if the line is not a record of a legal game.
pub fn recorded(
    game: &dyn ShownGame,
    replayed: ReplayedGame,
    line: &str,
    texts: &Rules,
) -> Result<Value, RecordError> {
    let shown = ShownCourse::of_record(replayed, line);
    let (course, players) = (&shown.course, shown.course.setup().players());
    let mut shared = Shared::default();
    let steps: Vec<_> = (0..=course.last()).map(|step| shared.step(&shown, step)).collect();
    let judged = steps.iter().filter_map(|step| judgement(&step["step"]));
    let quality = judging::quality(judged, players);
    let luck = luck(game, course, texts)?;
    Ok(json!({
        "record": line,
        "table": shown.table(),
        "shared": shared.all,
        "steps": steps,
        "quality": quality,
        "luck": luck,
    }))
}

/// The judgement that the record has of a step, with the seat.
fn judgement(step: &Value) -> Option<(Seat, Judgement)> {
    let (search, seat) = (step.get("search")?, step["seat"].as_u64()?);
    let (lost, at_stake) = (search["lost"].as_f64(), search["at_stake"].as_f64());
    Some((Seat::new(usize::try_from(seat).ok()?), Judgement { lost, at_stake, verdict: None }))
}

/// The moves that a step names: the played one and the searched ones.
fn moves_of(step: &Value) -> impl Iterator<Item = &str> {
    let searched = step["search"]["table"].as_array().into_iter().flatten();
    step["move"].as_str().into_iter().chain(searched.filter_map(|row| row["move"].as_str()))
}

/// Distinct values with their indices.
#[derive(Default)]
struct Shared {
    all: Vec<Value>,
    indices: HashMap<String, usize>,
}

impl Shared {
    /// Replaces the values of a list by their indices.
    fn share(&mut self, list: &mut Value) {
        for value in list.as_array_mut().into_iter().flatten() {
            let index = *self.indices.entry(value.to_string()).or_insert_with(|| {
                self.all.push(value.clone());
                self.all.len() - 1
            });
            *value = index.into();
        }
    }

    fn step(&mut self, shown: &ShownCourse, number: usize) -> Value {
        let course = &shown.course;
        let position = course.position(number);
        let mut step = shown.step(number, Viewer::Everything);
        self.share(&mut step["seatFacts"]);
        let mut scene = shown.scene(number, Viewer::Everything);
        self.share(&mut scene["pieces"]);
        self.share(&mut scene["words"]);
        let said: Map<_, _> = number.checked_sub(1).map_or_else(Map::new, |before| {
            let words = |mv| json!(course.position(before).move_in_words(mv));
            moves_of(&step).map(|mv| (mv.to_owned(), words(mv))).collect()
        });
        let hands = (!course.setup().game().is_open).then(|| {
            let seats = Seat::all(course.setup().players());
            seats.map(|seat| position.hand(seat)).collect::<Vec<_>>()
        });
        json!({
            "step": step,
            "scene": scene,
            "chances": position.win_chances(),
            "hands": hands,
            "said": said,
        })
    }
}
