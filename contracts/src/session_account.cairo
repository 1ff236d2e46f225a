//! An account whose owner can give others keys for a time, for some functions, and for a number of transactions: the draft SNIP "Session Keys for Smart
//! Accounts". It has outside executions of both versions (SNIP-9), with the signatures of either.

use starknet::account::Call;
use super::account::OutsideExecution;

#[derive(Drop, Copy, Serde, starknet::Store)]
pub struct SessionData {
    pub valid_until: u64,
    pub max_calls: u32,
    pub calls_used: u32,
    pub allowed_entrypoints_len: u32,
}

#[starknet::interface]
pub trait ISessionKeyManager<TState> {
    fn add_or_update_session_key(
        ref self: TState, session_key: felt252, valid_until: u64, max_calls: u32, allowed_entrypoints: Array<felt252>,
    );
    fn revoke_session_key(ref self: TState, session_key: felt252);
    fn get_session_data(self: @TState, session_key: felt252) -> SessionData;
}

/// Validation counts the transactions of a session, so it changes storage.
#[starknet::interface]
pub trait ISessionAccount<TState> {
    fn __execute__(ref self: TState, calls: Array<Call>) -> Array<Span<felt252>>;
    fn __validate__(ref self: TState, calls: Array<Call>) -> felt252;
    fn is_valid_signature(self: @TState, hash: felt252, signature: Array<felt252>) -> felt252;
}

#[starknet::interface]
pub trait IOutsideExecutions<TState> {
    fn execute_from_outside(
        ref self: TState, outside_execution: OutsideExecution, signature: Array<felt252>,
    ) -> Array<Span<felt252>>;
    fn execute_from_outside_v2(
        ref self: TState, outside_execution: OutsideExecution, signature: Span<felt252>,
    ) -> Array<Span<felt252>>;
    fn is_valid_outside_execution_nonce(self: @TState, nonce: felt252) -> bool;
}

