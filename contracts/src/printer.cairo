//! A contract for tests of printing, which the network's lists of libfuncs do not allow. The sandbox shows the output in its log.

#[starknet::interface]
pub trait IPrinter<TState> {
    fn print(self: @TState, text: ByteArray);
}

#[starknet::contract]
pub mod Printer {
    #[storage]
    struct Storage {}

    #[abi(embed_v0)]
    impl Functions of super::IPrinter<ContractState> {
        fn print(self: @ContractState, text: ByteArray) {
            println!("{text}");
        }
    }
}
