//! Shares of a pool of coins, with a price in u256 and u128, scores with signs, messages to L1 and upgrades.
use starknet::{ClassHash, ContractAddress};

#[starknet::interface]
pub trait IPool<TState> {
    fn shares_of(self: @TState, account: ContractAddress) -> u256;
    fn score_of(self: @TState, account: ContractAddress) -> i32;
    fn worth_of(self: @TState, account: ContractAddress) -> u256;
    fn fee_of(self: @TState, amount: u128) -> u128;
    fn is_good(self: @TState, account: ContractAddress) -> bool;
    fn heir_of(self: @TState, account: ContractAddress) -> ContractAddress;
    fn place_of(self: @TState, account: ContractAddress) -> Option<u32>;
    fn join(ref self: TState, amount: u256) -> u256;
    fn leave(ref self: TState, shares: u256) -> u256;
    fn earn(ref self: TState, amount: u256);
    fn rate(ref self: TState, account: ContractAddress, by: i32);
    fn set_heir(ref self: TState, heir: ContractAddress);
    fn withdraw(ref self: TState, to: felt252, shares: u256);
    fn upgrade(ref self: TState, class_hash: ClassHash);
}

#[starknet::contract]
pub mod Pool {
    use core::num::traits::Zero;
    use starknet::storage::{
        Map, StorageMapReadAccess, StorageMapWriteAccess, StoragePointerReadAccess, StoragePointerWriteAccess,
    };
    use starknet::syscalls::{replace_class_syscall, send_message_to_l1_syscall};
    use starknet::{ClassHash, ContractAddress, SyscallResultTrait, get_caller_address};

    const FEE_POINTS: u128 = 30;
    const ALL_POINTS: u128 = 10_000;
    const LEAST: u256 = 1_000;
    const LOWEST: i32 = -50;

    #[storage]
    struct Storage {
        admin: ContractAddress,
        coins: u256,
        all_shares: u256,
        shares: Map<ContractAddress, u256>,
        scores: Map<ContractAddress, i32>,
        heirs: Map<ContractAddress, ContractAddress>,
        members: u32,
        places: Map<ContractAddress, u32>,
    }

    #[constructor]
    fn constructor(ref self: ContractState, admin: ContractAddress) {
        self.admin.write(admin);
    }

    #[abi(embed_v0)]
    impl PoolImpl of super::IPool<ContractState> {
        fn shares_of(self: @ContractState, account: ContractAddress) -> u256 {
            self.shares.read(account)
        }

        fn score_of(self: @ContractState, account: ContractAddress) -> i32 {
            score(self, account)
        }

        fn worth_of(self: @ContractState, account: ContractAddress) -> u256 {
            worth(self, self.shares.read(account))
        }

        fn fee_of(self: @ContractState, amount: u128) -> u128 {
            fee(amount)
        }

        fn is_good(self: @ContractState, account: ContractAddress) -> bool {
            is_trusted(self, account)
        }

        fn heir_of(self: @ContractState, account: ContractAddress) -> ContractAddress {
            heir(self, account)
        }

        fn place_of(self: @ContractState, account: ContractAddress) -> Option<u32> {
            place(self, account)
        }

        fn join(ref self: ContractState, amount: u256) -> u256 {
            assert(amount >= LEAST, 'too little');
            let account = get_caller_address();
            let paid = amount - fee(amount.low).into();
            let all = self.all_shares.read();
            let mut shares = paid;
            if all > 0 {
                shares = paid * all / self.coins.read();
            }
            if self.places.read(account) == 0 {
                self.members.write(self.members.read() + 1);
                self.places.write(account, self.members.read());
            }
            self.shares.write(account, self.shares.read(account) + shares);
            self.all_shares.write(all + shares);
            self.coins.write(self.coins.read() + amount);
            shares
        }

        fn leave(ref self: ContractState, shares: u256) -> u256 {
            remove(ref self, get_caller_address(), shares)
        }

        fn earn(ref self: ContractState, amount: u256) {
            assert(amount % 10 == 0, 'not even');
            self.coins.write(self.coins.read() + amount);
        }

        fn rate(ref self: ContractState, account: ContractAddress, by: i32) {
            assert(get_caller_address() == self.admin.read(), 'caller is not the admin');
            assert(by > -100 && by <= 100, 'too much');
            let mut sum = score(@self, account) + by;
            if by < 0 {
                sum = sum - 1;
            }
            self.scores.write(account, sum);
        }

        fn set_heir(ref self: ContractState, heir: ContractAddress) {
            assert(is_trusted(@self, get_caller_address()), 'not trusted');
            self.heirs.write(get_caller_address(), heir);
        }

        fn withdraw(ref self: ContractState, to: felt252, shares: u256) {
            let amount = remove(ref self, get_caller_address(), shares);
            let payload = array![amount.low.into(), amount.high.into()];
            send_message_to_l1_syscall(to, payload.span()).unwrap_syscall();
        }

        fn upgrade(ref self: ContractState, class_hash: ClassHash) {
            assert(get_caller_address() == self.admin.read(), 'caller is not the admin');
            assert(class_hash.is_non_zero(), 'class is zero');
            replace_class_syscall(class_hash).unwrap_syscall();
        }
    }

    #[inline(never)]
    fn fee(amount: u128) -> u128 {
        amount * FEE_POINTS / ALL_POINTS
    }

    #[inline(never)]
    fn worth(self: @ContractState, shares: u256) -> u256 {
        shares * self.coins.read() / self.all_shares.read()
    }

    #[inline(never)]
    fn score(self: @ContractState, account: ContractAddress) -> i32 {
        self.scores.read(account)
    }

    #[inline(never)]
    fn is_trusted(self: @ContractState, account: ContractAddress) -> bool {
        self.scores.read(account) >= LOWEST
    }

    #[inline(never)]
    fn heir(self: @ContractState, account: ContractAddress) -> ContractAddress {
        self.heirs.read(account)
    }

    #[inline(never)]
    fn place(self: @ContractState, account: ContractAddress) -> Option<u32> {
        let place = self.places.read(account);
        if place == 0 {
            return None;
        }
        Some(place)
    }

    #[inline(never)]
    fn remove(ref self: ContractState, account: ContractAddress, shares: u256) -> u256 {
        let own = self.shares.read(account);
        assert(own >= shares, 'too few shares');
        let amount = worth(@self, shares);
        self.shares.write(account, own - shares);
        self.all_shares.write(self.all_shares.read() - shares);
        self.coins.write(self.coins.read() - amount);
        amount
    }
}
