//! A contract that can be upgraded, and its second version, which puts a new member before the others of a struct.
use starknet::ClassHash;

#[starknet::interface]
pub trait ISettings<TState> {
    fn set_fee(ref self: TState, fee: u128);
    fn upgrade(ref self: TState, new_class: ClassHash);
    fn fee(self: @TState) -> u128;
    fn cap(self: @TState) -> u128;
}

#[starknet::contract]
pub mod Settings {
    use starknet::ClassHash;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::syscalls::replace_class_syscall;

    #[derive(Drop, Serde, starknet::Store)]
    struct Terms {
        fee: u128,
        cap: u128,
    }

    #[storage]
    struct Storage {
        terms: Terms,
    }

    #[constructor]
    fn constructor(ref self: ContractState) {
        self.terms.write(Terms { fee: 10, cap: 1000 });
    }

    #[abi(embed_v0)]
    impl Settings of super::ISettings<ContractState> {
        fn set_fee(ref self: ContractState, fee: u128) {
            assert(fee <= 100, 'Settings: fee too high');
            let terms = self.terms.read();
            self.terms.write(Terms { fee, cap: terms.cap });
        }

        fn upgrade(ref self: ContractState, new_class: ClassHash) {
            replace_class_syscall(new_class).unwrap();
        }

        fn fee(self: @ContractState) -> u128 {
            self.terms.read().fee
        }

        fn cap(self: @ContractState) -> u128 {
            self.terms.read().cap
        }
    }
}

#[starknet::contract]
pub mod SettingsV2 {
    use starknet::ClassHash;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::syscalls::replace_class_syscall;

    #[derive(Drop, Serde, starknet::Store)]
    struct Terms {
        floor: u128, // FAULT: moves the others
        fee: u128,
        cap: u128,
    }

    #[storage]
    struct Storage {
        terms: Terms,
    }

    #[constructor]
    fn constructor(ref self: ContractState) {
        self.terms.write(Terms { floor: 0, fee: 10, cap: 1000 });
    }

    #[abi(embed_v0)]
    impl SettingsV2 of super::ISettings<ContractState> {
        fn set_fee(ref self: ContractState, fee: u128) {
            assert(fee <= 100, 'Settings: fee too high');
            let terms = self.terms.read();
            self.terms.write(Terms { floor: terms.floor, fee, cap: terms.cap });
        }

        fn upgrade(ref self: ContractState, new_class: ClassHash) {
            replace_class_syscall(new_class).unwrap();
        }

        fn fee(self: @ContractState) -> u128 {
            self.terms.read().fee
        }

        fn cap(self: @ContractState) -> u128 {
            self.terms.read().cap
        }
    }
}
