//! An auction of a week. In its last second it can be settled, and somebody can still bid.

#[starknet::interface]
pub trait IAuction<TState> {
    fn bid(ref self: TState, amount: u128);
    fn settle(ref self: TState);
    fn highest(self: @TState) -> u128;
    fn settled(self: @TState) -> Option<u128>;
}

#[starknet::contract]
pub mod Auction {
    use starknet::get_block_timestamp;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};

    const WEEK: u64 = 604800;

    #[storage]
    struct Storage {
        start: u64,
        highest: u128,
        is_settled: bool,
        price: u128,
    }

    #[constructor]
    fn constructor(ref self: ContractState) {
        self.start.write(get_block_timestamp());
    }

    #[abi(embed_v0)]
    impl Auction of super::IAuction<ContractState> {
        fn bid(ref self: ContractState, amount: u128) {
            assert(get_block_timestamp() - self.start.read() <= WEEK, 'Auction: over'); // FAULT: should be <
            assert(amount > self.highest.read(), 'Auction: too low');
            self.highest.write(amount);
        }

        fn settle(ref self: ContractState) {
            assert(get_block_timestamp() - self.start.read() >= WEEK, 'Auction: not over');
            assert(!self.is_settled.read(), 'Auction: settled');
            self.is_settled.write(true);
            self.price.write(self.highest.read());
        }

        fn highest(self: @ContractState) -> u128 {
            self.highest.read()
        }

        fn settled(self: @ContractState) -> Option<u128> {
            if self.is_settled.read() {
                Option::Some(self.price.read())
            } else {
                Option::None
            }
        }
    }
}
