//! Savings that are locked for a time, with points, levels and a limit.
use starknet::ContractAddress;

#[starknet::interface]
pub trait IVault<TState> {
    fn saved(self: @TState, account: ContractAddress) -> u64;
    fn points(self: @TState, account: ContractAddress) -> u128;
    fn level(self: @TState, account: ContractAddress) -> u8;
    fn unlocks_at(self: @TState, account: ContractAddress) -> u64;
    fn total(self: @TState) -> u64;
    fn count(self: @TState) -> u32;
    fn is_open(self: @TState) -> bool;
    fn is_member(self: @TState, account: ContractAddress) -> bool;
    fn may_leave(self: @TState, account: ContractAddress) -> bool;
    fn sum_to(self: @TState, last: felt252) -> felt252;
    fn split(self: @TState, amount: u64, parts: u64) -> (u64, u64);
    fn deposit(ref self: TState, amount: u64) -> u64;
    fn withdraw(ref self: TState, amount: u64) -> u64;
    fn give(ref self: TState, account: ContractAddress, amount: u64);
    fn reward(ref self: TState, account: ContractAddress, points: u128);
    fn set_limit(ref self: TState, limit: u64);
    fn close(ref self: TState);
}

#[starknet::contract]
pub mod Vault {
    use starknet::storage::{
        Map, StorageMapReadAccess, StorageMapWriteAccess, StoragePointerReadAccess, StoragePointerWriteAccess,
    };
    use starknet::{ContractAddress, get_block_timestamp, get_caller_address};

    const LOCK: u64 = 3600;
    const FIRST_LEVEL: u128 = 100;
    const SECOND_LEVEL: u128 = 1000;

    #[storage]
    struct Storage {
        admin: ContractAddress,
        open: bool,
        limit: u64,
        total: u64,
        count: u32,
        saved: Map<ContractAddress, u64>,
        points: Map<ContractAddress, u128>,
        unlocks_at: Map<ContractAddress, u64>,
        last_gift: Map<(ContractAddress, ContractAddress), u64>,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        Saved: Saved,
        Left: Left,
        Rewarded: Rewarded,
    }

    #[derive(Drop, starknet::Event)]
    struct Saved {
        #[key]
        account: ContractAddress,
        amount: u64,
        sum: u64,
    }

    #[derive(Drop, starknet::Event)]
    struct Left {
        #[key]
        account: ContractAddress,
        amount: u64,
    }

    #[derive(Drop, starknet::Event)]
    struct Rewarded {
        #[key]
        account: ContractAddress,
        points: u128,
    }

    #[constructor]
    fn constructor(ref self: ContractState, admin: ContractAddress, limit: u64) {
        self.admin.write(admin);
        self.limit.write(limit);
        self.open.write(true);
    }

    #[abi(embed_v0)]
    impl VaultImpl of super::IVault<ContractState> {
        fn saved(self: @ContractState, account: ContractAddress) -> u64 {
            self.saved.read(account)
        }

        fn points(self: @ContractState, account: ContractAddress) -> u128 {
            self.points.read(account)
        }

        fn level(self: @ContractState, account: ContractAddress) -> u8 {
            let points = self.points.read(account);
            if points < FIRST_LEVEL {
                0
            } else if points < SECOND_LEVEL {
                1
            } else {
                2
            }
        }

        fn unlocks_at(self: @ContractState, account: ContractAddress) -> u64 {
            self.unlocks_at.read(account)
        }

        fn total(self: @ContractState) -> u64 {
            self.total.read()
        }

        fn count(self: @ContractState) -> u32 {
            self.count.read()
        }

        fn is_open(self: @ContractState) -> bool {
            self.open.read()
        }

        fn is_member(self: @ContractState, account: ContractAddress) -> bool {
            self.saved.read(account) > 0 || self.points.read(account) >= 10
        }

        fn may_leave(self: @ContractState, account: ContractAddress) -> bool {
            let is_saving = self.saved.read(account) != 0;
            is_saving && get_block_timestamp() >= self.unlocks_at.read(account)
        }

        fn sum_to(self: @ContractState, last: felt252) -> felt252 {
            let mut sum = 0;
            let mut i = 0;
            while i != last {
                i = i + 1;
                sum = sum + i * 2;
            }
            sum - last
        }

        fn split(self: @ContractState, amount: u64, parts: u64) -> (u64, u64) {
            assert(parts != 0, 'no parts');
            (amount / parts, amount % parts)
        }

        fn deposit(ref self: ContractState, amount: u64) -> u64 {
            assert(self.open.read(), 'closed');
            assert(amount > 0, 'nothing to save');
            let account = get_caller_address();
            let before = self.saved.read(account);
            if before == 0 {
                self.count.write(self.count.read() + 1);
            }
            let sum = before + amount;
            assert(sum <= self.limit.read(), 'limit');
            self.saved.write(account, sum);
            self.total.write(self.total.read() + amount);
            self.unlocks_at.write(account, get_block_timestamp() + LOCK);
            self.points.write(account, self.points.read(account) + bonus(amount));
            self.emit(Saved { account, amount, sum });
            sum
        }

        fn withdraw(ref self: ContractState, amount: u64) -> u64 {
            let account = get_caller_address();
            let saved = self.saved.read(account);
            assert(saved >= amount, 'not saved');
            assert(get_block_timestamp() >= self.unlocks_at.read(account), 'locked');
            let rest = saved - amount;
            self.saved.write(account, rest);
            self.total.write(self.total.read() - amount);
            if rest == 0 {
                self.count.write(self.count.read() - 1);
                self.points.write(account, self.points.read(account) / 2);
            }
            self.emit(Left { account, amount });
            rest
        }

        fn give(ref self: ContractState, account: ContractAddress, amount: u64) {
            let giver = get_caller_address();
            assert(giver != account, 'a gift to oneself');
            let saved = self.saved.read(giver);
            assert(saved > amount, 'too much');
            let now = get_block_timestamp();
            let last = self.last_gift.read((giver, account));
            assert(last == 0 || now >= last + 60, 'too soon');
            self.saved.write(giver, saved - amount);
            self.saved.write(account, self.saved.read(account) + amount);
            self.last_gift.write((giver, account), now);
        }

        fn reward(ref self: ContractState, account: ContractAddress, points: u128) {
            assert(get_caller_address() == self.admin.read(), 'caller is not the admin');
            let sum = self.points.read(account) + points;
            self.points.write(account, sum);
            if points >= 50 {
                self.emit(Rewarded { account, points });
            }
        }

        fn set_limit(ref self: ContractState, limit: u64) {
            assert(get_caller_address() == self.admin.read(), 'caller is not the admin');
            assert(limit >= 10 && limit <= 1000000, 'wrong limit');
            self.limit.write(limit);
        }

        fn close(ref self: ContractState) {
            assert(get_caller_address() == self.admin.read(), 'caller is not the admin');
            assert(self.total.read() == 0, 'not empty');
            self.open.write(false);
        }
    }

    /// A point for each coin, and for large amounts some more.
    fn bonus(amount: u64) -> u128 {
        let mut points: u128 = amount.into();
        if amount >= 500 {
            points = points + 25;
        }
        if amount % 100 == 0 && amount > 1000 {
            points = points * 2;
        }
        points
    }
}
