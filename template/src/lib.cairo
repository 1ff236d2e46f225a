//! A counter that anyone can increase, and its owner can reset.

#[starknet::interface]
pub trait ICounter<TState> {
    /// The current count.
    fn count(self: @TState) -> u128;
    /// Who may reset the count.
    fn owner(self: @TState) -> starknet::ContractAddress;
    /// Adds to the count, at least one.
    fn increase(ref self: TState, by: u128);
    /// Sets the count to zero. Only the owner may do this.
    fn reset(ref self: TState);
}

#[starknet::contract]
pub mod Counter {
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::{ContractAddress, get_caller_address};

    #[storage]
    struct Storage {
        count: u128,
        owner: ContractAddress,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    pub enum Event {
        Increased: Increased,
    }

    /// Somebody has added to the count.
    #[derive(Drop, starknet::Event)]
    pub struct Increased {
        #[key]
        pub by_whom: ContractAddress,
        pub count: u128,
    }

    /// The counter begins with any count.
    #[constructor]
    fn constructor(ref self: ContractState, owner: ContractAddress, first: u128) {
        self.owner.write(owner);
        self.count.write(first);
    }

    #[abi(embed_v0)]
    impl CounterImpl of super::ICounter<ContractState> {
        fn count(self: @ContractState) -> u128 {
            self.count.read()
        }

        fn owner(self: @ContractState) -> ContractAddress {
            self.owner.read()
        }

        fn increase(ref self: ContractState, by: u128) {
            assert(by != 0, 'Counter: nothing to add');
            let count = self.count.read() + by;
            self.count.write(count);
            self.emit(Increased { by_whom: get_caller_address(), count });
        }

        fn reset(ref self: ContractState) {
            assert(get_caller_address() == self.owner.read(), 'Counter: not the owner');
            self.count.write(0);
        }
    }
}
