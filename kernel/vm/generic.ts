// One step as the reference defines it, for every encoding and every error. The step loop calls it for each instruction
// without a fast path, and when a fast path finds an unusual case, before it has changed anything.

import { blake2sCompress } from '../blake2s';
import { deduceCell } from './builtins';
import {
  add,
  div,
  isFelt,
  isPointer,
  mul,
  offsetOf,
  pointerCell,
  SMALL,
  same,
  segmentOf,
  smallCell,
  sub,
  TAG,
  wordsOf,
  ZERO,
} from './cells';
import * as errors from './errorCodes.generated';
import { fail } from './errors';
import { MAX_AP } from './numbers.generated';
import * as qm from './qm31';
import { qm31 } from './qm31';
import { getCell, insert, markAccessed } from './segments';
import { ap, blakes, errorCode, execBase, fp, pcOffset, pcSegment } from './state';

const BLAKE: u32 = 1;
const BLAKE_FINALIZE: u32 = 2;
const QM31: u32 = 3;

const OP1_OP0: u32 = 0;
const OP1_IMM: u32 = 1;
const OP1_FP: u32 = 2;
const OP1_AP: u32 = 4;

const RES_OP1: u32 = 0;
const RES_ADD: u32 = 1;
const RES_MUL: u32 = 2;
const RES_NONE: u32 = 3;

const PC_NEXT: u32 = 0;
const PC_JUMP: u32 = 1;
const PC_JUMP_REL: u32 = 2;
const PC_JNZ: u32 = 4;

const NOP: u32 = 0;
const CALL: u32 = 1;
const RET: u32 = 2;
const ASSERT: u32 = 4;

const spare = <u32>memory.data(32, 32);
const state = <u32>memory.data(32, 16);
const message = <u32>memory.data(64, 16);

let op1Source: u32 = 0;
let res: u32 = 0;
let pcUpdate: u32 = 0;
let apUpdate: u32 = 0;
let opcode: u32 = 0;
let extension: u32 = 0;
let off0: i32 = 0;
let off1: i32 = 0;
let off2: i32 = 0;
let dstFp: bool = false;
let op0Fp: bool = false;

// Decodes an instruction of two words (126 bits may be set) into the variables above. Returns 0 or the error code.
function decode(low: u64, high: u64): u32 {
  off0 = <i32>(<u32>low & 0xffff) - 0x8000;
  off1 = <i32>(<u32>(low >> 16) & 0xffff) - 0x8000;
  off2 = <i32>(<u32>(low >> 32) & 0xffff) - 0x8000;
  const flags = <u32>(low >> 48) & 0x7fff;
  dstFp = (flags & 1) != 0;
  op0Fp = (flags & 2) != 0;
  op1Source = (flags >> 2) & 7;
  res = (flags >> 5) & 3;
  pcUpdate = (flags >> 7) & 7;
  apUpdate = (flags >> 10) & 3;
  opcode = (flags >> 12) & 7;
  if (op1Source == 3 || op1Source > 4) return fail(errors.INVALID_OP1, smallCell(op1Source));
  if (pcUpdate == 3 || pcUpdate > 4) return fail(errors.INVALID_PC_UPDATE, smallCell(pcUpdate));
  if (res == 3 || (res != 0 && pcUpdate == PC_JNZ)) return fail(errors.INVALID_RES, smallCell(res));
  if (pcUpdate == PC_JNZ) res = RES_NONE;
  if (opcode == 3 || opcode > 4) return fail(errors.INVALID_OPCODE, smallCell(opcode));
  if (high >> 1 != 0 || ((high << 1) | (low >> 63)) > 3) return fail(errors.INVALID_EXTENSION, pcCell());
  extension = <u32>((high << 1) | (low >> 63));
  const plainAp = apUpdate == 0 || apUpdate == 2;
  if (extension == BLAKE || extension == BLAKE_FINALIZE) {
    const fine =
      opcode == NOP && (op1Source == OP1_FP || op1Source == OP1_AP) && res == RES_OP1 && pcUpdate == PC_NEXT && plainAp;
    if (!fine) return fail(errors.INVALID_BLAKE_FLAGS, smallCell(flags));
  }
  if (extension == QM31) {
    const fine =
      (res == RES_ADD || res == RES_MUL) && op1Source != OP1_OP0 && pcUpdate == PC_NEXT && opcode == ASSERT && plainAp;
    if (!fine) return fail(errors.INVALID_QM31_FLAGS, smallCell(flags));
  }
  if (apUpdate == 3 || (opcode == CALL && apUpdate != 0)) return fail(errors.INVALID_AP_UPDATE, smallCell(apUpdate));
  if (opcode == CALL && (off0 != 0 || off1 != 1 || dstFp || op0Fp)) return fail(errors.INVALID_OPCODE, smallCell(1));
  if (
    opcode == RET &&
    (off0 != -2 || off2 != -1 || !dstFp || op1Source != OP1_FP || res != RES_OP1 || pcUpdate != PC_JUMP)
  )
    return fail(errors.INVALID_OPCODE, smallCell(2));
  return 0;
}

