// Fast paths for the most frequent hints. Each handles only the usual case. In all other cases it changes nothing, and the
// driver runs its own implementation of the hint, which also has the error messages.
//
// The hints of an instruction are a header of 16 bytes (their number) and each hint a header of 16 bytes (kind, number of
// operands, number for the driver) and 16 bytes per operand: HAS_CONSTANT or not, form, registers, whether the right
// side is constant, two offsets of 16 bits, and the constant's cell.
import { compare, divide, multiply128 } from './bigint';
import {
  add,
  cellAt,
  feltCell,
  isFelt,
  isPointer,
  less,
  mul,
  ONE,
  pointerCell,
  SMALL,
  smallCell,
  sub,
  TAG,
  wordsOf,
  ZERO,
} from './cells';
import { performDictionaryHint } from './dictionaryHints';
import {
  ALLOC_CONSTANT_SIZE,
  ALLOC_FELT252_DICT,
  ALLOC_SEGMENT,
  ASSERT_LE_FIND_SMALL_ARCS,
  ASSERT_LE_IS_FIRST_ARC_EXCLUDED,
  ASSERT_LE_IS_SECOND_ARC_EXCLUDED,
  DIV_MOD,
  LINEAR_SPLIT,
  SYSTEM_CALL,
  TEST_LESS_THAN,
  TEST_LESS_THAN_OR_EQUAL,
  TEST_LESS_THAN_OR_EQUAL_ADDRESS,
  UINT256_DIV_MOD,
  WIDE_MUL128,
  WITHDRAW_GAS,
} from './hintKinds.generated';
import { free, pointerValue, target, value, write, writeTwo } from './hintOperands';
import { MAX_SEGMENT_CELLS, NO_ARC } from './numbers.generated';
import { PLAIN } from './segmentKinds.generated';
import { addSegment } from './segments';
import {
  allocationFp,
  allocationPc,
  excludedArc,
  execBase,
  fp,
  hintCursor,
  hintData,
  hintIndex,
  hintsLeft,
  leastGas,
  nextObject,
  pcOffset,
} from './state';

/** The results of running the hints of an instruction. */
export const DONE: u32 = 0;
export const NEEDS_DRIVER: u32 = 1;
export const SYSCALL: u32 = 2;

/** The number of the hint that the driver has to run. */
export let requestedHint: u32 = 0;
/** The address of a syscall's request, as a cell. */
export let syscallPointer: u64 = 0;

const spareA = <u32>memory.data(32, 32);
const spareB = <u32>memory.data(32, 32);
const spareC = <u32>memory.data(32, 32);
const spareD = <u32>memory.data(32, 32);
const quotient = <u32>memory.data(32, 32);
const remainder = <u32>memory.data(32, 32);

function bothFelts(a: u64, b: u64): bool {
  return isFelt(a) && isFelt(b);
}

/** Notes where a panic may start. */
function noteAllocation(): void {
  allocationPc = pcOffset;
  allocationFp = (fp - execBase) >> 3;
}

function allocSegment(operands: u32): bool {
  noteAllocation();
  const dst = target(operands);
  if (!free(dst)) return false;
  const segment = addSegment(PLAIN, 0);
  return segment >= 0 && write(dst, pointerCell(<u32>segment, 0));
}

// Objects of constant size are allocated one after the other in one segment.
function allocConstantSize(operands: u32): bool {
  const size = value(operands);
  const dst = target(operands + 16);
  if ((size & TAG) != SMALL || size >> 2 > MAX_SEGMENT_CELLS || !free(dst)) return false;
  if (nextObject == 0) {
    const segment = addSegment(PLAIN, 0);
    if (segment < 0) return false;
    nextObject = pointerCell(<u32>segment, 0);
  }
  const object = nextObject;
  const next = add(object, size);
  if (next == 0) return false;
  nextObject = next;
  return write(dst, object);
}

function test(kind: u32, operands: u32): bool {
  const a = value(operands);
  const b = value(operands + 16);
  const dst = target(operands + 32);
  if (!free(dst)) return false;
  if (kind == TEST_LESS_THAN_OR_EQUAL_ADDRESS) {
    if (!isPointer(a) || !isPointer(b)) return false;
    return write(dst, a <= b ? ONE : ZERO);
  }
  if (!bothFelts(a, b)) return false;
  const holds = kind == TEST_LESS_THAN ? less(a, b) : !less(b, a);
  if (kind == WITHDRAW_GAS && holds && (b & TAG) == SMALL && b >> 55 == 0) {
    const left = (b >> 2) - (a >> 2);
    if (left < leastGas) leastGas = left;
  }
  return write(dst, holds ? ONE : ZERO);
}

