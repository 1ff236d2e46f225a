//! Deploys any declared class for any caller. It has the entry points of both well-known deployers.

use starknet::{ClassHash, ContractAddress};

#[starknet::interface]
pub trait IUniversalDeployer<TState> {
    fn deploy_contract(
        ref self: TState, class_hash: ClassHash, salt: felt252, not_from_zero: bool, calldata: Span<felt252>,
    ) -> ContractAddress;
}

#[starknet::interface]
pub trait IUniversalDeployerCamel<TState> {
    fn deployContract(
        ref self: TState, classHash: ClassHash, salt: felt252, notFromZero: bool, calldata: Span<felt252>,
    ) -> ContractAddress;
}

#[starknet::contract]
pub mod UniversalDeployer {
    use core::hash::HashStateTrait;
    use core::pedersen::PedersenTrait;
    use starknet::syscalls::deploy_syscall;
    use starknet::{ClassHash, ContractAddress, SyscallResultTrait, get_caller_address};

    #[storage]
    struct Storage {}

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        ContractDeployed: ContractDeployed,
    }

    #[derive(Drop, starknet::Event)]
    struct ContractDeployed {
        address: ContractAddress,
        deployer: ContractAddress,
        not_from_zero: bool,
        class_hash: ClassHash,
        calldata: Span<felt252>,
        salt: felt252,
    }

    #[abi(embed_v0)]
    impl Deployer of super::IUniversalDeployer<ContractState> {
        fn deploy_contract(
            ref self: ContractState, class_hash: ClassHash, salt: felt252, not_from_zero: bool, calldata: Span<felt252>,
        ) -> ContractAddress {
            let deployer = get_caller_address();
            // If the address depends on the deployer, the caller is mixed into the salt, so that no other caller can take the address first.
            let own_salt = if not_from_zero {
                PedersenTrait::new(deployer.into()).update(salt).finalize()
            } else {
                salt
            };
            let (address, _) = deploy_syscall(class_hash, own_salt, calldata, !not_from_zero).unwrap_syscall();
            self.emit(ContractDeployed { address, deployer, not_from_zero, class_hash, calldata, salt });
            address
        }
    }

    #[abi(embed_v0)]
    impl DeployerCamel of super::IUniversalDeployerCamel<ContractState> {
        fn deployContract(
            ref self: ContractState, classHash: ClassHash, salt: felt252, notFromZero: bool, calldata: Span<felt252>,
        ) -> ContractAddress {
            Deployer::deploy_contract(ref self, classHash, salt, notFromZero, calldata)
        }
    }
}
