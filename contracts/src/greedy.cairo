//! A contract that uses as much memory and time as it is allowed to, for attacks and tests of limits.

#[starknet::interface]
pub trait IGreedy<TState> {
    /// Computes large values, each of which takes a cell and a felt of memory.
    fn multiply(self: @TState, rounds: u32) -> felt252;
    /// Passes many values to calls that fail, which cost little gas.
    fn pass(self: @TState, times: u32, values: u32) -> u32;
    /// Emits many values again and again.
    fn emit(ref self: TState, times: u32, values: u32);
    /// Panics with many values.
    fn panic_with_values(self: @TState, values: u32);
    /// Returns many values.
    fn give(self: @TState, values: u32) -> Array<felt252>;
    fn nothing(self: @TState);
}

#[starknet::contract]
mod Greedy {
    use starknet::get_contract_address;
    use starknet::syscalls::{call_contract_syscall, emit_event_syscall};

    const LARGE: felt252 = 0x123456789abcdef123456789abcdef123456789abcdef123456789abcdef123;

    #[storage]
    struct Storage {}

    fn many(values: u32) -> Array<felt252> {
        let mut made = array![];
        let mut value = LARGE;
        for _ in 0..values {
            made.append(value);
            value *= 7;
        }
        made
    }

    #[abi(embed_v0)]
    impl Greedy of super::IGreedy<ContractState> {
        fn multiply(self: @ContractState, rounds: u32) -> felt252 {
            let mut a = LARGE;
            let mut b = LARGE + 1;
            for _ in 0..rounds {
                a *= b;
                b *= a;
                a *= b;
                b *= a;
                a *= b;
                b *= a;
                a *= b;
                b *= a;
                a *= b;
                b *= a;
                a *= b;
                b *= a;
                a *= b;
                b *= a;
                a *= b;
                b *= a;
                a *= b;
                b *= a;
                a *= b;
                b *= a;
                a *= b;
                b *= a;
                a *= b;
                b *= a;
            }
            a
        }

        fn pass(self: @ContractState, times: u32, values: u32) -> u32 {
            let data = many(values).span();
            let mut failed = 0;
            for _ in 0..times {
                if call_contract_syscall(get_contract_address(), selector!("nothing"), data).is_err() {
                    failed += 1;
                }
            }
            failed
        }

        fn emit(ref self: ContractState, times: u32, values: u32) {
            let data = many(values).span();
            for i in 0..times {
                emit_event_syscall([i.into()].span(), data).unwrap();
            }
        }

        fn panic_with_values(self: @ContractState, values: u32) {
            core::panics::panic(many(values));
        }

        fn give(self: @ContractState, values: u32) -> Array<felt252> {
            many(values)
        }

        fn nothing(self: @ContractState) {}
    }
}
