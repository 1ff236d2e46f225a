import { expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import type { Felt } from '../../felt/felt.ts';
import { PersistentVector } from '../../state/persistentVector.ts';
import type { ChainValue } from './chainValue.ts';
import { EventValues, hashedFilter, RunBloom } from './eventBloom.ts';
import { type EventFilter, eventMatcher } from './eventFilter.ts';
import { matchingEvents } from './matchingEvents.ts';

type Event = readonly [address: number, ...keys: number[]];
/** The events of each transaction of each block; the last block is open. */
type Blocks = readonly (readonly (readonly Event[])[])[];

const felt = (value: number): Felt => BigInt(value) as Felt;
const eventOf = ([address, ...keys]: Event) => ({ fromAddress: felt(address), keys: keys.map(felt), data: [] });
const executedOf = (events: readonly Event[]) => ({ receipt: { events: events.map(eventOf) } });

const FIRST = 5;
function chainOf(blocks: Blocks): ChainValue {
  const sealed = blocks.slice(0, -1).map((transactions, i) => ({
    block: { kind: 'sealed', number: FIRST + i },
    executed: transactions.map(executedOf),
  }));
  const open = { number: FIRST + sealed.length, executed: PersistentVector.from(blocks.at(-1)!.map(executedOf)) };
  return { history: { firstNumber: FIRST, records: PersistentVector.from(sealed) }, open } as unknown as ChainValue;
}

/** Block, transaction and event of everything that matches, by definition. */
function expected(blocks: Blocks, filter: EventFilter, from: number, to: number): string[] {
  const matches = eventMatcher(filter);
  return blocks.flatMap((transactions, i) =>
    FIRST + i < from || FIRST + i > to
      ? []
      : transactions.flatMap((events, j) =>
          events.flatMap((event, k) => (matches(eventOf(event)) ? [`${FIRST + i} ${j} ${k}`] : [])),
        ),
  );
}

function found(value: ChainValue, filter: EventFilter, from: number, to: number, isNewestFirst = false): string[] {
  const events = [];
  for (const event of matchingEvents(value, filter, from, to, isNewestFirst))
    if (event) events.push(`${event.transaction.blockNumber} ${event.transaction.index} ${event.eventIndex}`);
  return events;
}

const small = fc.integer({ min: 0, max: 3 });
const event = fc.tuple(small, small, small);
const filter = fc.record({
  addresses: fc.option(fc.array(small.map(felt), { maxLength: 2 }), { nil: undefined }),
  keys: fc.option(fc.array(fc.array(small.map(felt), { maxLength: 2 }), { maxLength: 3 }), { nil: undefined }),
});

test('a search finds what the filter matches, the second time by the filters that the first one made', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.array(event, { maxLength: 2 }), { maxLength: 3 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 120 }),
      fc.array(filter, { minLength: 1, maxLength: 4 }),
      fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 })),
      (pattern, times, filters, [from, length]) => {
        const blocks = Array.from({ length: times }, () => pattern).flat();
        const value = chainOf(blocks);
        for (const each of [...filters, ...filters]) {
          const wanted = expected(blocks, each, from, from + length);
          expect(found(value, each, from, from + length)).toEqual(wanted);
          expect(found(value, each, from, from + length, true)).toEqual(wanted.toReversed());
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a search finds single events in long blocks and long chains', () => {
  const rare = (i: number): Event => (i % 1500 === 1234 ? [7, 8, i] : [1, 2, i]);
  const transactions = Array.from({ length: 3000 }, (_, i) => [rare(i)]);
  const blocks = [...transactions.map((transaction) => [transaction]), transactions, transactions];
  const value = chainOf(blocks);
  const end = FIRST + blocks.length;
  for (const keys of [[[felt(8)]], [[], [felt(2734)]], [[felt(8)], [felt(5)]], [[felt(2)], [felt(2999)]]])
    for (let time = 0; time < 2; time++) {
      const wanted = { addresses: undefined, keys };
      expect(found(value, wanted, 0, end)).toEqual(expected(blocks, wanted, 0, end));
      expect(found(value, wanted, 0, end, true)).toEqual(expected(blocks, wanted, 0, end).toReversed());
    }
});

