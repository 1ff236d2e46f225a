//! The first of two builds of a contract, for the tests of watching build output.

#[starknet::interface]
trait ICounter<TState> {
    fn count(self: @TState) -> u128;
    fn add(ref self: TState);
}

#[starknet::contract]
mod Counter {
    use starknet::ContractAddress;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};

    #[storage]
    struct Storage {
        count: u128,
        limit: u32,
        owner: ContractAddress,
    }

    #[constructor]
    fn constructor(ref self: ContractState, owner: ContractAddress) {
        self.owner.write(owner);
        self.limit.write(100);
    }

    #[abi(embed_v0)]
    impl CounterImpl of super::ICounter<ContractState> {
        fn count(self: @ContractState) -> u128 {
            self.count.read()
        }

        fn add(ref self: ContractState) {
            let count = self.count.read();
            assert(count < self.limit.read().into(), 'limit reached');
            self.count.write(count + 1);
        }
    }
}
