// The functions for the driver (src/cairo/wasm). Temporary segments have negative numbers there. Felts and addresses are
// passed in a small buffer: felts as 32 bytes, addresses as two words (segment, offset).
import { expectSignature } from '../expectedSignature';
import { allocate, release, top } from './arena';
import { io, putCell, segmentNumber } from './buffer';
import { verifyDeductions, verifyInputs } from './builtins';
import {
  BIG,
  cellAt,
  HOST,
  isPointer,
  offsetOf,
  POINTER,
  pointerCell,
  SMALL,
  segmentOf,
  TAG,
  VALUE,
  ZERO,
} from './cells';
import { nodeBytes, openNode, startCounting, stopCounting } from './counters';
import { blockSize, decodeClass, placeBlock } from './decode';
import { OUT_OF_MEMORY } from './errorCodes.generated';
import { fail } from './errors';
import { requestedHint, syscallPointer } from './hints';
import { openMachine, popRun, pushRun } from './runStack';
import {
  accessedCells,
  addSegment,
  addSignature,
  cellAddress,
  entryOf,
  getCell,
  insert,
  segmentSize,
} from './segments';
import {
  allocationFp,
  allocationPc,
  ap,
  blakes,
  endSegment,
  errorA,
  errorB,
  errorC,
  errorCode,
  excludedArc,
  execBase,
  fp,
  leastGas,
  nextObject,
  pcOffset,
  pcSegment,
  steps,
  tableLength,
} from './state';
import { run } from './stepLoop';
import { addTemporary, moveCells, relocateTo } from './temporary';

export * from './dictionaryExports';
export {
  addTemporary as vmAddTemporary,
  blockSize as vmBlockSize,
  decodeClass as vmDecode,
  nodeBytes as vmNodeBytes,
  openMachine as vmOpen,
  openNode as vmOpenNode,
  placeBlock as vmPlace,
  popRun as vmPop,
  pushRun as vmPush,
  release as vmRelease,
  run as vmRun,
  startCounting as vmStartCounting,
  stopCounting as vmStopCounting,
  verifyDeductions as vmVerifyDeductions,
  verifyInputs as vmVerifyInputs,
};

const STACK_CELLS: u32 = 512;

/** The address of the buffer for arguments and results. */
export function vmBuffer(): u32 {
  return io;
}

/** Prepares the check of a signature. The buffer has the sender, hash, r and s, and then the smaller y for x = r. */
export function vmExpectSignature(): bool {
  return expectSignature(io, io, io + 32, io + 64, io + 96);
}

export function vmTop(): u32 {
  return top;
}

export function vmAllocate(bytes: u32): u32 {
  return allocate(bytes);
}

/** Sets the registers for the start of a run: its first instruction, the end of its stack, and the segment that ends it. */
export function vmStart(offset: u32, stack: u32, end: u32): void {
  pcSegment = 0;
  pcOffset = offset;
  ap = execBase + (stack << 3);
  fp = ap;
  endSegment = end;
}

export function vmAp(): u32 {
  return (ap - execBase) >> 3;
}

export function vmFp(): u32 {
  return (fp - execBase) >> 3;
}

export function vmPcSegment(): i32 {
  return <i32>(pcSegment << 4) >> 4;
}

export function vmPcOffset(): u32 {
  return pcOffset;
}

export function vmSteps(): u32 {
  return steps;
}

export function vmBlakes(): u32 {
  return blakes;
}

/** The lowest gas counter after any withdrawal of gas in the run. */
export function vmLeastGas(): f64 {
  return <f64>leastGas;
}

/** Where the last segment was allocated or the last system call was made; vmAllocationFp is 0 if there was none. */
export function vmAllocationPc(): u32 {
  return allocationPc;
}

export function vmAllocationFp(): u32 {
  return allocationFp;
}

export function vmSegmentCount(): u32 {
  return tableLength;
}

