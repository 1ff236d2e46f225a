//! The class of predeployed accounts: one Stark key, SRC-5, SRC-6, SRC-9 (outside execution), deploy and declare.
//! The names of storage variables are part of its interface: genesis writes `Account_public_key` and `SRC5_supported_interfaces` directly.

use starknet::ContractAddress;
use starknet::account::Call;

#[derive(Drop, Copy, Serde)]
pub struct OutsideExecution {
    pub caller: ContractAddress,
    pub nonce: felt252,
    pub execute_after: u64,
    pub execute_before: u64,
    pub calls: Span<Call>,
}

#[starknet::interface]
pub trait ISRC6<TState> {
    fn __execute__(self: @TState, calls: Array<Call>) -> Array<Span<felt252>>;
    fn __validate__(self: @TState, calls: Array<Call>) -> felt252;
    fn is_valid_signature(self: @TState, hash: felt252, signature: Array<felt252>) -> felt252;
}

#[starknet::interface]
pub trait ISRC6Camel<TState> {
    fn isValidSignature(self: @TState, hash: felt252, signature: Array<felt252>) -> felt252;
}

#[starknet::interface]
pub trait IDeployable<TState> {
    fn __validate_deploy__(
        self: @TState, class_hash: felt252, contract_address_salt: felt252, public_key: felt252,
    ) -> felt252;
}

#[starknet::interface]
pub trait IDeclarer<TState> {
    fn __validate_declare__(self: @TState, class_hash: felt252) -> felt252;
}

#[starknet::interface]
pub trait IPublicKey<TState> {
    fn get_public_key(self: @TState) -> felt252;
    fn set_public_key(ref self: TState, new_public_key: felt252, signature: Span<felt252>);
}

#[starknet::interface]
pub trait IPublicKeyCamel<TState> {
    fn getPublicKey(self: @TState) -> felt252;
    fn setPublicKey(ref self: TState, newPublicKey: felt252, signature: Span<felt252>);
}

#[starknet::interface]
pub trait ISRC5<TState> {
    fn supports_interface(self: @TState, interface_id: felt252) -> bool;
}

#[starknet::interface]
pub trait ISRC9<TState> {
    fn execute_from_outside_v2(
        ref self: TState, outside_execution: OutsideExecution, signature: Span<felt252>,
    ) -> Array<Span<felt252>>;
    fn is_valid_outside_execution_nonce(self: @TState, nonce: felt252) -> bool;
}

#[starknet::contract(account)]
pub mod Account {
    use core::ecdsa::check_ecdsa_signature;
    use core::hash::{HashStateExTrait, HashStateTrait};
    use core::num::traits::Zero;
    use core::poseidon::{PoseidonTrait, poseidon_hash_span};
    use starknet::account::Call;
    use starknet::storage::{
        Map, StoragePathEntry, StoragePointerReadAccess, StoragePointerWriteAccess,
    };
    use starknet::syscalls::call_contract_syscall;
    use starknet::{SyscallResultTrait, get_block_timestamp, get_caller_address, get_contract_address, get_tx_info};
    use super::OutsideExecution;

    pub const ISRC5_ID: felt252 = 0x3f918d17e5ee77373b56385708f855659a07f75997f365cf87748628532a055;
    pub const ISRC6_ID: felt252 = 0x2ceccef7f994940b3962a6c67e0ba4fcd37df7d131417c604f91e03caecc1cd;
    pub const ISRC9_V2_ID: felt252 = 0x1d1144bb2138366ff28d8e9ab57456b1d332ac42196230c3a602003c89872;

    const QUERY_OFFSET: u256 = 0x100000000000000000000000000000000;
    const ANY_CALLER: felt252 = 'ANY_CALLER';

