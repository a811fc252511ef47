//! Training and branching studies.

mod studies;
mod training;

pub(crate) use studies::studies;
pub use studies::{AnyStudy, COMMON_STUDIES, Measure, StudyDesign};
pub(crate) use training::trainer;
pub use training::{
    AnyEvaluation, AnyLearner, AnyNetwork, AnyTrainer, TrainingError, TrainingStart, TrainingTerms,
};
