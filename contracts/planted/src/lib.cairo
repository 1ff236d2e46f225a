//! Contracts with a planted fault each, which invariants have to find. `FAULT` marks the line.
pub mod auction;
pub mod bank;
pub mod club;
pub mod deeds;
pub mod limbs;
pub mod pool;
pub mod registry;
pub mod settings;
