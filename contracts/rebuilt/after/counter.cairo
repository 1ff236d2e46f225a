//! The second of two builds of a contract: it counts in steps, has other storage variables, and another constructor.

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
        limit: u64,
        step: u8,
    }

    #[constructor]
    fn constructor(ref self: ContractState, owner: ContractAddress, step: u8) {
        assert(owner != 0.try_into().unwrap(), 'no owner');
        self.limit.write(100);
        self.step.write(step);
    }

    #[abi(embed_v0)]
    impl CounterImpl of super::ICounter<ContractState> {
        fn count(self: @ContractState) -> u128 {
            self.count.read() * 10
        }

        fn add(ref self: ContractState) {
            let count = self.count.read();
            assert(count < self.limit.read().into(), 'limit reached');
            self.count.write(count + 1 + self.step.read().into());
        }
    }
}