function linearSplit(operands: u32): bool {
  const v = value(operands);
  const scalar = value(operands + 16);
  const max = value(operands + 32);
  const x = target(operands + 48);
  const y = target(operands + 64);
  if (!bothFelts(v, scalar) || !isFelt(max) || scalar == ZERO || !free(x) || !free(y) || x == y) return false;
  if ((v & scalar & max & TAG) == SMALL) {
    let q = (v >> 2) / (scalar >> 2);
    if (q > max >> 2) q = max >> 2;
    return write(x, smallCell(q)) && write(y, smallCell((v >> 2) - q * (scalar >> 2)));
  }
  const words = wordsOf(v, spareA);
  const divisor = wordsOf(scalar, spareB);
  divide(quotient, remainder, words, divisor);
  const limit = wordsOf(max, spareC);
  if (compare(quotient, limit) <= 0) return write(x, cellAt(quotient)) && write(y, cellAt(remainder));
  // value - max * scalar is below the prime, since max is below the quotient.
  const part = mul(max, scalar);
  return write(x, max) && write(y, sub(v, part));
}

function divMod(operands: u32): bool {
  const a = value(operands);
  const b = value(operands + 16);
  const q = target(operands + 32);
  const r = target(operands + 48);
  if (!bothFelts(a, b) || b == ZERO || q == r) return false;
  if ((a & b & TAG) == SMALL) return writeTwo(q, smallCell((a >> 2) / (b >> 2)), r, smallCell((a >> 2) % (b >> 2)));
  divide(quotient, remainder, wordsOf(a, spareA), wordsOf(b, spareB));
  return writeTwo(q, cellAt(quotient), r, cellAt(remainder));
}

function below128(words: u32): bool {
  return (load<u64>(words, 16) | load<u64>(words, 24)) == 0;
}

function wideMul128(operands: u32): bool {
  const a = value(operands);
  const b = value(operands + 16);
  const high = target(operands + 32);
  const low = target(operands + 48);
  if (!bothFelts(a, b) || !free(high) || !free(low) || high == low) return false;
  const x = wordsOf(a, spareA);
  const y = wordsOf(b, spareB);
  if (!below128(x) || !below128(y)) return false;
  multiply128(spareC, x, y);
  return (
    write(high, feltCell(load<u64>(spareC, 16), load<u64>(spareC, 24), 0, 0)) &&
    write(low, feltCell(load<u64>(spareC), load<u64>(spareC, 8), 0, 0))
  );
}

// Two cells below 2^128 as one integer of 256 bits.
function join(low: u64, high: u64, out: u32): bool {
  if (!bothFelts(low, high)) return false;
  const a = wordsOf(low, spareC);
  if (!below128(a)) return false;
  store<u64>(out, load<u64>(a));
  store<u64>(out, load<u64>(a, 8), 8);
  const b = wordsOf(high, spareC);
  if (!below128(b)) return false;
  store<u64>(out, load<u64>(b), 16);
  store<u64>(out, load<u64>(b, 8), 24);
  return true;
}

function uint256DivMod(operands: u32): bool {
  if (!join(value(operands), value(operands + 16), spareA)) return false;
  if (!join(value(operands + 32), value(operands + 48), spareB)) return false;
  if ((load<u64>(spareB) | load<u64>(spareB, 8) | load<u64>(spareB, 16) | load<u64>(spareB, 24)) == 0) return false;
  for (let i: u32 = 64; i < 128; i += 16) {
    const at = target(operands + i);
    if (!free(at)) return false;
    for (let j: u32 = 64; j < i; j += 16) if (target(operands + j) == at) return false;
  }
  divide(quotient, remainder, spareA, spareB);
  return (
    write(target(operands + 64), feltCell(load<u64>(quotient), load<u64>(quotient, 8), 0, 0)) &&
    write(target(operands + 80), feltCell(load<u64>(quotient, 16), load<u64>(quotient, 24), 0, 0)) &&
    write(target(operands + 96), feltCell(load<u64>(remainder), load<u64>(remainder, 8), 0, 0)) &&
    write(target(operands + 112), feltCell(load<u64>(remainder, 16), load<u64>(remainder, 24), 0, 0))
  );
}

