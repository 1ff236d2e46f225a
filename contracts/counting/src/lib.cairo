//! Loops, closures, recursion and generics, for tests of coverage. Comments have what was counted by hand for one call of each function of
//! the contract, with the arguments that test/coverage/counting.test.ts gives.

/// A multi-line loop, one in a line, and loops in loops.
pub mod loops {
    // CALLS 1: with count = 5
    pub fn for_loop(count: u32) -> u32 {
        let mut sum = 0_u32; // NO CODE
        for i in 0..count { // RUNS 6, BRANCHES 5/1
            if i % 2 == 0 { // RUNS 5, BRANCHES 3/2
                continue; // RUNS 3
            }
            sum += i; // RUNS 2
        }
        sum // NO CODE
    }

    // CALLS 1: with count = 2
    pub fn while_loop(count: u32) -> u32 {
        let mut i = 0_u32; // NO CODE
        while i != count { // RUNS 3, BRANCHES 2/1
            i += 1; // RUNS 2
        }
        i // NO CODE
    }

    // CALLS 1: with values = 3
    pub fn while_let(values: Span<u32>) -> u32 {
        let mut rest = values; // NO CODE
        let mut sum = 0; // NO CODE
        while let Option::Some(value) = rest.pop_front() { // RUNS 4, BRANCHES 3/1
            sum += *value; // RUNS 3
        }
        sum // NO CODE
    }

    // CALLS 1: with limit = 4
    pub fn endless(limit: u32) -> u32 {
        let mut i = 0; // NO CODE
        loop { // RUNS 5
            if i == limit { // RUNS 5, BRANCHES 4/1
                break i; // NO CODE
            }
            i += 1; // RUNS 4
        }
    }

    // CALLS 1: with rows = 2, columns = 3
    pub fn nested(rows: u32, columns: u32) -> u32 {
        let mut sum = 0; // NO CODE
        for row in 0..rows { // RUNS 3, BRANCHES 2/1
            for column in 0..columns { // RUNS 8, BRANCHES 6/2
                sum += row * column; // RUNS 6
            }
            let mut i = 0; // NO CODE
            while i < row { // RUNS 3, BRANCHES 1/2
                i += 1; // RUNS 1
            }
            sum += i; // RUNS 2
        }
        sum // NO CODE
    }

    // CALLS 1: with n = 10, which leaves when i = 4
    pub fn leave(n: u32) -> u32 {
        for i in 0..100_u32 { // RUNS 5, BRANCHES 5/0
            if i * i > n { // RUNS 5, BRANCHES 4/1
                return i; // NO CODE
            }
        }
        0 // NO CODE
    }
}

/// Functions that are compiled or inlined several times.
pub mod copies {
    // CALLS 4: with n = 3, 2, 1 and 0
    pub fn recursive(n: u32) -> u32 {
        if n == 0 { // RUNS 4, BRANCHES 3/1
            return 0; // NO CODE
        }
        recursive(n - 1) + 1 // RUNS 3
    }

    // CALLS 2: inlined twice
    #[inline(always)]
    pub fn total(values: Span<u32>) -> u32 {
        let mut sum = 0; // NO CODE
        for value in values { // RUNS 7, BRANCHES 5/2
            sum += *value; // RUNS 5
        }
        sum // NO CODE
    }

    // CALLS 2: once for each type, with 4 rounds each
    #[inline(never)]
    pub fn rounds<T, +Into<u32, T>, +Sub<T>, +PartialEq<T>, +Copy<T>, +Drop<T>>(from: T) -> u32 {
        let mut left = from; // NO CODE
        let mut done = 0; // NO CODE
        while left != 0_u32.into() { left = left - 1_u32.into(); done += 1; } // RUNS 10, BRANCHES 8/2
        done // NO CODE
    }

    // CALLS 1: its closures are not calls of it
    pub fn closures(n: u32) -> u32 {
        let add = |x: u32| { // NO CODE
            let y = x + n; // RUNS 3
            y * 2 // RUNS 3
        };
        let mut sum = 0; // NO CODE
        for i in 0..n { // RUNS 4, BRANCHES 3/1
            sum += add(i); // RUNS 3
        }
        let doubled: Array<u32> = array![1, 2, n].into_iter().map(|x| x * 2).collect(); // RUNS 3
        sum + *doubled[0] // RUNS 1
    }

    const LIMIT: u32 = 10;

    // CALLS 1: with n = 2
    pub fn folded(n: u32) -> u32 {
        if LIMIT > 20 { // NO CODE
            return n * 3; // NO CODE
        }
        let (a, b) = (LIMIT, 4); // NO CODE
        n + a + b // RUNS 1
    }
}

/// Functions that consist only of a macro, of which the compiler writes no name.
pub mod macros {
    // CALLS 2: inlined twice
    pub fn few() -> Array<u32> {
        array![7, 8, 9] // RUNS 2
    }

    // CALLS 1: not inlined
    #[inline(never)]
    pub fn whole() -> Array<u32> {
        array![1, 2] // RUNS 1
    }

    // CALLS 0
    pub fn refuse() {
        panic!("refused") // RUNS 0
    }
}

#[starknet::interface]
pub trait ICounting<T> {
    fn run_loops(self: @T, values: Span<u32>) -> u32;
    fn run_copies(self: @T, n: u32) -> u32;
}

#[starknet::contract]
mod Counting {
    use super::{copies, loops, macros};

    #[storage]
    struct Storage {}

    #[abi(embed_v0)]
    impl Functions of super::ICounting<ContractState> {
        // CALLS 1
        fn run_loops(self: @ContractState, values: Span<u32>) -> u32 {
            let sum = loops::for_loop(*values[0]) + loops::while_loop(*values[1]); // RUNS 1
            let sum = sum + loops::while_let(values.slice(0, 3)) + loops::endless(*values[2]); // RUNS 1
            sum + loops::nested(*values[1], *values[3]) + loops::leave(*values[4]) // RUNS 1
        }

        // CALLS 1
        fn run_copies(self: @ContractState, n: u32) -> u32 {
            let sum = copies::recursive(n) + copies::closures(n) + copies::folded(n - 1); // RUNS 1
            let sum = sum + copies::total(array![1, n].span()) + copies::total(array![n, 2, 3].span()); // RUNS 1
            if n == 99 { // RUNS 1, BRANCHES 1/0
                macros::refuse(); // NO CODE
            }
            let sum = sum + macros::few().len() + macros::few().len() + macros::whole().len(); // RUNS 1
            sum + copies::rounds(n + 1) + copies::rounds::<felt252>((n + 1).into()) // RUNS 1
        }
    }
}
