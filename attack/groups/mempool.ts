import { limits } from '../../src/protocol/limits.ts';
import { transfer } from '../../test/support/wallet.ts';
import { type AttackGroup, mustHold } from '../attack.ts';
import type { Target } from '../target.ts';

const POOL = ['--block-generation-on', 'mempool'];
const NETWORK = [...POOL, '--mempool-rules', 'network'];
const AT_ONCE = 500;

const call = (method: string, params: unknown = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

interface Outcome {
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

/** Sends requests in batches and returns their answers. */
async function sendAll(target: Target, requests: readonly string[]): Promise<readonly Outcome[]> {
  const answers: Outcome[] = [];
  for (let sent = 0; sent < requests.length; sent += AT_ONCE) {
    const { status, text } = await target.post(`[${requests.slice(sent, sent + AT_ONCE).join(',')}]`);
    mustHold(status === 200, `a batch was answered with ${status}`);
    answers.push(...(JSON.parse(text) as Outcome[]));
  }
  return answers;
}

async function ask<T>(target: Target, method: string, params: unknown = {}): Promise<T> {
  const { text } = await target.post(call(method, params));
  return (JSON.parse(text) as { result: T }).result;
}

async function signerOf(target: Target) {
  const [first] = await ask<{ address: string; private_key: string }[]>(target, 'devnet_getPredeployedAccounts');
  return { address: first!.address, privateKey: first!.private_key };
}

/** Unsigned transfers of accounts that do not exist: they are admitted, since nothing is looked up, and never run. */
function strangers(count: number, nonce: number): readonly string[] {
  const { invoke_transaction } = transfer({ address: 2n, privateKey: 1n }, nonce, 5n);
  return Array.from({ length: count }, (_, i) =>
    call('starknet_addInvokeTransaction', {
      invoke_transaction: { ...invoke_transaction, sender_address: `0x${(0x10000 + i).toString(16)}` },
    }),
  );
}

/** Fills the mempool, then selects from it and lists it. */
async function fullPool(target: Target, count: number): Promise<string> {
  const answers = await sendAll(target, strangers(count, 0));
  const admitted = answers.filter(({ result }) => result).length;
  const expected = Math.min(count, limits.pooledTransactions);
  mustHold(admitted === expected, `${admitted} admitted of ${count}`);
  const listed = await ask<{ transactions: unknown[] }>(target, 'devnet_getMempool', { include_transactions: true });
  mustHold(listed.transactions.length === expected, `${listed.transactions.length} listed`);
  const { rejected } = await ask<{ rejected: unknown[] }>(target, 'devnet_preconfirmTransactions');
  mustHold(rejected.length === expected, `${rejected.length} rejected`);
  return `${expected} admitted, ${count - expected} refused, all rejected by the chain`;
}

/** Fills the mempool with transactions that wait for missing nonces, then sends one that can be selected. */
async function gaps(target: Target, count: number): Promise<string> {
  const answers = await sendAll(target, strangers(count, 7));
  const admitted = answers.filter(({ result }) => result).length;
  const [own] = await sendAll(target, [call('starknet_addInvokeTransaction', transfer(await signerOf(target), 0, 5n))]);
  mustHold(own?.result, 'a transaction that can be selected was refused');
  const { pre_confirmed } = await ask<{ pre_confirmed: unknown[] }>(target, 'devnet_preconfirmTransactions');
  mustHold(pre_confirmed.length === 1, `${pre_confirmed.length} selected`);
  return `${admitted} wait for missing nonces, and the one with its nonce was selected`;
}

/** Replaces one transaction again and again, each time for a tenth more. */
async function replacements(target: Target, count: number): Promise<string> {
  const signer = await signerOf(target);
  let [tip, l2PriceFri] = [1n, 10n ** 10n];
  const requests: string[] = [];
  for (let i = 0; i < count; i++) {
    requests.push(call('starknet_addInvokeTransaction', transfer(signer, 0, 5n, BigInt(i), { tip, l2PriceFri })));
    // Of three, one offers enough.
    if (i % 3 === 2) [tip, l2PriceFri] = [tip + tip / 10n + 1n, l2PriceFri + l2PriceFri / 10n + 1n];
    if (tip > 2n ** 60n) [tip, l2PriceFri] = [1n, 10n ** 10n];
  }
  const refused = (await sendAll(target, requests)).filter(({ error }) => error?.code === 64).length;
  mustHold(refused >= count / 2, `only ${refused} were refused`);
  const { transactions } = await ask<{ transactions: unknown[] }>(target, 'devnet_getMempool');
  mustHold(transactions.length === 1, `${transactions.length} wait`);
  return `${count - refused} replaced, ${refused} refused, one waits`;
}

export const mempool: AttackGroup = {
  name: 'The mempool',
  attacks: [
    {
      name: '30,000 transactions of strangers in the mempool, then all are listed and selected',
      options: POOL,
      run: (target) => fullPool(target, 30_000),
    },
    {
      name: '2,000 transactions of strangers in the mempool, then all are listed and selected',
      short: true,
      options: POOL,
      run: (target) => fullPool(target, 2000),
    },
    {
      name: '21,000 transactions that wait for missing nonces, then one that does not',
      options: NETWORK,
      run: (target) => gaps(target, 21_000),
    },
    {
      name: '1,000 transactions that wait for missing nonces, then one that does not',
      short: true,
      options: NETWORK,
      run: (target) => gaps(target, 1000),
    },
    {
      name: '10,000 replacements of one transaction, each of them signed',
      options: NETWORK,
      run: (target) => replacements(target, 10_000),
    },
    {
      name: '300 replacements of one transaction, each of them signed',
      short: true,
      options: NETWORK,
      run: (target) => replacements(target, 300),
    },
  ],
};
