import { expect, test } from 'vitest';
import type { L1HandlerTransaction } from '../execution/transaction.ts';
import { toFelt } from '../felt/felt.ts';
import { ByteReader } from './byteReader.ts';
import { ByteWriter } from './byteWriter.ts';
import { transactionCodec } from './transactionCodec.ts';

/** A handler with this calldata, as a state file has it. */
function written(...calldata: number[]): ByteReader {
  const out = new ByteWriter();
  const handler = {
    type: 'L1_HANDLER',
    version: 0,
    nonce: toFelt(1),
    contractAddress: toFelt(2),
    entryPointSelector: toFelt(3),
    calldata: calldata.map(toFelt) as unknown as L1HandlerTransaction['calldata'],
    paidFeeOnL1: 4n,
  } as const;
  transactionCodec.put(handler, out);
  return new ByteReader(new Uint8Array(Buffer.concat(out.chunks)));
}

test('an L1 handler is read with its sender and its payload', () => {
  expect(transactionCodec.take(written(5, 6))).toHaveProperty('calldata', [5n, 6n]);
});

test('an L1 handler without its sender is refused', () => {
  expect(() => transactionCodec.take(written())).toThrow('expected a list of at least one item, found []');
  expect(() => transactionCodec.skip(written())).toThrow('expected a list of at least one item, found []');
});
