// The stack of runs. A run's registers are saved below all allocations of the run on top of it, so that the end of the upper
// run is one release of the arena.
import { allocate, openArena, release, reserveZone, sealFelts, top } from './arena';
import { clearOutputCache } from './builtins';
import { HEADER } from './decode';
import { NO_ARC } from './numbers.generated';
import { addSegment, setEntry } from './segments';
import {
  allocationFp,
  allocationPc,
  ap,
  blakes,
  bytecodeLength,
  code,
  codeLength,
  counting,
  dictionaryCount,
  endSegment,
  excludedArc,
  fp,
  hintCursor,
  hintData,
  hintIndex,
  hintsLeft,
  leastGas,
  NO_WITHDRAWAL,
  nextObject,
  pcOffset,
  pcSegment,
  signatures,
  squashMemory,
  squashMemoryBytes,
  steps,
  table,
  tableCapacity,
  tableLength,
  tailBase,
  tailCapacity,
  temporaryCapacity,
  temporaryLength,
  temporaryTable,
} from './state';

const SAVED: u32 = 128;
/** The initial memory for runs; few need more. */
const ARENA_BYTES: u32 = 4 << 20;

/** The address of the zone of decoded classes, and of the newest saved run. */
let zone: u32 = 0;
let saved: u32 = 0;
let currentBlock: u32 = 0;
let depth: u32 = 0;

/** Lays out the instance's memory; called once. */
export function openMachine(zoneBytes: u32): u32 {
  if (zone == 0) {
    // Grows the memory once for both, since each growth takes the host milliseconds.
    zone = reserveZone(zoneBytes + ARENA_BYTES);
    openArena(zone + zoneBytes);
  }
  return zone;
}

/** Starts a run of the class at `block` with its program segment. Returns false if memory is exhausted. */
export function pushRun(block: u32): bool {
  const mark = top;
  sealFelts();
  const at = allocate(SAVED);
  if (at == 0) return false;
  store<u32>(at, ap);
  store<u32>(at, fp, 4);
  store<u32>(at, pcSegment, 8);
  store<u32>(at, pcOffset, 12);
  store<u32>(at, steps, 16);
  store<u32>(at, blakes, 20);
  store<u32>(at, table, 24);
  store<u32>(at, tableLength, 28);
  store<u32>(at, tableCapacity, 32);
  store<u32>(at, currentBlock, 36);
  store<u32>(at, tailBase, 40);
  store<u32>(at, tailCapacity, 44);
  store<u32>(at, endSegment, 48);
  store<u32>(at, hintCursor, 52);
  store<u32>(at, hintsLeft, 56);
  store<u32>(at, excludedArc, 60);
  store<u32>(at, signatures, 64);
  store<u32>(at, saved, 68);
  store<u32>(at, mark, 72);
  store<u32>(at, temporaryTable, 76);
  store<u32>(at, temporaryLength, 80);
  store<u32>(at, temporaryCapacity, 84);
  store<u64>(at, leastGas, 88);
  store<u32>(at, dictionaryCount, 96);
  store<u32>(at, squashMemory, 100);
  store<u32>(at, squashMemoryBytes, 104);
  store<u32>(at, allocationPc, 108);
  store<u32>(at, allocationFp, 112);
  store<u32>(at, counting, 116);
  store<u64>(at, nextObject, 120);
  saved = at;
  depth++;
  currentBlock = block;
  table = 0;
  tableLength = 0;
  tableCapacity = 0;
  temporaryTable = 0;
  temporaryLength = 0;
  temporaryCapacity = 0;
  tailBase = 0;
  tailCapacity = 0;
  steps = 0;
  blakes = 0;
  hintCursor = 0;
  hintsLeft = 0;
  excludedArc = NO_ARC;
  leastGas = NO_WITHDRAWAL;
  allocationFp = 0;
  counting = 0;
  nextObject = 0;
  signatures = 0;
  dictionaryCount = 0;
  squashMemory = 0;
  squashMemoryBytes = 0;
  clearOutputCache();
  if (addSegment(0, 0) < 0) return false;
  useBlock(block);
  return true;
}

function useBlock(block: u32): void {
  bytecodeLength = load<u32>(block, 4);
  codeLength = bytecodeLength + 2;
  code = block + load<u32>(block, 12);
  hintIndex = block + load<u32>(block, 16);
  hintData = block + load<u32>(block, 20);
  setEntry(0, block + HEADER, bytecodeLength, 0);
}

/** Drops the top run and everything it allocated, and restores the run below. */
export function popRun(): void {
  const at = saved;
  ap = load<u32>(at);
  fp = load<u32>(at, 4);
  pcSegment = load<u32>(at, 8);
  pcOffset = load<u32>(at, 12);
  steps = load<u32>(at, 16);
  blakes = load<u32>(at, 20);
  table = load<u32>(at, 24);
  tableLength = load<u32>(at, 28);
  tableCapacity = load<u32>(at, 32);
  tailBase = load<u32>(at, 40);
  tailCapacity = load<u32>(at, 44);
  endSegment = load<u32>(at, 48);
  hintCursor = load<u32>(at, 52);
  hintsLeft = load<u32>(at, 56);
  excludedArc = load<u32>(at, 60);
  signatures = load<u32>(at, 64);
  temporaryTable = load<u32>(at, 76);
  temporaryLength = load<u32>(at, 80);
  temporaryCapacity = load<u32>(at, 84);
  leastGas = load<u64>(at, 88);
  dictionaryCount = load<u32>(at, 96);
  squashMemory = load<u32>(at, 100);
  squashMemoryBytes = load<u32>(at, 104);
  allocationPc = load<u32>(at, 108);
  allocationFp = load<u32>(at, 112);
  counting = load<u32>(at, 116);
  nextObject = load<u64>(at, 120);
  currentBlock = load<u32>(at, 36);
  saved = load<u32>(at, 68);
  release(load<u32>(at, 72));
  clearOutputCache();
  depth--;
  if (depth != 0) {
    useBlock(currentBlock);
    setEntry(1, load<u32>(table + 16), load<u32>(table + 16, 4), 0);
  }
}
