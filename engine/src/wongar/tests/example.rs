//! The booklet's example.
