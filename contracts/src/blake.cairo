//! A contract for tests of BLAKE2s, which this compiler's list of audited libfuncs does not contain.

#[starknet::interface]
pub trait IBlake<TState> {
    fn blake(self: @TState, words: [u32; 16]) -> [u32; 8];
}

#[starknet::contract]
pub mod Blake {
    #[storage]
    struct Storage {}

    #[abi(embed_v0)]
    impl Functions of super::IBlake<ContractState> {
        /// BLAKE2s-256 of one block of 64 bytes.
        fn blake(self: @ContractState, words: [u32; 16]) -> [u32; 8] {
            let state = BoxTrait::new(
                [
                    0x6B08E647, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19,
                ],
            );
            core::blake::blake2s_finalize(state, 64, BoxTrait::new(words)).unbox()
        }
    }
}
