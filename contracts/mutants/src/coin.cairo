//! A token as large projects have it: ERC-20 with roles, fees, freezing, locks, stakes, votes, orders and a sale.
use starknet::ContractAddress;

#[starknet::interface]
pub trait ICoin<TState> {
    fn decimals(self: @TState) -> u8;
    fn total_supply(self: @TState) -> u256;
    fn balance_of(self: @TState, account: ContractAddress) -> u256;
    fn free_of(self: @TState, account: ContractAddress) -> u256;
    fn allowance(self: @TState, owner: ContractAddress, spender: ContractAddress) -> u256;
    fn fee_of(self: @TState, account: ContractAddress, amount: u256) -> u256;
    fn role_of(self: @TState, account: ContractAddress) -> u8;
    fn state_of(self: @TState) -> (bool, u64, u64, u256);
    fn transfer(ref self: TState, recipient: ContractAddress, amount: u256) -> bool;
    fn transfer_from(ref self: TState, sender: ContractAddress, recipient: ContractAddress, amount: u256) -> bool;
    fn approve(ref self: TState, spender: ContractAddress, amount: u256) -> bool;
    fn increase_allowance(ref self: TState, spender: ContractAddress, added: u256) -> bool;
    fn decrease_allowance(ref self: TState, spender: ContractAddress, taken: u256) -> bool;
    fn pay_all(ref self: TState, recipients: Array<ContractAddress>, amounts: Array<u256>) -> u256;
    fn mint(ref self: TState, account: ContractAddress, amount: u256);
    fn burn(ref self: TState, amount: u256);
    fn burn_from(ref self: TState, account: ContractAddress, amount: u256);
    fn set_role(ref self: TState, account: ContractAddress, role: u8);
    fn set_fee(ref self: TState, basis_points: u16, most: u256);
    fn set_exempt(ref self: TState, account: ContractAddress, exempt: bool);
    fn set_paused(ref self: TState, paused: bool);
    fn freeze(ref self: TState, account: ContractAddress, amount: u256);
    fn seize(ref self: TState, account: ContractAddress) -> u256;
    fn lock(ref self: TState, account: ContractAddress, amount: u256, seconds: u64);
    fn locked_of(self: @TState, account: ContractAddress) -> u256;
    fn unlock(ref self: TState) -> u256;
    fn stake(ref self: TState, amount: u256);
    fn unstake(ref self: TState, amount: u256) -> u256;
    fn reward(ref self: TState, amount: u256);
    fn reward_of(self: @TState, account: ContractAddress) -> u256;
    fn claim(ref self: TState) -> u256;
    fn delegate(ref self: TState, to: ContractAddress);
    fn votes_of(self: @TState, account: ContractAddress) -> u256;
    fn past_votes_of(self: @TState, account: ContractAddress, time: u64) -> u256;
    fn propose(ref self: TState, seconds: u64) -> u32;
    fn vote(ref self: TState, proposal: u32, agrees: bool);
    fn outcome_of(self: @TState, proposal: u32) -> u8;
    fn order(ref self: TState, recipient: ContractAddress, amount: u256, every: u64, times: u32) -> u32;
    fn execute_order(ref self: TState, id: u32) -> u256;
    fn cancel_order(ref self: TState, id: u32);
    fn start_sale(ref self: TState, price: u256, step: u256, seconds: u64, amount: u256);
    fn price_of(self: @TState, amount: u256) -> u256;
    fn buy(ref self: TState, amount: u256, at_most: u256) -> u256;
}

#[starknet::contract]
pub mod Coin {
    use core::num::traits::Zero;
    use starknet::storage::{
        Map, StorageMapReadAccess, StorageMapWriteAccess, StoragePointerReadAccess, StoragePointerWriteAccess,
    };
    use starknet::{ContractAddress, get_block_timestamp, get_caller_address};

    const MINTER: u8 = 1;
    const GUARD: u8 = 2;
    const ADMIN: u8 = 3;
    const DAY: u64 = 86400;
    const SCALE: u256 = 1000000000000;

