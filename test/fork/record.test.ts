import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordHost } from '../../conformance/ledger/replayFacts.ts';
import { builtinClassTexts } from '../../src/classes/builtinClassTexts.ts';
import { ClassLibrary } from '../../src/classes/classLibrary.ts';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { Sandbox } from '../../src/index.ts';
import { OriginRecord } from '../../src/rpc/record/originRecord.ts';
import { recordBlock } from '../../src/rpc/record/recordBlock.ts';
import { readRecord, writeRecord } from '../../src/rpc/record/recordFile.ts';
import { replayBlock } from '../../src/rpc/replay/replay.ts';
import { EXERCISER } from '../support/fork/chains.ts';
import { reexecutionData } from '../support/fork/reexecutionData.ts';
import { deployExerciser, STRK, Wallet } from '../support/fork/wallet.ts';

const URL_OF_ORIGIN = 'http://origin.test/';
const hex = (value: bigint) => `0x${value.toString(16)}`;

describe('a record of a block', () => {
  let origin: Sandbox;
  let record: OriginRecord;
  let bytes: Uint8Array;
  let number: number;
  let folder: string;
  const host = () => ({
    url: URL_OF_ORIGIN,
    fetch: origin.fetch,
    library: new ClassLibrary(),
    texts: builtinClassTexts,
  });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'starbox-record-'));
    origin = await Sandbox.create({ seed: 4, accounts: 2, stateArchiveCapacity: 'full' });
    await deployExerciser(origin, EXERCISER);
    const wallet = new Wallet(origin);
    await wallet.invoke({ to: EXERCISER, name: 'set', calldata: [5n, 6n] });
    await wallet.invoke({ to: EXERCISER, name: 'set', calldata: [5n, 7n] });
    number = await origin.request('starknet_blockNumber');
    record = new OriginRecord();
    await recordBlock(host(), record, number);
    bytes = await writeRecord(record);
  });
  afterAll(async () => {
    await origin?.close();
    rmSync(folder, { recursive: true });
  });

  test('has all that its replay needs, and nothing depends on when it was made', async () => {
    const read = await readRecord(bytes);
    expect(read.exchanges()).toEqual(record.exchanges());
    expect(await writeRecord(read)).toEqual(bytes);
    const replayed = await replayBlock(recordHost(read), number);
    expect(replayed).toMatchObject({ differences: [], isDiffCompared: true, areHashesCompared: true });
    for (const one of replayed.transactions) expect(one).toMatchObject({ differences: [], isTraceCompared: true });
  });

  test('only grows when something is recorded again', async () => {
    const before = record.exchanges();
    const again = await readRecord(bytes);
    let asked = 0;
    const fetch: typeof origin.fetch = (url, init) => {
      asked++;
      return origin.fetch(url, init);
    };
    await recordBlock({ ...host(), fetch }, again, number);
    expect(asked).toBe(0);
    expect(again.exchanges()).toEqual(before);
    await recordBlock({ ...host(), fetch }, again, number - 1);
    expect(asked).toBeGreaterThan(0);
    expect(again.size).toBeGreaterThan(before.length);
    expect(again.exchanges()).toEqual(expect.arrayContaining([...before]));
  });

  test.each(['bytes', 'path', 'URL'] as const)('is forked without network, from its %s', async (form) => {
    const path = join(folder, 'origin.record');
    writeFileSync(path, bytes);
    const given = { bytes, path, URL: pathToFileURL(path) }[form];
    const fetch = () => Promise.reject(new Error('nothing may be asked'));
    const box = await Sandbox.create({ fork: { record: given }, fetch });
    expect(await box.request('starknet_blockNumber')).toBe(number + 1);
    // The state after the block follows from the state before it and what it changed.
    expect(await box.request('starknet_call', callOf('get', [5n]))).toEqual(['0x7']);
    const balance = await box
      .request('starknet_getStorageAt', [hex(STRK), '0x1', 'latest'])
      .catch((error: Error) => error);
    expect(String(balance)).toMatch(/The record .* has no answer to getStorageAt \{.*"key":"0x1".*starbox record URL/);
    // A test that sends transactions needs nothing else.
    await box.strk.write.transfer(box.accounts[1]!.address, 5n);
    expect(await box.request('starknet_blockNumber')).toBe(number + 2);
    await box.close();
  });

  test('is forked at the block before, too', async () => {
    const box = await Sandbox.create({ fork: { record: bytes, block: number - 1 } });
    expect(await box.request('starknet_call', callOf('get', [5n]))).toEqual(['0x6']);
    await box.close();
  });

  test('is not read for a request, which may name nodes and not files', async () => {
    const path = join(folder, 'other.record');
    writeFileSync(path, bytes);
    const box = await Sandbox.create({ fork: { record: bytes } });
    await expect(box.request('devnet_fork', { url: path })).rejects.toThrow(
      'is no http or https URL of a node to fork',
    );
    // The record itself can be forked again.
    expect(await box.request('devnet_fork', { block_number: number - 1 })).toMatchObject({ block_number: number - 1 });
    await box.close();
  });

  test('is read from re-execution data of the sequencer too, whose changes of the state are compared', async () => {
    const read = await readRecord(new TextEncoder().encode(reexecutionData(record, number, 'SN_SEPOLIA')));
    expect(read.notes).toEqual([expect.stringContaining('has no receipts, no commitments and one block hash')]);
    const replayed = await replayBlock(recordHost(read), number);
    expect(replayed).toMatchObject({ differences: [], isDiffCompared: true, areHashesCompared: false });
    expect(replayed.transactions).toMatchObject([{ isHashEqual: true, isReceiptCompared: false, differences: [] }]);
    // A cell that came out differently is found.
    const other = reexecutionData(record, number, 'SN_SEPOLIA').replace(/"0x7"\}/, '"0x8"}');
    const wrong = await replayBlock(recordHost(await readRecord(new TextEncoder().encode(other))), number);
    expect(wrong.differences).toMatchObject([{ origin: '0x8', replayed: '0x7' }]);
  });

  const damaged: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
    ['is cut off', () => bytes.slice(0, bytes.length - 200), /it is damaged: it cannot be unpacked/],
    [
      'was changed',
      () => gzipSync(gunzipSync(bytes).map((byte, i) => (i === 3000 ? byte ^ 1 : byte))),
      /its hash is another one/,
    ],
    ['is of a later version', () => gzipSync('{"starbox_record":9}\n[]\n'), /it is of version 9; this Starbox reads 1/],
    ['is something else', () => new TextEncoder().encode('hello'), /it is damaged: it is not JSON/],
    ['is other JSON', () => new TextEncoder().encode('{"a":1}'), /neither a record nor re-execution data/],
    [
      'is re-execution data with nothing in it',
      () => new TextEncoder().encode('{"serializable_data_prev_block":{},"serializable_data_next_block":{}}'),
      /its block_info_next_block cannot be read/,
    ],
    ['unpacks to too much', () => gzipSync(Buffer.alloc(300 * 2 ** 20)), /holds more than \d+ bytes/],
  ];
  test.each(damaged)('that %s is refused with the reason', async (_, make, reason) => {
    const failure = await Sandbox.create({ fork: { record: make() } }).catch((error: Error) => error);
    expect(String(failure)).toMatch(/The record of the option fork cannot be used: /);
    expect(String(failure)).toMatch(reason);
  });

  test('that does not exist is named', async () => {
    const failure = await Sandbox.create({ fork: { record: join(folder, 'no.record') } }).catch(
      (error: Error) => error,
    );
    expect(String(failure)).toMatch(/The record .*no\.record cannot be read: ENOENT/);
  });

  test('and a URL together are refused', async () => {
    const fork = { url: URL_OF_ORIGIN, record: bytes } as never;
    await expect(Sandbox.create({ fork })).rejects.toThrow(
      "fork takes a url or a record, not both: { url: 'https://…' }",
    );
  });
});

const callOf = (name: string, calldata: readonly bigint[]) => ({
  request: {
    contract_address: hex(EXERCISER),
    entry_point_selector: hex(selectorOf(name)),
    calldata: calldata.map(hex),
  },
  block_id: 'latest' as const,
});
