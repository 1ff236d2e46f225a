//! A list of members in which the last one takes the place of one who leaves, but is not told its new place.
use starknet::ContractAddress;

#[starknet::interface]
pub trait IClub<TState> {
    fn join(ref self: TState);
    fn leave(ref self: TState);
    fn count(self: @TState) -> u32;
    fn member(self: @TState, place: u32) -> ContractAddress;
    fn place_of(self: @TState, member: ContractAddress) -> u32;
}

#[starknet::contract]
pub mod Club {
    use starknet::storage::{
        Map, StoragePathEntry, StoragePointerReadAccess, StoragePointerWriteAccess,
    };
    use starknet::{ContractAddress, get_caller_address};

    #[storage]
    struct Storage {
        count: u32,
        members: Map<u32, ContractAddress>,
        /// From 1 on; 0 for those who are no members.
        places: Map<ContractAddress, u32>,
    }

    #[abi(embed_v0)]
    impl Club of super::IClub<ContractState> {
        fn join(ref self: ContractState) {
            let caller = get_caller_address();
            assert(self.places.entry(caller).read() == 0, 'Club: a member already');
            let place = self.count.read() + 1;
            self.count.write(place);
            self.members.entry(place).write(caller);
            self.places.entry(caller).write(place);
        }

        fn leave(ref self: ContractState) {
            let caller = get_caller_address();
            let place = self.places.entry(caller).read();
            assert(place != 0, 'Club: not a member');
            let last = self.count.read();
            self.members.entry(place).write(self.members.entry(last).read()); // FAULT: `places` of the last member stays
            self.places.entry(caller).write(0);
            self.count.write(last - 1);
        }

        fn count(self: @ContractState) -> u32 {
            self.count.read()
        }

        fn member(self: @ContractState, place: u32) -> ContractAddress {
            self.members.entry(place).read()
        }

        fn place_of(self: @ContractState, member: ContractAddress) -> u32 {
            self.places.entry(member).read()
        }
    }
}
