// A game of one move. Compiled with: starknet-compile --single-file arcade.cairo arcade.contract_class.json
#[starknet::interface]
pub trait IArcade<TState> {
    fn play(ref self: TState);
    fn score(self: @TState, player: starknet::ContractAddress) -> u32;
    fn coins(self: @TState, player: starknet::ContractAddress) -> u32;
}

#[starknet::contract]
mod Arcade {
    use starknet::storage::{Map, StorageMapReadAccess, StorageMapWriteAccess, StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::{ContractAddress, EthAddress, get_caller_address};

    #[storage]
    struct Storage {
        bridge: EthAddress,
        scores: Map<ContractAddress, u32>,
        coins: Map<ContractAddress, u32>,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        Played: Played,
    }

    #[derive(Drop, starknet::Event)]
    struct Played {
        #[key]
        player: ContractAddress,
        score: u32,
    }

    #[constructor]
    fn constructor(ref self: ContractState, bridge: EthAddress) {
        self.bridge.write(bridge);
    }

    /// Coins that were bought on L1.
    #[l1_handler]
    fn deposit(ref self: ContractState, from_address: felt252, player: ContractAddress, amount: u32) {
        assert(from_address == self.bridge.read().into(), 'not the bridge');
        self.coins.write(player, self.coins.read(player) + amount);
    }

    #[abi(embed_v0)]
    impl ArcadeImpl of super::IArcade<ContractState> {
        fn play(ref self: ContractState) {
            let player = get_caller_address();
            let score = self.scores.read(player) + 1;
            self.scores.write(player, score);
            self.emit(Played { player, score });
        }

        fn score(self: @ContractState, player: ContractAddress) -> u32 {
            self.scores.read(player)
        }

        fn coins(self: @ContractState, player: ContractAddress) -> u32 {
            self.coins.read(player)
        }
    }
}
