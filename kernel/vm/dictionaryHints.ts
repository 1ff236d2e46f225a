// Fast paths for the hints of dictionaries (src/cairo/hints/dictionaryHints.ts is the definition). Dictionaries are always in the
// kernel; the driver's hints use them through dictionaryExports.ts.
import { add, isFelt, isPointer, ONE, offsetOf, pointerCell, SMALL, segmentOf, smallCell, TAG, ZERO } from './cells';
import { addDictionary, dictionaryOf, readDictionary, writeDictionary } from './dictionaries';
import {
  ALLOC_FELT252_DICT,
  FELT252_DICT_ENTRY_INIT,
  FELT252_DICT_ENTRY_UPDATE,
  GET_CURRENT_ACCESS_DELTA,
  GET_CURRENT_ACCESS_INDEX,
  GET_NEXT_DICT_KEY,
  GET_SEGMENT_ARENA_INDEX,
  INIT_SQUASH_DATA,
  SHOULD_CONTINUE_SQUASH_LOOP,
  SHOULD_SKIP_SQUASH_LOOP,
} from './hintKinds.generated';
import { free, pointerValue, target, value, write } from './hintOperands';
import { MAX_SEGMENT_CELLS } from './numbers.generated';
import { PLAIN } from './segmentKinds.generated';
import { addSegment, entryOf, getCell } from './segments';
import {
  accessesLeft,
  advanceAccess,
  advanceKey,
  currentAccess,
  currentKey,
  keysLeft,
  largestKey,
  squashing,
  startSquash,
} from './squash';

/** An address moved back by some cells; 0 if there is none. */
function before(address: u64, cells: u32): u64 {
  return offsetOf(address) < cells ? 0 : pointerCell(segmentOf(address), offsetOf(address) - cells);
}

function cellOf(address: u64): u64 {
  return address == 0 ? 0 : getCell(segmentOf(address), offsetOf(address));
}

/** Whether a cell of a plain segment can be written. */
function isPlainCell(address: u64): bool {
  const entry = entryOf(segmentOf(address));
  return entry != 0 && load<u32>(entry, 12) == PLAIN && offsetOf(address) < MAX_SEGMENT_CELLS;
}

function allocDictionary(operands: u32): bool {
  const end = pointerValue(operands);
  if (end == 0) return false;
  const count = cellOf(before(end, 2));
  const infos = cellOf(before(end, 3));
  if ((count & TAG) != SMALL || count >> 2 >= <u64>MAX_SEGMENT_CELLS || !isPointer(infos)) return false;
  const info = add(infos, smallCell(3 * (count >> 2)));
  // Nothing may fail after a segment was added.
  if (!free(info) || !isPlainCell(info)) return false;
  const segment = addSegment(PLAIN, 0);
  return segment >= 0 && addDictionary(<u32>segment) && write(info, pointerCell(<u32>segment, 0));
}

function entryInit(operands: u32): bool {
  const entry = pointerValue(operands);
  const key = value(operands + 16);
  if (entry == 0 || !isFelt(key) || offsetOf(entry) >= MAX_SEGMENT_CELLS) return false;
  const dictionary = dictionaryOf(segmentOf(entry));
  const previous = pointerCell(segmentOf(entry), offsetOf(entry) + 1);
  return dictionary != 0 && free(previous) && write(previous, readDictionary(dictionary, key));
}

function entryUpdate(operands: u32): bool {
  const end = pointerValue(operands);
  if (end == 0) return false;
  const key = cellOf(before(end, 3));
  const cell = value(operands + 16);
  const dictionary = dictionaryOf(segmentOf(end));
  return isFelt(key) && cell != 0 && dictionary != 0 && writeDictionary(dictionary, key, cell);
}

function arenaIndex(operands: u32): bool {
  const end = pointerValue(operands);
  const dst = target(operands + 16);
  if (end == 0 || !free(dst)) return false;
  const dictionary = dictionaryOf(segmentOf(end));
  return dictionary != 0 && write(dst, smallCell(load<u32>(dictionary)));
}

function initSquash(operands: u32): bool {
  const start = pointerValue(operands);
  const count = value(operands + 32);
  const bigKeys = target(operands + 48);
  const firstKey = target(operands + 64);
  if (start == 0 || (count & TAG) != SMALL || count >> 2 == 0 || count >> 2 >= <u64>MAX_SEGMENT_CELLS) return false;
  if (!free(bigKeys) || !free(firstKey) || bigKeys == firstKey) return false;
  if (!startSquash(segmentOf(start), offsetOf(start), <u32>(count >> 2))) return false;
  return write(bigKeys, exceeds128(largestKey()) ? ONE : ZERO) && write(firstKey, currentKey());
}

function exceeds128(felt: u64): bool {
  if ((felt & TAG) == SMALL) return false;
  const words = <u32>(felt >> 2);
  return (load<u64>(words, 16) | load<u64>(words, 24)) != 0;
}

/** Whether there is a current access. */
function hasAccess(): bool {
  return squashing() && keysLeft() != 0 && accessesLeft() != 0;
}

function accessIndex(operands: u32): bool {
  const dst = pointerValue(operands);
  return hasAccess() && dst != 0 && free(dst) && write(dst, smallCell(currentAccess()));
}

function accessDelta(operands: u32): bool {
  const dst = target(operands);
  if (!hasAccess() || accessesLeft() == 1 || !free(dst)) return false;
  const previous = currentAccess();
  advanceAccess();
  return write(dst, smallCell(currentAccess() - previous - 1));
}

function nextKey(operands: u32): bool {
  const dst = target(operands);
  if (!hasAccess() || accessesLeft() != 1 || keysLeft() == 1 || !free(dst)) return false;
  advanceKey();
  return write(dst, currentKey());
}

/** Whether the current key has more accesses (`expected`) or not. */
function moreAccesses(operands: u32, expected: bool): bool {
  const dst = target(operands);
  return squashing() && keysLeft() != 0 && free(dst) && write(dst, accessesLeft() > 1 == expected ? ONE : ZERO);
}

/** Runs a hint of dictionaries in the usual case; otherwise it returns false and has changed nothing. */
export function performDictionaryHint(kind: u32, operands: u32): bool {
  switch (kind) {
    case ALLOC_FELT252_DICT:
      return allocDictionary(operands);
    case FELT252_DICT_ENTRY_INIT:
      return entryInit(operands);
    case FELT252_DICT_ENTRY_UPDATE:
      return entryUpdate(operands);
    case GET_SEGMENT_ARENA_INDEX:
      return arenaIndex(operands);
    case INIT_SQUASH_DATA:
      return initSquash(operands);
    case GET_CURRENT_ACCESS_INDEX:
      return accessIndex(operands);
    case SHOULD_SKIP_SQUASH_LOOP:
      return moreAccesses(operands, false);
    case GET_CURRENT_ACCESS_DELTA:
      return accessDelta(operands);
    case SHOULD_CONTINUE_SQUASH_LOOP:
      return moreAccesses(operands, true);
    case GET_NEXT_DICT_KEY:
      return nextKey(operands);
    default:
      return false;
  }
}
