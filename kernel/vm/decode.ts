// Decodes a class for the step loop: one block of bytes, which is the same in every instance except for its address.
//   header    32 bytes: block length, bytecode length, offsets of the five parts below
//   cells     the bytecode as cells, then the constants of hints as cells
//   records   one per bytecode cell, then one for the `ret` after the bytecode, then three that end the code
//   index     per record the offset of its hints, 0 for none
//   hints     in the driver's format (src/cairo/wasm/hintRecords.ts)
//   felts     the big constants, without duplicates
// A record is 16 bytes: op, flags (bit 0 dst, 1 op0, 2 op1 relative to fp; bit 3 ap++; bits 4 to 7 the op without hints),
// three offsets of 16 bits, and the immediate: a cell, or for jumps the distance in bytes.

import { allocate } from './arena';
import { BIG, P3, SMALL, TAG } from './cells';
import { HAS_CONSTANT } from './numbers.generated';

const GENERIC: u8 = 0;
export const IMMEDIATE: u8 = 1;
export const COPY: u8 = 2;
export const DEREF: u8 = 3;
export const ADD_IMMEDIATE: u8 = 4;
export const SUB_IMMEDIATE: u8 = 5;
export const ADD: u8 = 6;
export const MUL_IMMEDIATE: u8 = 7;
export const MUL: u8 = 8;
export const JUMP: u8 = 9;
export const JUMP_NOT_ZERO: u8 = 10;
export const CALL: u8 = 11;
export const RETURN: u8 = 12;
export const ADVANCE: u8 = 13;
export const JUMP_BY_CELL: u8 = 14;
export const HINTED: u8 = 15;

export const HEADER: u32 = 32;
const RET: u64 = 0x208b7fff7fff7ffe;
const OP0_UNUSED: u32 = 0x7fff;

/** The largest possible size of the block of a class. */
export function blockSize(bytecode: u32, constants: u32, hintBytes: u32): u32 {
  return HEADER + (bytecode + constants) * 40 + (bytecode + 4) * 20 + hintBytes + 128;
}

let internTable: u32 = 0;
let internMask: u32 = 0;
let feltsStart: u32 = 0;
let feltsEnd: u32 = 0;

// The cell of a felt in a block. A big felt is an offset in the block; equal felts are stored once.
function intern(block: u32, at: u32): u64 {
  const w0 = load<u64>(at);
  if (w0 < 0x1000000000000000 && (load<u64>(at, 8) | load<u64>(at, 16) | load<u64>(at, 24)) == 0)
    return (w0 << 2) | SMALL;
  let slot = <u32>((w0 * 0x9e3779b97f4a7c15) >> 32) & internMask;
  for (;;) {
    const existing = load<u32>(internTable + (slot << 2));
    if (existing == 0) break;
    if (
      load<u64>(existing) == w0 &&
      load<u64>(existing, 8) == load<u64>(at, 8) &&
      load<u64>(existing, 16) == load<u64>(at, 16) &&
      load<u64>(existing, 24) == load<u64>(at, 24)
    )
      return ((<u64>(existing - block)) << 2) | BIG;
    slot = (slot + 1) & internMask;
  }
  const place = feltsEnd;
  memory.copy(place, at, 32);
  feltsEnd += 32;
  store<u32>(internTable + (slot << 2), place);
  return ((<u64>(place - block)) << 2) | BIG;
}

/** A felt as a signed number if it is less than 2^31 away from zero; otherwise 2^31. */
function signed(at: u32): i64 {
  const w0 = load<u64>(at);
  const w3 = load<u64>(at, 24);
  const middle = load<u64>(at, 8) | load<u64>(at, 16);
  if (middle == 0 && w3 == 0 && w0 < 0x7fffffff) return <i64>w0;
  if (w3 == P3) return -1;
  if (w3 == P3 - 1 && (load<u64>(at, 8) & load<u64>(at, 16)) == 0xffffffffffffffff && w0 > 0xffffffff80000002)
    return <i64>(w0 - 1);
  return 0x80000000;
}

/** The prime minus a felt if that is below 2^60; otherwise 0. */
function below(at: u32): u64 {
  const w0 = load<u64>(at);
  const w3 = load<u64>(at, 24);
  if (w3 == P3) return 1;
  if (w3 == P3 - 1 && (load<u64>(at, 8) & load<u64>(at, 16)) == 0xffffffffffffffff && w0 >= 2) {
    const distance = 1 - w0;
    if (distance < 0x1000000000000000) return distance;
  }
  return 0;
}

