//! Training, branching studies, and the decisions of recorded games.

mod analysis;
mod decisions;
mod studies;
mod training;

pub(crate) use analysis::analyse;
pub use analysis::{AnalysedDecision, AnalysedGame, Analyst};
pub(crate) use decisions::decisions;
pub use decisions::{Decisions, RecordedResult};
pub(crate) use studies::studies;
pub use studies::{AnyStudy, COMMON_STUDIES, Measure, StudyDesign};
pub(crate) use training::trainer;
pub use training::{
    AnyEvaluation, AnyLearner, AnyNetwork, AnyTrainer, TrainingError, TrainingStart, TrainingTerms,
};