    const DOMAIN_TYPE_HASH: felt252 = selector!(
        "\"StarknetDomain\"(\"name\":\"shortstring\",\"version\":\"shortstring\",\"chainId\":\"shortstring\",\"revision\":\"shortstring\")",
    );
    const OUTSIDE_EXECUTION_TYPE_HASH: felt252 = selector!(
        "\"OutsideExecution\"(\"Caller\":\"ContractAddress\",\"Nonce\":\"felt\",\"Execute After\":\"u128\",\"Execute Before\":\"u128\",\"Calls\":\"Call*\")\"Call\"(\"To\":\"ContractAddress\",\"Selector\":\"selector\",\"Calldata\":\"felt*\")",
    );
    const CALL_TYPE_HASH: felt252 = selector!(
        "\"Call\"(\"To\":\"ContractAddress\",\"Selector\":\"selector\",\"Calldata\":\"felt*\")",
    );

    #[storage]
    #[allow(starknet::invalid_storage_member_types)]
    struct Storage {
        Account_public_key: felt252,
        SRC5_supported_interfaces: Map<felt252, bool>,
        SRC9_nonces: Map<felt252, bool>,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        OwnerAdded: OwnerAdded,
        OwnerRemoved: OwnerRemoved,
    }

    #[derive(Drop, starknet::Event)]
    struct OwnerAdded {
        #[key]
        new_owner_guid: felt252,
    }

    #[derive(Drop, starknet::Event)]
    struct OwnerRemoved {
        #[key]
        removed_owner_guid: felt252,
    }

    #[constructor]
    fn constructor(ref self: ContractState, public_key: felt252) {
        self.SRC5_supported_interfaces.entry(ISRC6_ID).write(true);
        self.SRC5_supported_interfaces.entry(ISRC9_V2_ID).write(true);
        self.replace_key(public_key);
    }

    #[abi(embed_v0)]
    impl SRC6 of super::ISRC6<ContractState> {
        fn __execute__(self: @ContractState, calls: Array<Call>) -> Array<Span<felt252>> {
            // Only the protocol may call this, and only for versions that the signature covers.
            assert(get_caller_address().is_zero(), 'Account: invalid caller');
            let version: u256 = get_tx_info().unbox().version.into();
            let plain = if version >= QUERY_OFFSET {
                version - QUERY_OFFSET
            } else {
                version
            };
            assert(plain >= 1, 'Account: invalid tx version');
            execute_calls(calls.span())
        }

        fn __validate__(self: @ContractState, calls: Array<Call>) -> felt252 {
            self.validate_transaction()
        }

        fn is_valid_signature(self: @ContractState, hash: felt252, signature: Array<felt252>) -> felt252 {
            if self.signed(hash, signature.span()) {
                starknet::VALIDATED
            } else {
                0
            }
        }
    }

    #[abi(embed_v0)]
    impl SRC6Camel of super::ISRC6Camel<ContractState> {
        fn isValidSignature(self: @ContractState, hash: felt252, signature: Array<felt252>) -> felt252 {
            SRC6::is_valid_signature(self, hash, signature)
        }
    }

    #[abi(embed_v0)]
    impl Deployable of super::IDeployable<ContractState> {
        fn __validate_deploy__(
            self: @ContractState, class_hash: felt252, contract_address_salt: felt252, public_key: felt252,
        ) -> felt252 {
            self.validate_transaction()
        }
    }

    #[abi(embed_v0)]
    impl Declarer of super::IDeclarer<ContractState> {
        fn __validate_declare__(self: @ContractState, class_hash: felt252) -> felt252 {
            self.validate_transaction()
        }
    }

    #[abi(embed_v0)]
    impl PublicKey of super::IPublicKey<ContractState> {
        fn get_public_key(self: @ContractState) -> felt252 {
            self.Account_public_key.read()
        }

        /// The new key signs the account and the old key, so that a typing error cannot lock the account.
        fn set_public_key(ref self: ContractState, new_public_key: felt252, signature: Span<felt252>) {
            assert(get_caller_address() == get_contract_address(), 'Account: unauthorized');
            let old = self.Account_public_key.read();
            let message = PoseidonTrait::new()
                .update_with('StarkNet Message')
                .update_with('accept_ownership')
                .update_with(get_contract_address())
                .update_with(old)
                .finalize();
            assert(signature.len() == 2, 'Account: invalid signature');
            assert(
                check_ecdsa_signature(message, new_public_key, *signature[0], *signature[1]),
                'Account: invalid signature',
            );
            self.emit(OwnerRemoved { removed_owner_guid: old });
            self.replace_key(new_public_key);
        }
    }

