//! Accounts with keys of other curves than the Stark curve, for tests of signers. Signatures and constructors have the forms of accounts that
//! people use: OpenZeppelin's for plain keys, and Ready's for WebAuthn.

use starknet::ContractAddress;
use starknet::account::Call;
use starknet::syscalls::call_contract_syscall;
use starknet::{SyscallResultTrait, get_caller_address, get_tx_info};

#[starknet::interface]
pub trait IKeyAccount<TState> {
    fn __execute__(self: @TState, calls: Array<Call>) -> Array<Span<felt252>>;
    fn __validate__(self: @TState, calls: Array<Call>) -> felt252;
    fn __validate_declare__(self: @TState, class_hash: felt252) -> felt252;
}

/// Makes the calls of a transaction, which the protocol has validated.
fn execute_calls(calls: Array<Call>) -> Array<Span<felt252>> {
    let zero: ContractAddress = 0.try_into().unwrap();
    assert(get_caller_address() == zero, 'Account: invalid caller');
    let mut results = array![];
    for call in calls {
        results.append(call_contract_syscall(call.to, call.selector, call.calldata).unwrap_syscall());
    }
    results
}

/// The hash and the signature of the transaction.
fn signed_transaction() -> (felt252, Span<felt252>) {
    let info = get_tx_info().unbox();
    (info.transaction_hash, info.signature)
}

fn valid_if(is_valid: bool) -> felt252 {
    assert(is_valid, 'Account: invalid signature');
    starknet::VALIDATED
}

#[derive(Drop, Serde)]
struct PlainSignature {
    r: u256,
    s: u256,
}

#[starknet::contract(account)]
pub mod EthAccount {
    use starknet::SyscallResultTrait;
    use starknet::account::Call;
    use starknet::secp256_trait::{Secp256PointTrait, Secp256Trait, is_valid_signature};
    use starknet::secp256k1::Secp256k1Point;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};

    #[storage]
    struct Storage {
        x: u256,
        y: u256,
    }

    #[constructor]
    fn constructor(ref self: ContractState, public_key: Secp256k1Point) {
        let (x, y) = public_key.get_coordinates().unwrap_syscall();
        self.x.write(x);
        self.y.write(y);
    }

    #[abi(embed_v0)]
    impl KeyAccount of super::IKeyAccount<ContractState> {
        fn __execute__(self: @ContractState, calls: Array<Call>) -> Array<Span<felt252>> {
            super::execute_calls(calls)
        }
        fn __validate__(self: @ContractState, calls: Array<Call>) -> felt252 {
            super::valid_if(is_signed(self))
        }
        fn __validate_declare__(self: @ContractState, class_hash: felt252) -> felt252 {
            super::valid_if(is_signed(self))
        }
    }

    fn is_signed(self: @ContractState) -> bool {
        let (hash, mut given) = super::signed_transaction();
        let signature: super::PlainSignature = Serde::deserialize(ref given).expect('Account: invalid format');
        let key = Secp256Trait::<Secp256k1Point>::secp256_ec_new_syscall(self.x.read(), self.y.read())
            .unwrap_syscall()
            .unwrap();
        is_valid_signature(hash.into(), signature.r, signature.s, key)
    }
}

#[starknet::contract(account)]
pub mod P256Account {
    use starknet::SyscallResultTrait;
    use starknet::account::Call;
    use starknet::secp256_trait::{Secp256PointTrait, Secp256Trait, is_valid_signature};
    use starknet::secp256r1::Secp256r1Point;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};

    #[storage]
    struct Storage {
        x: u256,
        y: u256,
    }

    #[constructor]
    fn constructor(ref self: ContractState, public_key: Secp256r1Point) {
        let (x, y) = public_key.get_coordinates().unwrap_syscall();
        self.x.write(x);
        self.y.write(y);
    }

    #[abi(embed_v0)]
    impl KeyAccount of super::IKeyAccount<ContractState> {
        fn __execute__(self: @ContractState, calls: Array<Call>) -> Array<Span<felt252>> {
            super::execute_calls(calls)
        }
        fn __validate__(self: @ContractState, calls: Array<Call>) -> felt252 {
            super::valid_if(is_signed(self))
        }
        fn __validate_declare__(self: @ContractState, class_hash: felt252) -> felt252 {
            super::valid_if(is_signed(self))
        }
    }

    fn is_signed(self: @ContractState) -> bool {
        let (hash, mut given) = super::signed_transaction();
        let signature: super::PlainSignature = Serde::deserialize(ref given).expect('Account: invalid format');
        let key = Secp256Trait::<Secp256r1Point>::secp256_ec_new_syscall(self.x.read(), self.y.read())
            .unwrap_syscall()
            .unwrap();
        is_valid_signature(hash.into(), signature.r, signature.s, key)
    }
}

