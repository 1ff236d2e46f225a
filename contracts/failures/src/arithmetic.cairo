//! Functions outside of a contract.

pub fn add(a: u8, b: u8) -> u8 {
    a + b // FAIL: overflow
}

#[inline(never)]
pub fn third(values: Span<u64>) -> u64 {
    *values[2] // FAIL: index
}
