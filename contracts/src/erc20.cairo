//! The fee tokens: an ERC-20 with snake_case and camelCase entry points and a minter.
//! The names of storage variables are part of its interface: genesis and the fee code use them to write and read balances.

use starknet::ContractAddress;

#[starknet::interface]
pub trait IERC20<TState> {
    fn name(self: @TState) -> ByteArray;
    fn symbol(self: @TState) -> ByteArray;
    fn decimals(self: @TState) -> u8;
    fn total_supply(self: @TState) -> u256;
    fn balance_of(self: @TState, account: ContractAddress) -> u256;
    fn allowance(self: @TState, owner: ContractAddress, spender: ContractAddress) -> u256;
    fn transfer(ref self: TState, recipient: ContractAddress, amount: u256) -> bool;
    fn transfer_from(ref self: TState, sender: ContractAddress, recipient: ContractAddress, amount: u256) -> bool;
    fn approve(ref self: TState, spender: ContractAddress, amount: u256) -> bool;
    fn increase_allowance(ref self: TState, spender: ContractAddress, added_value: u256) -> bool;
    fn decrease_allowance(ref self: TState, spender: ContractAddress, subtracted_value: u256) -> bool;
}

#[starknet::interface]
pub trait IERC20Camel<TState> {
    fn totalSupply(self: @TState) -> u256;
    fn balanceOf(self: @TState, account: ContractAddress) -> u256;
    fn transferFrom(ref self: TState, sender: ContractAddress, recipient: ContractAddress, amount: u256) -> bool;
    fn increaseAllowance(ref self: TState, spender: ContractAddress, addedValue: u256) -> bool;
    fn decreaseAllowance(ref self: TState, spender: ContractAddress, subtractedValue: u256) -> bool;
}

#[starknet::interface]
pub trait IMintable<TState> {
    fn permissioned_mint(ref self: TState, account: ContractAddress, amount: u256);
    fn permissioned_burn(ref self: TState, account: ContractAddress, amount: u256);
    fn permitted_minter(self: @TState) -> ContractAddress;
}

#[starknet::contract]
pub mod ERC20 {
    use core::num::traits::{CheckedAdd, CheckedSub, Zero};
    use starknet::storage::{
        Map, StoragePathEntry, StoragePointerReadAccess, StoragePointerWriteAccess,
    };
    use starknet::{ContractAddress, get_caller_address};

    #[storage]
    struct Storage {
        ERC20_name: ByteArray,
        ERC20_symbol: ByteArray,
        ERC20_decimals: u8,
        ERC20_total_supply: u256,
        ERC20_balances: Map<ContractAddress, u256>,
        ERC20_allowances: Map<(ContractAddress, ContractAddress), u256>,
        permitted_minter: ContractAddress,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        Transfer: Transfer,
        Approval: Approval,
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

    #[constructor]
    fn constructor(
        ref self: ContractState,
        name: ByteArray,
        symbol: ByteArray,
        decimals: u8,
        initial_supply: u256,
        recipient: ContractAddress,
        permitted_minter: ContractAddress,
    ) {
        self.ERC20_name.write(name);
        self.ERC20_symbol.write(symbol);
        self.ERC20_decimals.write(decimals);
        self.permitted_minter.write(permitted_minter);
        if initial_supply != 0 {
            self.mint(recipient, initial_supply);
        }
    }

    #[abi(embed_v0)]
    impl Token of super::IERC20<ContractState> {
        fn name(self: @ContractState) -> ByteArray {
            self.ERC20_name.read()
        }

        fn symbol(self: @ContractState) -> ByteArray {
            self.ERC20_symbol.read()
        }

        fn decimals(self: @ContractState) -> u8 {
            self.ERC20_decimals.read()
        }

        fn total_supply(self: @ContractState) -> u256 {
            self.ERC20_total_supply.read()
        }

        fn balance_of(self: @ContractState, account: ContractAddress) -> u256 {
            self.ERC20_balances.entry(account).read()
        }

        fn allowance(self: @ContractState, owner: ContractAddress, spender: ContractAddress) -> u256 {
            self.ERC20_allowances.entry((owner, spender)).read()
        }

        fn transfer(ref self: ContractState, recipient: ContractAddress, amount: u256) -> bool {
            self.move(get_caller_address(), recipient, amount);
            true
        }

        fn transfer_from(
            ref self: ContractState, sender: ContractAddress, recipient: ContractAddress, amount: u256,
        ) -> bool {
            self.spend(sender, get_caller_address(), amount);
            self.move(sender, recipient, amount);
            true
        }

