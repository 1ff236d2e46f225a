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

/** Every other message word of the order, for the four columns or diagonals of a step. */
function pick(message: usize, order: usize): v128 {
  let words = v128.load_zero<u32>(message + ((<usize>load<u8>(order)) << 2));
  words = v128.load_lane<u32>(message + ((<usize>load<u8>(order, 2)) << 2), words, 1);
  words = v128.load_lane<u32>(message + ((<usize>load<u8>(order, 4)) << 2), words, 2);
  return v128.load_lane<u32>(message + ((<usize>load<u8>(order, 6)) << 2), words, 3);
}

function rotate16(words: v128): v128 {
  return i8x16.shuffle(words, words, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
}

function rotate8(words: v128): v128 {
  return i8x16.shuffle(words, words, 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12);
}

/** Changes eight words of state by a block of sixteen; `counter` is the number of bytes so far, this block's included. */
export function blake2sCompress(state: usize, message: usize, counter: u64, finalFlag: bool): void {
  // The rows of the matrix, as vectors: the four columns, and then the four diagonals, are computed in parallel.
  let a = v128.load(state);
  let b = v128.load(state, 16);
  let c = v128.load(BLAKE2S_START);
  let d = v128.xor(v128.load(BLAKE2S_START, 16), i64x2(counter, finalFlag ? 0xffffffff : 0));
  for (let order = ORDER; order < ORDER + 160; order += 16) {
    a = i32x4.add(i32x4.add(a, b), pick(message, order));
    d = rotate16(v128.xor(d, a));
    c = i32x4.add(c, d);
    b = v128.xor(b, c);
    b = v128.or(i32x4.shr_u(b, 12), i32x4.shl(b, 20));
    a = i32x4.add(i32x4.add(a, b), pick(message, order + 1));
    d = rotate8(v128.xor(d, a));
    c = i32x4.add(c, d);
    b = v128.xor(b, c);
    b = v128.or(i32x4.shr_u(b, 7), i32x4.shl(b, 25));
    b = i32x4.shuffle(b, b, 1, 2, 3, 0);
    c = i32x4.shuffle(c, c, 2, 3, 0, 1);
    d = i32x4.shuffle(d, d, 3, 0, 1, 2);
    a = i32x4.add(i32x4.add(a, b), pick(message, order + 8));
    d = rotate16(v128.xor(d, a));
    c = i32x4.add(c, d);
    b = v128.xor(b, c);
    b = v128.or(i32x4.shr_u(b, 12), i32x4.shl(b, 20));
    a = i32x4.add(i32x4.add(a, b), pick(message, order + 9));
    d = rotate8(v128.xor(d, a));
    c = i32x4.add(c, d);
    b = v128.xor(b, c);
    b = v128.or(i32x4.shr_u(b, 7), i32x4.shl(b, 25));
    b = i32x4.shuffle(b, b, 3, 0, 1, 2);
    c = i32x4.shuffle(c, c, 2, 3, 0, 1);
    d = i32x4.shuffle(d, d, 1, 2, 3, 0);
  }
  v128.store(state, v128.xor(v128.load(state), v128.xor(a, c)));
  v128.store(state, v128.xor(v128.load(state, 16), v128.xor(b, d)), 16);
}

const state: usize = memory.data(32, 8);
const block: usize = memory.data(64, 8);
let filled: usize = 0;
let total: u64 = 0;

/** Appends a word. A full block is compressed only when the next word arrives, since the last block needs a flag. */
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
  // The digest has 256 bits, so P has to be subtracted at most 31 times.
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
