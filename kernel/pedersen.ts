// The Pedersen hash on felts in memory (src/felt/plain/pedersen.ts is the definition), with a bounded cache.
import { cmp, isZero } from './field';
import { carry, copy, fromMontgomery, inverse, mul, ONE, square, sub } from './fieldStark.generated';
import {
  addMultiple,
  addSmallMultiple,
  fillWindows,
  spreadBase,
  storeMultiples,
  storeSmallMultiple,
  windowBytes,
  windowCount,
} from './fixedBase';
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
const difference: usize = memory.data(40, 8);
const inverted: usize = memory.data(40, 8);
const slope: usize = memory.data(40, 8);
const newX: usize = memory.data(40, 8);

/**
 * The sums of the shift point and one input's part, by input: all addresses of a map are hashes of the same first input, and all addresses
 * of a class's contracts of the same second ones. An entry is the input and the point; if the ZZ of the point is 0, it is not computed.
 */
const PART_ENTRIES: usize = 64;
const PART: usize = 32 + 160;
const parts: usize = memory.data(2 * 64 * (32 + 160), 8);

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

/** The entry for the part of an input. It may have the part of another one. */
function partOf(half: usize, felt: usize): usize {
  const mixed = (load<u64>(felt) ^ load<u64>(felt, 8) ^ load<u64>(felt, 16) ^ load<u64>(felt, 24)) * 0x9e3779b97f4a7c15;
  return parts + PART * (half * PART_ENTRIES + (<usize>(mixed >> 40) & (PART_ENTRIES - 1)));
}

/** sum = the shift point and the input's part, which is computed unless its entry has it. */
function startWith(half: usize, felt: usize, entry: usize): void {
  if (cmp(entry, felt) != 0 || isInfinity(entry + 32)) {
    fromAffine(sum, shift);
    addInput(half, felt);
    memory.copy(entry, felt, 32);
    memory.copy(entry + 32, sum, POINT);
  } else memory.copy(sum, entry + 32, POINT);
}

/** sum = the shift point and the parts of both inputs. Starts with the one that is known, or that is more likely to come again. */
function addInputs(a: usize, b: usize): void {
  const first = partOf(0, a);
  const second = partOf(1, b);
  if (cmp(first, a) != 0) {
    if (cmp(second, b) == 0) {
      startWith(1, b, second);
      addInput(0, a);
      return;
    }
    // The second time, its part is computed.
    memory.copy(second, b, 32);
    memory.fill(second + 32, 0, POINT);
  }
  startWith(0, a, first);
  addInput(1, b);
}

/** Makes the tables that so many more hashes are worth. */
function prepareFor(count: i32): void {
  if (hashes > LARGE_HASHES) return;
  const before = hashes;
  hashes += count;
  if (hashes > LARGE_HASHES) prepare(LARGEST_BITS);
  else if (before <= SMALL_HASHES && hashes > SMALL_HASHES) prepare(LARGE_BITS);
  else if (before == 0) prepare(SMALL_BITS);
}

/** Computes a hash. The partial sum is never equal to its summand: such inputs would be a relation between the bases, and none is known. */
function compute(out: usize, a: usize, b: usize): void {
  prepareFor(1);
  addInputs(a, b);
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
  memory.fill(parts, 0, 2 * PART_ENTRIES * PART);
  memory.fill(cache, 0, <usize>CACHE_ENTRIES * 96);
}

/** state = pedersen(...pedersen(pedersen(state, felts[0]), felts[1])...) */
export function pedersenChain(state: usize, felts: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) compute(state, state, felts + 32 * <usize>i);
}

/** The most points of a hash: the shift point, and for both inputs one of each window, if windows have four bits. */
const PAIR_POINTS: usize = 1 + 2 * 64;

/** The bytes that `pedersenPairs` needs besides the inputs: the points of each hash, and a product for each sum of two. */
export function pedersenPairsWork(count: u32): usize {
  return <usize>count * (PAIR_POINTS * 80 + (PAIR_POINTS / 2) * 40 + 8) + 40;
}

/**
 * Replaces pairs of felts by their hashes, which are then at the beginning, one after the other. The points of all hashes are added two by two
 * in affine coordinates, and each round of sums shares one inversion: six products for an addition instead of ten. No two points that are added
 * have the same x: those of one base are in the order of their windows, so that one is a multiple of more than the sum of all before it, and a
 * relation between the bases is not known.
 */
export function pedersenPairs(felts: usize, count: u32, work: usize): void {
  prepareFor(<i32>count);
  const ends = work;
  const points = ends + 8 * <usize>count;
  const products = points + PAIR_POINTS * 80 * <usize>count;
  let longest: usize = 0;
  for (let i: usize = 0; i < count; i++) {
    const start = points + PAIR_POINTS * 80 * i;
    let end = start + 80;
    memory.copy(start, shift, 80);
    for (let half: usize = 0; half < 2; half++) {
      const felt = felts + 64 * i + 32 * half;
      end = storeMultiples(end, windowsOf(half), windowBits, felt, LOW_BITS);
      end = storeSmallMultiple(end, upperWindowOf(half), <i32>(load<u64>(felt, 24) >> 56));
    }
    store<u64>(ends + 8 * i, <u64>end);
    longest = max(longest, end - start);
  }
  let round = 1;
  for (let step: usize = 80; step < longest; step *= 2) addNeighbours(points, ends, products, step, count, round++);
  for (let i: usize = 0; i < count; i++) {
    const start = points + PAIR_POINTS * 80 * i;
    // A product with 1 is small.
    mul(start, start, ONE);
    fromMontgomery(felts + 32 * i, start);
  }
}

/** Adds to each second point, of those that are `step` bytes apart, the one behind it. */
function addNeighbours(points: usize, ends: usize, products: usize, step: usize, count: usize, round: i32): void {
  let product = products;
  copy(product, ONE);
  for (let i: usize = 0; i < count; i++) {
    const end = <usize>load<u64>(ends + 8 * i);
    for (let p = points + PAIR_POINTS * 80 * i; p + step < end; p += 2 * step) {
      sub(difference, p + step, p);
      mul(product + 40, product, difference);
      product += 40;
    }
  }
  inverse(inverted, product);
  for (let i: usize = count; i-- > 0; ) {
    const start = points + PAIR_POINTS * 80 * i;
    const end = <usize>load<u64>(ends + 8 * i);
    const sums = (end - start + step - 80) / (2 * step);
    for (let k = sums; k-- > 0; ) {
      const p = start + 2 * step * k;
      const q = p + step;
      product -= 40;
      sub(difference, q, p);
      mul(slope, inverted, product);
      mul(inverted, inverted, difference);
      sub(difference, q + 40, p + 40);
      mul(slope, slope, difference);
      square(newX, slope);
      sub(newX, newX, p);
      sub(newX, newX, q);
      carry(newX, newX);
      sub(difference, p, newX);
      mul(difference, difference, slope);
      sub(difference, difference, p + 40);
      carry(p + 40, difference);
      copy(p, newX);
      // Each x is up to twice as large as those before, and each y a little larger. A product with 1 is small again.
      if ((round & 1) == 0) mul(p, p, ONE);
      if ((round & 3) == 0) mul(p + 40, p + 40, ONE);
    }
  }
}
