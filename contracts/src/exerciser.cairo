//! A contract for tests: one entry point per system call and per builtin.

use core::circuit::u384;
use starknet::{ClassHash, ContractAddress};

#[starknet::interface]
pub trait IExerciser<TState> {
    fn set(ref self: TState, key: felt252, value: felt252);
    fn get(self: @TState, key: felt252) -> felt252;
    fn set_raw(ref self: TState, address: felt252, value: felt252);
    fn increase(ref self: TState, by: felt252) -> felt252;
    fn emit_raw(ref self: TState, keys: Span<felt252>, data: Span<felt252>);
    fn emit_many(ref self: TState, count: u32);
    fn send(ref self: TState, to: felt252, payload: Span<felt252>);
    fn call(ref self: TState, to: ContractAddress, selector: felt252, calldata: Span<felt252>) -> Span<felt252>;
    fn try_call(ref self: TState, to: ContractAddress, selector: felt252, calldata: Span<felt252>) -> Array<felt252>;
    fn set_then_call(
        ref self: TState, key: felt252, value: felt252, to: ContractAddress, selector: felt252, calldata: Span<felt252>,
    ) -> Span<felt252>;
    fn library(ref self: TState, class_hash: ClassHash, selector: felt252, calldata: Span<felt252>) -> Span<felt252>;
    fn deploy(
        ref self: TState, class_hash: ClassHash, salt: felt252, calldata: Span<felt252>, from_zero: bool,
    ) -> ContractAddress;
    fn replace(ref self: TState, class_hash: ClassHash);
    fn class_of(self: @TState, address: ContractAddress) -> ClassHash;
    fn block_hash(self: @TState, number: u64) -> felt252;
    fn block_info(self: @TState) -> (u64, u64, ContractAddress);
    fn transaction_info(self: @TState) -> (felt252, ContractAddress, felt252, felt252, felt252, u128, u32);
    fn who(self: @TState) -> (ContractAddress, ContractAddress, felt252);
    fn keccak(self: @TState, words: Span<u64>) -> u256;
    fn sha256(self: @TState, text: ByteArray) -> [u32; 8];
    fn secp256k1(self: @TState, scalar: u256) -> (u256, u256);
    fn secp256r1(self: @TState, scalar: u256) -> (u256, u256);
    fn secp256k1_from_x(self: @TState, x: u256, parity: bool) -> Option<(u256, u256)>;
    fn secp256r1_from_x(self: @TState, x: u256, parity: bool) -> Option<(u256, u256)>;
    fn pedersen(self: @TState, a: felt252, b: felt252) -> felt252;
    fn poseidon(self: @TState, values: Span<felt252>) -> felt252;
    fn bitwise(self: @TState, a: u128, b: u128) -> (u128, u128, u128);
    fn curve(self: @TState, scalar: felt252) -> Option<(felt252, felt252)>;
    fn verify(self: @TState, hash: felt252, key: felt252, r: felt252, s: felt252) -> bool;
    fn dictionary(self: @TState, pairs: Span<(felt252, felt252)>, key: felt252) -> felt252;
    fn circuit(self: @TState, a: u384, b: u384, modulus: u384) -> (u384, u384);
    fn divide(self: @TState, a: u256, b: u256) -> (u256, u256);
    fn root(self: @TState, value: u256) -> u128;
    fn count(self: @TState, to: u32) -> u32;
    fn fibonacci(self: @TState, steps: u32) -> felt252;
    fn recurse(self: @TState, depth: u32) -> u32;
    fn panic_with(self: @TState, data: Array<felt252>);
    fn panic_text(self: @TState, text: ByteArray);
}

