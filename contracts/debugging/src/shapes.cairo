//! Generics, traits, closures and loops.

#[derive(Drop, Copy, Debug, PartialEq)]
pub struct Pair<T> {
    pub first: T,
    pub second: T,
}

pub trait Size<T> {
    fn size(self: @T) -> u64;
}

pub impl PairSize of Size<Pair<u64>> {
    fn size(self: @Pair<u64>) -> u64 {
        let width = *self.first;
        let height = *self.second;
        width * height // MARK: trait
    }
}

pub fn largest<T, +PartialOrd<T>, +Copy<T>, +Drop<T>>(values: Span<T>, start: T) -> T {
    let mut best = start;
    for value in values {
        if *value > best { // MARK: generic
            best = *value;
        }
    }
    best
}

pub fn sum_of_squares(count: u64) -> u64 {
    let mut total = 0_u64;
    let mut i = 0_u64;
    while i != count {
        let square = i * i;
        total += square; // MARK: loop
        i += 1;
    }
    println!("total = {total}");
    total
}

pub fn with_closure(factor: u64) -> u64 {
    let scale = |x: u64| {
        let scaled = x * factor;
        scaled + 1 // MARK: closure
    };
    let once = scale(3);
    let twice = scale(once);
    println!("once = {once}, twice = {twice}"); // MARK: scaled
    twice
}
