// Temporary segments (Cairo 0). Addresses in them are relocated immediately, their cells at the end of the run.
import { allocate } from './arena';
import { HOST, isPointer, offsetOf, pointerCell, segmentOf, VALUE } from './cells';
import { entryOf, insert, markAccessed, segmentSize } from './segments';
import {
  table,
  tableLength,
  tailBase,
  tailCapacity,
  temporaryCapacity,
  temporaryLength,
  temporaryTable,
} from './state';

const LAST_SEGMENT: u32 = 0x0fffffff;

/** Adds a temporary segment. Returns its index from 0, or -1 if memory is exhausted. */
export function addTemporary(): i32 {
  if (temporaryLength == temporaryCapacity) {
    const wanted = temporaryCapacity == 0 ? 16 : temporaryCapacity * 2;
    const at = allocate((<u64>wanted) << 4);
    if (at == 0) return -1;
    memory.copy(at, temporaryTable, temporaryLength << 4);
    temporaryTable = at;
    temporaryCapacity = wanted;
  }
  const entry = temporaryTable + (temporaryLength << 4);
  store<u64>(entry, 0);
  store<u64>(entry, 0, 8);
  temporaryLength++;
  return <i32>(temporaryLength - 1);
}

// Relocates the values that point into the segment, as the reference does when it reads them.
function readdress(base: u32, cells: u32, segment: u32, to: u64): void {
  for (let at = base, end = base + (cells << 3); at < end; at += 8) {
    const cell = load<u64>(at);
    if (!isPointer(cell) || segmentOf(cell) != segment) continue;
    const moved = pointerCell(segmentOf(to), offsetOf(to) + offsetOf(cell));
    store<u64>(at, moved | (cell & HOST));
  }
}

/** Sets the relocation target of a temporary segment, an address as a cell. */
export function relocateTo(temporary: u32, to: u64): void {
  const segment = LAST_SEGMENT - temporary;
  // Segment 0 holds the bytecode, which has no addresses; the cells after it are in the tail.
  for (let i: u32 = 1; i < tableLength; i++) {
    const entry = table + (i << 4);
    readdress(load<u32>(entry), load<u32>(entry, 4), segment, to);
  }
  readdress(tailBase, tailCapacity, segment, to);
  for (let i: u32 = 0; i < temporaryLength; i++) {
    const entry = temporaryTable + (i << 4);
    readdress(load<u32>(entry), load<u32>(entry, 4), segment, to);
  }
}

/** Moves the cells of a temporary segment to an address. Returns 0 or the error code. */
export function moveCells(temporary: u32, to: u64): u32 {
  const segment = LAST_SEGMENT - temporary;
  const size = segmentSize(segment);
  for (let i: u32 = 0; i < size; i++) {
    const cell = load<u64>(load<u32>(entryOf(segment)) + (i << 3));
    if (cell == 0) continue;
    const failed = insert(segmentOf(to), offsetOf(to) + i, cell & VALUE, HOST, false);
    if (failed != 0) return failed;
    if ((cell & HOST) == 0) markAccessed(segmentOf(to), offsetOf(to) + i);
  }
  const entry = entryOf(segment);
  store<u32>(entry, 0, 4);
  return 0;
}
