import type { Felt } from '../../felt/felt.ts';
import { readFelt, readPointer, shiftPointer, sizeOf } from '../cells.ts';
import { pointer } from '../pointer.ts';
import { OperandError, VmError } from '../vmError.ts';
import type { CoreHint } from './coreHint.ts';
import type { HintHost } from './hintHost.ts';
import { addressOf, bufferOfOperand, type CellRef, cellOfOperand, feltOfOperand } from './operand.ts';
import { SquashData } from './squashData.ts';

const ACCESS_CELLS = 3;
const RANGE_CHECK_BOUND = 1n << 128n;

function squashData(host: HintHost): SquashData {
  if (host.scope.squash === undefined)
    throw new VmError('Variable dict_squash_exec_scope not present in current execution scope');
  return host.scope.squash;
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
    const data = new SquashData(keys);
    host.scope.squash = data;
    const first = data.currentKey;
    write(host, bigKeys!, data.keys[0]! < RANGE_CHECK_BOUND ? 0 : 1);
    write(host, firstKey!, first);
  },
  GetCurrentAccessIndex(host, [rangeCheck]) {
    const data = squashData(host);
    host.set(bufferOfOperand(host, rangeCheck!), BigInt(data.currentIndex) as Felt);
  },
  ShouldSkipSquashLoop(host, _, [skip]) {
    write(host, skip!, squashData(host).currentIndices.length > 1 ? 0 : 1);
  },
  GetCurrentAccessDelta(host, _, [delta]) {
    const data = squashData(host);
    const before = data.nextIndex();
    write(host, delta!, data.currentIndex - before - 1);
  },
  ShouldContinueSquashLoop(host, _, [go]) {
    write(host, go!, squashData(host).currentIndices.length > 1 ? 1 : 0);
  },
  GetNextDictKey(host, _, [key]) {
    write(host, key!, squashData(host).nextKey());
  },
} as const satisfies Record<string, CoreHint>;
