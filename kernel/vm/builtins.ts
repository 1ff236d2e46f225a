// The rules of builtins: outputs that are deduced from inputs, and the checks at the end of a run.

import { EC_OK, EC_SAME_X, ecOp } from '../ecop';
import { keccakF1600 } from '../keccak';
import { pedersenHash } from '../pedersen';
import { poseidonPermute } from '../poseidon';
import { cellAt, isFelt, pointerCell, SMALL, same, smallCell, TAG, wordsOf } from './cells';
import * as errors from './errorCodes.generated';
import { fail } from './errors';
import {
  ADD_MOD,
  BITWISE,
  EC_OP,
  ECDSA,
  KECCAK,
  MUL_MOD,
  PEDERSEN,
  POSEIDON,
  RANGE_CHECK,
  RANGE_CHECK96,
} from './segmentKinds.generated';
import { entryOf, getCell, isOutput, kindOf, segmentSize } from './segments';
import { errorCode } from './state';

const felts = <u32>memory.data(256, 32);
const outputs = <u32>memory.data(256, 32);
const spare = <u32>memory.data(32, 32);
const keccakState = <u32>memory.data(208, 16);

// Programs read the outputs of an instance one after the other, so the outputs of the last instance are cached, by segment and offset.
let cachedSegment: u32 = 0xffffffff;
let cachedFirst: u32 = 0;
let cachedOutputs: u32 = 0;

/** Clears the cache; in another run, segment numbers refer to other cells. */
export function clearOutputCache(): void {
  cachedSegment = 0xffffffff;
}

/** The value that a builtin deduces for a cell, or 0 if there is none. After a failure, errorCode is set. */
export function deduceCell(segment: u32, offset: u32): u64 {
  const kind = kindOf(segment);
  if (!isOutput(kind, offset)) return 0;
  switch (kind) {
    case PEDERSEN:
      return deducePedersen(segment, offset);
    case BITWISE:
      return deduceBitwise(segment, offset);
    case EC_OP:
      return deduceMany(segment, offset, kind, 7, 5);
    case KECCAK:
      return deduceMany(segment, offset, kind, 16, 8);
    case POSEIDON:
      return deduceMany(segment, offset, kind, 6, 3);
    default:
      return 0;
  }
}

function deducePedersen(segment: u32, offset: u32): u64 {
  const a = getCell(segment, offset - 2);
  const b = getCell(segment, offset - 1);
  if (!isFelt(a) || !isFelt(b)) return 0;
  pedersenHash(outputs, wordsOf(a, felts), wordsOf(b, spare));
  cachedSegment = 0xffffffff;
  return cellAt(outputs);
}

function deduceBitwise(segment: u32, offset: u32): u64 {
  const index = offset % 5;
  const a = getCell(segment, offset - index);
  const b = getCell(segment, offset - index + 1);
  if (!isFelt(a) || !isFelt(b)) return 0;
  if ((a & b & TAG) == SMALL) return index == 2 ? a & b : index == 3 ? (a ^ b) | SMALL : a | b;
  const x = wordsOf(a, felts);
  const y = wordsOf(b, spare);
  if (load<u64>(x, 24) >> 59 != 0) {
    fail(errors.INTEGER_TOO_BIG, pointerCell(segment, offset - index), smallCell(251), a);
    return 0;
  }
  if (load<u64>(y, 24) >> 59 != 0) {
    fail(errors.INTEGER_TOO_BIG, pointerCell(segment, offset - index + 1), smallCell(251), b);
    return 0;
  }
  for (let i: u32 = 0; i < 32; i += 8) {
    const v = load<u64>(x + i);
    const w = load<u64>(y + i);
    store<u64>(felts + 64 + i, index == 2 ? v & w : index == 3 ? v ^ w : v | w);
  }
  return cellAt(felts + 64);
}

/** Loads the inputs of an instance into `felts`. Returns false if one is missing or, after an error was recorded, if one is not valid. */
function loadInputs(segment: u32, first: u32, kind: u32, inputs: u32): bool {
  for (let i: u32 = 0; i < inputs; i++) {
    const cell = getCell(segment, first + i);
    if (cell == 0) return false;
    if (!isFelt(cell)) {
      if (kind == EC_OP) fail(errors.EXPECTED_INTEGER, pointerCell(segment, first + i));
      else fail(errors.BUILTIN_EXPECTED_INTEGER, smallCell(kind), pointerCell(segment, first + i));
      return false;
    }
    if (kind == KECCAK) {
      const words = wordsOf(cell, spare);
      if (load<u64>(words, 24) >> 8 != 0) {
        fail(errors.INTEGER_TOO_BIG, pointerCell(segment, first + i), smallCell(200), cell);
        return false;
      }
    }
    memory.copy(felts + (i << 5), wordsOf(cell, spare), 32);
  }
  return true;
}

