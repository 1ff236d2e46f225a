//! The outermost contract.

use starknet::account::Call;

#[starknet::interface]
pub trait IShop<TState> {
    fn multicall(ref self: TState, calls: Array<Call>);
}

#[starknet::contract]
pub mod Shop {
    use starknet::account::Call;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::syscalls::call_contract_syscall;
    use starknet::{ContractAddress, SyscallResultTrait};
    use crate::{IFailingDispatcher, IFailingDispatcherTrait, Way};

    #[storage]
    struct Storage {
        till: IFailingDispatcher,
    }

    #[constructor]
    fn constructor(ref self: ContractState, till: ContractAddress) {
        assert!(till != 0.try_into().unwrap(), "Shop: a till is needed"); // FAIL: constructor
        self.till.write(IFailingDispatcher { contract_address: till });
    }

    #[abi(embed_v0)]
    impl Failing of crate::IFailing<ContractState> {
        fn fail(ref self: ContractState, way: Way) -> u64 {
            let till = self.till.read();
            till.fail(way) // VIA: shop
        }
    }

    #[abi(embed_v0)]
    impl Multicall of super::IShop<ContractState> {
        fn multicall(ref self: ContractState, calls: Array<Call>) {
            for Call { to, selector, calldata } in calls { // VIA: loop
                call_contract_syscall(to, selector, calldata).unwrap_syscall(); // VIA: multicall
            }
        }
    }

    #[l1_handler]
    fn deposit(ref self: ContractState, from_address: felt252, way: Way) {
        self.till.read().fail(way); // VIA: handler
    }
}
