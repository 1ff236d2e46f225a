import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ETH, STRK, supplyAddress } from '../../src/chain/value/token.ts';
import { Sandbox } from '../../src/index.ts';
import { block, fillChain } from '../support/fork/chains.ts';
import { kinds, nextAction, randomOf } from '../support/fork/mixedActions.ts';
import { type Chain, hex } from '../support/fork/wallet.ts';
import { comparable } from './comparable.ts';
import { allEvents } from './events.ts';
import { servedChain } from './served.ts';

const BEFORE = 40;
const TRANSACTIONS = 420;
const SEED = 20_261_115;
const START = 1_800_000_000;

interface Seen {
  readonly hashes: readonly string[];
  readonly outcome: unknown;
}

async function attempt(chain: Chain, run: (chain: Chain) => Promise<{ hashes: readonly string[] }>): Promise<Seen> {
  try {
    const { hashes, ...outcome } = await run(chain);
    return { hashes, outcome: comparable(outcome) };
  } catch (error) {
    const { code, data } = error as { code?: number; data: unknown };
    if (code === undefined) throw error;
    return { hashes: [], outcome: { code, data } };
  }
}

interface Receipt {
  readonly block_number: number;
  readonly execution_status: string;
}
/** Everything that a chain returns about a transaction and its block. */
async function accountOf(chain: Chain, hash: string) {
  const receipt = await chain.request<Receipt>('starknet_getTransactionReceipt', [hash]);
  const at = { block_id: block(receipt.block_number) };
  const [transaction, trace, update, header] = await Promise.all([
    chain.request('starknet_getTransactionByHash', [hash]),
    chain.request('starknet_traceTransaction', [hash]),
    chain.request('starknet_getStateUpdate', at),
    chain.request('starknet_getBlockWithTxHashes', at),
  ]);
  return { receipt, all: comparable({ receipt, transaction, trace, update, header }) };
}

describe(`a fork over HTTP runs what its origin runs (seed ${SEED})`, () => {
  let origin: Awaited<ReturnType<typeof servedChain>>;
  let fork: Sandbox;
  const config = { startTime: BigInt(START), stateArchiveCapacity: 'full' } as const;
  const seen = new Map<string, number>();
  const hashes: string[] = [];
  const note = (name: string) => seen.set(name, (seen.get(name) ?? 0) + 1);

  beforeAll(async () => {
    origin = await servedChain({ ...config, seed: 11, accounts: 3 });
    await origin.request('devnet_freezeTime');
    await fillChain(origin, BEFORE);
    fork = await Sandbox.create({
      ...config,
      seed: 22,
      accounts: 1,
      fork: { url: origin.url },
    });
    // The origin does the same as the fork does at its start: a first block, and the supply for its own accounts.
    await origin.request('devnet_createBlock');
    await fork.request('devnet_freezeTime');
    for (const chain of [origin, fork]) await chain.request('devnet_setTime', { time: START + 100_000 });
    for (const { address } of [ETH, STRK]) {
      const cell = { contract_address: hex(address), key: hex(supplyAddress()) };
      const value = await origin.request<string>('starknet_getStorageAt', { ...cell, block_id: 'latest' });
      for (const chain of [origin, fork]) await chain.request('devnet_setStorageAt', { ...cell, value });
    }
    for (const chain of [origin, fork]) await chain.request('devnet_createBlock');
    expect(await fork.request('starknet_blockNumber')).toBe(await origin.request('starknet_blockNumber'));
  });
  afterAll(async () => {
    fork?.close();
    await origin?.close();
  });

  test(`${TRANSACTIONS} mixed transactions have the same receipts, traces, blocks and changes`, async () => {
    const random = randomOf(SEED);
    const deployed: bigint[] = [];
    const accountClass = BigInt(
      await origin.request<string>('starknet_getClassHashAt', ['latest', origin.accounts[0]!.address]),
    );
    // The same accounts are used on both.
    const here: Chain = { request: fork.request.bind(fork), accounts: origin.accounts };
    for (let turn = 0; hashes.length < TRANSACTIONS; turn++) {
      const { kind, run } = nextAction({ random, turn, accountClass, deployed });
      // The fork is first, so that later changes of the origin would be noticed.
      const [ours, theirs] = [await attempt(here, run), await attempt(origin, run)];
      expect({ turn, kind, ...ours }).toEqual({ turn, kind, ...theirs });
      note(kind);
      const { code } = ours.outcome as { code?: number };
      if (code !== undefined) note(`error ${code}`);
      for (const hash of ours.hashes) {
        const [ourAccount, theirAccount] = [await accountOf(here, hash), await accountOf(origin, hash)];
        expect(ourAccount.all).toEqual(theirAccount.all);
        note(ourAccount.receipt.execution_status);
        hashes.push(hash);
      }
    }
    // Every kind of action occurred, and both results occurred often.
    for (const kind of kinds) expect([kind, (seen.get(kind) ?? 0) >= 3]).toEqual([kind, true]);
    expect(seen.get('SUCCEEDED')).toBeGreaterThan(TRANSACTIONS / 2);
    expect(seen.get('REVERTED')).toBeGreaterThan(TRANSACTIONS / 20);
    // No balance, a declared class, a wrong nonce, a wrong signature, a repeated message, a failed estimate.
    for (const code of [54, 51, 52, 55, 59, 41]) expect([code, seen.has(`error ${code}`)]).toEqual([code, true]);
  });

  test('in the end their states and events are the same', async () => {
    const last = await origin.request<number>('starknet_blockNumber');
    expect(await fork.request('starknet_blockNumber')).toBe(last);
    interface Update {
      state_diff: {
        storage_diffs: { address: string; storage_entries: { key: string }[] }[];
        nonces: { contract_address: string }[];
      };
    }
    const cells = new Map<string, [string, string]>();
    const contracts = new Set<string>();
    for (let number = 1; number <= last; number++) {
      const { state_diff } = await origin.request<Update>('starknet_getStateUpdate', [block(number)]);
      for (const { contract_address } of state_diff.nonces) contracts.add(contract_address);
      for (const { address, storage_entries } of state_diff.storage_diffs) {
        // The hashes of blocks.
        if (address === '0x1') continue;
        contracts.add(address);
        for (const { key } of storage_entries) cells.set(`${address} ${key}`, [address, key]);
      }
    }
    expect(cells.size).toBeGreaterThan(150);
    const both = async (method: string, params: unknown) => [
      comparable(await fork.request<unknown>(method, params)),
      comparable(await origin.request<unknown>(method, params)),
    ];
    for (const [address, key] of cells.values()) {
      const [ours, theirs] = await both('starknet_getStorageAt', [address, key, 'latest']);
      expect([address, key, ours]).toEqual([address, key, theirs]);
    }
    for (const address of contracts)
      for (const method of ['starknet_getNonce', 'starknet_getClassHashAt']) {
        const [ours, theirs] = await both(method, ['latest', address]);
        expect([address, ours]).toEqual([address, theirs]);
      }
    const events = await allEvents(fork);
    expect(events.length).toBeGreaterThan(TRANSACTIONS);
    expect(events).toEqual(await allEvents(origin));
  });
});
