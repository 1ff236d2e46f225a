//! The innermost contract.

#[starknet::contract]
pub mod Vault {
    use core::num::traits::Zero;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::syscalls::call_contract_syscall;
    use starknet::{ContractAddress, SyscallResultTrait, get_contract_address};
    use crate::arithmetic;
    use crate::{IFailingDispatcher, IFailingDispatcherTrait, IFailingSafeDispatcher, IFailingSafeDispatcherTrait, Way};

    #[storage]
    struct Storage {
        total: u8,
        visits: u64,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        Visited: Visited,
    }

    #[derive(Drop, starknet::Event)]
    struct Visited {
        #[key]
        visit: u64,
        way: Way,
    }

    #[abi(embed_v0)]
    impl Failing of crate::IFailing<ContractState> {
        fn fail(ref self: ContractState, way: Way) -> u64 {
            let visit = self.visits.read() + 1;
            self.visits.write(visit);
            self.emit(Visited { visit, way });
            match way {
                Way::Panic(code) => refuse(code), // VIA: panic
                Way::Assert => self.check_open(), // VIA: assert
                Way::Overflow(amount) => self.add(amount), // VIA: overflow
                Way::Index => { arithmetic::third(array![1, 2].span()); }, // VIA: index
                Way::Unwrap => { largest(array![].span()); }, // VIA: unwrap
                Way::Undeployed => { ask(0xdead.try_into().unwrap()); }, // VIA: undeployed
                Way::Selector => misspell(get_contract_address()), // VIA: selector
                Way::Gas => { spin(1); }, // VIA: gas
                Way::Caught => self.try_again(), // VIA: caught
                Way::None => {},
            }
            visit
        }
    }

    #[generate_trait]
    impl Parts of PartsTrait {
        fn check_open(ref self: ContractState) {
            let visits = self.visits.read();
            assert(visits.is_zero(), 'Vault: closed'); // FAIL: assert
        }

        fn add(ref self: ContractState, amount: u8) {
            self.total.write(arithmetic::add(200, amount)); // VIA: sum
        }

        #[feature("safe_dispatcher")]
        fn try_again(ref self: ContractState) {
            let myself = IFailingSafeDispatcher { contract_address: get_contract_address() };
            assert(myself.fail(Way::Assert).is_err(), 'must fail');
            panic!("after a failure that was caught"); // FAIL: caught
        }
    }

    fn refuse(code: u32) {
        if code != 0 {
            panic!("the vault is closed, code {code}"); // FAIL: panic
        }
    }

    fn largest(values: Span<u64>) -> u64 {
        let mut largest: Option<u64> = None;
        for value in values {
            largest = Some(*value);
        }
        largest.unwrap() // FAIL: unwrap
    }

    fn ask(nobody: ContractAddress) -> u64 {
        IFailingDispatcher { contract_address: nobody }.fail(Way::None) // FAIL: undeployed
    }

    fn misspell(to: ContractAddress) {
        call_contract_syscall(to, selector!("fial"), array![].span()).unwrap_syscall(); // FAIL: selector
    }

    #[inline(never)]
    fn spin(from: u64) -> u64 {
        let mut i = from;
        while i != 0 { // FAIL: gas
            i += 1;
        }
        i
    }
}
