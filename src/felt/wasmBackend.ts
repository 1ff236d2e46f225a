import type { CryptoBackend } from './cryptoBackend.ts';
import { type Felt, FeltError } from './felt.ts';
import { type KernelFunction, sharedKernel } from './kernel.ts';
import { type FeltKey, keyOfUnits } from './key.ts';
import type { Curve, Point } from './plain/curve.ts';
import { secp256k1, secp256r1, starkCurve } from './plain/curves.ts';
import type { EcOpOutcome } from './plain/ecOp.ts';

// All functions use the scratch memory above the kernel's reservations, whose contents last for one call only. Slots have 32 bytes.
let kernel: ReturnType<typeof sharedKernel> | undefined;
let area = 0;
let words = new BigUint64Array();
let halves = new Uint32Array();
let units = new Uint16Array();

/** The pairs whose points are added together. Their points take 0.8 MB, which the caches of processors hold. */
const PAIRS_AT_ONCE = 64;
/** Fewer pairs are hashed one by one, because the inversions that they would share take longer. COST: 12.6 instead of 15.3 µs a hash for four, 10.4 for 64. */
const FEWEST_PAIRS = 4;

/** Returns the kernel with room for `count` slots, and renews the views over its memory. */
function withSlots(count: number): ReturnType<typeof sharedKernel> {
  kernel ??= sharedKernel();
  area = kernel.borrow(32 * count);
  if (words.buffer !== kernel.memory.buffer) {
    words = new BigUint64Array(kernel.memory.buffer);
    halves = new Uint32Array(kernel.memory.buffer);
    units = new Uint16Array(kernel.memory.buffer);
  }
  return kernel;
}

/** Writes a number below 2^256 into a slot. An assignment to the array truncates to 64 bits. */
function write(slot: number, value: bigint): number {
  const at = area / 8 + 4 * slot;
  words[at] = value;
  words[at + 1] = value >> 64n;
  words[at + 2] = value >> 128n;
  words[at + 3] = value >> 192n;
  return area + 32 * slot;
}

function readAt(address: number): bigint {
  const at = address / 8;
  return words[at]! | (words[at + 1]! << 64n) | (words[at + 2]! << 128n) | (words[at + 3]! << 192n);
}

const read = (slot: number): Felt => readAt(area + 32 * slot) as Felt;

function writePoint(slot: number, point: Point): number {
  write(slot + 1, point.y);
  return write(slot, point.x);
}

const pointAt = (address: number): Point => ({ x: readAt(address), y: readAt(address + 32) });

/** Writes a list from slot 1 on, and calls a function of the kernel that writes its result to slot 0. */
function ofList(name: 'poseidonMany' | 'blake2sFelts', felts: readonly Felt[]): Felt {
  const kernel = withSlots(felts.length + 1);
  for (let i = 0; i < felts.length; i++) write(i + 1, felts[i]!);
  kernel[name](area, area + 32, felts.length);
  return read(0);
}

/** Copies state and block in, compresses, copies the state back. */
function compress(state: Uint32Array, block: Uint32Array, run: (state: number, block: number) => void): void {
  const at = area / 4;
  halves.set(state, at);
  halves.set(block, at + 16);
  run(area, area + 64);
  state.set(halves.subarray(at, at + 8));
}

function writeKey(slot: number, key: FeltKey): number {
  const at = area / 2 + 16 * slot;
  for (let i = 0; i < 16; i++) units[at + i] = key.charCodeAt(i);
  return area + 32 * slot;
}