    #[storage]
    struct Storage {
        supply: u256,
        cap: u256,
        paused: bool,
        pauses: u64,
        transfers: u64,
        treasury: ContractAddress,
        fee_points: u16,
        fee_most: u256,
        exempt: Map<ContractAddress, bool>,
        roles: Map<ContractAddress, u8>,
        balances: Map<ContractAddress, u256>,
        frozen: Map<ContractAddress, u256>,
        allowances: Map<(ContractAddress, ContractAddress), u256>,
        mint_day: u64,
        minted_today: u256,
        lock_amount: Map<ContractAddress, u256>,
        lock_start: Map<ContractAddress, u64>,
        lock_seconds: Map<ContractAddress, u64>,
        lock_taken: Map<ContractAddress, u256>,
        staked: Map<ContractAddress, u256>,
        staked_in_all: u256,
        reward_per_coin: u256,
        reward_seen: Map<ContractAddress, u256>,
        reward_due: Map<ContractAddress, u256>,
        delegates: Map<ContractAddress, ContractAddress>,
        points: Map<ContractAddress, u32>,
        point_time: Map<(ContractAddress, u32), u64>,
        point_votes: Map<(ContractAddress, u32), u256>,
        proposals: u32,
        proposal_start: Map<u32, u64>,
        proposal_end: Map<u32, u64>,
        proposal_for: Map<u32, u256>,
        proposal_against: Map<u32, u256>,
        has_voted: Map<(u32, ContractAddress), bool>,
        orders: u32,
        order_from: Map<u32, ContractAddress>,
        order_to: Map<u32, ContractAddress>,
        order_amount: Map<u32, u256>,
        order_every: Map<u32, u64>,
        order_next: Map<u32, u64>,
        order_times: Map<u32, u32>,
        sale_price: u256,
        sale_step: u256,
        sale_end: u64,
        sale_left: u256,
        sale_sold: u256,
        paid: Map<ContractAddress, u256>,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        Transfer: Transfer,
        Approval: Approval,
        RoleSet: RoleSet,
        Frozen: Frozen,
        Locked: Locked,
        Staked: Staked,
        Voted: Voted,
        Sold: Sold,
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
    struct RoleSet {
        #[key]
        account: ContractAddress,
        role: u8,
    }

    #[derive(Drop, starknet::Event)]
    struct Frozen {
        #[key]
        account: ContractAddress,
        amount: u256,
    }

    #[derive(Drop, starknet::Event)]
    struct Locked {
        #[key]
        account: ContractAddress,
        amount: u256,
        until: u64,
    }

    #[derive(Drop, starknet::Event)]
    struct Staked {
        #[key]
        account: ContractAddress,
        amount: u256,
    }

    #[derive(Drop, starknet::Event)]
    struct Voted {
        #[key]
        proposal: u32,
        agrees: bool,
        votes: u256,
    }

    #[derive(Drop, starknet::Event)]
    struct Sold {
        #[key]
        account: ContractAddress,
        amount: u256,
        price: u256,
    }

    #[constructor]
    fn constructor(ref self: ContractState, admin: ContractAddress, cap: u256, supply: u256) {
        assert(admin.is_non_zero(), 'admin is zero');
        assert(supply <= cap, 'supply above cap');
        self.roles.write(admin, ADMIN);
        self.treasury.write(admin);
        self.cap.write(cap);
        self.fee_points.write(50);
        self.fee_most.write(100);
        self.credit(admin, supply);
        self.supply.write(supply);
    }

    #[abi(embed_v0)]
    impl CoinImpl of super::ICoin<ContractState> {
        fn decimals(self: @ContractState) -> u8 {
            6
        }

        fn total_supply(self: @ContractState) -> u256 {
            self.supply.read()
        }

        fn balance_of(self: @ContractState, account: ContractAddress) -> u256 {
            self.balances.read(account)
        }

        fn free_of(self: @ContractState, account: ContractAddress) -> u256 {
            self.free(account)
        }

        fn allowance(self: @ContractState, owner: ContractAddress, spender: ContractAddress) -> u256 {
            self.allowances.read((owner, spender))
        }

        fn fee_of(self: @ContractState, account: ContractAddress, amount: u256) -> u256 {
            self.fee(account, amount)
        }

        fn role_of(self: @ContractState, account: ContractAddress) -> u8 {
            self.roles.read(account)
        }

