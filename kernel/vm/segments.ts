// The segment table of the top run: entries of 16 bytes (base address, capacity in cells, outputs that the program
// wrote itself, kind). Segment numbers start at 0 in every run. A segment's memory grows by doubling; only its entry changes.

import { ecdsaVerify } from '../ecdsa';
import { allocate, extend } from './arena';
import { cellAt, isFelt, pointerCell, SMALL, same, smallCell, TAG, VALUE, wordsOf } from './cells';
import * as errors from './errorCodes.generated';
import { fail } from './errors';
import { MAX_SEGMENT_CELLS } from './numbers.generated';
import {
  BITWISE,
  EC_OP,
  ECDSA,
  KECCAK,
  PEDERSEN,
  PLAIN,
  POSEIDON,
  RANGE_CHECK,
  RANGE_CHECK96,
} from './segmentKinds.generated';
import {
  ap,
  bytecodeLength,
  errorCode,
  execBase,
  execBytes,
  fp,
  signatures,
  table,
  tableCapacity,
  tableLength,
  tailBase,
  tailCapacity,
  temporaryLength,
  temporaryTable,
} from './state';

const EXEC: u32 = 1;
const MAX_SEGMENTS: u32 = 0x07ffffff;
// The numbers of temporary segments count down from here: -1, -2, … in the 28 bits of an address.
const LAST_SEGMENT: u32 = 0x0fffffff;

const scratch = <u32>memory.data(32, 32);
const scratchB = <u32>memory.data(32, 32);

/** The table entry of a segment; 0 if there is no such segment. */
export function entryOf(segment: u32): u32 {
  if (segment < tableLength) return table + (segment << 4);
  const temporary = LAST_SEGMENT - segment;
  return temporary < temporaryLength ? temporaryTable + (temporary << 4) : 0;
}

export function kindOf(segment: u32): u32 {
  const entry = entryOf(segment);
  return entry == 0 ? PLAIN : load<u32>(entry, 12);
}

/** Adds a segment with a capacity of some cells. Returns its number, or -1 if memory is exhausted. */
export function addSegment(kind: u32, cells: u32): i32 {
  if (tableLength == tableCapacity) {
    if (tableLength >= MAX_SEGMENTS) return -1;
    const wanted = tableCapacity == 0 ? 32 : tableCapacity * 2;
    if (tableCapacity == 0 || !extend(table, (<u64>tableCapacity) << 4, (<u64>wanted) << 4)) {
      const at = allocate((<u64>wanted) << 4);
      if (at == 0) return -1;
      memory.copy(at, table, tableCapacity << 4);
      table = at;
    }
    tableCapacity = wanted;
  }
  let base: u32 = 0;
  if (cells != 0) {
    base = allocate((<u64>cells) << 3);
    if (base == 0) return -1;
  }
  const segment = tableLength++;
  setEntry(segment, base, cells, kind);
  return <i32>segment;
}

/** Sets the memory of a segment. */
export function setEntry(segment: u32, base: u32, cells: u32, kind: u32): void {
  const entry = table + (segment << 4);
  store<u32>(entry, base);
  store<u32>(entry, cells, 4);
  store<u32>(entry, 0, 8);
  store<u32>(entry, kind, 12);
  if (segment == EXEC) {
    execBase = base;
    execBytes = cells << 3;
  }
}

/** The address of a cell; 0 if it is beyond the segment's memory. */
export function cellAddress(segment: u32, offset: u32): u32 {
  const entry = entryOf(segment);
  if (entry == 0) return 0;
  if (offset < load<u32>(entry, 4)) return load<u32>(entry) + (offset << 3);
  if (segment == 0 && offset >= bytecodeLength && offset - bytecodeLength < tailCapacity)
    return tailBase + ((offset - bytecodeLength) << 3);
  return 0;
}

/** A cell with its sign bit cleared; 0 if it is unknown. */
export function getCell(segment: u32, offset: u32): u64 {
  const at = cellAddress(segment, offset);
  return at == 0 ? 0 : load<u64>(at) & VALUE;
}

/** Marks a cell as accessed by an instruction. */
export function markAccessed(segment: u32, offset: u32): void {
  const at = cellAddress(segment, offset);
  if (at != 0) store<u64>(at, load<u64>(at) & VALUE);
}

function grown(base: u32, cells: u32, offset: u32): u32 {
  // 32 cells at first, since most arrays are short and there are many segments.
  let wanted: u64 = cells == 0 ? 32 : <u64>cells * 2;
  if (wanted <= <u64>offset) wanted = <u64>offset + 1;
  wanted = (wanted + 3) & ~3;
  newCapacity = <u32>wanted;
  if (cells != 0 && extend(base, (<u64>cells) << 3, wanted << 3)) return base;
  const at = allocate(wanted << 3);
  if (at != 0) memory.copy(at, base, cells << 3);
  return at;
}
let newCapacity: u32 = 0;

/** The address of a cell, whose segment grows if needed; 0 after an error was recorded. */
function ensureCell(segment: u32, offset: u32): u32 {
  const present = cellAddress(segment, offset);
  if (present != 0) return present;
  const entry = entryOf(segment);
  if (entry == 0) {
    fail(errors.UNALLOCATED_SEGMENT, pointerCell(segment, 0), smallCell(tableLength));
    return 0;
  }
  if (offset >= MAX_SEGMENT_CELLS) {
    fail(errors.SEGMENT_FULL);
    return 0;
  }
  if (segment == 0) {
    const at = grown(tailBase, tailCapacity, offset - bytecodeLength);
    if (at == 0) {
      fail(errors.OUT_OF_MEMORY);
      return 0;
    }
    tailBase = at;
    tailCapacity = newCapacity;
    return cellAddress(0, offset);
  }
  const base = load<u32>(entry);
  const at = grown(base, load<u32>(entry, 4), offset);
  if (at == 0) {
    fail(errors.OUT_OF_MEMORY);
    return 0;
  }
  store<u32>(entry, at);
  store<u32>(entry, newCapacity, 4);
  if (segment == EXEC) {
    ap += at - base;
    fp += at - base;
    execBase = at;
    execBytes = newCapacity << 3;
  }
  return at + (offset << 3);
}

