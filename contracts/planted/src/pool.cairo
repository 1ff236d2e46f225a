//! A pool of assets that is divided into shares. What is taken out is rounded up, so the others lose a little each time.

#[starknet::interface]
pub trait IPool<TState> {
    fn deposit(ref self: TState, assets: u256);
    fn donate(ref self: TState, assets: u256);
    fn withdraw(ref self: TState, shares: u256);
    fn total_assets(self: @TState) -> u256;
    fn total_shares(self: @TState) -> u256;
}

#[starknet::contract]
pub mod Pool {
    use starknet::storage::{
        Map, StoragePathEntry, StoragePointerReadAccess, StoragePointerWriteAccess,
    };
    use starknet::{ContractAddress, get_caller_address};

    #[storage]
    struct Storage {
        assets: u256,
        total: u256,
        shares: Map<ContractAddress, u256>,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        Minted: Minted,
    }

    #[derive(Drop, starknet::Event)]
    struct Minted {
        shares: u256,
    }

    #[abi(embed_v0)]
    impl Pool of super::IPool<ContractState> {
        fn deposit(ref self: ContractState, assets: u256) {
            assert(assets != 0, 'Pool: nothing');
            let (held, total) = (self.assets.read(), self.total.read());
            let shares = if total == 0 {
                assets
            } else {
                assets * total / held
            };
            let owner = self.shares.entry(get_caller_address());
            owner.write(owner.read() + shares);
            self.total.write(total + shares);
            self.assets.write(held + assets);
            self.emit(Minted { shares });
        }

        fn donate(ref self: ContractState, assets: u256) {
            assert(self.total.read() != 0, 'Pool: no shares');
            self.assets.write(self.assets.read() + assets);
        }

        fn withdraw(ref self: ContractState, shares: u256) {
            let owner = self.shares.entry(get_caller_address());
            assert(shares != 0 && shares <= owner.read(), 'Pool: too many shares');
            let (held, total) = (self.assets.read(), self.total.read());
            owner.write(owner.read() - shares);
            let assets = (shares * held + total - 1) / total; // FAULT: rounds up
            self.total.write(total - shares);
            self.assets.write(held - assets);
        }

        fn total_assets(self: @ContractState) -> u256 {
            self.assets.read()
        }

        fn total_shares(self: @ContractState) -> u256 {
            self.total.read()
        }
    }
}
