// A bridge between L1 and L2 with a contract on each side. Both chains run in this process.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import { Sandbox } from 'starbox';
import { hash } from 'starknet';
import { createWalletClient, custom, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';

const { abi, bytecode } = JSON.parse(readFileSync('Bridge.json', 'utf8'));
const RECIPIENT = '0x00000000000000000000000000000000000000aa';

let box;
let l1;
let l2Bridge;
let l1Bridge;
let start;

before(async () => {
  box = await Sandbox.create({ seed: 7, l1: { url: 'evm', auto: true } });
  const account = privateKeyToAccount(box.l1.accounts[0].privateKey);
  l1 = createWalletClient({ account, chain: foundry, transport: custom(box.l1.provider) }).extend(publicActions);
  l2Bridge = await box.deploy('bridge.contract_class.json');
  const args = [box.l1.contractAddress, l2Bridge.address, hash.getSelectorFromName('deposit')];
  const deployment = await l1.deployContract({ abi, bytecode, args });
  l1Bridge = (await l1.waitForTransactionReceipt({ hash: deployment })).contractAddress;
  start = box.snapshot();
});
beforeEach(() => box.restore(start)); // both chains
after(() => box?.close());

const deposit = (value) => l1.writeContract({ address: l1Bridge, abi, functionName: 'deposit', value });
const withdraw = (amount) =>
  l1.writeContract({ address: l1Bridge, abi, functionName: 'withdraw', args: [RECIPIENT, amount] });

test('a deposit on L1 arrives on L2', async () => {
  await deposit(5000n);
  assert.equal(BigInt(await l2Bridge.read.received()), 4000n); // without the fee of the message
  assert.equal(await l1.getBalance({ address: l1Bridge }), 4000n);
});

test('a withdrawal on L2 is paid out on L1, once', async () => {
  await deposit(5000n);
  await l2Bridge.write.withdraw(l1Bridge, 3n);
  await withdraw(3n);
  assert.equal(await l1.getBalance({ address: RECIPIENT }), 3n);
  await assert.rejects(withdraw(3n), /INVALID_MESSAGE_TO_CONSUME/);
});

test('a deposit of nothing is refused by the contract', async () => {
  await assert.rejects(deposit(1n), /NothingToDeposit/);
});
