import type { Buffer } from '../casm/buffer.ts';
import type { Builder, PlaceTuple } from '../casm/builder.ts';
import { type Place, place } from '../casm/cell.ts';
import { RANGE_CHECK, STEP } from '../prices.ts';
import { retype } from './conversions.ts';
import { always, type Descriptor, type Family, type Libfunc, libfunc, takeParams, template } from './libfunc.ts';
import { single } from './memory.ts';

// A dictionary access has a key, the previous value and the new value.
const ACCESS = 3n;

// Squashing has a cost per key and per access. Every access is charged as if its key were new, and the squash refunds the
// difference for repeated keys.
const NEW_KEY = 46 * STEP + 6 * RANGE_CHECK;
const REPEATED = 9 * STEP + RANGE_CHECK;
const SQUASH = 57 * STEP + 3 * RANGE_CHECK;

const create = (): Libfunc =>
  template(
    ['buffer'],
    (b, [arena]) => {
      b.hint('AllocFelt252Dict', { segment_arena_ptr: arena });
      const infos = b.temp(b.at(arena, -3));
      const segments = b.temp(b.at(arena, -2));
      const finalized = b.temp(b.at(arena, -1));
      b.push(arena, infos);
      b.push(arena, b.temp(b.add(segments, 1n)));
      b.push(arena, finalized);
      const offset = b.temp(b.mul(segments, ACCESS));
      const info = b.temp(b.add(infos, offset));
      b.done(arena, b.at(info, 0));
    },
    { extra: 8 * STEP },
  );

const entryGet = (): Libfunc =>
  template(
    ['buffer', 'cell'],
    (b, [dict, key]) => {
      b.hint('Felt252DictEntryInit', { dict_ptr: dict, key });
      b.push(dict, key);
      const previous = b.next(dict);
      b.next(dict);
      b.done(dict, previous);
    },
    { extra: NEW_KEY },
  );

const entryFinalize = (): Libfunc =>
  template(['buffer', 'cell'], (b, [dict, now]) => {
    b.hint('Felt252DictEntryUpdate', { dict_ptr: dict, value: now });
    b.assert(now, b.at(dict, -1));
    b.done(dict);
  });

/** `count` parameters of an inner function; the last one is right below the return address. */
const parameters = <const N extends number>(count: N): PlaceTuple<N> =>
  Array.from({ length: count }, (_, i) => place('fp', i - count - 2)) as PlaceTuple<N>;

/** Removes the dictionary's segment from the arena and squashes it. */
function writeDestruct(b: Builder): void {
  const [rcStart, gas, arenaStart, end] = parameters(4);
  b.function('Destruct');
  const rc = b.buffer(rcStart);
  const arena = b.buffer(arenaStart);
  const index = b.local();
  const length = b.local();
  b.hint('GetSegmentArenaIndex', { dict_end_ptr: end }, { dict_index: index });
  const infos = b.local(b.at(arena, -3));
  const segments = b.local(b.at(arena, -2));
  const finalized = b.local(b.at(arena, -1));
  b.push(rc, index);
  const last = b.temp(b.sub(segments, 1n));
  b.push(rc, b.temp(b.sub(last, index)));
  const infoOffset = b.temp(b.mul(index, ACCESS));
  const info = b.temp(b.add(infos, infoOffset));
  b.assert(finalized, b.at(info, 2));
  b.assert(end, b.at(info, 1));
  b.push(arena, infos, segments);
  b.push(arena, b.temp(b.add(finalized, 1n)));
  b.temp(rc);
  const start = b.temp(b.at(info, 0));
  b.temp(end);
  b.assert(length, b.sub(end, start));
  const [rcAfter, squashedEnd, squashedStart] = b.call('Squash', 3);
  const squashedLength = b.temp(b.sub(squashedEnd, squashedStart));
  const shorter = b.temp(b.sub(length, squashedLength));
  const repeated = b.temp(b.div(shorter, ACCESS));
  const refund = b.temp(b.mul(repeated, BigInt(NEW_KEY - REPEATED)));
  b.temp(rcAfter);
  b.temp(b.add(gas, refund));
  b.temp(arena);
  b.temp(squashedStart);
  b.temp(squashedEnd);
  b.ret();
}

