import { expect, test } from 'vitest';
import fc from '../../../test/support/properties.ts';
import type { PlacedTransaction } from '../../chain/value/block.ts';
import type { ReceiptEvent } from '../../execution/receipt.ts';
import { type Felt, P } from '../../felt/felt.ts';
import { writeJson } from '../../json/writeJson.ts';
import { formatEvent } from './event.ts';
import { EventWriter } from './eventText.ts';

const felt = fc.oneof(fc.constantFrom(0n, 1n, 2n, P - 1n), fc.bigInt({ min: 0n, max: P - 1n })) as fc.Arbitrary<Felt>;
const felts = fc.array(felt, { maxLength: 4 });
const event: fc.Arbitrary<ReceiptEvent> = fc.record({ fromAddress: felt, keys: felts, data: felts });
const transaction = fc
  .record({ hash: felt, index: fc.nat(), block: fc.option(fc.record({ hash: felt })), blockNumber: fc.nat() })
  .chain(({ block, ...rest }) =>
    fc
      .array(event, { maxLength: 5 })
      .map((events) => ({ ...rest, block: block ?? undefined, receipt: { events } }) as unknown as PlacedTransaction),
  );

test('the text of an event is that of its object, whatever events came before', () => {
  fc.assert(
    fc.property(fc.array(transaction, { maxLength: 5 }), (transactions) => {
      const writer = new EventWriter();
      for (const placed of transactions)
        for (let i = 0; i < placed.receipt.events.length; i++)
          expect(writer.write(placed, i)).toBe(writeJson(formatEvent(placed, i)));
    }),
  );
});
