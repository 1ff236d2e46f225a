// Runs the steps of the program segment. Fast paths handle the usual cases of the usual encodings, and change nothing before they
// know that it is one. Everything else goes to the generic step with unchanged registers.
import { exhausted } from './arena';
import { builtinCell } from './builtinCell';
import { add, mul, POINTER, SMALL, SMALL_END, same, sub, TAG, VALUE, ZERO } from './cells';
import { countCallBy, countGeneric, countJump, countJumpBy, countReturn, countReturned } from './counters';
import * as ops from './decode';
import { genericStep } from './generic';
import { DONE, NEEDS_DRIVER, runHints } from './hints';
import { MAX_AP } from './numbers.generated';
import { PLAIN } from './segmentKinds.generated';
import {
  ap,
  bytecodeLength,
  code,
  codeLength,
  execBase,
  execBytes,
  fp,
  pcOffset,
  pcSegment,
  table,
  tableLength,
  tailBase,
  tailCapacity,
} from './state';
import { BUDGET, ERROR, HINT, SYSCALL } from './stops.generated';

const OFFSET_LIMIT: u64 = 1 << 34;

/** Why `runProgram` returned: one of the stops for the driver or, if the run only left the program segment, CONTINUE. */
export let stop: u32 = 0;
export const CONTINUE: u32 = 5;

// The addresses of the cells of an instruction, from its record and the registers ap (a) and fp (f). The compiler inlines these.
function dstCell(record: u32, flags: u32, a: u32, f: u32): u32 {
  return ((flags & 1) != 0 ? f : a) + ((<u32>load<i16>(record, 2)) << 3);
}
function op0Cell(record: u32, flags: u32, a: u32, f: u32): u32 {
  return ((flags & 2) != 0 ? f : a) + ((<u32>load<i16>(record, 4)) << 3);
}
function op1Cell(record: u32, flags: u32, a: u32, f: u32): u32 {
  return ((flags & 4) != 0 ? f : a) + ((<u32>load<i16>(record, 6)) << 3);
}

/**
 * Runs steps while pc is in the program segment. Returns the remaining steps and sets `stop`. The compiler makes two functions of it:
 * for `bool` one that counts jumps, and for `void` one without any code for that.
 */
