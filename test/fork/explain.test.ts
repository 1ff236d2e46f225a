import { afterAll, beforeAll, expect, test } from 'vitest';
import { UDC_ADDRESS } from '../../src/chain/genesis/genesis.ts';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import type { FetchLike } from '../../src/fork/transport.ts';
import type { Sandbox } from '../../src/index.ts';
import { busyOrigin, counted, EXERCISER, forkOf } from '../support/fork/chains.ts';
import { type Call, exerciserClass, hex, STRK, Wallet } from '../support/fork/wallet.ts';

interface Explained {
  readonly status: string;
  readonly reason?: string;
  readonly text: string;
}

const SALT = 77n;
const DEEP = 7;
const { classHash } = exerciserClass();
const contracts = Array.from({ length: DEEP }, (_, i) => 0xd000n + BigInt(i));
/** Deploys the contract again at the same address. */
const deploy: Call = { to: UDC_ADDRESS, name: 'deployContract', calldata: [classHash, SALT, 0n, 1n, 5n] };

let origin: Sandbox;
let deployed: bigint;
beforeAll(async () => {
  origin = await busyOrigin(3);
  await origin.request('devnet_applyStateDiff', {
    state_diff: {
      deployed_contracts: contracts.map((address) => ({ address: hex(address), class_hash: formatFelt(classHash) })),
    },
  });
  const wallet = new Wallet(origin);
  const hash = await wallet.invoke(deploy);
  const { state_diff } = await origin.request<{
    state_diff: { deployed_contracts: { address: string; class_hash: string }[] };
  }>('starknet_traceTransaction', [hash]);
  deployed = BigInt(state_diff.deployed_contracts[0]!.address);
  // From now on the contract has another class than the one it was deployed with.
  const token = BigInt(await origin.request<string>('starknet_getClassHashAt', ['latest', hex(STRK)]));
  await wallet.invoke({ to: deployed, name: 'replace', calldata: [token] });
});
afterAll(() => origin.close());

const explain = (box: Sandbox, transaction_hash: string) =>
  box.request<Explained>('devnet_explainTransaction', { transaction_hash });

/** A call through all contracts: each calls the next one, and the last one panics. */
function nested(): Call {
  const inner = (i: number): bigint[] =>
    i === DEEP - 1
      ? [contracts[i]!, selectorOf('panic_with'), 2n, 1n, 0x4f7563n]
      : ((rest) => [contracts[i]!, selectorOf('call'), BigInt(rest.length), ...rest])(inner(i + 1));
  return { to: EXERCISER, name: 'call', calldata: inner(0) };
}

/** A new fork with the state of a fork that has run a transaction, but without its fetched values. */
async function coldFork(
  call: Call,
  fetch: FetchLike = origin.fetch,
): Promise<{ cold: Sandbox; hash: string; warm: Explained }> {
  const box = await forkOf(origin);
  const hash = await new Wallet(box).invoke(call);
  const warm = await explain(box, hash);
  const state = await box.saveState();
  box.close();
  const cold = await forkOf(origin, { fetch, state });
  // The run-ahead then knows that the address is taken and does not fetch the class for the deployment.
  await cold.request('starknet_getClassHashAt', ['latest', hex(deployed)]);
  return { cold, hash, warm };
}

test('a transaction that calls more contracts of the origin than a run-ahead finds is explained', async () => {
  const { cold, hash, warm } = await coldFork(nested());
  expect(warm).toMatchObject({
    status: 'REVERTED',
    reason: expect.stringMatching(/^Exerciser\.panic_with at .*'Ouc'/),
  });
  expect(warm.text.match(/Exerciser\[0x[0-9a-f…]+\]\.call\(/g)!.length).toBeGreaterThanOrEqual(DEEP);
  expect(await explain(cold, hash)).toEqual(warm);
  cold.close();
});

test('a class that only a failed deployment uses is fetched for its name', async () => {
  const asked = counted(origin);
  const { cold, hash, warm } = await coldFork(deploy, asked.fetch);
  expect(warm).toMatchObject({ status: 'REVERTED', reason: expect.stringContaining('already deployed') });
  expect(warm.text).toContain('Exerciser.constructor(');
  asked.methods.length = 0;
  expect(await explain(cold, hash)).toEqual(warm);
  expect(asked.methods).toContain('starknet_getClass');
  cold.close();
});

test('a name that cannot be fetched is left out', async () => {
  const name = formatFelt(classHash);
  const { cold, hash, warm } = await coldFork(deploy, (url, init) =>
    init.body.includes('starknet_getClass"') && init.body.includes(name)
      ? Promise.reject(new Error('gone'))
      : origin.fetch(url, init),
  );
  const { text, status } = await explain(cold, hash);
  expect(status).toBe(warm.status);
  expect(text).not.toContain('Exerciser');
  expect(text).toContain('already deployed');
  cold.close();
});

test('the explanation of a transaction of the origin says that it is on the origin', async () => {
  const fork = await forkOf(origin);
  const { transactions } = await origin.request<{ transactions: string[] }>('starknet_getBlockWithTxHashes', [
    { block_number: 2 },
  ]);
  await expect(explain(fork, transactions[0]!)).rejects.toMatchObject({
    code: 29,
    data: expect.stringContaining('from before the fork, where only the origin knows it'),
  });
  await expect(explain(fork, '0x123')).rejects.toMatchObject({ code: 29 });
  fork.close();
});
