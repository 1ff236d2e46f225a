//! A contract for the benchmark by kind of work (bench/kinds.ts): one function for each kind, which repeats it `count` times.

use starknet::{ClassHash, ContractAddress};

#[starknet::interface]
pub trait IKinds<TState> {
    fn empty(self: @TState);
    fn dictionary(self: @TState, count: u32) -> felt252;
    fn secp256k1(self: @TState, count: u32) -> u256;
    fn secp256r1(self: @TState, count: u32) -> u256;
    fn write_map(ref self: TState, first: felt252, count: u32);
    fn read_map(self: @TState, first: felt252, count: u32) -> felt252;
    fn keccak(self: @TState, count: u32) -> u256;
    fn pedersen(self: @TState, count: u32) -> felt252;
    fn poseidon(self: @TState, count: u32) -> felt252;
    fn sha256(self: @TState, count: u32) -> u32;
    fn sha512(self: @TState, count: u32) -> u64;
    fn blake2s(self: @TState, count: u32) -> u32;
    fn ecdsa(self: @TState, count: u32) -> u32;
    fn wide_integers(self: @TState, count: u32) -> u256;
    fn integers(self: @TState, count: u32) -> u64;
    fn felts(self: @TState, count: u32) -> felt252;
    fn array(self: @TState, count: u32) -> u32;
    fn strings(self: @TState, count: u32) -> u32;
    fn emit_many(ref self: TState, count: u32);
    fn send_many(ref self: TState, count: u32);
    fn call_many(self: @TState, count: u32);
    fn library_many(self: @TState, class_hash: ClassHash, count: u32);
    fn deploy_many(ref self: TState, class_hash: ClassHash, salt: felt252, count: u32) -> ContractAddress;
    fn many_values(self: @TState, count: u32) -> Array<felt252>;
    fn take_values(self: @TState, values: Span<felt252>) -> u32;
}