function pcCell(): u64 {
  return pointerCell(pcSegment, pcOffset);
}

function apCell(): u64 {
  return pointerCell(1, (ap - execBase) >> 3);
}

function fpCell(): u64 {
  return pointerCell(1, (fp - execBase) >> 3);
}

/** An address moved by a small distance; 0 after an error was recorded. */
function shifted(base: u64, distance: i32): u64 {
  const offset = <i64>offsetOf(base) + <i64>distance;
  if (offset < 0) {
    fail(errors.NEGATIVE_OFFSET, base, smallCell(<u64>-distance));
    return 0;
  }
  if (offset > 0xffffffff) {
    fail(errors.OFFSET_EXCEEDED, base, smallCell(<u64>distance));
    return 0;
  }
  return pointerCell(segmentOf(base), <u32>offset);
}

function read(address: u64): u64 {
  return getCell(segmentOf(address), offsetOf(address));
}

function typedSub(a: u64, b: u64): u64 {
  if (extension == QM31) return qm31(qm.SUB, a, b);
  const result = sub(a, b);
  if (result == 0) {
    if (!isPointer(a)) fail(errors.SUB_POINTER_FROM_FELT, a, b);
    else if (isPointer(b)) fail(errors.SUB_SEGMENTS, a, b);
    else fail(errors.NEGATIVE_OFFSET, a, b);
  }
  return result;
}

function typedAdd(a: u64, b: u64): u64 {
  if (extension == QM31) return qm31(qm.ADD, a, b);
  const result = add(a, b);
  if (result == 0) {
    if (isPointer(a) && isPointer(b)) fail(errors.ADD_POINTERS, a, b);
    else fail(errors.OFFSET_EXCEEDED, isPointer(a) ? a : b, isPointer(a) ? b : a);
  }
  return result;
}

function typedMul(a: u64, b: u64): u64 {
  if (isPointer(a) || isPointer(b)) {
    fail(errors.MUL_POINTER, a, b);
    return 0;
  }
  return extension == QM31 ? qm31(qm.MUL, a, b) : mul(a, b);
}

function typedDiv(a: u64, b: u64): u64 {
  return extension == QM31 ? qm31(qm.DIV, a, b) : div(a, b);
}

