//! A contract for tests of the meta transaction system call, which the core library exposes only in the first edition.

#[starknet::contract]
mod MetaTx {
    use starknet::ContractAddress;
    use starknet::SyscallResultTrait;
    use starknet::syscalls::meta_tx_v0_syscall;

    #[storage]
    struct Storage {}

    #[external(v0)]
    fn meta_tx(
        ref self: ContractState,
        to: ContractAddress,
        selector: felt252,
        calldata: Span<felt252>,
        signature: Span<felt252>
    ) -> Span<felt252> {
        meta_tx_v0_syscall(to, selector, calldata, signature).unwrap_syscall()
    }
}
