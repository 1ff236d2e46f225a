// The dictionaries of the top run, for hints that the driver runs (src/cairo/wasm/kernelDictionaries.ts).
import { io, putCell, segmentNumber } from './buffer';
import { cellAt, pointerCell } from './cells';
import { addDictionary, dictionaryOf, readDictionary, writeDictionary } from './dictionaries';
import { currentKey, largestKey, startSquash } from './squash';
import { dictionarySeed } from './state';

export {
  accessesLeft as vmAccessesLeft,
  advanceAccess as vmAdvanceAccess,
  advanceKey as vmAdvanceKey,
  currentAccess as vmCurrentAccess,
  keysLeft as vmKeysLeft,
  squashing as vmSquashing,
} from './squash';

/** Sets the seed of the hash tables, once for an instance. */
export function vmSetSeed(low: u32, high: u32): void {
  dictionarySeed = ((<u64>high) << 32) | <u64>low;
}

/** Makes a new segment a dictionary. Returns false if memory is exhausted. */
export function vmAddDictionary(segment: u32): bool {
  return addDictionary(segment);
}

/** The index of a segment's dictionary, or -1. */
export function vmDictionaryIndex(segment: i32): i32 {
  const dictionary = dictionaryOf(segmentNumber(segment));
  return dictionary == 0 ? -1 : <i32>load<u32>(dictionary);
}

/** Replaces the key in the buffer by its value. Returns the value's kind. */
export function vmReadDictionary(segment: i32): u32 {
  return putCell(readDictionary(dictionaryOf(segmentNumber(segment)), cellAt(io)));
}

/** Sets the value of the key in the buffer to the felt after it. Returns false if memory is exhausted. */
export function vmWriteDictionaryFelt(segment: i32): bool {
  return writeDictionary(dictionaryOf(segmentNumber(segment)), cellAt(io), cellAt(io + 32));
}

/** Sets the value of the key in the buffer to an address. */
export function vmWriteDictionaryAddress(segment: i32, toSegment: i32, toOffset: u32): bool {
  const value = pointerCell(segmentNumber(toSegment), toOffset);
  return writeDictionary(dictionaryOf(segmentNumber(segment)), cellAt(io), value);
}

/** Starts squashing accesses whose keys are known felts. Returns false if memory is exhausted. */
export function vmStartSquash(segment: i32, offset: u32, count: u32): bool {
  return startSquash(segmentNumber(segment), offset, count);
}

/** Writes the largest or the current key to the buffer. Returns its kind. */
export function vmLargestKey(): u32 {
  return putCell(largestKey());
}

export function vmCurrentKey(): u32 {
  return putCell(currentKey());
}
