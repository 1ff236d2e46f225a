import { describe, expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import type { ChainValue } from '../../chain/value/chainValue.ts';
import type { Felt } from '../../felt/felt.ts';
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
}

const stored = ({ sender, to, selector, isReverted }: Sent) => ({
  transaction: { type: 'INVOKE', version: 3, senderAddress: felt(sender), calldata: [1, to, selector, 0].map(felt) },
  receipt: {
    type: 'INVOKE',
    execution: { status: isReverted ? 'REVERTED' : 'SUCCEEDED' },
    events: [{ fromAddress: felt(to), keys: [], data: [] }],
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
const sent = fc.record({ sender: small, to: small, selector: small, isReverted: fc.boolean() });
const maybe = fc.option(small.map(felt), { nil: undefined });
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
        fc.option(fc.record({ blockNumber: fc.integer({ min: 0, max: 300 }), index: fc.integer({ min: 0, max: 3 }) }), {
          nil: undefined,
        }),
        (pattern, times, filters, [from, length], before) => {
          const blocks = Array.from({ length: times }, () => pattern).flat();
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
});
