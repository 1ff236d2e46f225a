// The compression of SHA-256 (src/felt/plain/sha2.ts is the definition).
import { SHA256_CONSTANTS } from './hashConstants.generated';

const schedule: usize = memory.data(64 * 4, 8);

/** Changes eight 32-bit words of state by a block of sixteen. */
export function sha256Compress(state: usize, block: usize): void {
  memory.copy(schedule, block, 64);
  for (let w = schedule + 64; w < schedule + 256; w += 4) {
    const before15 = load<u32>(w - 60);
    const before2 = load<u32>(w - 8);
    const s0 = rotr<u32>(before15, 7) ^ rotr<u32>(before15, 18) ^ (before15 >> 3);
    const s1 = rotr<u32>(before2, 17) ^ rotr<u32>(before2, 19) ^ (before2 >> 10);
    store<u32>(w, load<u32>(w - 64) + s0 + load<u32>(w - 28) + s1);
  }
  let a = load<u32>(state);
  let b = load<u32>(state, 4);
  let c = load<u32>(state, 8);
  let d = load<u32>(state, 12);
  let e = load<u32>(state, 16);
  let f = load<u32>(state, 20);
  let g = load<u32>(state, 24);
  let h = load<u32>(state, 28);
  for (let i: usize = 0; i < 256; i += 4) {
    const S1 = rotr<u32>(e, 6) ^ rotr<u32>(e, 11) ^ rotr<u32>(e, 25);
    const t1 = h + S1 + ((e & f) ^ (~e & g)) + load<u32>(SHA256_CONSTANTS + i) + load<u32>(schedule + i);
    const S0 = rotr<u32>(a, 2) ^ rotr<u32>(a, 13) ^ rotr<u32>(a, 22);
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
  store<u32>(state, load<u32>(state) + a);
  store<u32>(state, load<u32>(state, 4) + b, 4);
  store<u32>(state, load<u32>(state, 8) + c, 8);
  store<u32>(state, load<u32>(state, 12) + d, 12);
  store<u32>(state, load<u32>(state, 16) + e, 16);
  store<u32>(state, load<u32>(state, 20) + f, 20);
  store<u32>(state, load<u32>(state, 24) + g, 24);
  store<u32>(state, load<u32>(state, 28) + h, 28);
}