export function runProgram<COUNTED>(left: u32): u32 {
  const records = code;
  let record = records + (pcOffset << 4);
  let a = ap;
  let f = fp;
  let base = execBase;
  let bytes = execBytes;
  let segments = table;
  let count = tableLength;
  let op: u32 = 0;

  while (left != 0) {
    op = load<u8>(record);
    if (op == ops.HINTED) {
      ap = a;
      fp = f;
      pcSegment = 0;
      pcOffset = (record - records) >> 4;
      const outcome = runHints(pcOffset);
      if (outcome != DONE) {
        stop = outcome == NEEDS_DRIVER ? HINT : SYSCALL;
        return left;
      }
      a = ap;
      f = fp;
      base = execBase;
      bytes = execBytes;
      segments = table;
      count = tableLength;
      op = load<u8>(record, 1) >> 4;
    }
    // A fast path that succeeds advances `record` and continues; after a `break`, the generic step does the work.
    const flags = <u32>load<u8>(record, 1);
    switch (op) {
      case ops.IMMEDIATE: {
        const dst = dstCell(record, flags, a, f);
        if (dst - base >= bytes) break;
        const value = load<u64>(record, 8);
        const held = load<u64>(dst) & VALUE;
        if (held != 0 && !same(held, value)) break;
        store<u64>(dst, held != 0 ? held : value);
        a += flags & 8;
        record += 32;
        left--;
        continue;
      }
      case ops.COPY: {
        const dst = dstCell(record, flags, a, f);
        const src = op1Cell(record, flags, a, f);
        if (dst - base >= bytes || src - base >= bytes) break;
        const held = load<u64>(dst) & VALUE;
        const value = load<u64>(src) & VALUE;
        if (value != 0) {
          if (held != 0 && !same(held, value)) break;
          store<u64>(dst, held != 0 ? held : value);
          store<u64>(src, value);
        } else {
          if (held == 0) break;
          store<u64>(src, held);
          store<u64>(dst, held);
        }
        a += flags & 8;
        record += 16;
        left--;
        continue;
      }
      case ops.DEREF: {
        const dst = dstCell(record, flags, a, f);
        const src = op0Cell(record, flags, a, f);
        if (dst - base >= bytes || src - base >= bytes) break;
        const pointer = load<u64>(src) & VALUE;
        if ((pointer & TAG) != POINTER) break;
        const segment = <u32>(pointer >> 34);
        if (segment >= count) break;
        const entry = segments + (segment << 4);
        const offset = <i64>((pointer >> 2) & 0xffffffff) + <i64>load<i16>(record, 6);
        let cell = load<u32>(entry) + ((<u32>offset) << 3);
        if (<u64>offset >= <u64>load<u32>(entry, 4)) {
          // The prices of builtins are after the bytecode, in the tail of the program segment.
          const place = <u64>offset - <u64>bytecodeLength;
          if (segment != 0 || place >= <u64>tailCapacity) break;
          cell = tailBase + ((<u32>place) << 3);
        }
        const held = load<u64>(dst) & VALUE;
        let value = load<u64>(cell) & VALUE;
        if (value != 0) {
          if (held != 0 && !same(held, value)) break;
        } else {
          const kind = load<u32>(entry, 12);
          value = kind == PLAIN ? held : builtinCell(kind, segment, <u32>offset, held);
          if (value == 0) break;
        }
        store<u64>(dst, held != 0 ? held : value);
        store<u64>(cell, value);
        store<u64>(src, pointer);
        a += flags & 8;
        record += 16;
        left--;
        continue;
      }
      case ops.ADD_IMMEDIATE: {
        const dst = dstCell(record, flags, a, f);
        const src = op0Cell(record, flags, a, f);
        if (dst - base >= bytes || src - base >= bytes) break;
        const immediate = load<u64>(record, 8);
        let held = load<u64>(dst) & VALUE;
        let value = load<u64>(src) & VALUE;
        if (value != 0) {
          let sum = value + immediate - SMALL;
          if ((value & immediate & TAG) != SMALL || sum >= SMALL_END) {
            sum = add(value, immediate);
            if (sum == 0) break;
          }
          if (held == 0) held = sum;
          else if (!same(held, sum)) break;
        } else {
          if (held == 0) break;
          value = sub(held, immediate);
          if (value == 0) break;
        }
        store<u64>(dst, held);
        store<u64>(src, value);
        a += flags & 8;
        record += 32;
        left--;
        continue;
      }
      case ops.SUB_IMMEDIATE: {
        const dst = dstCell(record, flags, a, f);
        const src = op0Cell(record, flags, a, f);
        if (dst - base >= bytes || src - base >= bytes) break;
        const immediate = load<u64>(record, 8);
        let held = load<u64>(dst) & VALUE;
        let value = load<u64>(src) & VALUE;
        if (value != 0) {
          const difference = sub(value, immediate);
          if (difference == 0) break;
          if (held == 0) held = difference;
          else if (!same(held, difference)) break;
        } else {
          if (held == 0) break;
          value = add(held, immediate);
          if (value == 0) break;
        }
        store<u64>(dst, held);
        store<u64>(src, value);
        a += flags & 8;
        record += 32;
        left--;
        continue;
      }
      case ops.ADD: {
        const dst = dstCell(record, flags, a, f);
        const src0 = op0Cell(record, flags, a, f);
        const src1 = op1Cell(record, flags, a, f);
        if (dst - base >= bytes || src0 - base >= bytes || src1 - base >= bytes) break;
        let held = load<u64>(dst) & VALUE;
        let x = load<u64>(src0) & VALUE;
        let y = load<u64>(src1) & VALUE;
        if (x != 0 && y != 0) {
          let sum = x + y - SMALL;
          if ((x & y & TAG) != SMALL || sum >= SMALL_END) {
            sum = add(x, y);
            if (sum == 0) break;
          }
          if (held == 0) held = sum;
          else if (!same(held, sum)) break;
        } else {
          // If both operands are the same unknown cell, it must not be computed twice.
          if (held == 0 || src0 == src1) break;
          if (x != 0) {
            y = sub(held, x);
            if (y == 0) break;
          } else {
            if (y == 0) break;
            x = sub(held, y);
            if (x == 0) break;
          }
        }
        store<u64>(dst, held);
        store<u64>(src0, x);
        store<u64>(src1, y);
        a += flags & 8;
        record += 16;
        left--;
        continue;
      }
      case ops.MUL_IMMEDIATE:
      case ops.MUL: {
        const dst = dstCell(record, flags, a, f);
        const src0 = op0Cell(record, flags, a, f);
        const src1 = op == ops.MUL ? op1Cell(record, flags, a, f) : record + 8;
        if (dst - base >= bytes || src0 - base >= bytes) break;
        if (op == ops.MUL && src1 - base >= bytes) break;
        const held = load<u64>(dst) & VALUE;
        const x = load<u64>(src0) & VALUE;
        const y = load<u64>(src1) & VALUE;
        if (x == 0 || y == 0) break;
        const product = mul(x, y);
        if (product == 0 || (held != 0 && !same(held, product))) break;
        store<u64>(dst, held != 0 ? held : product);
        store<u64>(src0, x);
        store<u64>(src1, y);
        a += flags & 8;
        record += op == ops.MUL ? 16 : 32;
        left--;
        continue;
      }
      case ops.JUMP: {
        a += flags & 8;
        if (isBoolean<COUNTED>()) countJumpBy(record - records, load<u32>(record, 8));
        record += load<u32>(record, 8);
        left--;
        continue;
      }
      case ops.JUMP_NOT_ZERO: {
        const dst = dstCell(record, flags, a, f);
        if (dst - base >= bytes) break;
        const held = load<u64>(dst) & VALUE;
        if (held == 0) break;
        store<u64>(dst, held);
        a += flags & 8;
        if (isBoolean<COUNTED>()) if (held != ZERO) countJumpBy(record - records, load<u32>(record, 8));
        record += held != ZERO ? load<u32>(record, 8) : 32;
        left--;
        continue;
      }
      case ops.CALL: {
        if (a + 8 - base >= bytes) break;
        if ((load<u64>(a) | load<u64>(a, 8)) != 0) break;
        store<u64>(a, (1 << 34) | ((<u64>(f - base) >> 3) << 2) | POINTER);
        store<u64>(a, ((<u64>((record - records) >> 4) + 2) << 2) | POINTER, 8);
        a += 16;
        f = a;
        if (isBoolean<COUNTED>()) countCallBy(record - records, load<u32>(record, 8), f);
        record += load<u32>(record, 8);
        left--;
        continue;
      }
      case ops.RETURN: {
        if (f - 16 - base >= bytes - 8) break;
        const oldFp = load<u64>(f - 16) & VALUE;
        const target = load<u64>(f - 8) & VALUE;
        // The segment bits of an address in the program segment are zero.
        if ((oldFp & TAG) != POINTER || (target & TAG) != POINTER || target >= OFFSET_LIMIT) break;
        const offset = <u32>(target >> 2);
        if (offset >= codeLength || ((oldFp >> 2) & 0xffffffff) > MAX_AP) break;
        store<u64>(f - 16, oldFp);
        store<u64>(f - 8, target);
        if (isBoolean<COUNTED>()) {
          countReturn((record - records) >> 4, f);
          countReturned(offset);
        }
        f = base + ((<u32>(oldFp >> 2)) << 3);
        record = records + (offset << 4);
        left--;
        continue;
      }
      case ops.ADVANCE: {
        const next = a + load<u32>(record, 8);
        if ((next - base) >> 3 > MAX_AP) break;
        a = next;
        record += 32;
        left--;
        continue;
      }
      case ops.JUMP_BY_CELL: {
        const src = op1Cell(record, flags, a, f);
        if (src - base >= bytes) break;
        const value = load<u64>(src) & VALUE;
        const offset = (<u64>(record - records) >> 4) + (value >> 2);
        if ((value & TAG) != SMALL || offset >= <u64>codeLength) break;
        store<u64>(src, value);
        a += flags & 8;
        if (isBoolean<COUNTED>()) countJump(((record - records) >> 4) + 1, <u32>offset);
        record = records + ((<u32>offset) << 4);
        left--;
        continue;
      }
    }

    ap = a;
    fp = f;
    pcSegment = 0;
    pcOffset = (record - records) >> 4;
    const callee = a + 16 - base;
    if (genericStep() != 0) {
      stop = ERROR;
      return left;
    }
    left--;
    if (isBoolean<COUNTED>()) countGeneric(op, (record - records) >> 4, f - base, callee);
    if (pcSegment != 0 || pcOffset >= codeLength || exhausted) {
      stop = CONTINUE;
      return left;
    }
    a = ap;
    f = fp;
    base = execBase;
    bytes = execBytes;
    segments = table;
    count = tableLength;
    record = records + (pcOffset << 4);
  }
  ap = a;
  fp = f;
  pcSegment = 0;
  pcOffset = (record - records) >> 4;
  stop = BUDGET;
  return 0;
}
