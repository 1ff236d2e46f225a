// Messages in both directions between a contract on L2 and an L1 node. Start one first, for example with `npx anvil`.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Sandbox } from 'starbox';
import { hash } from 'starknet';

const L1_URL = process.env.L1_URL ?? 'http://127.0.0.1:8545';

/** Makes a request to the L1 node. */
async function l1(method, ...params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(L1_URL, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = await answer.json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** Calls a function of the messaging contract on L1 and waits for its block. */
async function transact(selector, words, value = 0n) {
  const data = `${selector}${words.map((word) => BigInt(word).toString(16).padStart(64, '0')).join('')}`;
  const sent = await l1('eth_sendTransaction', {
    from: user,
    to: messaging,
    data,
    value: `0x${value.toString(16)}`,
    gas: '0x100000',
  });
  for (;;) {
    const receipt = await l1('eth_getTransactionReceipt', sent);
    if (receipt) return receipt.status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const SEND_MESSAGE_TO_L2 = '0x3e3aa6c5'; // sendMessageToL2(uint256,uint256,uint256[])
const CONSUME_MESSAGE_FROM_L2 = '0x2c9dd5c0'; // consumeMessageFromL2(uint256,uint256[])

let box;
let bridge;
let messaging;
let user;

before(async () => {
  [user] = await l1('eth_accounts');
  box = await Sandbox.create({ seed: 7 });
  bridge = await box.deploy('bridge.contract_class.json');
  messaging = await box.l1.connect(L1_URL); // deploys the messaging contract
});
after(() => box?.close());

test('a deposit on L1 arrives on L2', async () => {
  const handler = hash.getSelectorFromName('deposit');
  assert.equal(await transact(SEND_MESSAGE_TO_L2, [bridge.address, handler, 0x60, 1, 5], 1000n), '0x1');
  const { generated_l2_transactions } = await box.l1.flush();
  assert.equal(generated_l2_transactions.length, 1);
  assert.equal(BigInt(await bridge.read.received()), 5n);
});

test('a withdrawal on L2 can be consumed on L1, once', async () => {
  await bridge.write.withdraw(user, 3n);
  const { messages_to_l1 } = await box.l1.flush();
  assert.equal(messages_to_l1.length, 1);
  const message = [bridge.address, 0x40, 1, 3];
  assert.equal(await transact(CONSUME_MESSAGE_FROM_L2, message), '0x1');
  assert.equal(await transact(CONSUME_MESSAGE_FROM_L2, message), '0x0');
});