/** The address of a segment's first cell. */
export function vmSegmentBase(segment: u32): u32 {
  return load<u32>(entryOf(segment));
}

/** The number of the hint that stopped the run. */
export function vmRequestedHint(): u32 {
  return requestedHint;
}

/** Writes the address of the waiting syscall to the buffer. */
export function vmSyscall(): void {
  store<u32>(io, segmentOf(syscallPointer));
  store<u32>(io, offsetOf(syscallPointer), 4);
}

/** The code of the last error. Writes its operands to the buffer as cells. */
export function vmError(): u32 {
  store<u64>(io, errorA);
  store<u64>(io, errorB, 8);
  store<u64>(io, errorC, 16);
  return errorCode;
}

export function vmExcludedArc(): u32 {
  return excludedArc;
}

export function vmSetExcludedArc(arc: u32): void {
  excludedArc = arc;
}

/** The address for the next object of constant size, as src/cairo/pointer.ts writes it; 0 if there was none yet. */
export function vmNextObject(): f64 {
  return <f64>(nextObject >> 2);
}

export function vmSetNextObject(address: f64): void {
  nextObject = ((<u64>address) << 2) | POINTER;
}

/** Adds a segment and returns its number. The second one is the stack, which every instruction uses. */
export function vmAddSegment(): i32 {
  return addSegment(0, tableLength == 1 ? STACK_CELLS : 0);
}

export function vmSetKind(segment: u32, kind: u32): void {
  store<u32>(entryOf(segment), kind, 12);
}

export function vmSegmentSize(segment: i32): u32 {
  return segmentSize(segmentNumber(segment));
}

export function vmAccessedCells(segment: i32): u32 {
  return accessedCells(segmentNumber(segment));
}

export function vmMarkAccessed(segment: i32, offset: u32, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const at = cellAddress(segmentNumber(segment), offset + i);
    if (at != 0) store<u64>(at, load<u64>(at) & VALUE);
  }
}

/** Writes the value of a cell to the buffer and returns its kind. */
export function vmRead(segment: i32, offset: u32): u32 {
  return putCell(getCell(segmentNumber(segment), offset));
}

/** The felt in a cell if it is below 2^53; otherwise -1. */
export function vmNumber(segment: i32, offset: u32): f64 {
  const cell = getCell(segmentNumber(segment), offset);
  return (cell & TAG) == SMALL && cell >> 55 == 0 ? <f64>(cell >> 2) : -1;
}

/** Writes the felt in the buffer to a cell. Returns 0 or the error code. */
export function vmWriteFelt(segment: i32, offset: u32): u32 {
  return insert(segmentNumber(segment), offset, cellAt(io), HOST, false);
}

export function vmWriteAddress(segment: i32, offset: u32, toSegment: i32, toOffset: u32): u32 {
  return insert(segmentNumber(segment), offset, pointerCell(segmentNumber(toSegment), toOffset), HOST, false);
}

/** Registers the signature in the buffer (r, s) for a public key's cell. */
export function vmAddSignature(offset: u32): u32 {
  return addSignature(offset, io) ? 0 : fail(OUT_OF_MEMORY);
}

/** Writes zeros to the unknown cells of a segment below an offset. Returns 0 or the error code. */
export function vmFillZeros(segment: u32, end: u32): u32 {
  // Starts at the end, so that the segment grows only once.
  for (let offset = end; offset > 0; ) {
    offset--;
    if (getCell(segment, offset) != 0) continue;
    const failed = insert(segment, offset, ZERO, HOST, false);
    if (failed != 0) return failed;
  }
  return 0;
}

export function vmRelocateTo(temporary: u32, segment: i32, offset: u32): void {
  relocateTo(temporary, pointerCell(segmentNumber(segment), offset));
}

export function vmMoveCells(temporary: u32, segment: i32, offset: u32): u32 {
  return moveCells(temporary, pointerCell(segmentNumber(segment), offset));
}
