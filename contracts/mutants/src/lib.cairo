//! Contracts whose mutants are compared with the same changes in their sources, and a large token for measurements.
pub mod coin;
pub mod pool;
pub mod token;
pub mod vault;