#[starknet::contract]
pub mod Exerciser {
    use core::circuit::{
        AddInputResultTrait, CircuitElement, CircuitInput, CircuitInputs, CircuitModulus, CircuitOutputsTrait,
        EvalCircuitTrait, circuit_add, circuit_inverse, circuit_mul, u384,
    };
    use core::dict::Felt252Dict;
    use core::ec::stark_curve::{GEN_X, GEN_Y};
    use core::ec::{EcPointTrait, EcStateTrait};
    use core::num::traits::Sqrt;
    use starknet::secp256_trait::{Secp256PointTrait, Secp256Trait};
    use starknet::secp256k1::Secp256k1Point;
    use starknet::secp256r1::Secp256r1Point;
    use starknet::storage::{Map, StoragePathEntry, StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::syscalls::{
        call_contract_syscall, deploy_syscall, emit_event_syscall, get_block_hash_syscall, get_class_hash_at_syscall,
        get_execution_info_v2_syscall, keccak_syscall, library_call_syscall, replace_class_syscall,
        send_message_to_l1_syscall, storage_write_syscall,
    };
    use starknet::{
        ClassHash, ContractAddress, SyscallResultTrait, get_block_info, get_caller_address, get_contract_address,
    };

    #[storage]
    struct Storage {
        values: Map<felt252, felt252>,
        counter: felt252,
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

    #[constructor]
    fn constructor(ref self: ContractState, start: felt252) {
        assert(start != 'fail', 'constructor failed');
        self.counter.write(start);
    }

    #[l1_handler]
    fn on_message(ref self: ContractState, from_address: felt252, value: felt252) {
        assert(value != 'fail', 'message refused');
        self.last_message.write(value);
        self.values.entry(from_address).write(value);
    }

    #[abi(embed_v0)]
    impl Exercises of super::IExerciser<ContractState> {
        fn set(ref self: ContractState, key: felt252, value: felt252) {
            self.values.entry(key).write(value);
        }

        fn get(self: @ContractState, key: felt252) -> felt252 {
            self.values.entry(key).read()
        }

        fn set_raw(ref self: ContractState, address: felt252, value: felt252) {
            storage_write_syscall(0, address.try_into().expect('no storage address'), value).unwrap_syscall();
        }

        fn increase(ref self: ContractState, by: felt252) -> felt252 {
            let value = self.counter.read() + by;
            self.counter.write(value);
            value
        }

        fn emit_raw(ref self: ContractState, keys: Span<felt252>, data: Span<felt252>) {
            emit_event_syscall(keys, data).unwrap_syscall();
        }

        fn emit_many(ref self: ContractState, count: u32) {
            for index in 0..count {
                self.emit(Counted { index, value: index.into() });
            }
        }

        fn send(ref self: ContractState, to: felt252, payload: Span<felt252>) {
            send_message_to_l1_syscall(to, payload).unwrap_syscall();
        }

        fn call(
            ref self: ContractState, to: ContractAddress, selector: felt252, calldata: Span<felt252>,
        ) -> Span<felt252> {
            call_contract_syscall(to, selector, calldata).unwrap_syscall()
        }

        /// Returns the panic data of a failed call, or 'ok' and the return data.
        fn try_call(
            ref self: ContractState, to: ContractAddress, selector: felt252, calldata: Span<felt252>,
        ) -> Array<felt252> {
            match call_contract_syscall(to, selector, calldata) {
                Ok(retdata) => {
                    let mut result = array!['ok'];
                    result.append_span(retdata);
                    result
                },
                Err(panic) => panic,
            }
        }

        fn set_then_call(
            ref self: ContractState,
            key: felt252,
            value: felt252,
            to: ContractAddress,
            selector: felt252,
            calldata: Span<felt252>,
        ) -> Span<felt252> {
            self.values.entry(key).write(value);
            call_contract_syscall(to, selector, calldata).unwrap_syscall()
        }

        fn library(
            ref self: ContractState, class_hash: ClassHash, selector: felt252, calldata: Span<felt252>,
        ) -> Span<felt252> {
            library_call_syscall(class_hash, selector, calldata).unwrap_syscall()
        }

        fn deploy(
            ref self: ContractState, class_hash: ClassHash, salt: felt252, calldata: Span<felt252>, from_zero: bool,
        ) -> ContractAddress {
            let (address, _) = deploy_syscall(class_hash, salt, calldata, from_zero).unwrap_syscall();
            address
        }

        fn replace(ref self: ContractState, class_hash: ClassHash) {
            replace_class_syscall(class_hash).unwrap_syscall();
        }

        fn class_of(self: @ContractState, address: ContractAddress) -> ClassHash {
            get_class_hash_at_syscall(address).unwrap_syscall()
        }

        fn block_hash(self: @ContractState, number: u64) -> felt252 {
            get_block_hash_syscall(number).unwrap_syscall()
        }

        fn block_info(self: @ContractState) -> (u64, u64, ContractAddress) {
            let info = get_block_info().unbox();
            (info.block_number, info.block_timestamp, info.sequencer_address)
        }

        fn transaction_info(
            self: @ContractState,
        ) -> (felt252, ContractAddress, felt252, felt252, felt252, u128, u32) {
            let info = get_execution_info_v2_syscall().unwrap_syscall().unbox().tx_info.unbox();
            (
                info.version,
                info.account_contract_address,
                info.transaction_hash,
                info.chain_id,
                info.nonce,
                info.tip,
                info.resource_bounds.len(),
            )
        }

        fn who(self: @ContractState) -> (ContractAddress, ContractAddress, felt252) {
            let info = get_execution_info_v2_syscall().unwrap_syscall().unbox();
            (get_caller_address(), get_contract_address(), info.entry_point_selector)
        }

        fn keccak(self: @ContractState, words: Span<u64>) -> u256 {
            keccak_syscall(words).unwrap_syscall()
        }

        fn sha256(self: @ContractState, text: ByteArray) -> [u32; 8] {
            core::sha256::compute_sha256_byte_array(@text)
        }

        fn secp256k1(self: @ContractState, scalar: u256) -> (u256, u256) {
            let generator = Secp256Trait::<Secp256k1Point>::get_generator_point();
            let product = generator.mul(scalar).unwrap_syscall();
            product.add(generator).unwrap_syscall().get_coordinates().unwrap_syscall()
        }

        fn secp256r1(self: @ContractState, scalar: u256) -> (u256, u256) {
            let generator = Secp256Trait::<Secp256r1Point>::get_generator_point();
            let product = generator.mul(scalar).unwrap_syscall();
            product.add(generator).unwrap_syscall().get_coordinates().unwrap_syscall()
        }

        fn secp256k1_from_x(self: @ContractState, x: u256, parity: bool) -> Option<(u256, u256)> {
            let point = Secp256Trait::<Secp256k1Point>::secp256_ec_get_point_from_x_syscall(x, parity).unwrap_syscall()?;
            Some(point.get_coordinates().unwrap_syscall())
        }

        fn secp256r1_from_x(self: @ContractState, x: u256, parity: bool) -> Option<(u256, u256)> {
            let point = Secp256Trait::<Secp256r1Point>::secp256_ec_get_point_from_x_syscall(x, parity).unwrap_syscall()?;
            Some(point.get_coordinates().unwrap_syscall())
        }

        fn pedersen(self: @ContractState, a: felt252, b: felt252) -> felt252 {
            core::pedersen::pedersen(a, b)
        }

        fn poseidon(self: @ContractState, values: Span<felt252>) -> felt252 {
            core::poseidon::poseidon_hash_span(values)
        }

        fn bitwise(self: @ContractState, a: u128, b: u128) -> (u128, u128, u128) {
            (a & b, a | b, a ^ b)
        }

        fn curve(self: @ContractState, scalar: felt252) -> Option<(felt252, felt252)> {
            let generator = EcPointTrait::new_nz(GEN_X, GEN_Y)?;
            let mut state = EcStateTrait::init();
            state.add_mul(scalar, generator);
            let point = state.finalize_nz()?;
            Some(point.coordinates())
        }

        fn verify(self: @ContractState, hash: felt252, key: felt252, r: felt252, s: felt252) -> bool {
            core::ecdsa::check_ecdsa_signature(hash, key, r, s)
        }

        fn dictionary(self: @ContractState, mut pairs: Span<(felt252, felt252)>, key: felt252) -> felt252 {
            let mut dict: Felt252Dict<felt252> = Default::default();
            while let Some(pair) = pairs.pop_front() {
                let (key, value) = *pair;
                dict.insert(key, dict.get(key) + value);
            }
            dict.get(key)
        }

        /// Computes (a + b) * a and the inverse of b modulo an odd number below 2^384.
        fn circuit(self: @ContractState, a: u384, b: u384, modulus: u384) -> (u384, u384) {
            let in1 = CircuitElement::<CircuitInput<0>> {};
            let in2 = CircuitElement::<CircuitInput<1>> {};
            let product = circuit_mul(circuit_add(in1, in2), in1);
            let inverse = circuit_inverse(in2);
            let modulus = TryInto::<_, CircuitModulus>::try_into([modulus.limb0, modulus.limb1, modulus.limb2, modulus.limb3])
                .expect('bad modulus');
            let outputs = (product, inverse)
                .new_inputs()
                .next([a.limb0, a.limb1, a.limb2, a.limb3])
                .next([b.limb0, b.limb1, b.limb2, b.limb3])
                .done()
                .eval(modulus)
                .expect('no inverse');
            (outputs.get_output(product), outputs.get_output(inverse))
        }

        fn divide(self: @ContractState, a: u256, b: u256) -> (u256, u256) {
            DivRem::div_rem(a, b.try_into().expect('division by 0'))
        }

        fn root(self: @ContractState, value: u256) -> u128 {
            value.sqrt()
        }

        fn count(self: @ContractState, to: u32) -> u32 {
            let mut i = 0;
            while i != to {
                i += 1;
            }
            i
        }

        fn fibonacci(self: @ContractState, steps: u32) -> felt252 {
            let mut a = 0;
            let mut b = 1;
            for _ in 0..steps {
                let next = a + b;
                a = b;
                b = next;
            }
            a
        }

        fn recurse(self: @ContractState, depth: u32) -> u32 {
            if depth == 0 {
                return 0;
            }
            let retdata = call_contract_syscall(
                get_contract_address(), selector!("recurse"), array![depth.into() - 1].span(),
            )
                .unwrap_syscall();
            (*retdata[0]).try_into().unwrap() + 1
        }

        fn panic_with(self: @ContractState, data: Array<felt252>) {
            panic(data);
        }

        fn panic_text(self: @ContractState, text: ByteArray) {
            panic!("{text}");
        }
    }
}