// Writes the record of the instruction at index i and returns its op.
function decodeRecord(record: u32, felts: u32, cells: u32, length: u32, i: u32): u8 {
  const at = felts + (i << 5);
  if ((load<u64>(at, 8) | load<u64>(at, 16) | load<u64>(at, 24)) != 0) return GENERIC;
  return decodeWord(record, load<u64>(at), felts, cells, length, i);
}

function decodeWord(record: u32, word: u64, felts: u32, cells: u32, length: u32, i: u32): u8 {
  if (word >> 63 != 0) return GENERIC;
  const off1 = <u32>(word >> 16) & 0xffff;
  const off2 = <u32>(word >> 32) & 0xffff;
  const flags = <u32>(word >> 48);
  const dstFp = flags & 1;
  const op0Fp = (flags >> 1) & 1;
  const op1 = (flags >> 2) & 7;
  const res = (flags >> 5) & 3;
  const pcUpdate = (flags >> 7) & 7;
  const apUpdate = (flags >> 10) & 3;
  const opcode = flags >> 12;
  store<u16>(record, <u16>((<u32>word & 0xffff) - 0x8000), 2);
  store<u16>(record, <u16>(off1 - 0x8000), 4);
  store<u16>(record, <u16>(off2 - 0x8000), 6);
  store<u8>(record, <u8>(dstFp | (op0Fp << 1) | ((<u32>(op1 == 2)) << 2) | ((<u32>(apUpdate == 2)) << 3)), 1);
  const immediate = op1 == 1;
  if (immediate && (off2 != 0x8001 || i + 1 >= length)) return GENERIC;
  const value = felts + ((i + 1) << 5);
  const op1Register = op1 == 2 || op1 == 4;
  const op0Conventional = op0Fp == 1 && off1 == OP0_UNUSED;
  const dstConventional = dstFp == 1 && (<u32>word & 0xffff) == 0x7fff;

  if (opcode == 4) {
    if (pcUpdate != 0 || (apUpdate & 1) != 0) return GENERIC;
    if (immediate) store<u64>(record, load<u64>(cells + ((i + 1) << 3)), 8);
    if (res == 0) {
      if (op1 == 0) return DEREF;
      if (!op0Conventional) return GENERIC;
      if (immediate) return IMMEDIATE;
      return op1Register ? COPY : GENERIC;
    }
    if (res == 1) {
      if (op1Register) return ADD;
      if (!immediate) return GENERIC;
      const distance = below(value);
      if (distance == 0) return ADD_IMMEDIATE;
      store<u64>(record, (distance << 2) | SMALL, 8);
      return SUB_IMMEDIATE;
    }
    if (res == 2) return op1Register ? MUL : immediate ? MUL_IMMEDIATE : GENERIC;
    return GENERIC;
  }
  if (opcode == 2) return word == RET ? RETURN : GENERIC;
  if (res != 0) return GENERIC;
  if (opcode == 1) {
    if (!immediate || pcUpdate != 2 || apUpdate != 0 || dstFp == 1 || op0Fp == 1) return GENERIC;
    if ((<u32>word & 0xffff) != 0x8000 || off1 != 0x8001) return GENERIC;
    return jump(record, value, length, i) ? CALL : GENERIC;
  }
  if (opcode != 0 || !op0Conventional) return GENERIC;
  if (pcUpdate == 4) {
    if (!immediate || (apUpdate & 1) != 0) return GENERIC;
    return jump(record, value, length, i) ? JUMP_NOT_ZERO : GENERIC;
  }
  if (!dstConventional) return GENERIC;
  if (pcUpdate == 2) {
    if ((apUpdate & 1) != 0) return GENERIC;
    if (op1Register) return JUMP_BY_CELL;
    return immediate && jump(record, value, length, i) ? JUMP : GENERIC;
  }
  if (pcUpdate == 0 && apUpdate == 1 && immediate) {
    const distance = signed(value);
    if (distance < 0 || distance > 0x10000) return GENERIC;
    store<u64>(record, (<u64>distance) << 3, 8);
    return ADVANCE;
  }
  return GENERIC;
}

