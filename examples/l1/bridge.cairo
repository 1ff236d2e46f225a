// Compiled to bridge.contract_class.json, with Cairo 2.20.
#[starknet::interface]
trait IBridge<TState> {
    fn withdraw(ref self: TState, l1_contract: felt252, amount: felt252);
    fn received(self: @TState) -> felt252;
}

#[starknet::contract]
mod Bridge {
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::syscalls::send_message_to_l1_syscall;
    use starknet::SyscallResultTrait;

    #[storage]
    struct Storage {
        received: felt252,
    }

    #[l1_handler]
    fn deposit(ref self: ContractState, from_address: felt252, amount: felt252) {
        assert(amount != 0, 'nothing was deposited');
        self.received.write(self.received.read() + amount);
    }

    #[abi(embed_v0)]
    impl BridgeImpl of super::IBridge<ContractState> {
        fn withdraw(ref self: ContractState, l1_contract: felt252, amount: felt252) {
            send_message_to_l1_syscall(l1_contract, array![amount].span()).unwrap_syscall();
        }

        fn received(self: @ContractState) -> felt252 {
            self.received.read()
        }
    }
}
