// A fork of a network: act as one of its accounts, and change what you like, without a key and without a trace at the origin.
// STARKNET_RPC names a node, and RICH_ACCOUNT an account there that has STRK. Without them, another sandbox is the network.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Sandbox } from 'starbox';

let network;
let fork;
let rich = process.env.RICH_ACCOUNT;

before(async () => {
  let url = process.env.STARKNET_RPC;
  if (!url) {
    network = await Sandbox.create({ seed: 1, stateArchiveCapacity: 'full' });
    ({ url } = await network.listen());
    rich = network.accounts[0].address;
  }
  fork = await Sandbox.forkFrom(url);
});

after(async () => {
  await fork?.close();
  await network?.close();
});

test('an account of the network pays, although we do not have its key', async () => {
  await fork.impersonate(rich);
  await fork.strk.write.transfer('0x77', 5n, { from: rich });
  assert.equal(await fork.balanceOf('0x77'), 5n);
});

test('any balance can be set', async () => {
  await fork.deal(fork.strk.address, '0x78', 10n ** 24n);
  assert.equal(await fork.balanceOf('0x78'), 10n ** 24n);
});

test('the network does not notice', { skip: Boolean(process.env.STARKNET_RPC) }, async () => {
  assert.equal(await network.balanceOf('0x77'), 0n);
});