// Sorts the three arcs a, b - a, -1 - b of the field by length, and writes the two short ones in parts that fit range
// checks.
function smallArcs(operands: u32): bool {
  const base = pointerValue(operands);
  const a = value(operands + 16);
  const b = value(operands + 32);
  if (base == 0 || !bothFelts(a, b)) return false;
  for (let i: u32 = 0; i < 4; i++) {
    const address = add(base, smallCell(i));
    if (address == 0 || !free(address)) return false;
  }
  let first = a;
  let second = sub(b, a);
  let secondArc: u32 = 1;
  const third = sub(sub(ZERO, ONE), b);
  let longestArc: u32 = 2;
  if (less(second, first)) {
    const previous = first;
    first = second;
    second = previous;
    secondArc = 0;
  }
  if (less(third, second)) {
    second = third;
    longestArc = secondArc;
    if (less(second, first)) {
      const previous = first;
      first = second;
      second = previous;
    }
  }
  excludedArc = longestArc;
  // ceil((P / 3) / 2^128) and ceil((P / 2) / 2^128)
  store<u64>(spareD, 0x5555555555555556);
  store<u64>(spareD, 0x2aaaaaaaaaaaab0, 8);
  store<u64>(spareD, 0, 16);
  store<u64>(spareD, 0, 24);
  divide(quotient, remainder, wordsOf(first, spareA), spareD);
  if (!write(base, cellAt(remainder)) || !write(add(base, smallCell(1)), cellAt(quotient))) return false;
  store<u64>(spareD, 0x8000000000000001);
  store<u64>(spareD, 0x400000000000008, 8);
  divide(quotient, remainder, wordsOf(second, spareA), spareD);
  return write(add(base, smallCell(2)), cellAt(remainder)) && write(add(base, smallCell(3)), cellAt(quotient));
}

function arcFlag(operands: u32, flag: bool): bool {
  const dst = target(operands);
  return excludedArc != NO_ARC && free(dst) && write(dst, flag ? ONE : ZERO);
}

function perform(kind: u32, operands: u32): bool {
  switch (kind) {
    case ALLOC_SEGMENT:
      return allocSegment(operands);
    case TEST_LESS_THAN:
    case TEST_LESS_THAN_OR_EQUAL:
    case TEST_LESS_THAN_OR_EQUAL_ADDRESS:
    case WITHDRAW_GAS:
      return test(kind, operands);
    case LINEAR_SPLIT:
      return linearSplit(operands);
    case DIV_MOD:
      return divMod(operands);
    case WIDE_MUL128:
      return wideMul128(operands);
    case UINT256_DIV_MOD:
      return uint256DivMod(operands);
    case ASSERT_LE_FIND_SMALL_ARCS:
      return smallArcs(operands);
    case ASSERT_LE_IS_FIRST_ARC_EXCLUDED:
      return arcFlag(operands, excludedArc != 0);
    case ASSERT_LE_IS_SECOND_ARC_EXCLUDED:
      return arcFlag(operands, excludedArc != 1);
    case ALLOC_CONSTANT_SIZE:
      return allocConstantSize(operands);
    default:
      return kind >= ALLOC_FELT252_DICT && performDictionaryHint(kind, operands);
  }
}

/** Runs the hints of an instruction, continuing after the hint that the driver has run. */
export function runHints(instruction: u32): u32 {
  if (hintCursor == 0) {
    const list = hintData + load<u32>(hintIndex + (instruction << 2));
    hintsLeft = load<u32>(list, 4);
    hintCursor = list + 16;
  }
  while (hintsLeft > 0) {
    const hint = hintCursor;
    const kind = load<u8>(hint);
    hintCursor = hint + 16 + ((<u32>load<u8>(hint, 1)) << 4);
    hintsLeft--;
    if (kind == SYSTEM_CALL) {
      noteAllocation();
      syscallPointer = pointerValue(hint + 16);
      if (syscallPointer != 0) return SYSCALL;
    } else if (perform(kind, hint + 16)) continue;
    requestedHint = load<u32>(hint, 4);
    return NEEDS_DRIVER;
  }
  hintCursor = 0;
  return DONE;
}