/** Whether a cell of a builtin's segment is computed from the others of its instance. */
export function isOutput(kind: u32, offset: u32): bool {
  switch (kind) {
    case PEDERSEN:
      return offset % 3 == 2;
    case BITWISE:
      return offset % 5 >= 2;
    case EC_OP:
      return offset % 7 >= 5;
    case KECCAK:
      return offset % 16 >= 8;
    case POSEIDON:
      return offset % 6 >= 3;
    default:
      return false;
  }
}

/**
 * Writes a cell, which the segment's builtin checks. `sign` is HOST for writes of the host and 0 for those of instructions;
 * `deduced` says that the builtin itself computed the value. Returns 0 or the error code.
 */
export function insert(segment: u32, offset: u32, value: u64, sign: u64, deduced: bool): u32 {
  const at = ensureCell(segment, offset);
  if (at == 0) return errorCode;
  const held = load<u64>(at) & VALUE;
  if (held == 0) store<u64>(at, value | sign);
  else if (!same(held, value)) return fail(errors.INCONSISTENT_MEMORY, pointerCell(segment, offset), held, value);
  const entry = entryOf(segment);
  const kind = load<u32>(entry, 12);
  if (kind == PLAIN) return 0;
  if (!deduced && held == 0 && isOutput(kind, offset)) {
    store<u32>(entry, load<u32>(entry, 8) + 1, 8);
  }
  return validate(kind, segment, offset, value);
}

function validate(kind: u32, segment: u32, offset: u32, value: u64): u32 {
  if (kind == RANGE_CHECK || kind == RANGE_CHECK96) {
    if ((value & TAG) == SMALL) return 0;
    if (!isFelt(value)) return fail(errors.RANGE_CHECK_NON_INT, pointerCell(segment, offset));
    const at = <u32>(value >> 2);
    const high = load<u64>(at, 16) | load<u64>(at, 24);
    if (high != 0 || (kind == RANGE_CHECK96 && load<u64>(at, 8) >> 32 != 0))
      return fail(errors.RANGE_CHECK_BOUND, value, smallCell(kind));
    return 0;
  }
  return kind == ECDSA ? validateSignature(segment, offset) : 0;
}

function validateSignature(segment: u32, offset: u32): u32 {
  const first = offset & ~1;
  const isKey = offset == first;
  const key = getCell(segment, first);
  const message = getCell(segment, first + 1);
  if (!isFelt(key)) return isKey ? fail(errors.PUBLIC_KEY_NON_INT, pointerCell(segment, first)) : 0;
  if (!isFelt(message)) return isKey ? 0 : fail(errors.MESSAGE_NON_INT, pointerCell(segment, first + 1));
  for (let at = signatures; at != 0; at = load<u32>(at)) {
    if (load<u32>(at, 4) != first) continue;
    const valid = ecdsaVerify(wordsOf(key, scratch), wordsOf(message, scratchB), at + 32, at + 64);
    return valid ? 0 : fail(errors.INVALID_SIGNATURE, pointerCell(segment, first), cellAt(at + 32), cellAt(at + 64));
  }
  return fail(errors.SIGNATURE_NOT_FOUND, pointerCell(segment, first));
}

/** Registers a signature (r at `felts`, then s) for the public key at an offset. The first one for a key is used. */
export function addSignature(offset: u32, felts: u32): bool {
  for (let at = signatures; at != 0; at = load<u32>(at)) if (load<u32>(at, 4) == offset) return true;
  const at = allocate(96);
  if (at == 0) return false;
  store<u32>(at, signatures);
  store<u32>(at, offset, 4);
  memory.copy(at + 32, felts, 64);
  signatures = at;
  return true;
}

/** The offset after the last known cell of a segment. */
export function segmentSize(segment: u32): u32 {
  const entry = entryOf(segment);
  if (entry == 0) return 0;
  if (segment == 0) return bytecodeLength + lastKnown(tailBase, tailCapacity);
  return lastKnown(load<u32>(entry), load<u32>(entry, 4));
}

function lastKnown(base: u32, cells: u32): u32 {
  while (cells > 0 && load<u64>(base + ((cells - 1) << 3)) == 0) cells--;
  return cells;
}

/** The number of cells of a segment that are known and were accessed. The bytecode always counts as accessed. */
export function accessedCells(segment: u32): u32 {
  if (segment == 0) return bytecodeLength + countAccessed(tailBase, tailCapacity);
  const entry = entryOf(segment);
  return entry == 0 ? 0 : countAccessed(load<u32>(entry), load<u32>(entry, 4));
}

function countAccessed(base: u32, cells: u32): u32 {
  // Two cells at a time: capacities are multiples of four. A comparison that holds is -1.
  const zero = i64x2.splat(0);
  let negative = zero;
  for (let at = base, end = base + (cells << 3); at < end; at += 16)
    negative = i64x2.add(negative, i64x2.gt_s(v128.load(at), zero));
  return <u32>-(i64x2.extract_lane(negative, 0) + i64x2.extract_lane(negative, 1));
}