        fn state_of(self: @ContractState) -> (bool, u64, u64, u256) {
            (self.paused.read(), self.pauses.read(), self.transfers.read(), self.cap.read() - self.supply.read())
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

        fn increase_allowance(ref self: ContractState, spender: ContractAddress, added: u256) -> bool {
            let owner = get_caller_address();
            assert(added > 0, 'nothing added');
            self.allow(owner, spender, self.allowances.read((owner, spender)) + added);
            true
        }

        fn decrease_allowance(ref self: ContractState, spender: ContractAddress, taken: u256) -> bool {
            let owner = get_caller_address();
            let allowed = self.allowances.read((owner, spender));
            assert(allowed >= taken, 'allowance too low');
            self.allow(owner, spender, allowed - taken);
            true
        }

        fn pay_all(ref self: ContractState, recipients: Array<ContractAddress>, amounts: Array<u256>) -> u256 {
            assert(recipients.len() == amounts.len(), 'lists differ');
            assert(recipients.len() <= 10, 'too many');
            let sender = get_caller_address();
            let mut sum: u256 = 0;
            let mut i: u32 = 0;
            while i < recipients.len() {
                let recipient = *recipients.at(i);
                let amount = *amounts.at(i);
                if recipient != sender && amount > 0 {
                    self.move(sender, recipient, amount);
                    sum = sum + amount;
                }
                i = i + 1;
            }
            assert(sum > 0, 'nothing paid');
            sum
        }

        fn mint(ref self: ContractState, account: ContractAddress, amount: u256) {
            self.require(MINTER);
            assert(account.is_non_zero(), 'account is zero');
            let supply = self.supply.read() + amount;
            assert(supply <= self.cap.read(), 'supply above cap');
            let today = get_block_timestamp() / DAY;
            if self.mint_day.read() != today {
                self.mint_day.write(today);
                self.minted_today.write(0);
            }
            let minted = self.minted_today.read() + amount;
            assert(minted * 10 <= self.cap.read(), 'too much today');
            self.minted_today.write(minted);
            self.supply.write(supply);
            self.credit(account, amount);
            self.emit(Transfer { from: Zero::zero(), to: account, value: amount });
        }

        fn burn(ref self: ContractState, amount: u256) {
            self.destroy(get_caller_address(), amount);
        }

        fn burn_from(ref self: ContractState, account: ContractAddress, amount: u256) {
            self.spend(account, get_caller_address(), amount);
            self.destroy(account, amount);
        }

        fn set_role(ref self: ContractState, account: ContractAddress, role: u8) {
            self.require(ADMIN);
            assert(role <= ADMIN, 'no such role');
            assert(account != get_caller_address(), 'own role');
            self.roles.write(account, role);
            self.emit(RoleSet { account, role });
        }

        fn set_fee(ref self: ContractState, basis_points: u16, most: u256) {
            self.require(ADMIN);
            assert(basis_points <= 1000, 'fee too high');
            self.fee_points.write(basis_points);
            self.fee_most.write(most);
        }

        fn set_exempt(ref self: ContractState, account: ContractAddress, exempt: bool) {
            self.require(ADMIN);
            self.exempt.write(account, exempt);
        }

        fn set_paused(ref self: ContractState, paused: bool) {
            self.require(GUARD);
            assert(self.paused.read() != paused, 'no change');
            self.paused.write(paused);
            if paused {
                self.pauses.write(self.pauses.read() + 1);
            }
        }

        fn freeze(ref self: ContractState, account: ContractAddress, amount: u256) {
            self.require(GUARD);
            assert(self.roles.read(account) != ADMIN, 'an admin');
            self.frozen.write(account, amount);
            self.emit(Frozen { account, amount });
        }

        fn seize(ref self: ContractState, account: ContractAddress) -> u256 {
            self.require(ADMIN);
            let balance = self.balances.read(account);
            let frozen = self.frozen.read(account);
            let amount = if frozen < balance {
                frozen
            } else {
                balance
            };
            assert(amount > 0, 'nothing frozen');
            self.frozen.write(account, frozen - amount);
            self.debit(account, amount);
            self.credit(self.treasury.read(), amount);
            self.emit(Transfer { from: account, to: self.treasury.read(), value: amount });
            amount
        }

        fn lock(ref self: ContractState, account: ContractAddress, amount: u256, seconds: u64) {
            let sender = get_caller_address();
            assert(self.lock_amount.read(account) == 0, 'locked already');
            assert(amount > 0, 'nothing to lock');
            assert(seconds >= 60 && seconds <= 365 * DAY, 'wrong time');
            assert(self.free(sender) >= amount, 'balance too low');
            self.debit(sender, amount);
            let now = get_block_timestamp();
            self.lock_amount.write(account, amount);
            self.lock_start.write(account, now);
            self.lock_seconds.write(account, seconds);
            self.lock_taken.write(account, 0);
            self.emit(Locked { account, amount, until: now + seconds });
        }

        fn locked_of(self: @ContractState, account: ContractAddress) -> u256 {
            self.lock_amount.read(account) - self.unlocked(account)
        }

        fn unlock(ref self: ContractState) -> u256 {
            let account = get_caller_address();
            let unlocked = self.unlocked(account);
            let amount = unlocked - self.lock_taken.read(account);
            assert(amount > 0, 'nothing unlocked');
            if unlocked == self.lock_amount.read(account) {
                self.lock_amount.write(account, 0);
                self.lock_taken.write(account, 0);
            } else {
                self.lock_taken.write(account, unlocked);
            }
            self.credit(account, amount);
            amount
        }

        fn stake(ref self: ContractState, amount: u256) {
            let account = get_caller_address();
            assert(amount > 0, 'nothing to stake');
            assert(self.free(account) >= amount, 'balance too low');
            self.settle(account);
            self.debit(account, amount);
            self.staked.write(account, self.staked.read(account) + amount);
            self.staked_in_all.write(self.staked_in_all.read() + amount);
            self.emit(Staked { account, amount });
        }

        fn unstake(ref self: ContractState, amount: u256) -> u256 {
            let account = get_caller_address();
            let staked = self.staked.read(account);
            assert(staked >= amount, 'stake too low');
            self.settle(account);
            self.staked.write(account, staked - amount);
            self.staked_in_all.write(self.staked_in_all.read() - amount);
            self.credit(account, amount);
            staked - amount
        }

        fn reward(ref self: ContractState, amount: u256) {
            let account = get_caller_address();
            let staked = self.staked_in_all.read();
            assert(staked > 0, 'nothing staked');
            assert(self.free(account) >= amount, 'balance too low');
            self.debit(account, amount);
            self.reward_per_coin.write(self.reward_per_coin.read() + amount * SCALE / staked);
        }

        fn reward_of(self: @ContractState, account: ContractAddress) -> u256 {
            self.reward_due.read(account) + self.earned(account)
        }

        fn claim(ref self: ContractState) -> u256 {
            let account = get_caller_address();
            self.settle(account);
            let due = self.reward_due.read(account);
            assert(due > 0, 'no reward');
            self.reward_due.write(account, 0);
            self.credit(account, due);
            due
        }

        fn delegate(ref self: ContractState, to: ContractAddress) {
            let account = get_caller_address();
            let before = self.delegates.read(account);
            assert(before != to, 'no change');
            let balance = self.balances.read(account);
            self.delegates.write(account, to);
            self.remove_votes(before, balance);
            self.add_votes(to, balance);
        }

        fn votes_of(self: @ContractState, account: ContractAddress) -> u256 {
            self.votes(account)
        }

        fn past_votes_of(self: @ContractState, account: ContractAddress, time: u64) -> u256 {
            assert(time < get_block_timestamp(), 'not past');
            self.votes_at(account, time)
        }

        fn propose(ref self: ContractState, seconds: u64) -> u32 {
            assert(self.votes(get_caller_address()) * 100 >= self.supply.read(), 'too few votes');
            assert(seconds >= 60, 'too short');
            let id = self.proposals.read() + 1;
            let now = get_block_timestamp();
            self.proposals.write(id);
            self.proposal_start.write(id, now);
            self.proposal_end.write(id, now + seconds);
            id
        }

        fn vote(ref self: ContractState, proposal: u32, agrees: bool) {
            let account = get_caller_address();
            assert(proposal > 0 && proposal <= self.proposals.read(), 'no such proposal');
            assert(get_block_timestamp() < self.proposal_end.read(proposal), 'ended');
            assert(!self.has_voted.read((proposal, account)), 'voted already');
            let votes = self.votes_at(account, self.proposal_start.read(proposal));
            assert(votes > 0, 'no votes');
            self.has_voted.write((proposal, account), true);
            if agrees {
                self.proposal_for.write(proposal, self.proposal_for.read(proposal) + votes);
            } else {
                self.proposal_against.write(proposal, self.proposal_against.read(proposal) + votes);
            }
            self.emit(Voted { proposal, agrees, votes });
        }

        fn outcome_of(self: @ContractState, proposal: u32) -> u8 {
            let agreed = self.proposal_for.read(proposal);
            let refused = self.proposal_against.read(proposal);
            if get_block_timestamp() < self.proposal_end.read(proposal) {
                return 0;
            }
            if (agreed + refused) * 5 < self.supply.read() {
                return 1;
            }
            if agreed > refused {
                2
            } else {
                3
            }
        }

        fn order(
            ref self: ContractState, recipient: ContractAddress, amount: u256, every: u64, times: u32,
        ) -> u32 {
            assert(recipient.is_non_zero(), 'recipient is zero');
            assert(amount > 0, 'nothing to pay');
            assert(every >= 60, 'too often');
            assert(times > 0 && times <= 100, 'wrong count');
            let id = self.orders.read() + 1;
            self.orders.write(id);
            self.order_from.write(id, get_caller_address());
            self.order_to.write(id, recipient);
            self.order_amount.write(id, amount);
            self.order_every.write(id, every);
            self.order_next.write(id, get_block_timestamp() + every);
            self.order_times.write(id, times);
            id
        }

        fn execute_order(ref self: ContractState, id: u32) -> u256 {
            let times = self.order_times.read(id);
            assert(times > 0, 'no such order');
            let now = get_block_timestamp();
            let next = self.order_next.read(id);
            assert(now >= next, 'too soon');
            let every = self.order_every.read(id);
            let due: u32 = ((now - next) / every + 1).try_into().unwrap();
            let count = if due > times {
                times
            } else {
                due
            };
            let amount = self.order_amount.read(id) * count.into();
            self.order_times.write(id, times - count);
            self.order_next.write(id, next + every * count.into());
            self.move(self.order_from.read(id), self.order_to.read(id), amount);
            amount
        }

        fn cancel_order(ref self: ContractState, id: u32) {
            assert(self.order_from.read(id) == get_caller_address(), 'not your order');
            assert(self.order_times.read(id) > 0, 'no such order');
            self.order_times.write(id, 0);
        }

        fn start_sale(ref self: ContractState, price: u256, step: u256, seconds: u64, amount: u256) {
            self.require(ADMIN);
            let now = get_block_timestamp();
            assert(now >= self.sale_end.read(), 'a sale runs');
            assert(price > 0, 'price is zero');
            assert(amount > 0 && amount % 10 == 0, 'wrong amount');
            let admin = get_caller_address();
            self.credit(admin, self.sale_left.read());
            assert(self.free(admin) >= amount, 'balance too low');
            self.debit(admin, amount);
            self.sale_price.write(price);
            self.sale_step.write(step);
            self.sale_end.write(now + seconds);
            self.sale_left.write(amount);
            self.sale_sold.write(0);
        }

        fn price_of(self: @ContractState, amount: u256) -> u256 {
            self.price(amount)
        }

        fn buy(ref self: ContractState, amount: u256, at_most: u256) -> u256 {
            assert(get_block_timestamp() < self.sale_end.read(), 'no sale');
            assert(amount > 0, 'nothing to buy');
            let left = self.sale_left.read();
            assert(amount <= left, 'too little left');
            let price = self.price(amount);
            assert(price <= at_most, 'too expensive');
            let account = get_caller_address();
            let paid = self.paid.read(account) + price;
            assert(paid <= 100000, 'bought too much');
            self.paid.write(account, paid);
            self.sale_left.write(left - amount);
            self.sale_sold.write(self.sale_sold.read() + amount);
            self.credit(account, amount);
            self.emit(Sold { account, amount, price });
            price
        }
    }

