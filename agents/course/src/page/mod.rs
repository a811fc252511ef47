//! Games as JSON for pages: the steps of a course for the browser page, and whole recorded games for pages without an engine.

mod judging;
mod luck;
mod recorded;
mod shown_course;
mod table;

pub use judging::quality;
pub use luck::luck;
pub use recorded::recorded;
pub use shown_course::ShownCourse;
pub use table::plain;
