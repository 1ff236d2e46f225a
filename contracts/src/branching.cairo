//! A contract for tests of gas limits: an account and functions with a branch that costs far more than the one that is usually
//! taken. Compiled code withdraws gas for the most expensive branch before it knows which one it takes.

use starknet::ContractAddress;
use starknet::account::Call;

#[starknet::interface]
pub trait IBranchingAccount<TState> {
    fn __execute__(self: @TState, calls: Array<Call>) -> Array<Span<felt252>>;
    fn __validate__(self: @TState, calls: Array<Call>) -> felt252;
    fn __validate_declare__(self: @TState, class_hash: felt252) -> felt252;
    fn __validate_deploy__(
        self: @TState, class_hash: felt252, contract_address_salt: felt252, public_key: felt252, dear: bool,
    ) -> felt252;
}

#[starknet::interface]
pub trait IBranching<TState> {
    /// Takes the expensive branch or the cheap one.
    fn branch(ref self: TState, dear: bool) -> felt252;
    /// Repeats this with the branch inside the loop.
    fn branch_often(ref self: TState, times: u32, dear: bool) -> felt252;
    /// Calls a contract after a branch.
    fn call_or_work(
        ref self: TState, dear: bool, to: ContractAddress, selector: felt252, calldata: Span<felt252>,
    ) -> Span<felt252>;
    /// Calls a contract and ignores a failure.
    fn try_call(ref self: TState, to: ContractAddress, selector: felt252, calldata: Span<felt252>) -> bool;
    /// Recurses without a loop.
    fn recurse(ref self: TState, depth: u32, dear: bool) -> felt252;
    /// Slices its calldata. The comparison in the compiled code looks like that of a gas withdrawal.
    fn slice(ref self: TState, values: Span<felt252>, start: u32, length: u32) -> Span<felt252>;
}

#[starknet::contract(account)]
pub mod Branching {
    use core::ec::stark_curve::{GEN_X, GEN_Y};
    use core::ec::{EcPointTrait, EcState, EcStateTrait, NonZeroEcPoint};
    use core::ecdsa::check_ecdsa_signature;
    use starknet::account::Call;
    use starknet::storage::{StoragePointerReadAccess, StoragePointerWriteAccess};
    use starknet::syscalls::call_contract_syscall;
    use starknet::{ContractAddress, SyscallResultTrait, get_tx_info};

    #[storage]
    struct Storage {
        public_key: felt252,
        result: felt252,
    }

    #[constructor]
    fn constructor(ref self: ContractState, public_key: felt252, dear: bool) {
        self.public_key.write(public_key);
        self.result.write(work(dear));
    }

    #[abi(embed_v0)]
    impl Account of super::IBranchingAccount<ContractState> {
        fn __execute__(self: @ContractState, calls: Array<Call>) -> Array<Span<felt252>> {
            let mut results = array![];
            for call in calls {
                results.append(call_contract_syscall(call.to, call.selector, call.calldata).unwrap_syscall());
            }
            results
        }

        fn __validate__(self: @ContractState, calls: Array<Call>) -> felt252 {
            self.validate()
        }

        fn __validate_declare__(self: @ContractState, class_hash: felt252) -> felt252 {
            self.validate()
        }

        fn __validate_deploy__(
            self: @ContractState, class_hash: felt252, contract_address_salt: felt252, public_key: felt252, dear: bool,
        ) -> felt252 {
            self.validate()
        }
    }

    #[abi(embed_v0)]
    impl Branches of super::IBranching<ContractState> {
        fn branch(ref self: ContractState, dear: bool) -> felt252 {
            let result = work(dear);
            self.result.write(result);
            result
        }

        fn branch_often(ref self: ContractState, times: u32, dear: bool) -> felt252 {
            let mut sum = 0;
            for _ in 0..times {
                sum += work(dear);
            }
            self.result.write(sum);
            sum
        }

        fn call_or_work(
            ref self: ContractState, dear: bool, to: ContractAddress, selector: felt252, calldata: Span<felt252>,
        ) -> Span<felt252> {
            if dear {
                self.result.write(work(true));
                return array![].span();
            }
            call_contract_syscall(to, selector, calldata).unwrap_syscall()
        }

        fn try_call(ref self: ContractState, to: ContractAddress, selector: felt252, calldata: Span<felt252>) -> bool {
            let succeeded = call_contract_syscall(to, selector, calldata).is_ok();
            self.result.write(succeeded.into());
            succeeded
        }

        fn recurse(ref self: ContractState, depth: u32, dear: bool) -> felt252 {
            let result = descend(depth, dear);
            self.result.write(result);
            result
        }

        fn slice(ref self: ContractState, values: Span<felt252>, start: u32, length: u32) -> Span<felt252> {
            values.slice(start, length)
        }
    }

    #[generate_trait]
    impl Internal of InternalTrait {
        /// A signature of three felts costs more to check. The third felt is ignored.
        fn validate(self: @ContractState) -> felt252 {
            let info = get_tx_info().unbox();
            let signature = info.signature;
            if signature.len() == 3 {
                assert(work(true) != 0, 'no work');
            }
            let key = self.public_key.read();
            assert(
                check_ecdsa_signature(info.transaction_hash, key, *signature[0], *signature[1]), 'invalid signature',
            );
            starknet::VALIDATED
        }
    }

    fn descend(depth: u32, dear: bool) -> felt252 {
        if depth == 0 {
            return work(dear);
        }
        1 + descend(depth - 1, dear)
    }

    /// This is inlined into every function that uses it, so that the branch that is not taken puts its gas back there.
    #[inline(always)]
    fn work(dear: bool) -> felt252 {
        if dear {
            products()
        } else {
            1
        }
    }

    /// 512 multiplications on the curve without a loop, so that the gas for all of them is withdrawn at once.
    #[inline(never)]
    fn products() -> felt252 {
        let generator = EcPointTrait::new_nz(GEN_X, GEN_Y).unwrap();
        let mut state = EcStateTrait::init();
        add_256(ref state, generator);
        add_256(ref state, generator);
        let (x, _) = state.finalize_nz().unwrap().coordinates();
        x
    }

    #[inline(never)]
    fn add_256(ref state: EcState, point: NonZeroEcPoint) {
        add_64(ref state, point);
        add_64(ref state, point);
        add_64(ref state, point);
        add_64(ref state, point);
    }

    #[inline(never)]
    fn add_64(ref state: EcState, point: NonZeroEcPoint) {
        add_16(ref state, point);
        add_16(ref state, point);
        add_16(ref state, point);
        add_16(ref state, point);
    }

    #[inline(never)]
    fn add_16(ref state: EcState, point: NonZeroEcPoint) {
        add_4(ref state, point);
        add_4(ref state, point);
        add_4(ref state, point);
        add_4(ref state, point);
    }

    #[inline(never)]
    fn add_4(ref state: EcState, point: NonZeroEcPoint) {
        state.add_mul(3, point);
        state.add_mul(5, point);
        state.add_mul(7, point);
        state.add_mul(11, point);
    }
}
