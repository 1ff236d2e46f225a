//! Three contracts that call each other and fail in many ways, for tests of explanations: Shop -> Till -> Vault.
//! The tests compare the lines of an explanation with the marks in comments: `FAIL: way` where a failure starts, `VIA: name` on
//! its way.

pub mod arithmetic;
pub mod shop;
pub mod till;
pub mod vault;

/// How the innermost contract shall fail.
#[derive(Drop, Copy, Serde)]
pub enum Way {
    Panic: u32,
    Assert,
    Overflow: u8,
    Index,
    Unwrap,
    Undeployed,
    Selector,
    Gas,
    Caught,
    None,
}

#[starknet::interface]
pub trait IFailing<TState> {
    fn fail(ref self: TState, way: Way) -> u64;
}