/** Sets up the squash of all accesses between two pointers. */
function writeSquash(b: Builder): void {
  const [rcStart, start, end] = parameters(3);
  b.function('Squash');
  const length = b.local(b.sub(end, start));
  const firstKey = b.local();
  const bigKeys = b.local();
  const squashed = b.local();
  b.advance(3);
  b.hint('AllocSegment', {}, { dst: squashed });
  b.jumpIf(length, 'NotEmpty');
  b.temp(rcStart);
  b.temp(squashed);
  b.temp(squashed);
  b.ret();
  b.label('NotEmpty');
  const accesses = b.temp(b.div(length, ACCESS));
  b.hint(
    'InitSquashData',
    { dict_accesses: start, ptr_diff: length, n_accesses: accesses },
    { big_keys: bigKeys, first_key: firstKey },
  );
  const rc = b.buffer(rcStart);
  const rcAfter = b.temp();
  b.jumpIf(bigKeys, 'BigKeys');
  b.push(rc, firstKey);
  b.assert(rcAfter, rc);
  b.rescope([]);
  b.jump('Start');
  b.label('BigKeys');
  b.assert(rcAfter, rc);
  const [count] = b.rescope([accesses]);
  b.label('Start');
  b.temp(start);
  b.temp(b.sub(end, 1n));
  b.temp(firstKey);
  b.temp(count);
  b.temp(squashed);
  b.temp(bigKeys);
  b.call('Inner', 2);
  b.temp(squashed);
  b.ret();
}

/** Squashes all accesses of one key and continues with the next. */
function writeInner(b: Builder): void {
  const [rcStart, start, endMinusOne, key, remaining, squashed, bigKeys] = parameters(7);
  b.function('Inner');
  const nextKey = b.local();
  const left = b.local();
  b.hint('GetCurrentAccessIndex', { range_check_ptr: rcStart });
  const first = b.temp(b.at(rcStart, 0));
  const firstOffset = b.temp(b.mul(first, ACCESS));
  const [firstValue, skip] = b.temps(2);
  const firstAccess = b.temp(b.add(start, firstOffset));
  const firstAfter = b.temp(b.at(firstAccess, 2));
  const firstRc = b.temp(b.add(rcStart, 1n));
  b.assert(key, b.at(firstAccess, 0));
  b.assert(key, b.at(squashed, 0));
  b.assert(firstValue, b.at(firstAccess, 1));
  b.assert(firstValue, b.at(squashed, 1));
  b.assert(firstValue, 0n);
  b.hint('ShouldSkipSquashLoop', {}, { should_skip_loop: skip });
  const [access, after, rcNow, skipNow] = b.rescope([firstAccess, firstAfter, firstRc, skip]);
  b.jumpIf(skipNow, 'Last');

  b.label('Loop');
  const [deltaMinusOne, delta, distance, goOn, nextAccess, nextAfter, nextRc] = b.temps(7);
  b.hint('GetCurrentAccessDelta', {}, { index_delta_minus1: deltaMinusOne });
  b.assert(deltaMinusOne, b.at(rcNow, 0));
  b.assert(delta, b.add(deltaMinusOne, 1n));
  b.assert(distance, b.mul(delta, ACCESS));
  b.assert(nextAccess, b.add(access, distance));
  b.assert(after, b.at(nextAccess, 1));
  b.assert(nextAfter, b.at(nextAccess, 2));
  b.assert(key, b.at(nextAccess, 0));
  b.assert(nextRc, b.add(rcNow, 1n));
  b.hint('ShouldContinueSquashLoop', {}, { should_continue: goOn });
  const [goOnNow] = b.rescope([goOn]);
  b.jumpIf(goOnNow, 'Loop');

  b.label('Last');
  const toEnd = b.temp(b.sub(endMinusOne, access));
  b.assert(toEnd, b.at(rcNow, 0));
  const used = b.temp(b.sub(rcNow, rcStart));
  b.assert(after, b.at(squashed, 2));
  const rc = b.buffer(b.add(rcNow, 1n));
  b.assert(left, b.sub(remaining, used));
  b.jumpIf(left, 'More');
  b.temp(rc);
  b.temp(b.add(squashed, ACCESS));
  b.ret();

  b.label('More');
  const passOn = () => {
    b.temp(rc);
    b.temp(start);
    b.temp(endMinusOne);
    b.temp(nextKey);
    b.temp(left);
    b.rescope([]);
  };
  b.hint('GetNextDictKey', {}, { next_key: nextKey });
  b.jumpIf(bigKeys, 'CompareBig');
  const keyPlusOne = b.temp(b.add(key, 1n));
  b.push(rc, b.temp(b.sub(nextKey, keyPlusOne)));
  passOn();
  b.jump('Next');
  b.label('CompareBig');
  writeLessThan(b, rc, key, nextKey);
  passOn();
  b.label('Next');
  b.temp(b.add(squashed, ACCESS));
  b.temp(bigKeys);
  b.call('Inner', 0);
  b.ret();
}

