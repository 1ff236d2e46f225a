import { selectorOf } from '../../src/execution/hash/address.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import type { Sandbox } from '../../src/index.ts';
import { writeJson } from '../../src/json/writeJson.ts';
import { STRK, transfer } from './wallet.ts';

/** Contracts, cells and classes that a test has used, in addition to those of every chain. */
export interface Touched {
  readonly addresses?: readonly string[];
  readonly cells?: readonly (readonly [address: string, key: string])[];
  readonly l1Hashes?: readonly string[];
}

/** The answers of every read method, including errors, as texts `method params: answer`. */
export async function readEverything(box: Sandbox, touched: Touched = {}): Promise<string[]> {
  const answers: string[] = [];
  const ask = async <T>(method: string, params?: unknown): Promise<T | undefined> => {
    const answer = await box.request<unknown>(method, params).then(
      (result) => ({ result }),
      ({ code, message, data }) => ({ error: { code, message, data } }),
    );
    answers.push(`${method} ${JSON.stringify(params)}: ${writeJson(answer)}`);
    return 'result' in answer ? (answer.result as T) : undefined;
  };

  for (const method of ['specVersion', 'chainId', 'syncing', 'blockHashAndNumber']) await ask(`starknet_${method}`);
  for (const method of ['getStatus', 'getConfig', 'getCheats']) await ask(`devnet_${method}`);
  await ask('devnet_getPredeployedAccounts', { with_balance: true });
  await ask('devnet_dump', { inline: true });
  await ask('devnet_postmanFlush', { dry_run: true });
  const latest = (await ask<number>('starknet_blockNumber'))!;
  const account = box.accounts[0]!;
  const addresses = [account.address, STRK, '0x1', ...(touched.addresses ?? [])];
  const numbers = Array.from({ length: latest + 2 }, (_, block_number) => ({ block_number }));
  const hashes = new Set<string>();
  const classes = new Set<string>();

  for (const block_id of ['latest', 'pre_confirmed', 'l1_accepted', ...numbers]) {
    const block = await ask<{ transactions: string[] }>('starknet_getBlockWithTxHashes', { block_id });
    for (const hash of block?.transactions ?? []) hashes.add(hash);
    for (const method of [
      'getBlockWithTxs',
      'getBlockWithReceipts',
      'getBlockTransactionCount',
      'getStateUpdate',
      'traceBlockTransactions',
    ])
      await ask(`starknet_${method}`, { block_id });
    for (const contract_address of addresses) {
      await ask('starknet_getNonce', { block_id, contract_address });
      const classHash = await ask<string>('starknet_getClassHashAt', { block_id, contract_address });
      if (classHash) classes.add(classHash);
    }
    for (const [contract_address, key] of touched.cells ?? [])
      await ask('starknet_getStorageAt', { block_id, contract_address, key });
    await ask('devnet_getAccountBalance', { address: addresses[0], block_id });
    await ask('starknet_call', {
      request: {
        contract_address: STRK,
        entry_point_selector: formatFelt(selectorOf('balanceOf')),
        calldata: [addresses[0]],
      },
      block_id,
    });
    await ask('starknet_getTransactionByBlockIdAndIndex', { block_id, index: 0 });
  }
  for (const transaction_hash of hashes) {
    for (const method of ['getTransactionByHash', 'getTransactionReceipt', 'getTransactionStatus', 'traceTransaction'])
      await ask(`starknet_${method}`, { transaction_hash });
    await ask('devnet_explainTransaction', { transaction_hash });
  }
  for (const class_hash of classes)
    for (const method of ['getClass', 'getCompiledCasm'])
      await ask(`starknet_${method}`, { block_id: 'pre_confirmed', class_hash });
  for (const transaction_hash of touched.l1Hashes ?? []) await ask('starknet_getMessagesStatus', { transaction_hash });
  await ask('starknet_getEvents', {
    filter: { from_block: { block_number: 0 }, to_block: 'pre_confirmed', chunk_size: 1000 },
  });
  const block_id = 'pre_confirmed';
  const nonce = await box.request<string>('starknet_getNonce', { block_id, contract_address: addresses[0] });
  const transactions = [transfer(account, BigInt(nonce), 0x99n).invoke_transaction];
  await ask('starknet_estimateFee', { request: transactions, simulation_flags: [], block_id });
  await ask('starknet_simulateTransactions', { transactions, simulation_flags: [], block_id });
  return answers;
}

/** A short description of the first difference between two lists of answers; undefined if they are equal. */
export function firstDifference(one: readonly string[], other: readonly string[]): string | undefined {
  const index = one.findIndex((line, i) => line !== other[i]);
  if (index < 0) return one.length === other.length ? undefined : `${one.length} answers, not ${other.length}`;
  const [a, b] = [one[index]!, other[index] ?? ''];
  let at = 0;
  while (a[at] === b[at]) at++;
  const start = Math.max(0, at - 200);
  return `${a.slice(0, 120)}\n at ${at}: ${a.slice(start, at + 200)}\n   not: ${b.slice(start, at + 200)}`;
}
