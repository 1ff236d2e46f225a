//! Balances that are added limb by limb, without what is carried from the low one to the high one.
use starknet::ContractAddress;

#[starknet::interface]
pub trait ILimbs<TState> {
    fn credit(ref self: TState, to: ContractAddress, amount: u256);
    fn balance_of(self: @TState, account: ContractAddress) -> u256;
    fn total(self: @TState) -> u256;
}

#[starknet::contract]
pub mod Limbs {
    use core::num::traits::WrappingAdd;
    use starknet::ContractAddress;
    use starknet::storage::{
        Map, StoragePathEntry, StoragePointerReadAccess, StoragePointerWriteAccess,
    };

    #[storage]
    struct Storage {
        balances: Map<ContractAddress, u256>,
        total: u256,
    }

    #[abi(embed_v0)]
    impl Limbs of super::ILimbs<ContractState> {
        fn credit(ref self: ContractState, to: ContractAddress, amount: u256) {
            let balance = self.balances.entry(to);
            let before = balance.read();
            let low = before.low.wrapping_add(amount.low); // FAULT: nothing is carried
            balance.write(u256 { low, high: before.high + amount.high });
            self.total.write(self.total.read() + amount);
        }

        fn balance_of(self: @ContractState, account: ContractAddress) -> u256 {
            self.balances.entry(account).read()
        }

        fn total(self: @ContractState) -> u256 {
            self.total.read()
        }
    }
}
