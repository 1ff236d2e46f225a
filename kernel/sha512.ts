// The compression of SHA-512 (src/felt/plain/sha2.ts is the definition).
import { SHA512_CONSTANTS } from './hashConstants.generated';

const schedule: usize = memory.data(80 * 8, 8);

/** Changes eight 64-bit words of state by a block of sixteen. */
export function sha512Compress(state: usize, block: usize): void {
  memory.copy(schedule, block, 128);
  for (let w = schedule + 128; w < schedule + 640; w += 8) {
    const before15 = load<u64>(w - 120);
    const before2 = load<u64>(w - 16);
    const s0 = rotr<u64>(before15, 1) ^ rotr<u64>(before15, 8) ^ (before15 >> 7);
    const s1 = rotr<u64>(before2, 19) ^ rotr<u64>(before2, 61) ^ (before2 >> 6);
    store<u64>(w, load<u64>(w - 128) + s0 + load<u64>(w - 56) + s1);
  }
  let a = load<u64>(state);
  let b = load<u64>(state, 8);
  let c = load<u64>(state, 16);
  let d = load<u64>(state, 24);
  let e = load<u64>(state, 32);
  let f = load<u64>(state, 40);
  let g = load<u64>(state, 48);
  let h = load<u64>(state, 56);
  for (let i: usize = 0; i < 640; i += 8) {
    const S1 = rotr<u64>(e, 14) ^ rotr<u64>(e, 18) ^ rotr<u64>(e, 41);
    const t1 = h + S1 + ((e & f) ^ (~e & g)) + load<u64>(SHA512_CONSTANTS + i) + load<u64>(schedule + i);
    const S0 = rotr<u64>(a, 28) ^ rotr<u64>(a, 34) ^ rotr<u64>(a, 39);
    const t2 = S0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  store<u64>(state, load<u64>(state) + a);
  store<u64>(state, load<u64>(state, 8) + b, 8);
  store<u64>(state, load<u64>(state, 16) + c, 16);
  store<u64>(state, load<u64>(state, 24) + d, 24);
  store<u64>(state, load<u64>(state, 32) + e, 32);
  store<u64>(state, load<u64>(state, 40) + f, 40);
  store<u64>(state, load<u64>(state, 48) + g, 48);
  store<u64>(state, load<u64>(state, 56) + h, 56);
}
