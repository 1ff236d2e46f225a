//! The contract between Shop and Vault.

#[starknet::contract]
pub mod Till {
    use starknet::ContractAddress;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use crate::{IFailingDispatcher, IFailingDispatcherTrait, Way};

    #[storage]
    struct Storage {
        vault: IFailingDispatcher,
    }

    #[constructor]
    fn constructor(ref self: ContractState, vault: ContractAddress) {
        self.vault.write(IFailingDispatcher { contract_address: vault });
    }

    #[abi(embed_v0)]
    impl Failing of crate::IFailing<ContractState> {
        fn fail(ref self: ContractState, way: Way) -> u64 {
            self.vault.read().fail(way) // VIA: till
        }
    }
}
