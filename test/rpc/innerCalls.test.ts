import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import type { RpcParams } from '../../src/rpc/schema.ts';
import { FailuresProject, failingMulticall, type Way, wayData } from '../support/failures.ts';

const project = new FailuresProject();
let box: Sandbox;
let shop: string;
let till: string;
/** The hash of the deployment of Till by another contract. */
let deployment: string;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 1 });
  const vault = await box.deploy(project.classFile('Vault'));
  till = (await box.deploy(project.classFile('Till'), [vault.address])).address;
  deployment = (await listed({ limit: 1 }))[0]!;
  shop = (await box.deploy(project.classFile('Shop'), [till])).address;
});
afterAll(async () => {
  await box.close();
  project.remove();
});

const listed = async (params: RpcParams<'sandbox_getTransactions'>, from: Sandbox = box): Promise<string[]> =>
  (await from.request('devnet_getTransactions', params)).transactions.map(({ transaction_hash }) => transaction_hash);

const multicall = async (...ways: readonly Way[]): Promise<string> => {
  const calldata =
    ways[0] === 'assert'
      ? failingMulticall(till)
      : [ways.length, ...ways.flatMap((way) => [till, FAIL, wayData(way).length, ...wayData(way)])];
  const sent = await box.execute({ to: shop, entryPoint: 'multicall', calldata }, { allowRevert: true });
  return sent.transactionHash;
};
/** The selector of `fail`. */
const FAIL = failingMulticall('')[2]!;

test('a function that only contracts call is found by its name, and a contract that only contracts call by its address', async () => {
  const called = await multicall('none');
  // Till emits no event, and calldata of Shop need not name it.
  const { transactionHash: through } = await box.execute({ to: shop, entryPoint: 'fail', calldata: wayData('none') });
  expect(await listed({ function: 'fail', contract_address: shop })).toEqual([through, called]);
  expect(await listed({ contract_address: till })).toEqual([through, called, deployment]);
  expect(await listed({ address: till, function: 'fail' })).toEqual([through, called]);
  expect(await listed({ function: 'no_such_function' })).toEqual([]);
});

test('the calls of a transaction that was reverted are found too, with those that had succeeded', async () => {
  const panicked = await multicall('assert');
  // This error ends the machine, so there is no trace of the calls.
  const ended = await multicall('none', 'undeployed');
  expect(await listed({ contract_address: till, result: 'REVERTED' })).toEqual([ended, panicked]);
  expect(await listed({ contract_address: '0xdead' })).toEqual([ended]);
});

test('a transfer has no such calls, and the payment of the fee is none', async () => {
  const before = await listed({ function: 'transfer' });
  await multicall('none');
  expect(await listed({ function: 'transfer' })).toEqual(before);
});

test('a state file has them', async () => {
  const copy = await Sandbox.create({ state: await box.saveState() });
  try {
    const filter = { contract_address: till };
    expect(await listed(filter, copy)).toEqual(await listed(filter));
    expect((await listed(filter)).length).toBeGreaterThan(4);
  } finally {
    await copy.close();
  }
});
