import type { Felt } from '../../felt/felt.ts';
import { mod } from '../../felt/plain/modular.ts';
import { isFelt, movePointer, readFelt, readPointer, shiftPointer, sizeOf } from '../cells.ts';
import { extendedGcd } from '../modular.ts';
import { formatPointer, type Pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { CoreHint } from './coreHint.ts';
import type { HintHost } from './hintHost.ts';
import { bufferOfOperand, feltOfOperand } from './operand.ts';

const LIMBS = 4;
const LIMB_BITS = 96n;
const LIMB_MASK = (1n << LIMB_BITS) - 1n;
const INSTANCE_CELLS = 7;

function readValue(host: HintHost, address: Pointer): bigint | undefined {
  let value = 0n;
  for (let i = LIMBS - 1; i >= 0; i--) {
    const limb = host.get(shiftPointer(address, i));
    if (limb === undefined || !isFelt(limb)) return undefined;
    value = (value << LIMB_BITS) + limb;
  }
  return value;
}

function writeValue(host: HintHost, address: Pointer, value: bigint): void {
  for (let i = 0; i < LIMBS; i++)
    host.set(shiftPointer(address, i), ((value >> (LIMB_BITS * BigInt(i))) & LIMB_MASK) as Felt);
}

/** The addresses of the values of a gate: left, right, result. */
const gateAt = (host: HintHost, values: Pointer, offsets: Pointer, index: number): [Pointer, Pointer, Pointer] =>
  [0, 1, 2].map((i) => movePointer(values, readFelt(host, shiftPointer(offsets, 3 * index + i)))) as [
    Pointer,
    Pointer,
    Pointer,
  ];

/** Fills an addition gate, or a subtraction (its left side is unknown). Returns false if its inputs are not known yet. */
function fillAddGate(host: HintHost, [left, right, result]: [Pointer, Pointer, Pointer], modulus: bigint): boolean {
  const a = readValue(host, left);
  const b = readValue(host, right);
  if (b === undefined) return false;
  if (a !== undefined) {
    writeValue(host, result, (a + b) % modulus);
    return true;
  }
  const sum = readValue(host, result);
  if (sum === undefined) return false;
  writeValue(host, left, mod(sum + modulus - b, modulus));
  return true;
}

/** Fills a multiplication gate, or an inversion (its left side is unknown). Returns false if there is no inverse. */
function fillMulGate(host: HintHost, [left, right, result]: [Pointer, Pointer, Pointer], modulus: bigint): boolean {
  const a = readValue(host, left);
  const b = readValue(host, right);
  if (b === undefined) throw new VmError('circuit evalution: Unexpected None value while filling mul_mod gate');
  if (a !== undefined) {
    writeValue(host, result, (a * b) % modulus);
    return true;
  }
  const { gcd, x } = extendedGcd(b, modulus);
  // If there is no inverse, the left side becomes a number that makes the product zero, which proves that there is none.
  writeValue(host, left, gcd === 1n ? mod(x, modulus) : modulus / gcd);
  return gcd === 1n;
}

function fillInstances(
  host: HintHost,
  start: Pointer,
  count: number,
  words: readonly Felt[],
  values: Pointer,
  offsets: Pointer,
) {
  for (let i = 0; i < count; i++) {
    const instance = shiftPointer(start, i * INSTANCE_CELLS);
    words.forEach((word, j) => void host.set(shiftPointer(instance, j), word));
    host.set(shiftPointer(instance, 4), values);
    host.set(shiftPointer(instance, 5), shiftPointer(offsets, 3 * i));
    host.set(shiftPointer(instance, 6), BigInt(count - i) as Felt);
  }
}

/** Hints of the modulo builtins. */
export const CIRCUIT_HINTS = {
  EvalCircuit(host, [addCount, addBuiltin, mulCount, mulBuiltin]) {
    const addStart = bufferOfOperand(host, addBuiltin!);
    const adds = sizeOf(feltOfOperand(host, addCount!));
    const mulStart = bufferOfOperand(host, mulBuiltin!);
    const muls = sizeOf(feltOfOperand(host, mulCount!));
    const values = readPointer(host, shiftPointer(mulStart, 4));
    const mulOffsets = readPointer(host, shiftPointer(mulStart, 5));
    const addOffsets = adds === 0 ? mulOffsets : readPointer(host, shiftPointer(addStart, 5));
    const modulus = readValue(host, mulStart);
    if (modulus === undefined) throw new VmError(`Expected integer at address ${formatPointer(mulStart)}`);
    if (modulus === 0n) throw new VmError('attempt to divide by zero');

    let firstFailure = muls;
    let add = 0;
    for (let mul = 0; ; mul++) {
      while (add < adds && fillAddGate(host, gateAt(host, values, addOffsets, add), modulus)) add++;
      if (mul === muls) break;
      const filled = fillMulGate(host, gateAt(host, values, mulOffsets, mul), modulus);
      if (!filled && firstFailure === muls) firstFailure = mul;
    }
    const words = [0, 1, 2, 3].map((i) => readFelt(host, shiftPointer(mulStart, i)));
    fillInstances(host, addStart, adds, words, values, addOffsets);
    fillInstances(host, mulStart, firstFailure, words, values, mulOffsets);
  },
} as const satisfies Record<string, CoreHint>;