    #[generate_trait]
    impl Internal of InternalTrait {
        fn require(self: @ContractState, role: u8) {
            let own = self.roles.read(get_caller_address());
            assert(own == role || own == ADMIN, 'role missing');
        }

        fn free(self: @ContractState, account: ContractAddress) -> u256 {
            let balance = self.balances.read(account);
            let frozen = self.frozen.read(account);
            if frozen >= balance {
                0
            } else {
                balance - frozen
            }
        }

        fn fee(self: @ContractState, account: ContractAddress, amount: u256) -> u256 {
            if self.exempt.read(account) || account == self.treasury.read() || amount < 10 {
                return 0;
            }
            let points: u256 = self.fee_points.read().into();
            let fee = (amount * points + 9999) / 10000;
            let most = self.fee_most.read();
            if fee > most {
                most
            } else {
                fee
            }
        }

        fn credit(ref self: ContractState, account: ContractAddress, amount: u256) {
            self.balances.write(account, self.balances.read(account) + amount);
            self.add_votes(self.delegates.read(account), amount);
        }

        fn debit(ref self: ContractState, account: ContractAddress, amount: u256) {
            self.balances.write(account, self.balances.read(account) - amount);
            self.remove_votes(self.delegates.read(account), amount);
        }

        fn allow(ref self: ContractState, owner: ContractAddress, spender: ContractAddress, amount: u256) {
            assert(spender.is_non_zero(), 'spender is zero');
            self.allowances.write((owner, spender), amount);
            self.emit(Approval { owner, spender, value: amount });
        }

