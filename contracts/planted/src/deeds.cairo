//! Things with one owner each. Whoever was allowed to take one still is when it has another owner.
use starknet::ContractAddress;

#[starknet::interface]
pub trait IDeeds<TState> {
    fn mint(ref self: TState) -> u64;
    fn approve(ref self: TState, id: u64, spender: ContractAddress);
    fn transfer(ref self: TState, id: u64, to: ContractAddress);
    fn owner_of(self: @TState, id: u64) -> ContractAddress;
    fn approved_for(self: @TState, id: u64) -> ContractAddress;
}

#[starknet::contract]
pub mod Deeds {
    use core::num::traits::Zero;
    use starknet::storage::{
        Map, StoragePathEntry, StoragePointerReadAccess, StoragePointerWriteAccess,
    };
    use starknet::{ContractAddress, get_caller_address};

    #[storage]
    struct Storage {
        count: u64,
        owners: Map<u64, ContractAddress>,
        approved: Map<u64, ContractAddress>,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        Minted: Minted,
    }

    #[derive(Drop, starknet::Event)]
    struct Minted {
        id: u64,
    }

    #[abi(embed_v0)]
    impl Deeds of super::IDeeds<ContractState> {
        fn mint(ref self: ContractState) -> u64 {
            let id = self.count.read() + 7001;
            self.count.write(self.count.read() + 1);
            self.owners.entry(id).write(get_caller_address());
            self.emit(Minted { id });
            id
        }

        fn approve(ref self: ContractState, id: u64, spender: ContractAddress) {
            assert(get_caller_address() == self.owners.entry(id).read(), 'Deeds: not the owner');
            self.approved.entry(id).write(spender);
        }

        fn transfer(ref self: ContractState, id: u64, to: ContractAddress) {
            let (caller, owner) = (get_caller_address(), self.owners.entry(id).read());
            assert(!to.is_zero(), 'Deeds: to nobody');
            assert(caller == owner || caller == self.approved.entry(id).read(), 'Deeds: not allowed');
            self.owners.entry(id).write(to); // FAULT: `approved` stays
        }

        fn owner_of(self: @ContractState, id: u64) -> ContractAddress {
            self.owners.entry(id).read()
        }

        fn approved_for(self: @ContractState, id: u64) -> ContractAddress {
            self.approved.entry(id).read()
        }
    }
}