/**
 * Proves x < y for any felts. Two of the arcs 0..x, x..y and y..P-1 are shown to be short; their sum and product identify
 * which two.
 */
function writeLessThan(b: Builder, rc: Buffer, x: Place, y: Place): void {
  b.jumpIf(b.temp(b.sub(x, y)), 'NotEqual');
  b.fail();
  b.label('NotEqual');
  b.hint('AssertLeFindSmallArcs', { range_check_ptr: rc, a: x, b: y });
  // P / 3 and P / 2 divided by 2^128, rounded up.
  const arc = (scale: bigint) => {
    const low = b.temp(b.next(rc));
    const high = b.temp(b.next(rc));
    return b.temp(b.add(low, b.temp(b.mul(high, scale))));
  };
  const short = arc(3544607988759775765608368578435044694n);
  const long = arc(5316911983139663648412552867652567041n);
  const sum = b.temp(b.add(short, long));
  const product = b.temp(b.mul(short, long));
  const notFirst = b.temp();
  b.hint('AssertLeIsFirstArcExcluded', {}, { skip_exclude_a_flag: notFirst });
  b.jumpIf(notFirst, 'NotFirst');
  b.assert(sum, b.add(b.temp(b.mul(x, -1n)), -1n));
  const gap = b.temp(b.sub(x, y));
  const yPlusOne = b.temp(b.add(y, 1n));
  b.assert(product, b.mul(gap, yPlusOne));
  b.jump('Ordered');
  b.label('NotFirst');
  const notSecond = b.temp();
  b.hint('AssertLeIsSecondArcExcluded', {}, { skip_exclude_b_minus_a: notSecond });
  b.jumpIf(notSecond, 'NotSecond');
  const minusY = b.temp(b.mul(y, -1n));
  const upperArc = b.temp(b.add(minusY, -1n));
  b.assert(sum, b.add(x, upperArc));
  b.assert(product, b.mul(x, upperArc));
  b.jump('Ordered');
  b.label('NotSecond');
  // All paths must move ap by the same distance.
  b.temp();
  b.assert(sum, y);
  b.assert(product, b.mul(x, b.temp(b.sub(y, x))));
  b.label('Ordered');
}

/** The only libfunc with inner functions, which include a loop and a recursion. */
const squash: Descriptor = always(
  single({ kind: 'unknown' }, { kind: 'fixed', amount: SQUASH }, ({ builder: b, ap }, args) => {
    b.begin(ap);
    for (const param of takeParams(b, ['buffer', 'cell', 'buffer', 'buffer'], args)) b.temp(param);
    const [rc, gas, arena, start, end] = b.call('Destruct', 5);
    b.jump('Done');
    writeDestruct(b);
    writeSquash(b);
    writeInner(b);
    b.label('Done');
    b.done(rc, gas, arena, [start, end]);
    return b.takeExits();
  }),
);

/** Dictionaries with felt keys. */
export const dictionaryLibfuncs: Family = {
  felt252_dict_new: libfunc('SegmentArena -> SegmentArena, Felt252Dict<T>', create),
  felt252_dict_entry_get: libfunc('Felt252Dict<T>, felt252 -> + Felt252DictEntry<T>, T', entryGet),
  felt252_dict_entry_finalize: libfunc('Felt252DictEntry<T>, T -> + Felt252Dict<T> =0', entryFinalize),
  felt252_dict_squash: libfunc(
    'RangeCheck, GasBuiltin, SegmentArena, Felt252Dict<T> -> ' +
      'RangeCheck $0, GasBuiltin $1, SegmentArena $2, SquashedFelt252Dict<T> $3',
    squash,
  ),
  squashed_felt252_dict_entries: libfunc(
    "SquashedFelt252Dict<T> -> + Array<Struct<'Tuple', felt252, T, T>> =0",
    retype,
  ),
};
