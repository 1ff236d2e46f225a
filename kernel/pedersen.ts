// The Pedersen hash on felts in memory (src/felt/plain/pedersen.ts is the definition), with a bounded cache.
import { cmp, isZero } from './field';
import { fromMontgomery, inverse, mul } from './fieldStark.generated';
import { addMultiple, addSmallMultiple, fillWindows, spreadBase, windowBytes, windowCount } from './fixedBase';
import { fromAffine, isInfinity, loadAffine, POINT } from './points';
import { PEDERSEN_BASES, PEDERSEN_SHIFT } from './starkPoints.generated';

/** The upper four bits of an input have their own base and window. */
const LOW_BITS: i32 = 248;
// The first hashes use small windows, whose table takes half a millisecond (2 ms before V8 has optimised this code). Larger windows
// save 54 of 128 additions, and the largest another 22; their tables cost more to build and are built after enough hashes.
const SMALL_BITS: i32 = 4;
const LARGE_BITS: i32 = 7;
const LARGEST_BITS: i32 = 10;
const SMALL_HASHES: i32 = 256;
const LARGE_HASHES: i32 = 4096;
const table: usize = memory.data(52 * 512 * 80, 8);
let windowBits: i32 = 0;
let hashes: i32 = 0;
const shift: usize = memory.data(80, 8);
const sum: usize = memory.data(160, 8);

/**
 * The sums of the shift point and a first input's part, by first input: all addresses of a map are hashes of the same first input. An
 * entry is the input and the point; the ZZ of an empty entry's point is 0.
 */
const FIRST_ENTRIES: u64 = 64;
const FIRST_ENTRY: usize = 32 + 160;
const firstParts: usize = memory.data(64 * (32 + 160), 8);

/** A hash table of both inputs and their Pedersen hash; an entry whose Pedersen hash is 0 is empty. */
const CACHE_ENTRIES: u64 = 4096;
const cache: usize = memory.data(4096 * 96, 8);
let cached: bool = true;

/** The address of an input's windows; the window for its upper bits is the last one. */
function windowsOf(half: usize): usize {
  return table + half * <usize>(windowCount(windowBits, LOW_BITS) + 1) * windowBytes(windowBits);
}

function upperWindowOf(half: usize): usize {
  return windowsOf(half) + <usize>windowCount(windowBits, LOW_BITS) * windowBytes(windowBits);
}

function prepare(bits: i32): void {
  windowBits = bits;
  loadAffine(shift, PEDERSEN_SHIFT);
  const count = windowCount(bits, LOW_BITS);
  for (let half: usize = 0; half < 2; half++) {
    loadAffine(windowsOf(half), PEDERSEN_BASES + 128 * half);
    spreadBase(windowsOf(half), bits, count);
    loadAffine(upperWindowOf(half), PEDERSEN_BASES + 128 * half + 64);
  }
  fillWindows(table, bits, 2 * (count + 1));
}

function addInput(half: usize, felt: usize): void {
  addMultiple(sum, windowsOf(half), windowBits, felt, LOW_BITS);
  addSmallMultiple(sum, upperWindowOf(half), <i32>(load<u64>(felt, 24) >> 56));
}

/** sum = the shift point and the first input's part. */
function addFirst(a: usize): void {
  const mixed = (load<u64>(a) ^ load<u64>(a, 8) ^ load<u64>(a, 16) ^ load<u64>(a, 24)) * 0x9e3779b97f4a7c15;
  const entry = firstParts + FIRST_ENTRY * <usize>((mixed >> 40) & (FIRST_ENTRIES - 1));
  if (cmp(entry, a) != 0 || isInfinity(entry + 32)) {
    fromAffine(sum, shift);
    addInput(0, a);
    memory.copy(entry, a, 32);
    memory.copy(entry + 32, sum, POINT);
  } else memory.copy(sum, entry + 32, POINT);
}

/** Computes a hash. The partial sum is never equal to its summand: such inputs would be a relation between the bases, and none is known. */
function compute(out: usize, a: usize, b: usize): void {
  if (hashes <= LARGE_HASHES) {
    if (hashes == 0) prepare(SMALL_BITS);
    else if (hashes == SMALL_HASHES) prepare(LARGE_BITS);
    else if (hashes == LARGE_HASHES) prepare(LARGEST_BITS);
    hashes++;
  }
  addFirst(a);
  addInput(1, b);
  // x = X / ZZ
  inverse(sum + 120, sum + 80);
  mul(sum, sum, sum + 120);
  fromMontgomery(out, sum);
}

/** out = the hash of a and b, which may be out itself. */
export function pedersenHash(out: usize, a: usize, b: usize): void {
  if (!cached) {
    compute(out, a, b);
    return;
  }
  const mixed =
    (load<u64>(a) ^ rotl<u64>(load<u64>(b), 23) ^ load<u64>(a, 16) ^ rotl<u64>(load<u64>(b, 16), 41)) *
    0x9e3779b97f4a7c15;
  const entry = cache + 96 * <usize>((mixed >> 40) & (CACHE_ENTRIES - 1));
  if (isZero(entry + 64) || cmp(entry, a) != 0 || cmp(entry + 32, b) != 0) {
    memory.copy(entry, a, 32);
    memory.copy(entry + 32, b, 32);
    compute(entry + 64, entry, entry + 32);
  }
  memory.copy(out, entry + 64, 32);
}

/** Switches the cache on or off (for measurements) and empties it. */
export function pedersenCache(on: bool): void {
  cached = on;
  memory.fill(firstParts, 0, <usize>FIRST_ENTRIES * FIRST_ENTRY);
  memory.fill(cache, 0, <usize>CACHE_ENTRIES * 96);
}

/** state = pedersen(...pedersen(pedersen(state, felts[0]), felts[1])...) */
export function pedersenChain(state: usize, felts: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) compute(state, state, felts + 32 * <usize>i);
}