    #[abi(embed_v0)]
    impl PublicKeyCamel of super::IPublicKeyCamel<ContractState> {
        fn getPublicKey(self: @ContractState) -> felt252 {
            PublicKey::get_public_key(self)
        }

        fn setPublicKey(ref self: ContractState, newPublicKey: felt252, signature: Span<felt252>) {
            PublicKey::set_public_key(ref self, newPublicKey, signature)
        }
    }

    #[abi(embed_v0)]
    impl SRC5 of super::ISRC5<ContractState> {
        fn supports_interface(self: @ContractState, interface_id: felt252) -> bool {
            interface_id == ISRC5_ID || self.SRC5_supported_interfaces.entry(interface_id).read()
        }
    }

    #[abi(embed_v0)]
    impl SRC9 of super::ISRC9<ContractState> {
        fn execute_from_outside_v2(
            ref self: ContractState, outside_execution: OutsideExecution, signature: Span<felt252>,
        ) -> Array<Span<felt252>> {
            if outside_execution.caller.into() != ANY_CALLER {
                assert(get_caller_address() == outside_execution.caller, 'SRC9: invalid caller');
            }
            let now = get_block_timestamp();
            assert(outside_execution.execute_after < now, 'SRC9: now <= execute_after');
            assert(now < outside_execution.execute_before, 'SRC9: now >= execute_before');
            let used = self.SRC9_nonces.entry(outside_execution.nonce);
            assert(!used.read(), 'SRC9: duplicated nonce');
            used.write(true);
            let hash = outside_execution_hash(@outside_execution, get_contract_address().into());
            assert(self.signed(hash, signature), 'SRC9: invalid signature');
            execute_calls(outside_execution.calls)
        }

        fn is_valid_outside_execution_nonce(self: @ContractState, nonce: felt252) -> bool {
            !self.SRC9_nonces.entry(nonce).read()
        }
    }

    #[generate_trait]
    impl Internal of InternalTrait {
        fn validate_transaction(self: @ContractState) -> felt252 {
            let tx_info = get_tx_info().unbox();
            assert(self.signed(tx_info.transaction_hash, tx_info.signature), 'Account: invalid signature');
            starknet::VALIDATED
        }

        fn signed(self: @ContractState, hash: felt252, signature: Span<felt252>) -> bool {
            signature.len() == 2
                && check_ecdsa_signature(hash, self.Account_public_key.read(), *signature[0], *signature[1])
        }

        fn replace_key(ref self: ContractState, public_key: felt252) {
            self.Account_public_key.write(public_key);
            self.emit(OwnerAdded { new_owner_guid: public_key });
        }
    }

    fn execute_calls(mut calls: Span<Call>) -> Array<Span<felt252>> {
        let mut results = array![];
        while let Some(call) = calls.pop_front() {
            results.append(call_contract_syscall(*call.to, *call.selector, *call.calldata).unwrap_syscall());
        }
        results
    }

    /// The SNIP-12 (revision 1) hash that the signature of an outside execution covers.
    fn outside_execution_hash(execution: @OutsideExecution, account: felt252) -> felt252 {
        let domain = poseidon_hash_span(
            array![
                DOMAIN_TYPE_HASH, 'Account.execute_from_outside', 2, get_tx_info().unbox().chain_id, 1,
            ]
                .span(),
        );
        let mut call_hashes = array![];
        let mut calls = *execution.calls;
        while let Some(call) = calls.pop_front() {
            call_hashes
                .append(
                    poseidon_hash_span(
                        array![CALL_TYPE_HASH, (*call.to).into(), *call.selector, poseidon_hash_span(*call.calldata)]
                            .span(),
                    ),
                );
        }
        let message = poseidon_hash_span(
            array![
                OUTSIDE_EXECUTION_TYPE_HASH, (*execution.caller).into(), *execution.nonce,
                (*execution.execute_after).into(), (*execution.execute_before).into(),
                poseidon_hash_span(call_hashes.span()),
            ]
                .span(),
        );
        poseidon_hash_span(array!['StarkNet Message', domain, account, message].span())
    }
}