        fn spend(ref self: ContractState, owner: ContractAddress, spender: ContractAddress, amount: u256) {
            let allowed = self.allowances.read((owner, spender));
            assert(allowed >= amount, 'allowance too low');
            self.allow(owner, spender, allowed - amount);
        }

        fn move(ref self: ContractState, sender: ContractAddress, recipient: ContractAddress, amount: u256) {
            assert(!self.paused.read(), 'paused');
            assert(recipient.is_non_zero(), 'recipient is zero');
            assert(self.free(sender) >= amount, 'balance too low');
            let fee = self.fee(sender, amount);
            self.debit(sender, amount);
            self.credit(recipient, amount - fee);
            if fee > 0 {
                let treasury = self.treasury.read();
                self.credit(treasury, fee);
                self.emit(Transfer { from: sender, to: treasury, value: fee });
            }
            self.transfers.write(self.transfers.read() + 1);
            self.emit(Transfer { from: sender, to: recipient, value: amount - fee });
        }

        fn destroy(ref self: ContractState, account: ContractAddress, amount: u256) {
            assert(amount > 0, 'nothing to burn');
            assert(self.free(account) >= amount, 'balance too low');
            self.debit(account, amount);
            self.supply.write(self.supply.read() - amount);
            self.emit(Transfer { from: account, to: Zero::zero(), value: amount });
        }