// For builtins whose instances have several outputs.
function deduceMany(segment: u32, offset: u32, kind: u32, cells: u32, inputs: u32): u64 {
  const index = offset % cells;
  const first = offset - index;
  if (cachedSegment != segment || cachedFirst != first) {
    if (!loadInputs(segment, first, kind, inputs)) return 0;
    if (kind == POSEIDON) {
      memory.copy(outputs, felts, 96);
      poseidonPermute(outputs);
    } else if (kind == KECCAK) keccakOutputs();
    else if (!ecOpOutputs(segment, first)) return 0;
    cachedSegment = segment;
    cachedFirst = first;
  }
  return cellAt(outputs + ((index - inputs) << 5));
}

function keccakOutputs(): void {
  for (let i: u32 = 0; i < 8; i++) memory.copy(keccakState + i * 25, felts + (i << 5), 25);
  keccakF1600(keccakState);
  memory.fill(outputs, 0, 256);
  for (let i: u32 = 0; i < 8; i++) memory.copy(outputs + (i << 5), keccakState + i * 25, 25);
}

function ecOpOutputs(segment: u32, first: u32): bool {
  const status = ecOp(outputs, felts, felts + 64, felts + 128);
  if (status == EC_OK) return true;
  fail(status == EC_SAME_X ? errors.EC_OP_SAME_X : errors.POINT_NOT_ON_CURVE, pointerCell(segment, first));
  return false;
}

/** The number of cells and of inputs of a builtin's instance, as cells * 32 + inputs; 0 if there is no such rule. */
function shape(kind: u32): u32 {
  switch (kind) {
    case RANGE_CHECK:
    case RANGE_CHECK96:
      return 33;
    case PEDERSEN:
      return 3 * 32 + 2;
    case ECDSA:
      return 2 * 32 + 2;
    case BITWISE:
      return 5 * 32 + 2;
    case EC_OP:
      return 7 * 32 + 5;
    case KECCAK:
      return 16 * 32 + 8;
    case POSEIDON:
      return 6 * 32 + 3;
    case ADD_MOD:
    case MUL_MOD:
      return 7 * 32 + 7;
    default:
      return 0;
  }
}

/**
 * Checks the outputs that were not deduced during the run: outputs that the program wrote itself must be correct, and it must be
 * possible to compute outputs that were never read. Returns 0 or the error code.
 */
export function verifyDeductions(segment: u32): u32 {
  const kind = kindOf(segment);
  const size = segmentSize(segment);
  const own = load<u32>(entryOf(segment), 8) != 0;
  for (let offset: u32 = 0; offset < size; offset++) {
    if (!isOutput(kind, offset)) continue;
    const held = getCell(segment, offset);
    if (held != 0 && !own) continue;
    errorCode = 0;
    if (held == 0 && (kind == PEDERSEN || kind == POSEIDON)) {
      // A hash is defined for all felts, so an output that nobody reads is not computed.
      if (kind == POSEIDON) loadInputs(segment, offset - (offset % 6), kind, 3);
      if (errorCode != 0) return errorCode;
      continue;
    }
    const deduced = deduceCell(segment, offset);
    if (errorCode != 0) return errorCode;
    if (held != 0 && deduced != 0 && !same(held, deduced))
      return fail(errors.INCONSISTENT_DEDUCTION, smallCell(kind), deduced, held);
  }
  return 0;
}

/** Checks at the end of a run that every instance in a builtin's segment has all its inputs. Returns 0 or the error code. */
export function verifyInputs(segment: u32): u32 {
  const kind = kindOf(segment);
  const layout = shape(kind);
  if (layout == 0) return 0;
  const cells = layout >> 5;
  const inputs = layout & 31;
  const size = segmentSize(segment);
  if (size == 0) return 0;
  const base = load<u32>(entryOf(segment));
  let known: u32 = 0;
  for (let at = base, end = base + (size << 3); at < end; at += 8) known += <u32>(load<u64>(at) != 0);
  const count = (size - 1) / cells + 1;
  if (count > known / inputs) return fail(errors.MISSING_CELLS, smallCell(kind));
  if (known < size || size < count * cells)
    for (let i: u32 = 0; i < count; i++)
      for (let j: u32 = 0; j < inputs; j++)
        if (getCell(segment, i * cells + j) == 0)
          return fail(errors.MISSING_OFFSETS, smallCell(kind), pointerCell(segment, 0));
  for (let offset: u32 = size; offset < count * cells; offset++) {
    errorCode = 0;
    if (kind != PEDERSEN) deduceCell(segment, offset);
    if (errorCode != 0) return errorCode;
  }
  return 0;
}
