//! The contract in the middle.

#[starknet::contract]
pub mod Desk {
    use starknet::ContractAddress;
    use starknet::storage::{
        Map, StorageMapReadAccess, StorageMapWriteAccess, StoragePointerReadAccess,
        StoragePointerWriteAccess,
    };
    use crate::{IBookDispatcher, IBookDispatcherTrait, Order};

    #[storage]
    struct Storage {
        book: IBookDispatcher,
        settled: Map<u64, u64>,
    }

    #[constructor]
    fn constructor(ref self: ContractState, book: ContractAddress) {
        self.book.write(IBookDispatcher { contract_address: book });
    }

    #[abi(embed_v0)]
    impl Functions of crate::IDesk<ContractState> {
        fn settle(ref self: ContractState, order: Order) -> u64 {
            let amount = match order {
                Order::Buy(amount) => amount, // MARK: buy
                Order::Sell((amount, fee)) => amount - fee.into(), // MARK: sell
                Order::Cancel => 0,
            };
            let before = self.settled.read(amount);
            self.settled.write(amount, before + 1); // MARK: settled
            let recorded = self.book.read().record(amount); // MARK: record
            recorded + 1
        }
    }
}
