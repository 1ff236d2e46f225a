//! SHA-512 of one block, in plain Cairo: the core library has none.

use core::num::traits::WrappingAdd;

const ROUNDS: [u64; 80] = [
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
];

/// Rotates to the right, by a factor of 2^(64 - bits).
fn rotate(value: u64, factor: u128) -> u64 {
    let wide: u128 = value.into() * factor;
    let (high, low) = DivRem::div_rem(wide, 0x10000000000000000);
    (high + low).try_into().unwrap()
}

fn shift(value: u64, divisor: NonZero<u64>) -> u64 {
    let (quotient, _) = DivRem::div_rem(value, divisor);
    quotient
}

fn small_sigma_0(x: u64) -> u64 {
    rotate(x, 0x8000000000000000) ^ rotate(x, 0x100000000000000) ^ shift(x, 0x80)
}

fn small_sigma_1(x: u64) -> u64 {
    rotate(x, 0x200000000000) ^ rotate(x, 0x8) ^ shift(x, 0x40)
}

fn large_sigma_0(x: u64) -> u64 {
    rotate(x, 0x1000000000) ^ rotate(x, 0x40000000) ^ rotate(x, 0x2000000)
}

fn large_sigma_1(x: u64) -> u64 {
    rotate(x, 0x4000000000000) ^ rotate(x, 0x400000000000) ^ rotate(x, 0x800000)
}

/// The first word of the hash of a text of fewer than 112 bytes, given as a padded block of sixteen words.
pub fn sha512_first_word(block: Span<u64>) -> u64 {
    let mut words: Array<u64> = array![];
    words.append_span(block);
    for i in 16_u32..80 {
        let sum = small_sigma_1(*words[i - 2])
            .wrapping_add(*words[i - 7])
            .wrapping_add(small_sigma_0(*words[i - 15]))
            .wrapping_add(*words[i - 16]);
        words.append(sum);
    }
    let first: u64 = 0x6a09e667f3bcc908;
    let mut a = first;
    let mut b: u64 = 0xbb67ae8584caa73b;
    let mut c: u64 = 0x3c6ef372fe94f82b;
    let mut d: u64 = 0xa54ff53a5f1d36f1;
    let mut e: u64 = 0x510e527fade682d1;
    let mut f: u64 = 0x9b05688c2b3e6c1f;
    let mut g: u64 = 0x1f83d9abfb41bd6b;
    let mut h: u64 = 0x5be0cd19137e2179;
    let mut round: u32 = 0;
    for constant in ROUNDS.span() {
        let choice = (e & f) ^ ((0xffffffffffffffff - e) & g);
        let step = h
            .wrapping_add(large_sigma_1(e))
            .wrapping_add(choice)
            .wrapping_add(*constant)
            .wrapping_add(*words[round]);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        h = g;
        g = f;
        f = e;
        e = d.wrapping_add(step);
        d = c;
        c = b;
        b = a;
        a = step.wrapping_add(large_sigma_0(a)).wrapping_add(majority);
        round += 1;
    }
    first.wrapping_add(a)
}
