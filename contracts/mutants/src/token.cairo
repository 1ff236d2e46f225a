//! An ERC-20 with an owner, a cap, a fee and a pause.
use starknet::ContractAddress;

#[starknet::interface]
pub trait IToken<TState> {
    fn total_supply(self: @TState) -> u256;
    fn balance_of(self: @TState, account: ContractAddress) -> u256;
    fn allowance(self: @TState, owner: ContractAddress, spender: ContractAddress) -> u256;
    fn fee_of(self: @TState, amount: u256) -> u256;
    fn is_paused(self: @TState) -> bool;
    fn transfer(ref self: TState, recipient: ContractAddress, amount: u256) -> bool;
    fn transfer_from(ref self: TState, sender: ContractAddress, recipient: ContractAddress, amount: u256) -> bool;
    fn approve(ref self: TState, spender: ContractAddress, amount: u256) -> bool;
    fn mint(ref self: TState, account: ContractAddress, amount: u256);
    fn burn(ref self: TState, amount: u256);
    fn set_fee(ref self: TState, percent: u64);
    fn set_paused(ref self: TState, paused: bool);
    fn hand_over(ref self: TState, owner: ContractAddress);
    fn pay_all(ref self: TState, recipients: Array<ContractAddress>, amount: u256) -> u32;
}

#[starknet::contract]
pub mod Token {
    use core::num::traits::Zero;
    use starknet::storage::{
        Map, StorageMapReadAccess, StorageMapWriteAccess, StoragePointerReadAccess, StoragePointerWriteAccess,
    };
    use starknet::{ContractAddress, get_caller_address};

    #[storage]
    struct Storage {
        supply: u256,
        cap: u256,
        fee_percent: u64,
        paused: bool,
        owner: ContractAddress,
        transfers: u64,
        balances: Map<ContractAddress, u256>,
        allowances: Map<(ContractAddress, ContractAddress), u256>,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        Transfer: Transfer,
        Approval: Approval,
        Paused: Paused,
    }

    #[derive(Drop, starknet::Event)]
    struct Transfer {
        #[key]
        from: ContractAddress,
        #[key]
        to: ContractAddress,
        value: u256,
    }

    #[derive(Drop, starknet::Event)]
    struct Approval {
        #[key]
        owner: ContractAddress,
        #[key]
        spender: ContractAddress,
        value: u256,
    }

    #[derive(Drop, starknet::Event)]
    struct Paused {
        paused: bool,
        times: u64,
    }

    #[constructor]
    fn constructor(ref self: ContractState, owner: ContractAddress, cap: u256, supply: u256) {
        assert(supply <= cap, 'supply above cap');
        self.owner.write(owner);
        self.cap.write(cap);
        self.fee_percent.write(2);
        if supply > 0 {
            self.balances.write(owner, supply);
            self.supply.write(supply);
        }
    }

    #[abi(embed_v0)]
    impl TokenImpl of super::IToken<ContractState> {
        fn total_supply(self: @ContractState) -> u256 {
            self.supply.read()
        }

        fn balance_of(self: @ContractState, account: ContractAddress) -> u256 {
            self.balances.read(account)
        }

        fn allowance(self: @ContractState, owner: ContractAddress, spender: ContractAddress) -> u256 {
            self.allowances.read((owner, spender))
        }

        fn fee_of(self: @ContractState, amount: u256) -> u256 {
            self.fee(amount)
        }

        fn is_paused(self: @ContractState) -> bool {
            self.paused.read()
        }

        fn transfer(ref self: ContractState, recipient: ContractAddress, amount: u256) -> bool {
            let sender = get_caller_address();
            self.move(sender, recipient, amount);
            true
        }

        fn transfer_from(
            ref self: ContractState, sender: ContractAddress, recipient: ContractAddress, amount: u256,
        ) -> bool {
            let spender = get_caller_address();
            let allowed = self.allowances.read((sender, spender));
            assert(allowed >= amount, 'allowance too low');
            self.allowances.write((sender, spender), allowed - amount);
            self.move(sender, recipient, amount);
            true
        }

        fn approve(ref self: ContractState, spender: ContractAddress, amount: u256) -> bool {
            assert(spender.is_non_zero(), 'spender is zero');
            let owner = get_caller_address();
            self.allowances.write((owner, spender), amount);
            self.emit(Approval { owner, spender, value: amount });
            true
        }

        fn mint(ref self: ContractState, account: ContractAddress, amount: u256) {
            assert(get_caller_address() == self.owner.read(), 'caller is not the owner');
            let supply = self.supply.read() + amount;
            assert(supply <= self.cap.read(), 'supply above cap');
            self.supply.write(supply);
            self.balances.write(account, self.balances.read(account) + amount);
            self.emit(Transfer { from: Zero::zero(), to: account, value: amount });
        }

        fn burn(ref self: ContractState, amount: u256) {
            let account = get_caller_address();
            let balance = self.balances.read(account);
            assert(amount <= balance, 'balance too low');
            self.balances.write(account, balance - amount);
            self.supply.write(self.supply.read() - amount);
            self.emit(Transfer { from: account, to: Zero::zero(), value: amount });
        }

        fn set_fee(ref self: ContractState, percent: u64) {
            assert(get_caller_address() == self.owner.read(), 'caller is not the owner');
            assert(percent < 10, 'fee too high');
            self.fee_percent.write(percent);
        }

        fn set_paused(ref self: ContractState, paused: bool) {
            assert(get_caller_address() == self.owner.read(), 'caller is not the owner');
            self.paused.write(paused);
            let times = self.transfers.read();
            self.emit(Paused { paused, times });
        }

        fn hand_over(ref self: ContractState, owner: ContractAddress) {
            let caller = get_caller_address();
            assert(caller == self.owner.read(), 'caller is not the owner');
            assert(owner.is_non_zero() && owner != caller, 'wrong owner');
            self.owner.write(owner);
        }

        fn pay_all(ref self: ContractState, recipients: Array<ContractAddress>, amount: u256) -> u32 {
            let sender = get_caller_address();
            let mut paid: u32 = 0;
            for recipient in recipients {
                if recipient != sender {
                    self.move(sender, recipient, amount);
                    paid += 1;
                }
            }
            paid
        }
    }

    #[generate_trait]
    impl Internal of InternalTrait {
        fn fee(self: @ContractState, amount: u256) -> u256 {
            let percent: u256 = self.fee_percent.read().into();
            if amount < 100 {
                return 0;
            }
            amount * percent / 100
        }

        fn move(ref self: ContractState, sender: ContractAddress, recipient: ContractAddress, amount: u256) {
            assert(!self.paused.read(), 'paused');
            assert(recipient.is_non_zero(), 'recipient is zero');
            let balance = self.balances.read(sender);
            assert(balance >= amount, 'balance too low');
            let owner = self.owner.read();
            let fee = if sender == owner || recipient == owner {
                0
            } else {
                self.fee(amount)
            };
            self.balances.write(sender, balance - amount);
            self.balances.write(recipient, self.balances.read(recipient) + amount - fee);
            if fee > 0 {
                self.balances.write(owner, self.balances.read(owner) + fee);
                self.emit(Transfer { from: sender, to: owner, value: fee });
            }
            self.transfers.write(self.transfers.read() + 1);
            self.emit(Transfer { from: sender, to: recipient, value: amount - fee });
        }
    }
}
