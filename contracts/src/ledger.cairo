//! A contract with every shape of storage, for the tests of storage names: plain values, structs, enums, options, tuples, text, maps of
//! maps, lists, storage nodes and the storage of a component.

use starknet::ContractAddress;

#[derive(Copy, Drop, Serde, starknet::Store)]
pub struct Point {
    pub x: u64,
    pub y: i32,
}

#[derive(Copy, Drop, Serde, starknet::Store)]
pub struct Position {
    pub owner: ContractAddress,
    pub amount: u256,
    pub at: Point,
    pub is_open: bool,
}

#[derive(Copy, Drop, Serde, starknet::Store)]
pub enum Status {
    Draft,
    #[default]
    Idle,
    Locked: u256,
}

#[starknet::interface]
pub trait ILedger<TState> {
    fn count(self: @TState) -> u32;
    fn get_title(self: @TState) -> ByteArray;
    fn score_of(self: @TState, player: ContractAddress, round: u256) -> u128;
    fn set_count(ref self: TState, count: u32);
    fn set_title(ref self: TState, title: ByteArray);
    fn set_limit(ref self: TState, limit: Option<u64>);
    fn set_status(ref self: TState, status: Status);
    fn set_pair(ref self: TState, first: u8, second: felt252);
    fn open_position(ref self: TState, id: felt252, position: Position);
    fn set_score(ref self: TState, player: ContractAddress, round: u256, score: u128);
    fn set_note(ref self: TState, player: ContractAddress, note: ByteArray);
    fn add_point(ref self: TState, point: Point);
    fn set_profile(ref self: TState, player: ContractAddress, level: u16, friend: ContractAddress);
    fn fill(ref self: TState, from: felt252, count: u32);
}

/// A component with an owner, whose storage is part of the contract's.
#[starknet::component]
pub mod Keeper {
    use starknet::ContractAddress;
    use starknet::storage::{Map, StoragePathEntry, StoragePointerWriteAccess};

    #[storage]
    pub struct Storage {
        pub Keeper_owner: ContractAddress,
        pub Keeper_guests: Map<ContractAddress, bool>,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    pub enum Event {}

    #[generate_trait]
    pub impl Inner<TContractState, +HasComponent<TContractState>> of InnerTrait<TContractState> {
        fn start(ref self: ComponentState<TContractState>, owner: ContractAddress) {
            self.Keeper_owner.write(owner);
            self.Keeper_guests.entry(owner).write(true);
        }
    }
}

#[starknet::contract]
pub mod Ledger {
    use starknet::ContractAddress;
    use starknet::storage::{
        Map, MutableVecTrait, StoragePathEntry, StoragePointerReadAccess, StoragePointerWriteAccess, Vec,
    };
    use super::Keeper::InnerTrait;
    use super::{Keeper, Point, Position, Status};

    component!(path: Keeper, storage: keeper, event: KeeperEvent);

    #[starknet::storage_node]
    struct Profile {
        level: u16,
        friends: Map<ContractAddress, bool>,
    }

    #[storage]
    struct Storage {
        count: u32,
        title: ByteArray,
        limit: Option<u64>,
        status: Status,
        pair: (u8, felt252),
        last: Position,
        positions: Map<felt252, Position>,
        scores: Map<ContractAddress, Map<u256, u128>>,
        notes: Map<ContractAddress, ByteArray>,
        points: Vec<Point>,
        profiles: Map<ContractAddress, Profile>,
        filled: Map<felt252, felt252>,
        #[substorage(v0)]
        keeper: Keeper::Storage,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        #[flat]
        KeeperEvent: Keeper::Event,
    }

    #[constructor]
    fn constructor(ref self: ContractState, owner: ContractAddress) {
        self.keeper.start(owner);
    }

    #[abi(embed_v0)]
    impl Ledger of super::ILedger<ContractState> {
        fn count(self: @ContractState) -> u32 {
            self.count.read()
        }

        fn get_title(self: @ContractState) -> ByteArray {
            self.title.read()
        }

        fn score_of(self: @ContractState, player: ContractAddress, round: u256) -> u128 {
            self.scores.entry(player).entry(round).read()
        }

        fn set_count(ref self: ContractState, count: u32) {
            self.count.write(count);
        }

        fn set_title(ref self: ContractState, title: ByteArray) {
            self.title.write(title);
        }

        fn set_limit(ref self: ContractState, limit: Option<u64>) {
            self.limit.write(limit);
        }

        fn set_status(ref self: ContractState, status: Status) {
            self.status.write(status);
        }

        fn set_pair(ref self: ContractState, first: u8, second: felt252) {
            self.pair.write((first, second));
        }

        fn open_position(ref self: ContractState, id: felt252, position: Position) {
            self.positions.entry(id).write(position);
            self.last.write(position);
        }

        fn set_score(ref self: ContractState, player: ContractAddress, round: u256, score: u128) {
            self.scores.entry(player).entry(round).write(score);
        }

        fn set_note(ref self: ContractState, player: ContractAddress, note: ByteArray) {
            self.notes.entry(player).write(note);
        }

        fn add_point(ref self: ContractState, point: Point) {
            self.points.push(point);
        }

        fn set_profile(ref self: ContractState, player: ContractAddress, level: u16, friend: ContractAddress) {
            let profile = self.profiles.entry(player);
            profile.level.write(level);
            profile.friends.entry(friend).write(true);
        }

        fn fill(ref self: ContractState, from: felt252, count: u32) {
            for i in 0..count {
                self.filled.entry(from + i.into()).write(1);
            }
        }
    }
}
