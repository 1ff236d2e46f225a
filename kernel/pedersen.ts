// The Pedersen hash on felts in memory (src/felt/plain/pedersen.ts is the definition), with a bounded cache.
import { cmp, isZero } from './field';
import { exit, inverse, mul } from './fieldStark.generated';
import { addMultiple, addSmallMultiple, fillWindows, spreadBase, windowBytes, windowCount } from './fixedBase';
import { enterAffine, fromAffine } from './points';
import { PEDERSEN_BASES, PEDERSEN_SHIFT } from './starkPoints.generated';

/** The upper four bits of an input have a base and a window of their own. */
const LOW_BITS: i32 = 248;
// The first hashes work with small windows, whose table costs half a millisecond (2 ms before the engine has optimised this code);
// large windows save 54 of 128 additions and are built, in 2 ms, once that pays.
const SMALL_BITS: i32 = 4;
const LARGE_BITS: i32 = 7;
const SMALL_HASHES: i32 = 256;
const table: usize = memory.data(74 * 64 * 80, 8);
let windowBits: i32 = 0;
let hashes: i32 = 0;
const shift: usize = memory.data(80, 8);
const sum: usize = memory.data(160, 8);

/** Entries of both inputs and the hash, by a mix of the inputs; an entry whose hash is 0 is empty. */
const CACHE_ENTRIES: u64 = 4096;
const cache: usize = memory.data(4096 * 96, 8);
let cached: bool = true;

/** Where an input's windows start; the one for its upper bits is the last. */
function windowsOf(half: usize): usize {
  return table + half * <usize>(windowCount(windowBits, LOW_BITS) + 1) * windowBytes(windowBits);
}

function upperWindowOf(half: usize): usize {
  return windowsOf(half) + <usize>windowCount(windowBits, LOW_BITS) * windowBytes(windowBits);
}

function prepare(bits: i32): void {
  windowBits = bits;
  enterAffine(shift, PEDERSEN_SHIFT);
  const count = windowCount(bits, LOW_BITS);
  for (let half: usize = 0; half < 2; half++) {
    enterAffine(windowsOf(half), PEDERSEN_BASES + 128 * half);
    spreadBase(windowsOf(half), bits, count);
    enterAffine(upperWindowOf(half), PEDERSEN_BASES + 128 * half + 64);
  }
  fillWindows(table, bits, 2 * (count + 1));
}

function addInput(half: usize, felt: usize): void {
  addMultiple(sum, windowsOf(half), windowBits, felt, LOW_BITS);
  addSmallMultiple(sum, upperWindowOf(half), <i32>(load<u64>(felt, 24) >> 56));
}

/** The hash itself. The sum never meets its summand: inputs that made it would be a relation between the bases, which nobody knows. */
function compute(out: usize, a: usize, b: usize): void {
  if (hashes <= SMALL_HASHES) {
    if (hashes == 0) prepare(SMALL_BITS);
    else if (hashes == SMALL_HASHES) prepare(LARGE_BITS);
    hashes++;
  }
  fromAffine(sum, shift);
  addInput(0, a);
  addInput(1, b);
  // x = X / ZZ
  inverse(sum + 120, sum + 80);
  mul(sum, sum, sum + 120);
  exit(out, sum);
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
  memory.fill(cache, 0, <usize>CACHE_ENTRIES * 96);
}

/** state = pedersen(...pedersen(pedersen(state, felts[0]), felts[1])...) */
export function pedersenChain(state: usize, felts: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) compute(state, state, felts + 32 * <usize>i);
}