#[starknet::contract(account)]
pub mod SessionAccount {
    use core::ecdsa::check_ecdsa_signature;
    use core::num::traits::Zero;
    use core::pedersen::pedersen;
    use core::poseidon::poseidon_hash_span;
    use starknet::account::Call;
    use starknet::storage::{Map, StoragePathEntry, StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::syscalls::call_contract_syscall;
    use starknet::{SyscallResultTrait, get_block_timestamp, get_caller_address, get_contract_address, get_tx_info};
    use super::super::account::{IDeclarer, IDeployable, ISRC5, OutsideExecution};
    use super::{IOutsideExecutions, ISessionAccount, ISessionKeyManager, SessionData};

    const ISRC5_ID: felt252 = 0x3f918d17e5ee77373b56385708f855659a07f75997f365cf87748628532a055;
    const ISRC6_ID: felt252 = 0x2ceccef7f994940b3962a6c67e0ba4fcd37df7d131417c604f91e03caecc1cd;
    const ISRC9_V1_ID: felt252 = 0x68cfd18b92d1907b8ba3cc324900277f5a3622099431ea85dd8089255e4181;
    const ISRC9_V2_ID: felt252 = 0x1d1144bb2138366ff28d8e9ab57456b1d332ac42196230c3a602003c89872;
    const ANY_CALLER: felt252 = 'ANY_CALLER';

    const DOMAIN_V1: felt252 = selector!("StarkNetDomain(name:felt,version:felt,chainId:felt)");
    const EXECUTION_V1: felt252 = selector!(
        "OutsideExecution(caller:felt,nonce:felt,execute_after:felt,execute_before:felt,calls_len:felt,calls:OutsideCall*)OutsideCall(to:felt,selector:felt,calldata_len:felt,calldata:felt*)",
    );
    const CALL_V1: felt252 = selector!("OutsideCall(to:felt,selector:felt,calldata_len:felt,calldata:felt*)");
    const DOMAIN_V2: felt252 = selector!(
        "\"StarknetDomain\"(\"name\":\"shortstring\",\"version\":\"shortstring\",\"chainId\":\"shortstring\",\"revision\":\"shortstring\")",
    );
    const EXECUTION_V2: felt252 = selector!(
        "\"OutsideExecution\"(\"Caller\":\"ContractAddress\",\"Nonce\":\"felt\",\"Execute After\":\"u128\",\"Execute Before\":\"u128\",\"Calls\":\"Call*\")\"Call\"(\"To\":\"ContractAddress\",\"Selector\":\"selector\",\"Calldata\":\"felt*\")",
    );
    const CALL_V2: felt252 = selector!(
        "\"Call\"(\"To\":\"ContractAddress\",\"Selector\":\"selector\",\"Calldata\":\"felt*\")",
    );

    #[storage]
    #[allow(starknet::invalid_storage_member_types)]
    struct Storage {
        Account_public_key: felt252,
        SRC9_nonces: Map<felt252, bool>,
        session_keys: Map<felt252, SessionData>,
        session_entrypoints: Map<felt252, Map<u32, felt252>>,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        SessionKeyAdded: SessionKeyAdded,
        SessionKeyRevoked: SessionKeyRevoked,
    }

    #[derive(Drop, starknet::Event)]
    struct SessionKeyAdded {
        #[key]
        session_key: felt252,
        valid_until: u64,
        max_calls: u32,
    }

    #[derive(Drop, starknet::Event)]
    struct SessionKeyRevoked {
        #[key]
        session_key: felt252,
    }

    #[constructor]
    fn constructor(ref self: ContractState, public_key: felt252) {
        self.Account_public_key.write(public_key);
    }

    #[abi(embed_v0)]
    impl Account of ISessionAccount<ContractState> {
        fn __execute__(ref self: ContractState, calls: Array<Call>) -> Array<Span<felt252>> {
            assert(get_caller_address().is_zero(), 'Account: invalid caller');
            // Validation sees the time in whole hours, so a session may have ended since.
            let signature = get_tx_info().unbox().signature;
            if signature.len() == 4 {
                let session = self.session_keys.entry(*signature[0]).read();
                assert(get_block_timestamp() <= session.valid_until, 'Session: expired');
            }
            execute_calls(calls.span())
        }

        fn __validate__(ref self: ContractState, calls: Array<Call>) -> felt252 {
            let info = get_tx_info().unbox();
            let signature = info.signature;
            if signature.len() != 4 {
                return valid_if(self.is_owner(info.transaction_hash, signature));
            }
            if !self.is_allowed(signature, calls.span()) {
                return 0;
            }
            // The hash of the draft, which leaves out the fee, or that of the transaction.
            if !signed_by_session(session_hash(signature, info.nonce, calls.span()), signature)
                && !signed_by_session(info.transaction_hash, signature) {
                return 0;
            }
            self.count_call(*signature[0]);
            starknet::VALIDATED
        }

        fn is_valid_signature(self: @ContractState, hash: felt252, signature: Array<felt252>) -> felt252 {
            valid_if(self.is_signed(hash, signature.span()))
        }
    }

    #[abi(embed_v0)]
    impl Deployable of IDeployable<ContractState> {
        fn __validate_deploy__(
            self: @ContractState, class_hash: felt252, contract_address_salt: felt252, public_key: felt252,
        ) -> felt252 {
            self.validate_owner()
        }
    }

    #[abi(embed_v0)]
    impl Declarer of IDeclarer<ContractState> {
        fn __validate_declare__(self: @ContractState, class_hash: felt252) -> felt252 {
            self.validate_owner()
        }
    }

    #[abi(embed_v0)]
    impl SRC5 of ISRC5<ContractState> {
        fn supports_interface(self: @ContractState, interface_id: felt252) -> bool {
            interface_id == ISRC5_ID
                || interface_id == ISRC6_ID
                || interface_id == ISRC9_V1_ID
                || interface_id == ISRC9_V2_ID
                || interface_id == session_interface_id()
        }
    }

    #[abi(embed_v0)]
    impl SessionKeys of ISessionKeyManager<ContractState> {
        fn add_or_update_session_key(
            ref self: ContractState,
            session_key: felt252,
            valid_until: u64,
            max_calls: u32,
            allowed_entrypoints: Array<felt252>,
        ) {
            assert_only_self();
            assert(valid_until != 0, 'Session: no end');
            self.clear_session(session_key);
            let mut index = 0;
            let count = allowed_entrypoints.len();
            for selector in allowed_entrypoints {
                self.session_entrypoints.entry(session_key).entry(index).write(selector);
                index += 1;
            }
            let session = SessionData { valid_until, max_calls, calls_used: 0, allowed_entrypoints_len: count };
            self.session_keys.entry(session_key).write(session);
            self.emit(SessionKeyAdded { session_key, valid_until, max_calls });
        }

        fn revoke_session_key(ref self: ContractState, session_key: felt252) {
            assert_only_self();
            self.clear_session(session_key);
            self.emit(SessionKeyRevoked { session_key });
        }

        fn get_session_data(self: @ContractState, session_key: felt252) -> SessionData {
            self.session_keys.entry(session_key).read()
        }
    }

    #[abi(embed_v0)]
    impl OutsideExecutions of IOutsideExecutions<ContractState> {
        fn execute_from_outside(
            ref self: ContractState, outside_execution: OutsideExecution, signature: Array<felt252>,
        ) -> Array<Span<felt252>> {
            let hash = hash_v1(@outside_execution);
            self.run_outside(outside_execution, hash, signature.span())
        }

        fn execute_from_outside_v2(
            ref self: ContractState, outside_execution: OutsideExecution, signature: Span<felt252>,
        ) -> Array<Span<felt252>> {
            let hash = hash_v2(@outside_execution);
            self.run_outside(outside_execution, hash, signature)
        }

        fn is_valid_outside_execution_nonce(self: @ContractState, nonce: felt252) -> bool {
            !self.SRC9_nonces.entry(nonce).read()
        }
    }

    #[generate_trait]
    impl Internal of InternalTrait {
        fn validate_owner(self: @ContractState) -> felt252 {
            let info = get_tx_info().unbox();
            valid_if(self.is_owner(info.transaction_hash, info.signature))
        }

        fn is_owner(self: @ContractState, hash: felt252, signature: Span<felt252>) -> bool {
            signature.len() == 2
                && check_ecdsa_signature(hash, self.Account_public_key.read(), *signature[0], *signature[1])
        }

        /// Whether the owner or a session that has not ended signed a hash. The calls are not known here.
        fn is_signed(self: @ContractState, hash: felt252, signature: Span<felt252>) -> bool {
            if signature.len() == 4 {
                self.is_running(signature) && signed_by_session(hash, signature)
            } else {
                self.is_owner(hash, signature)
            }
        }

        fn is_running(self: @ContractState, signature: Span<felt252>) -> bool {
            let session = self.session_keys.entry(*signature[0]).read();
            let valid_until: Option<u64> = (*signature[3]).try_into();
            match valid_until {
                Some(until) => until != 0
                    && until == session.valid_until
                    && get_block_timestamp() <= until
                    && session.calls_used < session.max_calls,
                None => false,
            }
        }

        /// Whether a session may make these calls.
        fn is_allowed(self: @ContractState, signature: Span<felt252>, calls: Span<Call>) -> bool {
            if !self.is_running(signature) {
                return false;
            }
            let key = *signature[0];
            let count = self.session_keys.entry(key).read().allowed_entrypoints_len;
            let mut rest = calls;
            let mut allowed = true;
            while let Some(call) = rest.pop_front() {
                let selector = *call.selector;
                if is_administrative(selector) {
                    allowed = false;
                } else if count == 0 {
                    allowed = *call.to != get_contract_address();
                } else {
                    allowed = self.lists(key, count, selector);
                }
                if !allowed {
                    break;
                }
            }
            allowed
        }

        fn lists(self: @ContractState, key: felt252, count: u32, selector: felt252) -> bool {
            let listed = self.session_entrypoints.entry(key);
            let mut index = 0;
            while index != count && listed.entry(index).read() != selector {
                index += 1;
            }
            index != count
        }

        fn count_call(ref self: ContractState, key: felt252) {
            let entry = self.session_keys.entry(key);
            let session = entry.read();
            entry.write(SessionData { calls_used: session.calls_used + 1, ..session });
        }

        fn clear_session(ref self: ContractState, key: felt252) {
            let count = self.session_keys.entry(key).read().allowed_entrypoints_len;
            let mut index = 0;
            while index != count {
                self.session_entrypoints.entry(key).entry(index).write(0);
                index += 1;
            }
            let nothing = SessionData { valid_until: 0, max_calls: 0, calls_used: 0, allowed_entrypoints_len: 0 };
            self.session_keys.entry(key).write(nothing);
        }

        fn run_outside(
            ref self: ContractState, execution: OutsideExecution, hash: felt252, signature: Span<felt252>,
        ) -> Array<Span<felt252>> {
            if execution.caller.into() != ANY_CALLER {
                assert(get_caller_address() == execution.caller, 'SRC9: invalid caller');
            }
            let now = get_block_timestamp();
            assert(execution.execute_after < now, 'SRC9: now <= execute_after');
            assert(now < execution.execute_before, 'SRC9: now >= execute_before');
            let used = self.SRC9_nonces.entry(execution.nonce);
            assert(!used.read(), 'SRC9: duplicated nonce');
            used.write(true);
            if signature.len() == 4 {
                assert(self.is_running(signature), 'Session: ended');
                assert(self.is_allowed(signature, execution.calls), 'Session: call not allowed');
            }
            assert(self.is_signed(hash, signature), 'SRC9: invalid signature');
            if signature.len() == 4 {
                self.count_call(*signature[0]);
            }
            execute_calls(execution.calls)
        }
    }

    fn assert_only_self() {
        assert(get_caller_address() == get_contract_address(), 'Account: unauthorized');
    }

    fn valid_if(is_valid: bool) -> felt252 {
        if is_valid {
            starknet::VALIDATED
        } else {
            0
        }
    }

    fn signed_by_session(hash: felt252, signature: Span<felt252>) -> bool {
        check_ecdsa_signature(hash, *signature[0], *signature[1], *signature[2])
    }

    /// Functions that change the account itself, which no session may call.
    fn is_administrative(selector: felt252) -> bool {
        selector == selector!("upgrade")
            || selector == selector!("add_or_update_session_key")
            || selector == selector!("revoke_session_key")
            || selector == selector!("__execute__")
            || selector == selector!("set_public_key")
            || selector == selector!("setPublicKey")
            || selector == selector!("execute_from_outside")
            || selector == selector!("execute_from_outside_v2")
            || selector == selector!("set_spending_policy")
            || selector == selector!("remove_spending_policy")
    }

    /// The exclusive or of the selectors, as the draft has it.
    fn session_interface_id() -> felt252 {
        let add: u256 = selector!("add_or_update_session_key").into();
        let revoke: u256 = selector!("revoke_session_key").into();
        let get: u256 = selector!("get_session_data").into();
        (add ^ revoke ^ get).try_into().unwrap()
    }

    fn execute_calls(mut calls: Span<Call>) -> Array<Span<felt252>> {
        let mut results = array![];
        while let Some(call) = calls.pop_front() {
            results.append(call_contract_syscall(*call.to, *call.selector, *call.calldata).unwrap_syscall());
        }
        results
    }

    /// What a session signs of a transaction: the account, the chain, the nonce, the end of the session and the calls.
    fn session_hash(signature: Span<felt252>, nonce: felt252, mut calls: Span<Call>) -> felt252 {
        let chain_id = get_tx_info().unbox().chain_id;
        let mut parts = array![get_contract_address().into(), chain_id, nonce, *signature[3]];
        while let Some(call) = calls.pop_front() {
            parts.append((*call.to).into());
            parts.append(*call.selector);
            parts.append((*call.calldata).len().into());
            parts.append_span(*call.calldata);
        }
        poseidon_hash_span(parts.span())
    }

    fn pedersen_array(mut felts: Span<felt252>) -> felt252 {
        let count = felts.len();
        let mut hash = 0;
        while let Some(felt) = felts.pop_front() {
            hash = pedersen(hash, *felt);
        }
        pedersen(hash, count.into())
    }

    /// The SNIP-12 hash of an outside execution, revision 0.
    fn hash_v1(execution: @OutsideExecution) -> felt252 {
        let chain_id = get_tx_info().unbox().chain_id;
        let domain = pedersen_array(array![DOMAIN_V1, 'Account.execute_from_outside', 1, chain_id].span());
        let mut hashes = array![];
        let mut calls = *execution.calls;
        while let Some(call) = calls.pop_front() {
            let data = *call.calldata;
            hashes
                .append(
                    pedersen_array(
                        array![CALL_V1, (*call.to).into(), *call.selector, data.len().into(), pedersen_array(data)].span(),
                    ),
                );
        }
        let message = pedersen_array(
            array![
                EXECUTION_V1, (*execution.caller).into(), *execution.nonce, (*execution.execute_after).into(),
                (*execution.execute_before).into(), hashes.len().into(), pedersen_array(hashes.span()),
            ]
                .span(),
        );
        pedersen_array(array!['StarkNet Message', domain, get_contract_address().into(), message].span())
    }

    /// The same of revision 1.
    fn hash_v2(execution: @OutsideExecution) -> felt252 {
        let chain_id = get_tx_info().unbox().chain_id;
        let domain = poseidon_hash_span(
            array![DOMAIN_V2, 'Account.execute_from_outside', 2, chain_id, 1].span(),
        );
        let mut hashes = array![];
        let mut calls = *execution.calls;
        while let Some(call) = calls.pop_front() {
            hashes
                .append(
                    poseidon_hash_span(
                        array![CALL_V2, (*call.to).into(), *call.selector, poseidon_hash_span(*call.calldata)].span(),
                    ),
                );
        }
        let message = poseidon_hash_span(
            array![
                EXECUTION_V2, (*execution.caller).into(), *execution.nonce, (*execution.execute_after).into(),
                (*execution.execute_before).into(), poseidon_hash_span(hashes.span()),
            ]
                .span(),
        );
        poseidon_hash_span(array!['StarkNet Message', domain, get_contract_address().into(), message].span())
    }
}