#[starknet::contract]
pub mod Kinds {
    use core::dict::Felt252Dict;
    use starknet::secp256_trait::{Secp256PointTrait, Secp256Trait};
    use starknet::secp256k1::Secp256k1Point;
    use starknet::secp256r1::Secp256r1Point;
    use starknet::storage::{Map, StoragePathEntry, StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::syscalls::{
        call_contract_syscall, deploy_syscall, library_call_syscall, send_message_to_l1_syscall,
    };
    use starknet::{ClassHash, ContractAddress, SyscallResultTrait, get_contract_address};
    use crate::sha512::sha512_first_word;

    #[storage]
    struct Storage {
        values: Map<felt252, felt252>,
        last_message: felt252,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    enum Event {
        Counted: Counted,
    }

    #[derive(Drop, starknet::Event)]
    struct Counted {
        #[key]
        index: u32,
        value: felt252,
    }

    #[l1_handler]
    fn on_message(ref self: ContractState, from_address: felt252, value: felt252) {
        self.last_message.write(value);
    }

    #[abi(embed_v0)]
    impl Kinds of super::IKinds<ContractState> {
        fn empty(self: @ContractState) {}

        /// Updates of 97 keys in turns.
        fn dictionary(self: @ContractState, count: u32) -> felt252 {
            let mut dict: Felt252Dict<felt252> = Default::default();
            for index in 0..count {
                let key: felt252 = (index % 97).into();
                dict.insert(key, dict.get(key) + index.into());
            }
            dict.get(5)
        }

        fn secp256k1(self: @ContractState, count: u32) -> u256 {
            let mut point = Secp256Trait::<Secp256k1Point>::get_generator_point();
            for index in 0..count {
                point = point.mul(0xfedcba9876543210fedcba9876543210fedcba9876543210fedcba98 + index.into()).unwrap_syscall();
            }
            let (x, _) = point.get_coordinates().unwrap_syscall();
            x
        }

        fn secp256r1(self: @ContractState, count: u32) -> u256 {
            let mut point = Secp256Trait::<Secp256r1Point>::get_generator_point();
            for index in 0..count {
                point = point.mul(0xfedcba9876543210fedcba9876543210fedcba9876543210fedcba98 + index.into()).unwrap_syscall();
            }
            let (x, _) = point.get_coordinates().unwrap_syscall();
            x
        }

        fn write_map(ref self: ContractState, first: felt252, count: u32) {
            for index in 0..count {
                self.values.entry(first + index.into()).write(index.into() + 1);
            }
        }

        fn read_map(self: @ContractState, first: felt252, count: u32) -> felt252 {
            let mut sum = 0;
            for index in 0..count {
                sum += self.values.entry(first + index.into()).read();
            }
            sum
        }

        /// Hashes of four 64-bit words.
        fn keccak(self: @ContractState, count: u32) -> u256 {
            let mut hash: u256 = 0;
            for index in 0..count {
                hash = core::keccak::keccak_u256s_le_inputs(array![u256 { low: index.into(), high: hash.low }].span());
            }
            hash
        }

        fn pedersen(self: @ContractState, count: u32) -> felt252 {
            let mut hash = 0;
            for index in 0..count {
                hash = core::pedersen::pedersen(hash, index.into());
            }
            hash
        }

        fn poseidon(self: @ContractState, count: u32) -> felt252 {
            let mut hash = 0;
            for index in 0..count {
                let (next, _, _) = core::poseidon::hades_permutation(hash, index.into(), 2);
                hash = next;
            }
            hash
        }

        fn sha256(self: @ContractState, count: u32) -> u32 {
            let mut sum = 0;
            for _ in 0..count {
                let [first, _, _, _, _, _, _, _] = core::sha256::compute_sha256_byte_array(@"The work of a contract.");
                sum = first ^ sum;
            }
            sum
        }

        /// Hashes of "abc".
        fn sha512(self: @ContractState, count: u32) -> u64 {
            let block = array![0x6162638000000000, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 24].span();
            let mut first = 0;
            for _ in 0..count {
                first = sha512_first_word(block);
            }
            first
        }

        /// Compressions of one block of 64 bytes.
        fn blake2s(self: @ContractState, count: u32) -> u32 {
            let mut state = BoxTrait::new(
                [
                    0x6B08E647, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
                ],
            );
            for index in 0..count {
                state =
                    core::blake::blake2s_compress(
                        state, 64, BoxTrait::new([index, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
                    );
            }
            let [first, _, _, _, _, _, _, _] = state.unbox();
            first
        }

        /// Signatures that are not valid.
        fn ecdsa(self: @ContractState, count: u32) -> u32 {
            let key = 0x1ef15c18599971b7beced415a40f0c7deacfd9b0d1819e03d723d8bc943cfca;
            let mut valid = 0;
            for index in 0..count {
                if core::ecdsa::check_ecdsa_signature(index.into(), key, 0x1234567 + index.into(), 0x89abcdef) {
                    valid += 1;
                }
            }
            valid
        }

        fn wide_integers(self: @ContractState, count: u32) -> u256 {
            let mut value: u256 = 0xfedcba9876543210;
            for index in 0..count {
                value = (value * 0x123456789abcdef0123456789abcdef + index.into()) % 0xfffffffffffffffffffffffffffffff1;
            }
            value
        }

        fn integers(self: @ContractState, count: u32) -> u64 {
            let mut value: u64 = 1;
            for index in 0..count {
                value = ((value * 48271) % 0x7fffffff) ^ index.into();
            }
            value
        }

        fn felts(self: @ContractState, count: u32) -> felt252 {
            let mut value = 3;
            for index in 0..count {
                value = value * value + index.into();
            }
            value
        }

        /// The largest of `count` numbers in an array.
        fn array(self: @ContractState, count: u32) -> u32 {
            let mut values = array![];
            for index in 0..count {
                values.append((index * 7919) % 10007);
            }
            let mut largest = 0;
            for value in values {
                if value > largest {
                    largest = value;
                }
            }
            largest
        }

        fn strings(self: @ContractState, count: u32) -> u32 {
            let mut text: ByteArray = "";
            for index in 0..count {
                text += format!("number {}, ", index);
            }
            text.len()
        }

        fn emit_many(ref self: ContractState, count: u32) {
            for index in 0..count {
                self.emit(Counted { index, value: index.into() });
            }
        }

        fn send_many(ref self: ContractState, count: u32) {
            for index in 0..count {
                send_message_to_l1_syscall(0x1234, array![index.into(), 1, 2].span()).unwrap_syscall();
            }
        }

        fn call_many(self: @ContractState, count: u32) {
            let here = get_contract_address();
            for _ in 0..count {
                call_contract_syscall(here, selector!("empty"), array![].span()).unwrap_syscall();
            }
        }

        fn library_many(self: @ContractState, class_hash: ClassHash, count: u32) {
            for _ in 0..count {
                library_call_syscall(class_hash, selector!("empty"), array![].span()).unwrap_syscall();
            }
        }

        fn deploy_many(
            ref self: ContractState, class_hash: ClassHash, salt: felt252, count: u32,
        ) -> ContractAddress {
            let mut last = get_contract_address();
            for index in 0..count {
                let (address, _) = deploy_syscall(class_hash, salt + index.into(), array![].span(), false)
                    .unwrap_syscall();
                last = address;
            }
            last
        }

        fn many_values(self: @ContractState, count: u32) -> Array<felt252> {
            let mut values = array![];
            for index in 0..count {
                values.append(index.into() * 0x400000000000008800000000000000000000000000000000000000000000);
            }
            values
        }

        fn take_values(self: @ContractState, values: Span<felt252>) -> u32 {
            values.len()
        }
    }
}
