//! Tongiaki in numbers, for learners and searches: tensors, features, and the inputs of networks.

mod bearings;
pub(crate) mod encoding;
mod evaluated;
pub(crate) mod features;
pub(crate) mod observation;
pub(crate) mod sparse;
pub(crate) mod tensor;