        fn approve(ref self: ContractState, spender: ContractAddress, amount: u256) -> bool {
            self.allow(get_caller_address(), spender, amount);
            true
        }

        fn increase_allowance(ref self: ContractState, spender: ContractAddress, added_value: u256) -> bool {
            let owner = get_caller_address();
            let allowed = self.ERC20_allowances.entry((owner, spender)).read();
            self.allow(owner, spender, allowed + added_value);
            true
        }

        fn decrease_allowance(ref self: ContractState, spender: ContractAddress, subtracted_value: u256) -> bool {
            let owner = get_caller_address();
            let allowed = self.ERC20_allowances.entry((owner, spender)).read();
            let rest = allowed.checked_sub(subtracted_value).expect('ERC20: insufficient allowance');
            self.allow(owner, spender, rest);
            true
        }
    }

    #[abi(embed_v0)]
    impl TokenCamel of super::IERC20Camel<ContractState> {
        fn totalSupply(self: @ContractState) -> u256 {
            Token::total_supply(self)
        }

        fn balanceOf(self: @ContractState, account: ContractAddress) -> u256 {
            Token::balance_of(self, account)
        }

        fn transferFrom(
            ref self: ContractState, sender: ContractAddress, recipient: ContractAddress, amount: u256,
        ) -> bool {
            Token::transfer_from(ref self, sender, recipient, amount)
        }

        fn increaseAllowance(ref self: ContractState, spender: ContractAddress, addedValue: u256) -> bool {
            Token::increase_allowance(ref self, spender, addedValue)
        }

        fn decreaseAllowance(ref self: ContractState, spender: ContractAddress, subtractedValue: u256) -> bool {
            Token::decrease_allowance(ref self, spender, subtractedValue)
        }
    }

    #[abi(embed_v0)]
    impl Mintable of super::IMintable<ContractState> {
        fn permissioned_mint(ref self: ContractState, account: ContractAddress, amount: u256) {
            self.only_minter();
            self.mint(account, amount);
        }

        fn permissioned_burn(ref self: ContractState, account: ContractAddress, amount: u256) {
            self.only_minter();
            assert(account.is_non_zero(), 'ERC20: burn from 0');
            let balance = self.ERC20_balances.entry(account);
            balance.write(balance.read().checked_sub(amount).expect('ERC20: insufficient balance'));
            self.ERC20_total_supply.write(self.ERC20_total_supply.read() - amount);
            self.emit(Transfer { from: account, to: Zero::zero(), value: amount });
        }

        fn permitted_minter(self: @ContractState) -> ContractAddress {
            self.permitted_minter.read()
        }
    }

    #[generate_trait]
    impl Internal of InternalTrait {
        fn only_minter(self: @ContractState) {
            assert(get_caller_address() == self.permitted_minter.read(), 'MINTER_ONLY');
        }

        fn mint(ref self: ContractState, account: ContractAddress, amount: u256) {
            assert(account.is_non_zero(), 'ERC20: mint to 0');
            let supply = self.ERC20_total_supply.read();
            self.ERC20_total_supply.write(supply.checked_add(amount).expect('u256_add Overflow'));
            let balance = self.ERC20_balances.entry(account);
            balance.write(balance.read() + amount);
            self.emit(Transfer { from: Zero::zero(), to: account, value: amount });
        }

        fn move(ref self: ContractState, sender: ContractAddress, recipient: ContractAddress, amount: u256) {
            assert(sender.is_non_zero(), 'ERC20: transfer from 0');
            assert(recipient.is_non_zero(), 'ERC20: transfer to 0');
            let from = self.ERC20_balances.entry(sender);
            from.write(from.read().checked_sub(amount).expect('ERC20: insufficient balance'));
            let to = self.ERC20_balances.entry(recipient);
            to.write(to.read() + amount);
            self.emit(Transfer { from: sender, to: recipient, value: amount });
        }

        fn allow(ref self: ContractState, owner: ContractAddress, spender: ContractAddress, amount: u256) {
            assert(owner.is_non_zero(), 'ERC20: approve from 0');
            assert(spender.is_non_zero(), 'ERC20: approve to 0');
            self.ERC20_allowances.entry((owner, spender)).write(amount);
            self.emit(Approval { owner, spender, value: amount });
        }

        /// The maximum allowance is unlimited and does not decrease.
        fn spend(ref self: ContractState, owner: ContractAddress, spender: ContractAddress, amount: u256) {
            let allowed = self.ERC20_allowances.entry((owner, spender)).read();
            if allowed != core::num::traits::Bounded::MAX {
                let rest = allowed.checked_sub(amount).expect('ERC20: insufficient allowance');
                self.allow(owner, spender, rest);
            }
        }
    }
}
