// BLAKE2s (src/felt/plain/blake2s.ts is the definition).
import { isReduced } from './field';
import { BLAKE2S_START } from './hashConstants.generated';

/** Offsets of the message words in each of ten rounds. */
const ORDER: usize = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3, 11, 8, 12,
  0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4, 7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8, 9, 0, 5, 7, 2, 4, 10,
  15, 14, 1, 11, 12, 6, 8, 3, 13, 2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9, 12, 5, 1, 15, 14, 13, 4, 10, 0,
  7, 6, 3, 9, 2, 8, 11, 13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10, 6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7,
  1, 4, 10, 5, 10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0,
]);
const v: usize = memory.data(64, 8);

function quarter(a: usize, b: usize, c: usize, d: usize, message: usize, order: usize): void {
  let va = load<u32>(a) + load<u32>(b) + load<u32>(message + ((<usize>load<u8>(order)) << 2));
  let vd = rotr<u32>(load<u32>(d) ^ va, 16);
  let vc = load<u32>(c) + vd;
  let vb = rotr<u32>(load<u32>(b) ^ vc, 12);
  va += vb + load<u32>(message + ((<usize>load<u8>(order, 1)) << 2));
  vd = rotr<u32>(vd ^ va, 8);
  vc += vd;
  vb = rotr<u32>(vb ^ vc, 7);
  store<u32>(a, va);
  store<u32>(b, vb);
  store<u32>(c, vc);
  store<u32>(d, vd);
}

/** Changes eight words of state by a block of sixteen; `counter` is the number of bytes so far, this block's included. */
export function blake2sCompress(state: usize, message: usize, counter: u64, finalFlag: bool): void {
  memory.copy(v, state, 32);
  memory.copy(v + 32, BLAKE2S_START, 32);
  store<u64>(v, load<u64>(v, 48) ^ counter, 48);
  if (finalFlag) store<u32>(v, ~load<u32>(v, 56), 56);
  for (let order = ORDER; order < ORDER + 160; order += 16) {
    quarter(v, v + 16, v + 32, v + 48, message, order);
    quarter(v + 4, v + 20, v + 36, v + 52, message, order + 2);
    quarter(v + 8, v + 24, v + 40, v + 56, message, order + 4);
    quarter(v + 12, v + 28, v + 44, v + 60, message, order + 6);
    quarter(v, v + 20, v + 40, v + 60, message, order + 8);
    quarter(v + 4, v + 24, v + 44, v + 48, message, order + 10);
    quarter(v + 8, v + 28, v + 32, v + 52, message, order + 12);
    quarter(v + 12, v + 16, v + 36, v + 56, message, order + 14);
  }
  for (let i: usize = 0; i < 32; i += 8)
    store<u64>(state + i, load<u64>(state + i) ^ load<u64>(v + i) ^ load<u64>(v + i, 32));
}

const state: usize = memory.data(32, 8);
const block: usize = memory.data(64, 8);
let filled: usize = 0;
let total: u64 = 0;

/** Appends a word; a full block waits for the next word, since the last one is marked. */
function push(word: u32): void {
  if (filled == 64) {
    total += 64;
    blake2sCompress(state, block, total, false);
    filled = 0;
  }
  store<u32>(block + filled, word);
  filled += 4;
}

function begin(): void {
  memory.copy(state, BLAKE2S_START, 32);
  store<u32>(state, load<u32>(state) ^ 0x01010020);
  filled = 0;
  total = 0;
}

function end(out: usize): void {
  memory.fill(block + filled, 0, 64 - filled);
  blake2sCompress(state, block, total + filled, true);
  memory.copy(out, state, 32);
}

/** out = the hash of bytes in memory. */
export function blake2sBytes(out: usize, bytes: usize, length: usize): void {
  begin();
  for (; length > 64; length -= 64) {
    total += 64;
    blake2sCompress(state, bytes, total, false);
    bytes += 64;
  }
  memory.copy(block, bytes, length);
  filled = length;
  end(out);
}

/** out = the hash of `count` felts in memory, as compiled class hashes encode them. */
export function blake2sFelts(out: usize, felts: usize, count: u32): void {
  begin();
  for (let felt = felts; felt < felts + 32 * <usize>count; felt += 32) {
    const small = (load<u64>(felt, 8) | load<u64>(felt, 16) | load<u64>(felt, 24)) == 0 && <i64>load<u64>(felt) >= 0;
    if (!small) {
      push(load<u32>(felt, 28) | 0x80000000);
      for (let at: usize = 24; at >= 8; at -= 4) push(load<u32>(felt + at));
    }
    push(load<u32>(felt, 4));
    push(load<u32>(felt));
  }
  end(out);
  // The digest is any number of 256 bits: at most 31 times P has to go.
  while (!isReduced(out)) subtractPrime(out);
}

function subtractPrime(a: usize): void {
  const w0 = load<u64>(a);
  const w1 = load<u64>(a, 8);
  const w2 = load<u64>(a, 16);
  const borrow = <u64>(w0 == 0);
  const borrow1 = borrow & <u64>(w1 == 0);
  const borrow2 = borrow1 & <u64>(w2 == 0);
  store<u64>(a, w0 - 1);
  store<u64>(a, w1 - borrow, 8);
  store<u64>(a, w2 - borrow1, 16);
  store<u64>(a, load<u64>(a, 24) - 0x800000000000011 - borrow2, 24);
}
