//! Two contracts whose mutants are compared with the same changes in their sources.
pub mod token;
pub mod vault;
