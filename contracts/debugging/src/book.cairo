//! The innermost contract.

#[starknet::contract]
pub mod Book {
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};

    #[storage]
    struct Storage {
        total: u64,
    }

    #[abi(embed_v0)]
    impl Functions of crate::IBook<ContractState> {
        fn record(ref self: ContractState, amount: u64) -> u64 {
            check(amount);
            let total = self.total.read() + amount;
            self.total.write(total); // MARK: total
            total // MARK: recorded
        }
    }

    fn check(amount: u64) {
        assert!(amount != 13, "13 is unlucky"); // MARK: panic
    }
}