function jump(record: u32, value: u32, length: u32, i: u32): bool {
  const distance = signed(value);
  const target = <i64>i + distance;
  if (distance == 0x80000000 || target < 0 || target >= <i64>length + 2) return false;
  store<i64>(record, distance << 4, 8);
  return true;
}

/**
 * Writes the block of a class to `block`. `input` has the bytecode and the hints' constants, 32 bytes each, then pairs
 * (instruction, offset of its hints), then the hints themselves. Returns the block's length; 0 if memory is exhausted.
 */
export function decodeClass(block: u32, input: u32, length: u32, constants: u32, hinted: u32, hintBytes: u32): u32 {
  let slots: u32 = 64;
  while (slots < (length + constants) * 2) slots *= 2;
  internTable = allocate((<u64>slots) << 2);
  if (internTable == 0) return 0;
  internMask = slots - 1;
  const cells = block + HEADER;
  const records = (cells + ((length + constants) << 3) + 15) & ~15;
  const index = records + ((length + 4) << 4);
  const hints = (index + ((length + 4) << 2) + 15) & ~15;
  feltsStart = (hints + hintBytes + 31) & ~31;
  feltsEnd = feltsStart;

  for (let i: u32 = 0; i < length + constants; i++) store<u64>(cells + (i << 3), intern(block, input + (i << 5)));
  for (let i: u32 = 0; i < length + 4; i++) {
    const record = records + (i << 4);
    store<u64>(record, 0);
    store<u64>(record, 0, 8);
    const op =
      i < length
        ? decodeRecord(record, input, cells, length, i)
        : i == length
          ? decodeWord(record, RET, input, cells, length, i)
          : GENERIC;
    store<u8>(record, op);
    store<u8>(record, load<u8>(record, 1) | (op << 4), 1);
    store<u32>(index + (i << 2), 0);
  }
  const pairs = input + ((length + constants) << 5);
  for (let i: u32 = 0; i < hinted; i++) {
    const instruction = load<u32>(pairs + (i << 3));
    if (instruction >= length) continue;
    store<u8>(records + (instruction << 4), HINTED);
    store<u32>(index + (instruction << 2), load<u32>(pairs + (i << 3), 4));
  }
  memory.copy(hints, pairs + (hinted << 3), hintBytes);
  // The operands of hints contain the indices of their constants.
  for (let at = hints; at < hints + hintBytes; at += 16) {
    if (load<u8>(at) != <u8>HAS_CONSTANT) continue;
    store<u64>(at, load<u64>(cells + ((length + load<u32>(at, 8)) << 3)), 8);
  }

  store<u32>(block, feltsEnd - block);
  store<u32>(block, length, 4);
  store<u32>(block, constants, 8);
  store<u32>(block, records - block, 12);
  store<u32>(block, index - block, 16);
  store<u32>(block, hints - block, 20);
  store<u32>(block, hintBytes, 24);
  store<u32>(block, 0, 28);
  return feltsEnd - block;
}

/** Adjusts the addresses of big constants to the block's address; called once after the block was decoded or copied. */
export function placeBlock(block: u32): void {
  const shift = (<u64>block) << 2;
  const length = load<u32>(block, 4);
  const count = length + load<u32>(block, 8);
  for (let at = block + HEADER, end = at + (count << 3); at < end; at += 8) {
    const cell = load<u64>(at);
    if ((cell & TAG) == BIG) store<u64>(at, cell + shift);
  }
  const records = block + load<u32>(block, 12);
  for (let at = records, end = records + ((length + 4) << 4); at < end; at += 16) {
    const op = load<u8>(at, 1) >> 4;
    if (op != IMMEDIATE && op != ADD_IMMEDIATE && op != MUL_IMMEDIATE) continue;
    const cell = load<u64>(at, 8);
    if ((cell & TAG) == BIG) store<u64>(at, cell + shift, 8);
  }
  const hints = block + load<u32>(block, 20);
  for (let at = hints, end = hints + load<u32>(block, 24); at < end; at += 16) {
    if (load<u8>(at) != <u8>HAS_CONSTANT) continue;
    const cell = load<u64>(at, 8);
    if ((cell & TAG) == BIG) store<u64>(at, cell + shift, 8);
  }
}