#[starknet::contract(account)]
pub mod WebAuthnAccount {
    use core::hash::{HashStateExTrait, HashStateTrait};
    use core::poseidon::{PoseidonTrait, poseidon_hash_span};
    use core::sha256::compute_sha256_byte_array;
    use starknet::SyscallResultTrait;
    use starknet::account::Call;
    use starknet::secp256_trait::{Secp256PointTrait, Signature, recover_public_key};
    use starknet::secp256r1::Secp256r1Point;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};

    #[derive(Drop, Copy, Serde)]
    pub struct WebAuthnKey {
        pub origin: Span<u8>,
        pub rp_id_hash: u256,
        pub pubkey: u256,
    }

    #[derive(Drop, Copy, Serde)]
    pub struct Assertion {
        pub client_data_json_outro: Span<u8>,
        pub flags: u8,
        pub sign_count: u32,
        pub ec_signature: Signature,
    }

    /// The fifth kind of owner is a key of WebAuthn; the others are not supported here.
    #[derive(Drop, Copy, Serde)]
    pub enum Owner {
        Starknet: felt252,
        Secp256k1: felt252,
        Secp256r1: u256,
        Eip191: felt252,
        Webauthn: WebAuthnKey,
    }

    #[storage]
    struct Storage {
        owner: felt252,
    }

    #[constructor]
    fn constructor(ref self: ContractState, owner: Owner, guardian: Option<Owner>) {
        assert(guardian.is_none(), 'Account: no guardians here');
        match owner {
            Owner::Webauthn(key) => self.owner.write(hash_of(key)),
            _ => core::panic_with_felt252('Account: no such owner'),
        }
    }

    #[abi(embed_v0)]
    impl KeyAccount of super::IKeyAccount<ContractState> {
        fn __execute__(self: @ContractState, calls: Array<Call>) -> Array<Span<felt252>> {
            super::execute_calls(calls)
        }
        fn __validate__(self: @ContractState, calls: Array<Call>) -> felt252 {
            super::valid_if(is_signed(self))
        }
        fn __validate_declare__(self: @ContractState, class_hash: felt252) -> felt252 {
            super::valid_if(is_signed(self))
        }
    }

    fn hash_of(key: WebAuthnKey) -> felt252 {
        let mut felts = array![];
        key.serialize(ref felts);
        PoseidonTrait::new().update_with(poseidon_hash_span(felts.span())).finalize()
    }

    /// The signature has the number of signers, the kind of the signer, its key and its assertion.
    fn is_signed(self: @ContractState) -> bool {
        let (hash, mut given) = super::signed_transaction();
        assert(given.len() > 2 && *given[0] == 1 && *given[1] == 4, 'Account: invalid format');
        given = given.slice(2, given.len() - 2);
        let key: WebAuthnKey = Serde::deserialize(ref given).expect('Account: invalid key');
        let assertion: Assertion = Serde::deserialize(ref given).expect('Account: invalid assertion');
        assert(given.is_empty(), 'Account: invalid format');
        assert(hash_of(key) == self.owner.read(), 'Account: not the owner');
        // The user was there, and was verified.
        assert(assertion.flags & 5 == 5, 'Account: unverified user');

        let mut message: ByteArray = "";
        append_u256(ref message, key.rp_id_hash);
        message.append_byte(assertion.flags);
        append_u32(ref message, assertion.sign_count);
        append_digest(ref message, compute_sha256_byte_array(@client_data(hash, key, assertion)));
        let mut signed: u256 = 0;
        for word in compute_sha256_byte_array(@message).span() {
            signed = signed * 0x100000000 + (*word).into();
        }
        let signer: Option<Secp256r1Point> = recover_public_key(signed, assertion.ec_signature);
        let (x, _) = signer.expect('Account: invalid signature').get_coordinates().unwrap_syscall();
        x == key.pubkey
    }

    /// The JSON that a browser signs.
    fn client_data(hash: felt252, key: WebAuthnKey, assertion: Assertion) -> ByteArray {
        let mut text: ByteArray = "{\"type\":\"webauthn.get\",\"challenge\":\"";
        append_base64(ref text, hash.into());
        text.append(@"\",\"origin\":\"");
        for byte in key.origin {
            text.append_byte(*byte);
        }
        text.append_byte('"');
        if assertion.client_data_json_outro.is_empty() {
            text.append_byte('}');
        } else {
            assert(*assertion.client_data_json_outro[0] == ',', 'Account: invalid outro');
            for byte in assertion.client_data_json_outro {
                text.append_byte(*byte);
            }
        }
        text
    }

    /// Appends the 43 characters of base64url for 32 bytes: 42 of six bits, and one with the last four bits.
    fn append_base64(ref text: ByteArray, value: u256) {
        let alphabet: ByteArray = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let mut digits = array![(value % 16) * 4];
        let mut rest = value / 16;
        for _ in 0..42_u32 {
            digits.append(rest % 64);
            rest = rest / 64;
        }
        let mut left = digits.span();
        while let Some(digit) = left.pop_back() {
            text.append_byte(alphabet[(*digit).try_into().unwrap()]);
        }
    }

    fn append_u256(ref bytes: ByteArray, value: u256) {
        bytes.append_word(value.high.into(), 16);
        bytes.append_word(value.low.into(), 16);
    }

    fn append_u32(ref bytes: ByteArray, value: u32) {
        bytes.append_word(value.into(), 4);
    }

    fn append_digest(ref bytes: ByteArray, digest: [u32; 8]) {
        for word in digest.span() {
            append_u32(ref bytes, *word);
        }
    }
}