        fn unlocked(self: @ContractState, account: ContractAddress) -> u256 {
            let amount = self.lock_amount.read(account);
            let start = self.lock_start.read(account);
            let seconds = self.lock_seconds.read(account);
            let now = get_block_timestamp();
            if amount == 0 || now < start + 60 {
                return 0;
            }
            if now >= start + seconds {
                return amount;
            }
            amount * (now - start).into() / seconds.into()
        }

        fn earned(self: @ContractState, account: ContractAddress) -> u256 {
            let added = self.reward_per_coin.read() - self.reward_seen.read(account);
            self.staked.read(account) * added / SCALE
        }

        fn settle(ref self: ContractState, account: ContractAddress) {
            let earned = self.earned(account);
            if earned > 0 {
                self.reward_due.write(account, self.reward_due.read(account) + earned);
            }
            self.reward_seen.write(account, self.reward_per_coin.read());
        }

        fn votes(self: @ContractState, account: ContractAddress) -> u256 {
            let count = self.points.read(account);
            if count == 0 {
                return 0;
            }
            self.point_votes.read((account, count - 1))
        }

        fn votes_at(self: @ContractState, account: ContractAddress, time: u64) -> u256 {
            let mut low: u32 = 0;
            let mut high: u32 = self.points.read(account);
            while low < high {
                let middle = (low + high) / 2;
                if self.point_time.read((account, middle)) > time {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            if low == 0 {
                return 0;
            }
            self.point_votes.read((account, low - 1))
        }

        fn add_votes(ref self: ContractState, account: ContractAddress, amount: u256) {
            if account.is_non_zero() && amount > 0 {
                let votes = self.votes(account);
                self.note_votes(account, votes + amount);
            }
        }

        fn remove_votes(ref self: ContractState, account: ContractAddress, amount: u256) {
            if account.is_non_zero() && amount > 0 {
                let votes = self.votes(account);
                self.note_votes(account, votes - amount);
            }
        }

        fn note_votes(ref self: ContractState, account: ContractAddress, votes: u256) {
            let now = get_block_timestamp();
            let count = self.points.read(account);
            if count > 0 && self.point_time.read((account, count - 1)) == now {
                self.point_votes.write((account, count - 1), votes);
            } else {
                self.point_time.write((account, count), now);
                self.point_votes.write((account, count), votes);
                self.points.write(account, count + 1);
            }
        }

        fn price(self: @ContractState, amount: u256) -> u256 {
            let first = self.sale_price.read() + self.sale_sold.read() / 10 * self.sale_step.read();
            let discount = if amount >= 100 {
                first / 20
            } else {
                0
            };
            (first - discount) * amount / 10
        }
    }
}