/** Executes the instruction at pc after its hints. Returns 0, or the error code; then pc has not changed. */
export function genericStep(): u32 {
  const word = getCell(pcSegment, pcOffset);
  if (word == 0) return fail(errors.UNKNOWN_CELL, pcCell());
  if (!isFelt(word)) return fail(errors.EXPECTED_INTEGER, pcCell());
  const words = wordsOf(word, spare);
  if ((load<u64>(words, 16) | load<u64>(words, 24)) != 0) return fail(errors.INVALID_ENCODING);
  const invalid = decode(load<u64>(words), load<u64>(words, 8));
  if (invalid != 0) return invalid;
  const size: u32 = op1Source == OP1_IMM ? 2 : 1;

  const dstAddress = shifted(dstFp ? fpCell() : apCell(), off0);
  if (dstAddress == 0) return errorCode;
  let dst = read(dstAddress);
  const dstKnown = dst != 0;
  const op0Address = shifted(op0Fp ? fpCell() : apCell(), off1);
  if (op0Address == 0) return errorCode;
  let op0 = read(op0Address);
  let op1Base: u64;
  if (op1Source == OP1_FP) op1Base = fpCell();
  else if (op1Source == OP1_AP) op1Base = apCell();
  else if (op1Source == OP1_IMM) {
    if (off2 != 1) return fail(errors.IMMEDIATE_OFFSET);
    op1Base = pcCell();
  } else {
    if (op0 == 0) return fail(errors.UNKNOWN_OP0);
    if (!isPointer(op0)) return fail(errors.ADDRESS_NOT_RELOCATABLE);
    op1Base = op0;
  }
  const op1Address = shifted(op1Base, off2);
  if (op1Address == 0) return errorCode;
  let op1 = read(op1Address);
  const returnPc = shifted(pcCell(), <i32>size);
  if (returnPc == 0) return errorCode;

  // 0 means that it is not computed yet, like None in the reference.
  let result: u64 = 0;
  let op0Deduced = false;
  let op0FromBuiltin = false;
  if (op0 == 0) {
    op0Deduced = true;
    errorCode = 0;
    op0 = deduceCell(segmentOf(op0Address), offsetOf(op0Address));
    if (errorCode != 0) return errorCode;
    op0FromBuiltin = op0 != 0;
    if (op0 == 0) {
      if (opcode == CALL) op0 = returnPc;
      else if (opcode == ASSERT && dst != 0 && op1 != 0) {
        if (res == RES_ADD) {
          op0 = typedSub(dst, op1);
          if (op0 == 0) return errorCode;
          result = dst;
        } else if (res == RES_MUL && isFelt(dst) && isFelt(op1) && op1 != ZERO) {
          op0 = typedDiv(dst, op1);
          if (op0 == 0) return errorCode;
          result = dst;
        }
      }
    }
    if (op0 == 0) return fail(errors.UNKNOWN_OPERAND, op0Address, smallCell(0));
  }
  let op1Deduced = false;
  let op1FromBuiltin = false;
  if (op1 == 0) {
    op1Deduced = true;
    errorCode = 0;
    op1 = deduceCell(segmentOf(op1Address), offsetOf(op1Address));
    if (errorCode != 0) return errorCode;
    op1FromBuiltin = op1 != 0;
    if (op1 == 0 && opcode == ASSERT) {
      if (res == RES_OP1) {
        op1 = dst;
        if (result == 0) result = dst;
      } else if (res == RES_ADD) {
        if (dst != 0) op1 = typedSub(dst, op0);
        if (result == 0) result = dst;
      } else if (res == RES_MUL && dst != 0 && isFelt(dst) && isFelt(op0) && op0 != ZERO) {
        op1 = typedDiv(dst, op0);
        if (op1 == 0) return errorCode;
        if (result == 0) result = dst;
      }
    }
    if (op1 == 0) return fail(errors.UNKNOWN_OPERAND, op1Address, smallCell(1));
  }
  if (result == 0) {
    if (res == RES_OP1) result = op1;
    else if (res == RES_ADD) {
      result = typedAdd(op0, op1);
      if (result == 0) return errorCode;
    } else if (res == RES_MUL) {
      result = typedMul(op0, op1);
      if (result == 0) return errorCode;
    }
  }
  if (!dstKnown) {
    if (opcode == ASSERT && result != 0) dst = result;
    else if (opcode == CALL) dst = fpCell();
    else return fail(errors.NO_DST);
  }

  // The execution segment may move when it grows, so from here on addresses are cells, not bytes.
  if (op0Deduced) {
    const failed = insert(segmentOf(op0Address), offsetOf(op0Address), op0, 0, op0FromBuiltin);
    if (failed != 0) return failed;
  }
  if (op1Deduced) {
    const failed = insert(segmentOf(op1Address), offsetOf(op1Address), op1, 0, op1FromBuiltin);
    if (failed != 0) return failed;
  }
  if (!dstKnown) {
    const failed = insert(segmentOf(dstAddress), offsetOf(dstAddress), dst, 0, false);
    if (failed != 0) return failed;
  }

  if (opcode == ASSERT) {
    if (result == 0) return fail(errors.UNCONSTRAINED_ASSERT);
    if (!same(result, dst)) return fail(errors.ASSERT_FAILED, dst, result);
  } else if (opcode == CALL) {
    if (!same(op0, returnPc)) return fail(errors.RETURN_PC, op0, returnPc);
    if (!same(dst, fpCell())) return fail(errors.RETURN_FP, dst, fpCell());
  }

  markAccessed(segmentOf(dstAddress), offsetOf(dstAddress));
  markAccessed(segmentOf(op0Address), offsetOf(op0Address));
  markAccessed(segmentOf(op1Address), offsetOf(op1Address));
  markAccessed(pcSegment, pcOffset);

  if (extension == BLAKE || extension == BLAKE_FINALIZE) {
    const failed = blake(dstAddress, op0Address, op1Address);
    if (failed != 0) return failed;
    blakes++;
  }
  return update(dst, op1, result, returnPc);
}

