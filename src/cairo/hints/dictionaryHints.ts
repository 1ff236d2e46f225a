import type { Felt } from '../../felt/felt.ts';
import { readFelt, readPointer, shiftPointer, sizeOf } from '../cells.ts';
import { pointer } from '../pointer.ts';
import { OperandError, VmError } from '../vmError.ts';
import type { CoreHint } from './coreHint.ts';
import type { HintHost } from './hintHost.ts';
import { addressOf, bufferOfOperand, type CellRef, cellOfOperand, feltOfOperand } from './operand.ts';
import type { Squash } from './squash.ts';

const ACCESS_CELLS = 3;
const RANGE_CHECK_BOUND = 1n << 128n;

function squashOf(host: HintHost): Squash {
  const { squash } = host.scope.dictionaries;
  if (squash === undefined) throw new VmError('Variable dict_squash_exec_scope not present in current execution scope');
  return squash;
}

function requireKey(squash: Squash): void {
  if (squash.keysLeft === 0) throw new VmError('No keys left to squash.');
}

/** The number of accesses of the current key that are left. */
function accessesLeft(squash: Squash): number {
  requireKey(squash);
  return squash.accessesLeft;
}

function currentAccess(squash: Squash): number {
  if (accessesLeft(squash) === 0) throw new VmError('No accesses of the current key left to squash.');
  return squash.currentAccess;
}

const write = (host: HintHost, cell: CellRef, value: number | bigint): void =>
  host.set(addressOf(host, cell), BigInt(value) as Felt);

/** Hints of the dictionaries: their creation, entries and squashing. */
export const DICTIONARY_HINTS = {
  AllocFelt252Dict(host, [arena]) {
    const end = bufferOfOperand(host, arena!);
    const count = sizeOf(readFelt(host, shiftPointer(end, -2)));
    const infos = readPointer(host, shiftPointer(end, -3));
    const segment = host.addSegment();
    host.scope.dictionaries.add(segment);
    host.set(shiftPointer(infos, 3 * count), pointer(segment, 0));
  },
  Felt252DictEntryInit(host, [dict, key]) {
    const entry = bufferOfOperand(host, dict!);
    host.set(shiftPointer(entry, 1), host.scope.dictionaries.read(entry, feltOfOperand(host, key!)));
  },
  Felt252DictEntryUpdate(host, [dict, value]) {
    const end = bufferOfOperand(host, dict!);
    let key: Felt;
    try {
      key = readFelt(host, bufferOfOperand(host, dict!, -3n));
    } catch (error) {
      if (error instanceof VmError) throw new OperandError(error.message);
      throw error;
    }
    host.scope.dictionaries.write(end, key, cellOfOperand(host, value!));
  },
  GetSegmentArenaIndex(host, [end], [index]) {
    write(host, index!, host.scope.dictionaries.indexOf(bufferOfOperand(host, end!)));
  },
  InitSquashData(host, [accesses, , count], [bigKeys, firstKey]) {
    const start = bufferOfOperand(host, accesses!);
    const total = sizeOf(feltOfOperand(host, count!));
    const keys: Felt[] = [];
    for (let i = 0; i < total; i++) keys.push(readFelt(host, shiftPointer(start, i * ACCESS_CELLS)));
    if (total === 0) throw new VmError('No keys left to squash.');
    const squash = host.scope.dictionaries.startSquash(start, keys);
    write(host, bigKeys!, squash.largestKey < RANGE_CHECK_BOUND ? 0 : 1);
    write(host, firstKey!, squash.currentKey);
  },
  GetCurrentAccessIndex(host, [rangeCheck]) {
    const index = currentAccess(squashOf(host));
    host.set(bufferOfOperand(host, rangeCheck!), BigInt(index) as Felt);
  },
  ShouldSkipSquashLoop(host, _, [skip]) {
    write(host, skip!, accessesLeft(squashOf(host)) > 1 ? 0 : 1);
  },
  GetCurrentAccessDelta(host, _, [delta]) {
    const squash = squashOf(host);
    const before = currentAccess(squash);
    squash.advanceAccess();
    write(host, delta!, currentAccess(squash) - before - 1);
  },
  ShouldContinueSquashLoop(host, _, [go]) {
    write(host, go!, accessesLeft(squashOf(host)) > 1 ? 1 : 0);
  },
  GetNextDictKey(host, _, [key]) {
    const squash = squashOf(host);
    if (accessesLeft(squash) !== 1) throw new VmError('Key popped but not all accesses were processed.');
    squash.advanceKey();
    requireKey(squash);
    write(host, key!, squash.currentKey);
  },
} as const satisfies Record<string, CoreHint>;
