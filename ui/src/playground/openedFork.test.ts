import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sandbox } from '../../../src/index.ts';
import { CHAIN } from '../../../src/library/startNode.ts';
import { decodeMoment, momentPlace } from '../../../src/stateFile/momentFile.ts';
import { isInFile, openedFork, saveFork } from './openedFork.ts';

let origin: Sandbox;
let file: Uint8Array;
let exported: bigint;
beforeAll(async () => {
  origin = await Sandbox.create({ seed: 1, accounts: 1 });
  await using fork = await Sandbox.forkFrom(origin, { seed: 2, accounts: 1 });
  const { transactionHash: transaction_hash } = await fork.mint('0x77', 5n);
  const { content } = await fork.request('devnet_exportTransaction', { transaction_hash, moment: 3 });
  file = Buffer.from(content, 'base64');
  exported = BigInt(transaction_hash);
});
afterAll(() => origin?.close());

/** A sandbox as the playground makes it from a file. */
async function open(bytes: Uint8Array) {
  const read = await decodeMoment(bytes);
  const chain = { ...read, isExported: true };
  const fetch = () => Promise.reject(new Error('A request was sent.'));
  const box = await Sandbox.create({ fetch, [CHAIN]: chain } as object);
  return { box, opened: openedFork(read)! };
}

test('the fork of a file is saved as such a file wherever its chain is, and leads to a transaction that is there', async () => {
  const { box, opened } = await open(file);
  expect(await isInFile(box)).toBe(true);
  const save = async () => {
    const saved = await saveFork(box, opened);
    const again = await open(saved);
    expect(await again.box.request('starknet_blockHashAndNumber')).toEqual(
      await box.request('starknet_blockHashAndNumber'),
    );
    await again.box.mint('0x77', 1n);
    await again.box.close();
    return momentPlace(saved);
  };
  await box.mint('0x77', 5n);
  expect(await save()).toEqual({ transaction: exported, moment: 3 });
  await box.request('devnet_restart');
  // There is none any more.
  expect(await save()).toEqual({ transaction: exported, moment: 0 });
  const { transactionHash } = await box.mint('0x77', 6n);
  expect(await save()).toEqual({ transaction: BigInt(transactionHash), moment: 0 });
  await box.close();
  expect(await isInFile(await Sandbox.create({ seed: 1, accounts: 1 }))).toBe(false);
});