/** The backend that calls the kernel. */
export const wasmBackend: CryptoBackend = {
  inverse(a) {
    withSlots(1).feltInverse(area, write(0, a));
    return read(0);
  },

  squareRoot(a) {
    return withSlots(1).feltSqrt(area, write(0, a)) ? read(0) : undefined;
  },

  pedersen(a, b) {
    withSlots(2).pedersenHash(area, write(0, a), write(1, b));
    return read(0);
  },

  pedersenKeys(a, b) {
    const kernel = withSlots(2);
    const [left, right] = [writeKey(0, a), writeKey(1, b)];
    // Keys are not checked when they are made. Checking them here costs almost nothing.
    for (const at of [left, right])
      if (!kernel.feltIsReduced(at))
        throw new FeltError(`${readAt(at)} is the key of no field element: it is not below P.`);
    kernel.pedersenHash(area, left, right);
    return keyOfUnits(units.subarray(area / 2));
  },

  pedersenPairs(inputs) {
    const hashes: FeltKey[] = [];
    for (let start = 0; start < inputs.length; start += 2 * PAIRS_AT_ONCE) {
      const count = Math.min(PAIRS_AT_ONCE, (inputs.length - start) / 2);
      const kernel = withSlots(2 * count + Math.ceil(sharedKernel().pedersenPairsWork(count) / 32));
      for (let i = 0; i < 2 * count; i++) writeKey(i, inputs[start + i]!);
      if (count >= FEWEST_PAIRS) kernel.pedersenPairs(area, count, area + 64 * count);
      else for (let i = 0; i < count; i++) kernel.pedersenHash(area + 32 * i, area + 64 * i, area + 64 * i + 32);
      for (let i = 0; i < count; i++) hashes.push(keyOfUnits(units, area / 2 + 16 * i));
    }
    return hashes;
  },

  pedersenChain(start, felts) {
    const kernel = withSlots(felts.length + 1);
    write(0, start);
    for (let i = 0; i < felts.length; i++) write(i + 1, felts[i]!);
    kernel.pedersenChain(area, area + 32, felts.length);
    return read(0);
  },

  poseidonPermutation([a, b, c]) {
    const kernel = withSlots(3);
    write(1, b);
    write(2, c);
    kernel.poseidonPermute(write(0, a));
    return [read(0), read(1), read(2)];
  },

  poseidonMany: (felts) => ofList('poseidonMany', felts),
  blake2s(bytes) {
    const kernel = withSlots(1 + Math.ceil(bytes.length / 32));
    const memory = new Uint8Array(kernel.memory.buffer);
    memory.set(bytes, area + 32);
    kernel.blake2sBytes(area, area + 32, bytes.length);
    return memory.slice(area, area + 32);
  },

  blake2sFelts: (felts) => ofList('blake2sFelts', felts),

  keccakF1600(state) {
    const kernel = withSlots(7);
    halves.set(state, area / 4);
    kernel.keccakF1600(area);
    state.set(halves.subarray(area / 4, area / 4 + 50));
  },

  sha256Block(state, block) {
    compress(state, block, withSlots(4).sha256Compress);
  },

  sha512Block(state, block) {
    const kernel = withSlots(8);
    const at = area / 8;
    words.set(state, at);
    words.set(block, at + 16);
    kernel.sha512Compress(area, area + 128);
    state.set(words.subarray(at, at + 8));
  },

  blake2sCompress(state, message, counter, last) {
    const kernel = withSlots(4);
    compress(state, message, (s, m) => kernel.blake2sCompress(s, m, BigInt(counter), Number(last)));
  },

  ecOp(p, q, m): EcOpOutcome {
    const kernel = withSlots(7);
    switch (kernel.ecOp(area, writePoint(2, p), writePoint(4, q), write(6, m))) {
      case 0:
        return { kind: 'point', point: pointAt(area) };
      case 1:
        return { kind: 'notOnCurve', point: p };
      case 2:
        return { kind: 'notOnCurve', point: q };
      default: {
        const at = kernel.ecOpFailure();
        return { kind: 'sameX', partialSum: pointAt(at), doubled: pointAt(at + 64) };
      }
    }
  },

  ecdsaVerify(publicKey, hash, r, s) {
    return withSlots(4).ecdsaVerify(write(0, publicKey), write(1, hash), write(2, r), write(3, s)) === 1;
  },

  multiplyPoint(curve, point, scalar) {
    const kernel = withSlots(5);
    if (curve === starkCurve && point === starkCurve.generator && scalar < starkCurve.n)
      kernel.starkMultiplyGenerator(area, write(4, scalar));
    else kernel[multiplierOf(curve)](area, writePoint(2, point), write(4, scalar));
    return pointAt(area);
  },
};

function multiplierOf(curve: Curve): KernelFunction {
  if (curve === starkCurve) return 'starkMultiply';
  if (curve === secp256k1) return 'secp256k1Multiply';
  if (curve === secp256r1) return 'secp256r1Multiply';
  throw new FeltError(`The kernel has no arithmetic for the curve ${curve.name}.`);
}