// Updates fp first, then ap, then pc. If a later update fails, the earlier ones are visible in the traceback, as in the reference.
function update(dst: u64, op1: u64, result: u64, next: u64): u32 {
  const oldAp = ap;
  if (opcode == CALL) fp = ap + 16;
  else if (opcode == RET) {
    let offset: u64;
    if (isPointer(dst)) offset = offsetOf(dst);
    else if ((dst & TAG) == SMALL) offset = dst >> 2;
    else return fail(errors.FELT_TO_USIZE, dst);
    if (offset > MAX_AP) return fail(isPointer(dst) ? errors.SEGMENT_FULL : errors.FELT_TO_USIZE, dst);
    fp = execBase + ((<u32>offset) << 3);
  }
  if (apUpdate == 1) {
    if (result == 0) return fail(errors.UNCONSTRAINED_AP);
    const moved = typedAdd(apCell(), result);
    if (moved == 0) return errorCode;
    if (offsetOf(moved) > MAX_AP) return fail(errors.SEGMENT_FULL);
    ap = execBase + (offsetOf(moved) << 3);
  } else if (apUpdate == 2) ap = oldAp + 8;
  else if (opcode == CALL) ap = oldAp + 16;
  let newPc = next;
  if (pcUpdate == PC_JUMP) {
    if (!isPointer(result)) return fail(errors.UNCONSTRAINED_JUMP);
    newPc = result;
  } else if (pcUpdate == PC_JUMP_REL) {
    if (isPointer(result)) return fail(errors.JUMP_REL_POINTER);
    newPc = typedAdd(pcCell(), result);
    if (newPc == 0) return errorCode;
  } else if (pcUpdate == PC_JNZ && dst != ZERO) {
    newPc = typedAdd(pcCell(), op1);
    if (newPc == 0) return errorCode;
  }
  pcSegment = segmentOf(newPc);
  pcOffset = offsetOf(newPc);
  return 0;
}

/** A cell as a u32, with the errors of the reference. */
function readWord(address: u64, out: u32): u32 {
  const cell = read(address);
  if (cell == 0) return fail(errors.UNKNOWN_CELL, address);
  if (!isFelt(cell)) return fail(errors.EXPECTED_INTEGER, address);
  if ((cell & TAG) != SMALL || cell >> 34 != 0) return fail(errors.FELT_TO_U32, cell);
  store<u32>(out, <u32>(cell >> 2));
  return 0;
}

function readWords(address: u64, count: u32, out: u32): u32 {
  const base = read(address);
  if (base == 0) return fail(errors.UNKNOWN_CELL, address);
  if (!isPointer(base)) return fail(errors.EXPECTED_RELOCATABLE, address);
  for (let i: u32 = 0; i < count; i++) {
    const cell = shifted(base, <i32>i);
    if (cell == 0) return errorCode;
    const failed = readWord(cell, out + (i << 2));
    if (failed != 0) return failed;
  }
  return 0;
}

function blake(dstAddress: u64, op0Address: u64, op1Address: u64): u32 {
  let failed = readWord(dstAddress, spare);
  if (failed != 0) return failed;
  const counter = load<u32>(spare);
  failed = readWords(op0Address, 8, state);
  if (failed != 0) return failed;
  failed = readWords(op1Address, 16, message);
  if (failed != 0) return failed;
  const out = read(apCell());
  if (out == 0) return fail(errors.UNKNOWN_CELL, apCell());
  if (!isPointer(out)) return fail(errors.EXPECTED_RELOCATABLE, apCell());
  blake2sCompress(state, message, counter, extension == BLAKE_FINALIZE);
  for (let i: u32 = 0; i < 8; i++) {
    const cell = shifted(out, <i32>i);
    if (cell == 0) return errorCode;
    failed = insert(segmentOf(cell), offsetOf(cell), smallCell(load<u32>(state + (i << 2))), 0, false);
    if (failed != 0) return failed;
    markAccessed(segmentOf(cell), offsetOf(cell));
  }
  return 0;
}
