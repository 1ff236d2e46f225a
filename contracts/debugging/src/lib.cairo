//! Three contracts that call each other, for tests of the debugger: Market -> Desk -> Book.
//! Tests find lines by the marks in comments. A function prints its variables where the debugger is asked for them.

pub mod book;
pub mod desk;
pub mod market;
pub mod shapes;

/// What a trader wants.
#[derive(Drop, Copy, Serde, Debug)]
pub enum Order {
    Buy: u64,
    Sell: (u64, u8),
    Cancel,
}

#[starknet::interface]
pub trait IDesk<TState> {
    fn settle(ref self: TState, order: Order) -> u64;
}

#[starknet::interface]
pub trait IBook<TState> {
    fn record(ref self: TState, amount: u64) -> u64;
}
