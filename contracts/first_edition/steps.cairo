//! A contract for tests of classes metered in Cairo steps: compiled to Sierra 1.3 by Cairo 2.1.

#[starknet::contract]
mod Steps {
    use array::{ArrayTrait, SpanTrait};
    use box::BoxTrait;
    use dict::Felt252DictTrait;
    use starknet::{
        ClassHash, ContractAddress, call_contract_syscall, deploy_syscall,
        library_call_syscall, emit_event_syscall, send_message_to_l1_syscall, replace_class_syscall,
        keccak_syscall
    };
    use traits::Into;

    #[storage]
    struct Storage {
        values: LegacyMap::<felt252, felt252>,
        counter: felt252,
    }

    #[constructor]
    fn constructor(ref self: ContractState, start: felt252) {
        self.counter.write(start);
    }

    #[l1_handler]
    fn on_message(ref self: ContractState, from_address: felt252, value: felt252) {
        self.values.write(from_address, value);
    }

    #[external(v0)]
    fn set(ref self: ContractState, key: felt252, value: felt252) {
        self.values.write(key, value);
    }

    #[external(v0)]
    fn get(self: @ContractState, key: felt252) -> felt252 {
        self.values.read(key)
    }

    #[external(v0)]
    fn increase(ref self: ContractState, by: felt252) -> felt252 {
        let value = self.counter.read() + by;
        self.counter.write(value);
        value
    }

    #[external(v0)]
    fn call(
        ref self: ContractState, to: ContractAddress, selector: felt252, calldata: Array<felt252>
    ) -> Span<felt252> {
        call_contract_syscall(to, selector, calldata.span()).unwrap_syscall()
    }

    #[external(v0)]
    fn try_call(
        ref self: ContractState, to: ContractAddress, selector: felt252, calldata: Array<felt252>
    ) -> Array<felt252> {
        match call_contract_syscall(to, selector, calldata.span()) {
            Result::Ok(retdata) => array!['ok'],
            Result::Err(panic) => panic,
        }
    }

    #[external(v0)]
    fn library(
        ref self: ContractState, class_hash: ClassHash, selector: felt252, calldata: Array<felt252>
    ) -> Span<felt252> {
        library_call_syscall(class_hash, selector, calldata.span()).unwrap_syscall()
    }

    #[external(v0)]
    fn deploy(
        ref self: ContractState, class_hash: ClassHash, salt: felt252, calldata: Array<felt252>, from_zero: bool
    ) -> ContractAddress {
        let (address, _) = deploy_syscall(class_hash, salt, calldata.span(), from_zero).unwrap_syscall();
        address
    }

    #[external(v0)]
    fn replace(ref self: ContractState, class_hash: ClassHash) {
        replace_class_syscall(class_hash).unwrap_syscall();
    }

    #[external(v0)]
    fn emit(ref self: ContractState, keys: Array<felt252>, data: Array<felt252>) {
        emit_event_syscall(keys.span(), data.span()).unwrap_syscall();
    }

    #[external(v0)]
    fn send(ref self: ContractState, to: felt252, payload: Array<felt252>) {
        send_message_to_l1_syscall(to, payload.span()).unwrap_syscall();
    }

    #[external(v0)]
    fn keccak(self: @ContractState, words: Array<u64>) -> u256 {
        keccak_syscall(words.span()).unwrap_syscall()
    }

    #[external(v0)]
    fn dictionary(self: @ContractState, key: felt252, value: felt252) -> felt252 {
        let mut dict: Felt252Dict<felt252> = Default::default();
        dict.insert(key, value);
        dict.insert(key + 1, value + 1);
        dict.get(key) + dict.get(key + 1)
    }

    #[external(v0)]
    fn fibonacci(self: @ContractState, steps: felt252) -> felt252 {
        let mut a = 0;
        let mut b = 1;
        let mut left = steps;
        loop {
            if left == 0 {
                break a;
            }
            let next = a + b;
            a = b;
            b = next;
            left -= 1;
        }
    }

    #[external(v0)]
    fn panic_with(self: @ContractState, data: Array<felt252>) {
        panic(data);
    }
}