test('a search finds what the filter matches in transactions with many events', () => {
  // Felts that differ only above their low 32 bits, which the packed events do not have.
  const key = fc.constantFrom(0, 1, 2, 2 ** 32, 2 ** 32 + 1, 3 * 2 ** 31, 2 ** 31);
  const anyEvent = fc.tuple(key, fc.array(key, { maxLength: 3 })).map(([address, keys]): Event => [address, ...keys]);
  const anyFilter = fc.record({
    addresses: fc.option(fc.array(key.map(felt), { maxLength: 2 }), { nil: undefined }),
    keys: fc.option(fc.array(fc.array(key.map(felt), { maxLength: 3 }), { maxLength: 3 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(
      fc.array(anyEvent, { minLength: 60, maxLength: 130 }),
      fc.array(anyFilter, { minLength: 1, maxLength: 4 }),
      (events, filters) => {
        const blocks: Blocks = [[events], [events.slice(1), events.slice(2)]];
        const value = chainOf(blocks);
        for (const each of [...filters, ...filters])
          expect(found(value, each, 0, 99)).toEqual(expected(blocks, each, 0, 99));
      },
    ),
    { numRuns: 60 },
  );
});

test('only the first search for keys reads the keys of many events', () => {
  const value = chainOf([[], [Array.from({ length: 100 }, (_, i): Event => [1, i])]]);
  let reads = 0;
  for (const each of value.open.executed.at(0)!.receipt.events) {
    const { keys } = each;
    const count = () => {
      reads++;
      return keys;
    };
    Object.defineProperty(each, 'keys', { get: count });
  }
  const search = (index: number) => found(value, { addresses: undefined, keys: [[felt(index)]] }, 0, 99);
  expect(search(5)).toEqual(['6 0 5']);
  reads = 0;
  expect(search(7)).toEqual(['6 0 7']);
  expect(reads).toBeLessThan(5);
});

test('the second search skips nearly all of a chain in which nothing matches', () => {
  let reads = 0;
  const value = chainOf(Array.from({ length: 3000 }, (_, i) => [[[1, i]]] as const));
  for (const { executed } of value.history.records) {
    const { receipt } = executed[0]!;
    const count = () => {
      reads++;
      return receipt;
    };
    Object.defineProperty(executed[0], 'receipt', { get: count });
  }
  const search = () => [...matchingEvents(value, { addresses: [felt(99)], keys: undefined }, 0, 9999)];
  search();
  expect(reads).toBeGreaterThanOrEqual(3000);
  reads = 0;
  search();
  expect(reads).toBeLessThan(32);
});

test('blocks that are not decoded yet are decoded only if an event may match', () => {
  const blocks = Array.from({ length: 300 }, (_, i) => [[[1, i % 100] as Event], [[2, i, i] as Event]]);
  const value = chainOf(blocks);
  const decoded = new Set<number>();
  for (const [i, record] of [...value.history.records].entries()) {
    const { executed } = record;
    const words = Uint32Array.from(blocks[i]!.flat().flatMap((event) => [event.length, ...event]));
    Object.assign(record, { packedEvents: { words, start: 0, end: words.length } });
    Object.defineProperty(record, 'executed', {
      get: () => {
        decoded.add(i);
        return executed;
      },
    });
  }
  const search = (addresses: readonly Felt[] | undefined, keys: EventFilter['keys']) => {
    const wanted = { addresses, keys };
    expect(found(value, wanted, 0, 9999)).toEqual(expected(blocks, wanted, 0, 9999));
  };
  search([felt(3)], undefined);
  search([felt(2)], [[felt(150)]]);
  search([felt(2)], [[felt(150)], [felt(150)]]);
  // The address and the key both occur in blocks, but in different events.
  search([felt(1)], [[felt(150)]]);
  expect([...decoded]).toEqual([150]);
  search(undefined, [[felt(50)]]);
  expect([...decoded].sort((a, b) => a - b)).toEqual([50, 150, 250]);
  search(undefined, undefined);
  expect(decoded.size).toBe(299);
});

test('runs of a chain that was reverted and went on in another way are searched again', () => {
  const value = chainOf(Array.from({ length: 65 }, (_, i) => [[[1, i]]] as const));
  const none = { addresses: [felt(2)], keys: undefined };
  expect(found(value, none, 0, 99)).toEqual([]);
  const records = value.history.records.take(60);
  const other = chainOf([[[[2, 1]]], []]).history.records.at(0)!;
  let longer = records;
  for (let i = 0; i < 10; i++) longer = longer.push(other);
  const changed = { ...value, history: { ...value.history, records: longer } };
  expect(found(changed, none, 0, 99)).toHaveLength(10);
});

test('a Bloom filter tells the parts of a run that may match, and of too many values it excludes none', () => {
  const valuesOf = (events: readonly Event[]) => {
    const values = new EventValues();
    for (const event of events) values.add(eventOf(event));
    return values;
  };
  const many = (count: number) => valuesOf(Array.from({ length: count }, (_, i) => [1, i]));
  const parts = Array.from({ length: 32 }, (_, i) => (i === 31 ? valuesOf([[5, 9]]) : many(1000)));
  const wanted = (address: number) => hashedFilter({ addresses: [felt(address)], keys: undefined });
  expect(new RunBloom(parts).partsFor(wanted(5))).toBe(1 << 31);
  expect(new RunBloom(parts).partsFor(wanted(6))).toBe(0);
  expect(new RunBloom(parts).partsFor(hashedFilter({ addresses: undefined, keys: undefined }))).toBe(-1);
  expect(new RunBloom([many(70_000)]).partsFor(wanted(6))).toBe(-1);
});

test('other work may run while the filters of a long run are made', () => {
  let reads = 0;
  const value = chainOf([
    ...Array.from({ length: 1024 }, () => Array.from({ length: 20 }, () => [[1, 2]] as const)),
    [],
  ]);
  for (const { executed } of value.history.records)
    for (const transaction of executed) {
      const { receipt } = transaction;
      const get = () => {
        reads++;
        return receipt;
      };
      Object.defineProperty(transaction, 'receipt', { get });
    }
  let before = 0;
  let longest = 0;
  for (const _ of matchingEvents(value, { addresses: [felt(99)], keys: undefined }, 0, 9999)) {
    longest = Math.max(longest, reads - before);
    before = reads;
  }
  expect(reads).toBeGreaterThan(3 * 20_000 - 1);
  expect(longest).toBeLessThanOrEqual(5000);
});
