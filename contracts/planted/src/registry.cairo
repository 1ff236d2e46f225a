//! Settings that only the owner may change, but for one.
use starknet::ContractAddress;

#[starknet::interface]
pub trait IRegistry<TState> {
    fn set_fee(ref self: TState, fee: u16);
    fn set_owner(ref self: TState, owner: ContractAddress);
    fn set_treasury(ref self: TState, treasury: ContractAddress);
    fn treasury(self: @TState) -> ContractAddress;
    fn fee(self: @TState) -> u16;
}

#[starknet::contract]
pub mod Registry {
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::{ContractAddress, get_caller_address};

    #[storage]
    struct Storage {
        owner: ContractAddress,
        treasury: ContractAddress,
        fee: u16,
    }

    #[constructor]
    fn constructor(ref self: ContractState, owner: ContractAddress) {
        self.owner.write(owner);
        self.treasury.write(owner);
    }

    #[abi(embed_v0)]
    impl Registry of super::IRegistry<ContractState> {
        fn set_fee(ref self: ContractState, fee: u16) {
            self.only_owner();
            self.fee.write(fee);
        }

        fn set_owner(ref self: ContractState, owner: ContractAddress) {
            self.only_owner();
            self.owner.write(owner);
        }

        fn set_treasury(ref self: ContractState, treasury: ContractAddress) {
            self.treasury.write(treasury); // FAULT: anybody may
        }

        fn treasury(self: @ContractState) -> ContractAddress {
            self.treasury.read()
        }

        fn fee(self: @ContractState) -> u16 {
            self.fee.read()
        }
    }

    #[generate_trait]
    impl Checks of ChecksTrait {
        fn only_owner(self: @ContractState) {
            assert(get_caller_address() == self.owner.read(), 'Registry: not the owner');
        }
    }
}
