import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { formatFelt } from '../../src/felt/felt.ts';
import { Sandbox } from '../../src/index.ts';
import { decodeMoment } from '../../src/stateFile/momentFile.ts';
import { FakeL1 } from '../l1/fakeL1.ts';
import { messagingWorld } from '../l1/world.ts';

interface Exported {
  readonly bytes: number;
  readonly content: string;
}

test('an exported transaction has the chain, but no key of L1: neither that of the connection nor that of the request', async () => {
  const l1 = new FakeL1();
  const world = await messagingWorld({}, (url, init) => l1.fetch(url, init));
  try {
    const key = '5ec4e7'.padEnd(64, '1');
    await world.request('devnet_postmanLoad', {
      network_url: 'http://l1.example:8545',
      deployer_account_private_key: `0x${key}`,
    });
    await world.send('0x77', ['0x5']);
    const [transaction_hash] = [...world.node.value.history.records].flatMap(({ executed }) =>
      [...executed].map(({ receipt }) => formatFelt(receipt.transactionHash)),
    );
    const { content } = await world.request<Exported>('devnet_exportTransaction', { transaction_hash });
    const file = Buffer.from(content, 'base64');
    const unpacked = gunzipSync(file.subarray(file.indexOf('\n') + 1));
    expect(unpacked.includes(key)).toBe(false);
    expect(unpacked.includes(Buffer.from(key, 'hex'))).toBe(false);
    expect(unpacked.includes('l1.example')).toBe(false);
    const latest = world.node.chain.latest.number;
    world.reset();
    await world.hub.loadState((await decodeMoment(file)).state);
    expect(world.node.chain.latest.number).toBe(latest);
    expect(world.node.chain.l1).toBeUndefined();
    expect(world.node.value.journal.length).toBe(0);
  } finally {
    world.close();
  }
});

test('the library starts from an exported transaction as from a state file', async () => {
  const box = await Sandbox.create({ seed: 5 });
  const { transactionHash: transaction_hash } = await box.mint('0x77', 5n);
  const { content } = await box.request('devnet_exportTransaction', { transaction_hash });
  const file = Buffer.from(content, 'base64');
  const copy = await Sandbox.create({ state: file });
  expect(await copy.request('starknet_blockHashAndNumber')).toEqual(await box.request('starknet_blockHashAndNumber'));
  await copy.mint('0x78', 1n);
  await copy.loadState(file);
  expect(await copy.request('starknet_blockNumber')).toBe(1);
  await expect(Sandbox.create({ state: file.subarray(0, file.length - 9) })).rejects.toThrow(
    'its content does not match its checksum',
  );
  await Promise.all([box.close(), copy.close()]);
});
