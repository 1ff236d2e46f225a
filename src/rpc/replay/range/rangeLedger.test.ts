import { describe, expect, test } from 'vitest';
import type { BlockResult } from './blockResult.ts';
import { readLedger, writeHead, writeResult } from './rangeLedger.ts';

const CHAIN = 0x534e5f4d41494en;
const equal: BlockResult = { block: 7, protocol: '0.14.4', transactions: 3, outcome: 'equal', different: 0 };

describe('a ledger of replays', () => {
  test('gives back its results, the last one of each block', () => {
    const different: BlockResult = { ...equal, outcome: 'different', different: 1, first: 'receipt.actual_fee' };
    const text = [
      writeHead(CHAIN),
      writeResult(different),
      writeResult({ ...equal, block: 8 }),
      writeResult(equal),
    ].join('');
    const { results, dropped } = readLedger(text, CHAIN, 'a.ledger');
    expect([...results.values()]).toEqual([equal, { ...equal, block: 8 }]);
    expect(dropped).toBe(0);
  });

  test('leaves out lines that are cut off, too long or no results', () => {
    const bad = ['{"block":9,"outc', '[]', '{"block":-1}', '{"block":1,"outcome":"fine"}', `"${'x'.repeat(20_000)}"`];
    const odd = [
      { ...equal, first: {} },
      { ...equal, transactions: 1.5 },
    ].map((one) => JSON.stringify(one));
    const text = `${writeHead(CHAIN)}${[...bad, ...odd].join('\n')}\n${writeResult(equal)}`;
    const { results, dropped } = readLedger(text, CHAIN, 'a.ledger');
    expect([...results.values()]).toEqual([equal]);
    expect(dropped).toBe(bad.length + odd.length);
  });

  test('is not another file, nor one of another chain or version', () => {
    expect(() => readLedger('hello', CHAIN, 'a.txt')).toThrow('a.txt is not a ledger of replays. Choose another file');
    expect(() => readLedger(writeHead(5n), CHAIN, 'a.ledger')).toThrow(
      'is about the chain 0x5, and the node has 0x534e',
    );
    expect(() => readLedger('{"starbox_ledger":2}\n', CHAIN, 'a.ledger')).toThrow('version 2; this Starbox reads 1');
  });
});
