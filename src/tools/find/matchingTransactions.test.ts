import { describe, expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import type { ChainValue } from '../../chain/value/chainValue.ts';
import { callsOfKeys } from '../../execution/innerCalls.ts';
import type { Felt } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import { PersistentVector } from '../../state/persistentVector.ts';
import { matchingTransactions, newProgress, type TransactionCursor } from './matchingTransactions.ts';
import { type TransactionFilter, transactionMatcher, transactionSearch } from './transactionFilter.ts';

const felt = (value: number): Felt => BigInt(value) as Felt;

/** A transaction: who sends it, what it calls, and whether it fails. */
interface Sent {
  readonly sender: number;
  readonly to: number;
  readonly selector: number;
  readonly isReverted: boolean;
  /** An address and a selector that the called contract calls. */
  readonly inner?: readonly [number, number] | undefined;
}

const stored = ({ sender, to, selector, isReverted, inner }: Sent) => ({
  innerCalls: inner && callsOfKeys(inner.map((value) => keyOf(felt(value)))),
  transaction: { type: 'INVOKE', version: 3, senderAddress: felt(sender), calldata: [1, to, selector, 0].map(felt) },
  receipt: {
    type: 'INVOKE',
    execution: { status: isReverted ? 'REVERTED' : 'SUCCEEDED' },
    events: [{ fromAddress: felt(to), keys: [], data: [] }],
    messages: [],
  },
});

const FIRST = 5;
function chainOf(blocks: readonly (readonly Sent[])[]): ChainValue {
  const sealed = blocks.slice(0, -1).map((transactions, i) => ({
    block: { kind: 'sealed', number: FIRST + i },
    executed: transactions.map(stored),
  }));
  const open = { number: FIRST + sealed.length, executed: PersistentVector.from(blocks.at(-1)!.map(stored)) };
  return { history: { firstNumber: FIRST, records: PersistentVector.from(sealed) }, open } as unknown as ChainValue;
}

const ANY: TransactionFilter = {
  result: undefined,
  type: undefined,
  sender: undefined,
  contract: undefined,
  selector: undefined,
  address: undefined,
};

function found(
  value: ChainValue,
  filter: TransactionFilter,
  range: readonly [number, number],
  before?: TransactionCursor,
  progress = newProgress(),
): string[] {
  const places = [];
  for (const placed of matchingTransactions(value, transactionSearch(filter), range, before, progress))
    if (placed) places.push(`${placed.blockNumber} ${placed.index}`);
  return places;
}

const small = fc.integer({ min: 0, max: 3 });
const maybeInner = fc.option(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 })), {
  nil: undefined,
});
const sent = fc.record({ sender: small, to: small, selector: small, isReverted: fc.boolean(), inner: maybeInner });
const maybe = fc.option(fc.integer({ min: 0, max: 4 }).map(felt), { nil: undefined });
const anyFilter: fc.Arbitrary<TransactionFilter> = fc.record({
  result: fc.constantFrom(undefined, 'SUCCEEDED' as const, 'REVERTED' as const),
  type: fc.constantFrom(undefined, 'INVOKE' as const, 'DECLARE' as const),
  sender: maybe,
  contract: maybe,
  selector: maybe,
  address: maybe,
});

describe('a search for transactions', () => {
  test('finds what matches, newest first, also from a place on and by the filters that an earlier one made', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(sent, { maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 60 }),
        fc.array(anyFilter, { minLength: 1, maxLength: 4 }),
        fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 200 })),
        fc.option(
          fc.record({ blockNumber: fc.integer({ min: 0, max: 300 }), index: fc.integer({ min: 0, max: 90 }) }),
          {
            nil: undefined,
          },
        ),
        fc.array(sent, { maxLength: 100 }),
        (pattern, times, filters, [from, length], before, long) => {
          const blocks = [long, ...Array.from({ length: times }, () => pattern).flat()];
          const value = chainOf(blocks);
          for (const each of [...filters, ...filters]) {
            const matches = transactionMatcher(each);
            const wanted = blocks.flatMap((transactions, i) =>
              transactions.flatMap((one, index) => {
                const number = FIRST + i;
                const isIn = number >= from && number <= from + length;
                const isBefore =
                  !before || number < before.blockNumber || (number === before.blockNumber && index < before.index);
                return isIn && isBefore && matches(stored(one) as never) ? [`${number} ${index}`] : [];
              }),
            );
            expect(found(value, each, [from, from + length], before)).toEqual(wanted.toReversed());
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('looks at few of 100,000 transactions, if one has looked at all of them before', () => {
    const blocks = Array.from({ length: 100_001 }, (_, i): readonly Sent[] => [
      { sender: i % 7, to: 100 + (i % 50), selector: 1_000 + (i % 20), isReverted: i % 25_000 === 77 },
    ]);
    const value = chainOf(blocks);
    const all = [0, FIRST + blocks.length] as const;
    for (const filter of [
      { ...ANY, result: 'REVERTED' },
      { ...ANY, contract: felt(9_999) },
      { ...ANY, address: felt(31_337) },
      { ...ANY, result: 'REVERTED', sender: felt(3) },
    ] as const satisfies readonly TransactionFilter[]) {
      const first = found(value, filter, all);
      const progress = newProgress();
      expect(found(value, filter, all, undefined, progress)).toEqual(first);
      // The last transactions are not a whole run yet, and the filters may be wrong now and then.
      expect(progress.scanned).toBeLessThan(4_000);
    }
  });

  test.each([
    ['one block of 9,000 transactions', 1, 9_000],
    ['100 blocks of 200', 100, 200],
    ['40 blocks of 5,000', 40, 5_000],
  ])('makes its filters in pages of bounded work, whatever a block has: %s', (_, count, length) => {
    const transactions = Array.from(
      { length },
      (_, i): Sent => ({ sender: 1, to: i % 5, selector: 1, isReverted: false }),
    );
    const value = chainOf([...Array.from({ length: count }, () => transactions), []]);
    const all = [0, FIRST + count] as const;
    /** The pages of a search for what is not there, as a list asks for them: each ends when it has looked at 3,000. */
    const pagesOf = (contract: number): number => {
      let before: TransactionCursor | undefined;
      for (let pages = 1; pages < 200; pages++) {
        const progress = newProgress();
        let isCut = false;
        for (const one of matchingTransactions(
          value,
          transactionSearch({ ...ANY, contract: felt(contract) }),
          all,
          before,
          progress,
        )) {
          expect(one).toBeUndefined();
          if (progress.scanned >= 3_000) {
            isCut = true;
            break;
          }
        }
        // A page and one filter of each length.
        expect(progress.scanned).toBeLessThan(3_000 + 3 * 4_096);
        if (!isCut) return pages;
        before = { blockNumber: progress.blockNumber, index: progress.index };
      }
      throw new Error('The search has no end.');
    };
    const first = pagesOf(900);
    expect(first).toBeGreaterThanOrEqual((count * length) / 3_000);
    // What is left to make are the filters of longer runs, which a page began in the middle of.
    pagesOf(901);
    pagesOf(902);
    expect(pagesOf(903)).toBe(1);
  });
});
