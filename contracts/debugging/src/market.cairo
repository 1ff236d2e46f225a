//! The outermost contract.

use crate::Order;

#[starknet::interface]
pub trait IMarket<TState> {
    fn trade(ref self: TState, order: Order) -> u64;
    fn show(ref self: TState, amount: u64, name: ByteArray) -> u64;
    fn spin(self: @TState, rounds: u64) -> u64;
}

#[starknet::contract]
pub mod Market {
    use starknet::ContractAddress;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use crate::shapes::{Pair, Size, largest, sum_of_squares, with_closure};
    use crate::{IDeskDispatcher, IDeskDispatcherTrait, Order};

    #[storage]
    struct Storage {
        desk: IDeskDispatcher,
        trades: u64,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    pub enum Event {
        Traded: Traded,
    }

    #[derive(Drop, starknet::Event)]
    pub struct Traded {
        pub number: u64,
        pub price: u64,
    }

    #[constructor]
    fn constructor(ref self: ContractState, desk: ContractAddress) {
        self.desk.write(IDeskDispatcher { contract_address: desk });
    }

    #[abi(embed_v0)]
    impl Functions of super::IMarket<ContractState> {
        fn trade(ref self: ContractState, order: Order) -> u64 {
            let number = self.trades.read() + 1;
            self.trades.write(number); // MARK: write
            let price = self.desk.read().settle(order); // MARK: settle
            self.emit(Traded { number, price }); // MARK: event
            price
        }

        fn show(ref self: ContractState, amount: u64, name: ByteArray) -> u64 {
            let pair = Pair { first: amount, second: amount + 2 };
            let list = array![3_u8, 9, 4];
            let big = u256 { low: 5, high: amount.into() };
            let some = if amount > 3 {
                Option::Some(pair)
            } else {
                Option::None
            };
            let order = Order::Sell((amount, 7));
            let nothing: Option<u8> = Option::None;
            let flag = amount == 5;
            println!("pair = {pair:?}");
            println!("list = {list:?}");
            println!("big = {big}");
            println!("some = {some:?}");
            println!("order = {order:?}");
            println!("nothing = {nothing:?}");
            println!("flag = {flag}");
            println!("name = {name}");
            println!("amount = {amount}");
            let area = pair.size(); // MARK: values
            println!("area = {area}");
            let best = largest(list.span(), 1_u8);
            println!("best = {best}");
            let _ = (order, nothing, some, big, flag, name);
            area + best.into() + sum_of_squares(4) + with_closure(amount)
        }

        fn spin(self: @ContractState, rounds: u64) -> u64 {
            let mut i = 0_u64;
            let mut last = 0_u64;
            while i != rounds {
                last = i * 3; // MARK: spin
                i += 1;
            }
            last
        }
    }
}
