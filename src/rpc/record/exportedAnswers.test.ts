import { expect, test } from 'vitest';
import { echo } from '../../../test/fork/cairo0Echo.ts';
import type { Origin, OriginAnswered } from '../../chain/origin.ts';
import { cairo0DeclaredClass } from '../../classes/cairo0DeclaredClass.ts';
import { toFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { AnswerPart } from '../../fork/originClient.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { drawBits } from '../../random/draw.ts';
import type { StateItem } from '../../state/need.ts';
import type { AnswerRow } from '../../stateFile/momentFile.ts';
import { StateFileError } from '../../stateFile/stateFileError.ts';
import { exportedAnswers, exportedOrigin, withAnswersThatFit } from './exportedAnswers.ts';
import { OriginRecord } from './originRecord.ts';
import { recordedEndpoint } from './recordedEndpoint.ts';
import { answerOf } from './recordFile.ts';

const key = (value: number): FeltKey => keyOf(toFelt(BigInt(value)));

/** An origin at block 7 that has answered something. */
const originWith = (answered: () => Iterable<OriginAnswered>): Origin =>
  ({
    chainId: toFelt(0x5en),
    block: { number: 7, hash: toFelt(70n), timestamp: 2n ** 60n, isAcceptedOnL1: true, protocolVersion: '0.14.4' },
    hashes: new Map([7, 6].map((number) => [number, toFelt(BigInt(number * 10))])),
    answered,
  }) as Partial<Origin> as Origin;

async function rowsOf(
  origin: Origin,
  needed: readonly StateItem[] = [],
  { rest = (): undefined => undefined, isLeast = false } = {},
): Promise<readonly AnswerRow[]> {
  const rows: AnswerRow[] = [];
  for await (const part of exportedAnswers(origin, needed, { rest, isLeast })) rows.push(...part);
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
  const askPart = async (part: AnswerPart, block_number: number) =>
    (await endpoint.call([{ method: 'getBlockWithTxHashes', params: { block_id: { block_number } }, part }]))[0];
  expect(await askPart('head', 7)).toMatchObject({
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
  const lacksBlock = 'does not have getBlockWithTxHashes';
  await expect(send('getBlockWithTxHashes', at({}))).rejects.toThrow(lacksBlock);
  await expect(ask('getBlockWithTxHashes', at({}))).rejects.toThrow(lacksBlock);
  expect(await askPart('number', 6)).toEqual({ result: { block_number: 6, block_hash: '0x3c' } });
  await expect(askPart('head', 6)).rejects.toThrow(lacksBlock);
});

test('a whole block comes before what the fork knows of it', async () => {
  const whole = { block_number: 6, block_hash: '0x3c', parent_hash: '0x1' };
  const params = { block_id: { block_number: 6 } };
  const rows = await rowsOf(
    originWith(() => [{ kind: 'answer', method: 'getBlockWithTxHashes', params, answer: { result: whole } }]),
  );
  const endpoint = (await (await exportedOrigin(rows, 'a file')).standIn('a file'))!;
  const call = { method: 'getBlockWithTxHashes', params };
  expect(await endpoint.call([call, { ...call, part: 'number' }])).toEqual([{ result: whole }, { result: whole }]);
});

test('what the file does not need has no more bytes than it may, and nothing that a reader refuses', async () => {
  const answered = (method: string, result: string): OriginAnswered => ({
    kind: 'text',
    method,
    params: '[]',
    answer: `{"result":${result}}`,
  });
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const long = `"${'x'.repeat(1_000_000)}"`;
  /** A class of Cairo 0, whose text is long though it has no Sierra. */
  const cairo0 = (hash: number, length: number): OriginAnswered => {
    const name = Array.from({ length }, (_, i) => drawBits(i).toString(36)).join('');
    const definition = { ...echo, program: { ...echo.program, identifiers: { [name]: {} } } };
    return { kind: 'class', classHash: key(hash), found: cairo0DeclaredClass(definition, toFelt(BigInt(hash))) };
  };
  const rows = await rowsOf(
    originWith(function* () {
      yield answered('deep', nested(500));
      yield answered('flat', nested(100));
      for (let i = 0; i < 32; i++) yield { ...answered('long', long), params: `[${i}]` };
      yield cairo0(1, 500_000);
      yield cairo0(2, 10);
    }),
  );
  const methods = rows.map(([method]) => method);
  expect(methods).not.toContain('deep');
  expect(methods).toContain('flat');
  expect(methods.filter((method) => method === 'long').length).toBe(32);
  const classes = rows.filter(([method]) => method === 'getClass');
  expect(classes.map(([, params]) => params)).toEqual([at({ class_hash: '0x2' })]);
  const least = await rowsOf(
    originWith(() => [answered('flat', '[]'), cell(1), cell(2)]),
    [cell(2).item],
    { isLeast: true },
  );
  expect(least.at(-1)![1]).toMatchObject({ key: '0x2' });
  expect(least.filter(([method]) => method === 'flat' || method === 'getStorageAt').length).toBe(1);
});

test('a file that is too large is made again with the needed answers alone', async () => {
  const tried: boolean[] = [];
  const make = async (isLeast: boolean) => {
    tried.push(isLeast);
    if (!isLeast) throw new StateFileError('too large');
    return 'a file';
  };
  expect(await withAnswersThatFit(make)).toBe('a file');
  expect(tried).toEqual([false, true]);
  await expect(withAnswersThatFit(() => Promise.reject(new Error('other')))).rejects.toThrow('other');
});

test('what a fork read from its file is written once, and what is needed from the file counts as needed', async () => {
  const params = (index: number) => at({ contract_address: '0x01', key: `0x${index.toString(16)}` });
  const rows = await rowsOf(
    originWith(function* () {
      yield cell(1);
      yield { kind: 'answer', method: 'getStorageAt', params: params(1), answer: { result: '0x2' } };
      yield { kind: 'answer', method: 'getStorageAt', params: params(3), answer: { result: '0x4' } };
      yield { kind: 'answer', method: 'getEvents', params: { a: '0x1' }, answer: { result: [] } };
      yield { kind: 'text', method: 'getEvents', params: '{"a":"0x01"}', answer: '{"result":[]}' };
      // Somebody recorded a request without parameters.
      yield { kind: 'answer', method: 'blockNumber', params: null, answer: { result: 7 } };
    }),
    [cell(3).item],
  );
  const asked = rows.map(([method, { key = '' }]: readonly [string, { key?: string }, ...unknown[]]) => method + key);
  expect(asked.slice(-3)).toEqual(['getStorageAt0x3', 'getStorageAt0x1', 'getEvents']);
  expect(asked.filter((name) => name === 'getStorageAt0x1').length).toBe(1);
});

test('there are rests between answers, and between the parts of a long one', async () => {
  let rests = 0;
  const rest = () => void rests++;
  const answers = Array.from({ length: 50 }, (_, i) => ({ kind: 'answer', method: 'getEvents', params: [i] }) as const);
  await rowsOf(
    originWith(() => answers.map((each) => ({ ...each, answer: { result: [] } }))),
    [],
    { rest },
  );
  expect(rests).toBeGreaterThanOrEqual(100);
  rests = 0;
  const long = Array.from({ length: 200_000 }, (_, i) => [i]);
  await rowsOf(
    originWith(() => [{ ...answers[0]!, answer: { result: long } }]),
    [],
    { rest },
  );
  expect(rests).toBeGreaterThan(100);
});

test('answers that a record should not have make no error of their own', () => {
  const record = new OriginRecord();
  record.add({ method: 'getClassHashAt', params: null, answer: { result: '0x1' } });
  expect(() => recordedEndpoint(record, 'a.record')).not.toThrow();
  expect(answerOf(null, { code: { valueOf: 1 }, message: { toString: 1 } })).toEqual({
    error: { code: 0, message: '{"toString":1}' },
  });
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
