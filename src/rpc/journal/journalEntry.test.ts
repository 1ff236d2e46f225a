import { describe, expect, test } from 'vitest';
import type { GasPriceChanges } from '../../chain/value/journal.ts';
import { entryOf, type JournalEntry, readRecord, writeRecord } from './journalEntry.ts';

const prices: GasPriceChanges = {
  gasPriceWei: 7n,
  dataGasPriceWei: undefined,
  gasPriceFri: undefined,
  dataGasPriceFri: undefined,
  l2GasPriceWei: undefined,
  l2GasPriceFri: 2n ** 80n,
};

describe('what the chain did by itself is written as a request that every sandbox can load', () => {
  test.each([
    ['a block', { kind: 'blockMade' }, '{"jsonrpc":"2.0","method":"devnet_createBlock","params":null,"id":0}'],
    [
      'prices',
      { kind: 'pricesSet', prices },
      '{"jsonrpc":"2.0","method":"devnet_setGasPrice","params":{"gas_price_wei":7,"l2_gas_price_fri":1208925819614629174706176},"id":0}',
    ],
    [
      'a block mode',
      { kind: 'modeSet', mode: 'demand' },
      '{"jsonrpc":"2.0","method":"devnet_setBlockMode","params":{"mode":"demand"},"id":0}',
    ],
    [
      'an interval',
      { kind: 'modeSet', mode: { intervalSeconds: 5 } },
      '{"jsonrpc":"2.0","method":"devnet_setBlockMode","params":{"mode":5},"id":0}',
    ],
  ] as const)('%s', (_, record, text) => expect(writeRecord(record)).toBe(text));
});

test('a recorded request is its own entry, and is read back from its line as it was', () => {
  const entry: JournalEntry = { jsonrpc: '2.0', method: 'devnet_mint', params: { amount: 2n ** 70n }, id: 'x' };
  expect(entryOf(entry)).toBe(entry);
  expect(readRecord(new TextEncoder().encode(String(writeRecord(entry))))).toEqual(entry);
  expect(() => readRecord(new TextEncoder().encode('{"method":7}'))).toThrow('no request');
});

test('a record of a state file is read when its entry is asked for, and written as it was', () => {
  const text = new TextEncoder().encode('{"jsonrpc":"2.0", "method":"devnet_mint","params":{},"id":1}');
  expect(entryOf({ kind: 'stored', text })).toEqual({ jsonrpc: '2.0', method: 'devnet_mint', params: {}, id: 1 });
  expect(writeRecord({ kind: 'stored', text })).toBe(text);
});
