import { expect, test } from 'vitest';
import type { Origin, OriginAnswered } from '../../chain/origin.ts';
import { toFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import type { StateItem } from '../../state/need.ts';
import type { AnswerRow } from '../../stateFile/momentFile.ts';
import { exportedAnswers, exportedOrigin } from './exportedAnswers.ts';

const key = (value: number): FeltKey => keyOf(toFelt(BigInt(value)));

/** An origin at block 7 that has answered something. */
const originWith = (answered: () => Iterable<OriginAnswered>): Origin =>
  ({
    chainId: toFelt(0x5en),
    block: { number: 7, hash: toFelt(70n), timestamp: 2n ** 60n, isAcceptedOnL1: true, protocolVersion: '0.14.4' },
    hashes: new Map([7, 6].map((number) => [number, toFelt(BigInt(number * 10))])),
    answered,
  }) as Partial<Origin> as Origin;

async function rowsOf(origin: Origin, needed: readonly StateItem[] = []): Promise<readonly AnswerRow[]> {
  const rows: AnswerRow[] = [];
  for await (const part of exportedAnswers(origin, needed, () => undefined)) rows.push(...part);
  return rows;
}

const at = (more: object) => ({ block_id: { block_number: 7 }, ...more });
const cell = (index: number): Extract<OriginAnswered, { kind: 'value' }> => ({
  kind: 'value',
  item: { kind: 'storage', address: key(1), key: key(index) },
  value: key(index + 1),
});

test('a fork starts with the answers, reads the values, and is told of no block that it did not ask for', async () => {
  const origin = originWith(() => [
    cell(5),
    { kind: 'value', item: { kind: 'classHash', address: key(1) }, value: key(9) },
    { kind: 'value', item: { kind: 'classHash', address: key(2) }, value: key(0) },
    { kind: 'value', item: { kind: 'nonce', address: key(1) }, value: key(3) },
    { kind: 'class', classHash: key(8), found: null },
    {
      kind: 'text',
      method: 'getTransactionStatus',
      params: '{"transaction_hash":"0x1"}',
      answer: '{"result":{"a":1}}',
    },
    { kind: 'text', method: 'getEvents', params: '[]', answer: '{"error":{"code":1,"message":"no"}}' },
    { kind: 'answer', method: 'getNonce', params: at({ contract_address: '0x5' }), answer: { result: '0x6' } },
  ]);
  const { fork, standIn } = await exportedOrigin(await rowsOf(origin), './a.moment');
  expect(fork).toMatchObject({ url: './a.moment', blockNumber: undefined });
  expect(await standIn('http://127.0.0.1:5050/')).toBeUndefined();
  const endpoint = (await standIn('./a.moment'))!;
  const ask = async (method: string, params: unknown) => (await endpoint.call([{ method, params }]))[0];
  const notThere = { error: { code: 20, message: 'Contract not found' } };
  expect(await ask('chainId', [])).toEqual({ result: '0x5e' });
  expect(await ask('getBlockWithTxHashes', at({}))).toMatchObject({
    result: { block_hash: '0x46', timestamp: 2n ** 60n, status: 'ACCEPTED_ON_L1', starknet_version: '0.14.4' },
  });
  expect(await ask('getStorageAt', at({ key: '0x05', contract_address: '0x1' }))).toEqual({ result: '0x6' });
  expect(await ask('getClassHashAt', at({ contract_address: '0x1' }))).toEqual({ result: '0x9' });
  expect(await ask('getClassHashAt', at({ contract_address: '0x2' }))).toEqual(notThere);
  // A contract that the origin does not have has no storage there, whatever the cell.
  expect(await ask('getStorageAt', at({ contract_address: '0x2', key: '0x5' }))).toEqual(notThere);
  expect(await ask('getNonce', at({ contract_address: '0x1' }))).toEqual({ result: '0x3' });
  expect(await ask('getNonce', at({ contract_address: '0x5' }))).toEqual({ result: '0x6' });
  expect(await ask('getClass', at({ class_hash: '0x8' }))).toMatchObject({ error: { code: 28 } });
  await expect(ask('getStorageAt', at({ contract_address: '0x1', key: '0x6' }))).rejects.toThrow(
    /^The chain of \.\/a\.moment is a fork, and the file does not have getStorageAt .*"0x6".* fork: \{ url \}/,
  );
  await expect(ask('getEvents', [])).rejects.toThrow('does not have getEvents');
  const send = (method: string, params: unknown) =>
    endpoint.send(JSON.stringify({ method: `starknet_${method}`, params })).then((text) => JSON.parse(text));
  expect(await send('getTransactionStatus', { transaction_hash: '0x01' })).toMatchObject({ result: { a: 1 } });
  // The file knows the hash of the block, and not the block.
  await expect(send('getBlockWithTxHashes', at({}))).rejects.toThrow('does not have getBlockWithTxHashes');
});

test('what is needed comes first, and of the rest there is as much as there is place for', async () => {
  const count = sourceLimits.exportedAnswers + 5000;
  const many = function* () {
    for (let i = 0; i < count; i++) yield cell(i);
  };
  const needed = Array.from({ length: 20 }, (_, i) => cell(count - 1 - i).item);
  const rows = await rowsOf(originWith(many), needed);
  expect(rows.length).toBeLessThanOrEqual(sourceLimits.exportedAnswers);
  expect(rows.length).toBeGreaterThan(sourceLimits.exportedAnswers - 5);
  const keys = new Set(rows.map(([, params]) => (params as { key?: string }).key));
  for (const i of [count - 1, count - 20, 0, 50_000]) expect(keys.has(`0x${i.toString(16)}`), String(i)).toBe(true);
  expect(keys.size).toBeGreaterThan(rows.length - 10);
  // Long answers are not needed by the transaction: they end where the bytes end.
  const long = `{"result":"${'x'.repeat(1_000_000)}"}`;
  const texts = function* (): Generator<OriginAnswered> {
    for (let i = 0; i < 40; i++) yield { kind: 'text', method: 'getEvents', params: `[${i}]`, answer: long };
    yield cell(3);
  };
  const found = await rowsOf(originWith(texts), [cell(3).item]);
  expect(found.filter(([method]) => method === 'getEvents').length).toBe(33);
  expect(found.some(([method]) => method === 'getStorageAt')).toBe(true);
});
