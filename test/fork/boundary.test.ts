import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectorOf } from '../../src/execution/hash/address.ts';
import type { Sandbox } from '../../src/index.ts';
import type { Method } from '../../src/rpc/method.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { block, busyOrigin, EXERCISER, forkOf, outcome } from '../support/fork/chains.ts';
import { exerciserClass, hex, Wallet } from '../support/fork/wallet.ts';

const TRANSACTIONS = 30;
const FORK = 22;
const OWN = 6;

let origin: Sandbox;
let fork: Sandbox;
const own: string[] = [];
beforeAll(async () => {
  origin = await busyOrigin(TRANSACTIONS);
  fork = await forkOf(origin, { blockNumber: FORK });
  const wallet = new Wallet(fork);
  for (let i = 0; i < OWN; i++) own.push(await wallet.invoke({ to: EXERCISER, name: 'emit_many', calldata: [2n] }));
});
afterAll(() => {
  fork.close();
  origin.close();
});

interface Block {
  block_hash: string;
  block_number: number;
  status: string;
  transactions: string[];
}
const blockOf = (box: Sandbox, id: unknown) => box.request<Block>('starknet_getBlockWithTxHashes', { block_id: id });

const [MESSAGE, GET] = [hex(selectorOf('on_message')), hex(selectorOf('get'))];
const address = hex(EXERCISER);
const classHash = hex(exerciserClass().classHash);

/** Every method that asks an origin about a block, with parameters that are valid on both sides. */
const asking: Record<string, (id: unknown) => Record<string, unknown>> = {
  getBlockWithTxHashes: (block_id) => ({ block_id }),
  getBlockWithTxs: (block_id) => ({ block_id }),
  getBlockWithReceipts: (block_id) => ({ block_id }),
  getBlockTransactionCount: (block_id) => ({ block_id }),
  getStateUpdate: (block_id) => ({ block_id }),
  getTransactionByBlockIdAndIndex: (block_id) => ({ block_id, index: 0 }),
  getStorageAt: (block_id) => ({ contract_address: address, key: '0x1', block_id }),
  getStorageProof: (block_id) => ({ block_id, contract_addresses: [address] }),
  getNonce: (block_id) => ({ block_id, contract_address: address }),
  getClass: (block_id) => ({ block_id, class_hash: classHash }),
  getClassAt: (block_id) => ({ block_id, contract_address: address }),
  getClassHashAt: (block_id) => ({ block_id, contract_address: address }),
  call: (block_id) => ({
    request: { contract_address: address, entry_point_selector: GET, calldata: ['0x1'] },
    block_id,
  }),
  estimateMessageFee: (block_id) => ({
    message: {
      from_address: '0x8359e4b0152ed5a731162d3c7b0d8d56edb165a0',
      to_address: address,
      entry_point_selector: MESSAGE,
      payload: ['0x5'],
    },
    block_id,
  }),
  traceBlockTransactions: (block_id) => ({ block_id }),
  estimateFee: (block_id) => ({ request: [], simulation_flags: [], block_id }),
  simulateTransactions: (block_id) => ({ block_id, transactions: [], simulation_flags: [] }),
};

/** What the declarations say: methods that name a block or a transaction, and whether the origin of a fork is asked. */
const declared = (by: 'block' | 'transaction', isAsked: boolean): Method[] =>
  [...methods.values()].filter(
    ({ origin }) => typeof origin === 'object' && origin.by === by && (origin.answers !== 'none') === isAsked,
  );
const namesOf = (some: readonly Method[]): string[] => some.map(({ name }) => name).sort();

test('every method that asks an origin about a block is tried here', () => {
  expect(Object.keys(asking).sort()).toEqual(namesOf(declared('block', true)));
});

describe.each(Object.entries(asking))('%s', (name, params) => {
  const ask = (box: Sandbox, id: unknown, prefix = 'starknet_') => outcome(box, prefix + name, params(id));

  test('at a block before the fork answers as the origin does, including errors', async () => {
    const { block_hash } = await blockOf(origin, block(5));
    for (const id of [block(0), block(5), block(FORK), { block_hash }])
      expect(await ask(fork, id)).toEqual(await ask(origin, id));
    // The other dialect, and parameters by position.
    expect(await ask(fork, block(5), 'chain_')).toEqual(await ask(origin, block(5)));
    expect(await outcome(fork, `starknet_${name}`, Object.values(params(block(5))))).toEqual(
      await ask(origin, block(5)),
    );
  });

  test('at a block after the fork answers from the fork, by number, hash and tag', async () => {
    const { block_hash } = await blockOf(fork, block(FORK + 3));
    const byNumber = await ask(fork, block(FORK + 3));
    // Blocks made here have no tries to prove anything with.
    if (name === 'getStorageProof') return expect(byNumber).toMatchObject({ code: 42 });
    expect(byNumber).toMatchObject({ result: expect.anything() });
    expect(await ask(fork, { block_hash })).toEqual(byNumber);
    expect(await ask(fork, 'latest')).toMatchObject({ result: expect.anything() });
    // If the answer contains the block, it is that of the fork.
    const { result } = byNumber as { result: { block_hash?: string } };
    if (result.block_hash !== undefined) expect(result.block_hash).toBe(block_hash);
  });

  test('does not see what the origin did after the fork', async () => {
    const { block_hash } = await blockOf(origin, block(FORK + 4));
    expect(await ask(fork, { block_hash })).toMatchObject({ code: 24 });
    expect(await ask(fork, block(FORK + OWN + 2))).toMatchObject({ code: 24 });
    expect(await ask(fork, block(9_999))).toMatchObject({ code: 24 });
    expect(await ask(fork, { block_hash: '0x1234' })).toMatchObject({ code: 24 });
  });
});

describe.each(namesOf(declared('transaction', true)))('%s', (name) => {
  const ask = (box: Sandbox, hash: string) => outcome(box, `starknet_${name}`, { transaction_hash: hash });

  test('finds transactions of both sides, and none of the origin after the fork', async () => {
    for (const number of [1, 3, 5, FORK]) {
      const hash = (await blockOf(origin, block(number))).transactions[0]!;
      expect(await ask(fork, hash)).toEqual(await ask(origin, hash));
      expect(await outcome(fork, `starknet_${name}`, [hash])).toEqual(await ask(origin, hash));
    }
    expect(await ask(fork, own[0]!)).toMatchObject({ result: expect.anything() });
    const late = (await blockOf(origin, block(FORK + 2))).transactions[0]!;
    expect(await ask(fork, late)).toMatchObject({ code: 29 });
    expect(await ask(fork, '0x123')).toMatchObject({ code: 29 });
  });
});

test('compiled classes of both sides are found', async () => {
  expect(await outcome(fork, 'starknet_getCompiledCasm', [classHash])).toEqual(
    await outcome(origin, 'starknet_getCompiledCasm', [classHash]),
  );
});

test('the last update of a cell is found on both sides', async () => {
  // Stored hashes of old blocks: one written by the origin and one written by the fork.
  const params = { contract_address: hex(0x1n), key: hex(5n), response_flags: ['INCLUDE_LAST_UPDATE_BLOCK'] } as const;
  const there = await origin.request('starknet_getStorageAt', { ...params, block_id: block(FORK) });
  expect(there).toMatchObject({ last_update_block: 15 });
  expect(await fork.request('starknet_getStorageAt', { ...params, block_id: 'latest' })).toEqual(there);
  const own = { ...params, key: hex(BigInt(FORK - 8)), block_id: 'latest' } as const;
  expect(await fork.request('starknet_getStorageAt', own)).toMatchObject({ last_update_block: FORK + 2 });
});

/** Parameters, beside the block, of methods that work only on what was made here. */
const ownOnly: Record<string, Record<string, unknown>> = {
  debugEstimate: { request: [], simulation_flags: [] },
  explainCall: asking['call']!(undefined),
  explainEstimate: { request: [], simulation_flags: [] },
  getStorageTree: { contract_address: address },
  profileCall: asking['call']!(undefined),
  proveTransaction: { transaction: undefined },
};

test.each(declared('block', false))('$name says that a block is from before the fork', async ({ name, group }) => {
  expect(Object.keys(ownOnly)).toContain(name);
  // It checks its mode and its transaction first.
  if (name === 'proveTransaction') return;
  const params = { ...ownOnly[name], block_id: block(3) };
  const answer = await outcome(fork, `${group}_${name}`, params);
  expect(answer).toMatchObject({ data: expect.stringContaining('before the fork') });
});

test('balances are read only at blocks of the fork', async () => {
  const params = { address: '0x1', block_id: block(3) };
  await expect(fork.request('devnet_getAccountBalance', params)).rejects.toThrow('No block found');
});

test.each(declared('transaction', false))(
  '$name says that a transaction is from before the fork',
  async ({ name, group }) => {
    const ask = (hash: string) => outcome(fork, `${group}_${name}`, { transaction_hash: hash });
    const there = (await blockOf(origin, block(3))).transactions[0]!;
    expect(await ask(there)).toMatchObject({
      code: 29,
      data: `The transaction is from before the fork, where only the origin knows it. ${name} needs one that was made here.`,
    });
    expect(await ask('0x123')).toEqual({ code: 29, data: undefined });
  },
);

test('without an archive an old block of the fork has no state, and the origin is not asked for it', async () => {
  const lean = await forkOf(origin, { blockNumber: FORK, stateArchiveCapacity: 'none' });
  await lean.blocks.mine();
  await lean.blocks.mine();
  await expect(lean.request('starknet_getNonce', [block(FORK + 1), address])).rejects.toThrow('No state at block');
  lean.close();
});

describe('events', () => {
  interface Page {
    events: { block_number: number }[];
    continuation_token?: string;
  }
  const pages = async (filter: Record<string, unknown>): Promise<Page[]> => {
    const all: Page[] = [];
    let token: string | undefined;
    do {
      const page = await fork.request<Page>('starknet_getEvents', {
        filter: token === undefined ? filter : { ...filter, continuation_token: token },
      });
      all.push(page);
      token = page.continuation_token;
    } while (token !== undefined);
    return all;
  };
  const events = async (filter: Record<string, unknown>) => (await pages(filter)).flatMap((page) => page.events);
  const past = async (from: number, to: number) =>
    (
      await origin.request<Page>('starknet_getEvents', {
        filter: { from_block: block(from), to_block: block(to), address, chunk_size: 1000 },
      })
    ).events;

  test.each([1, 3, 7, 1000])('of both sides come in order, each once, in pages of %d', async (chunk_size) => {
    const found = await events({ address, chunk_size });
    const before = await past(0, FORK);
    expect(before.length).toBeGreaterThan(5);
    expect(found.slice(0, before.length)).toEqual(before);
    expect(found).toHaveLength(before.length + 2 * OWN);
    expect(found.slice(before.length).every(({ block_number }) => block_number > FORK)).toBe(true);
  });

  test('are found for ranges on one side and across the boundary', async () => {
    expect(await events({ from_block: block(2), to_block: block(9), address, chunk_size: 2 })).toEqual(
      await past(2, 9),
    );
    const { block_hash } = await blockOf(origin, block(12));
    expect(
      await events({ from_block: { block_hash }, to_block: block(FORK + 2), address, chunk_size: 4 }),
    ).toHaveLength((await past(12, FORK)).length + 2);
    expect(await events({ from_block: 'latest', address, chunk_size: 10 })).toHaveLength(2);
    expect(
      await events({ from_block: block(FORK + 1), to_block: block(FORK + 2), address, chunk_size: 10 }),
    ).toHaveLength(2);
    expect(await events({ from_block: block(9), to_block: block(8), chunk_size: 10 })).toEqual([]);
    expect(
      (await pages({ from_block: block(2), to_block: block(9), address, chunk_size: 1000 })).at(-1),
    ).not.toHaveProperty('continuation_token');
  });

  test('tokens name their side', async () => {
    const [first] = await pages({ address, chunk_size: 2 });
    expect(first!.continuation_token).toMatch(/^devnet-origin-/);
    const ask = (filter: Record<string, unknown>) => outcome(fork, 'starknet_getEvents', { filter });
    expect(await ask({ chunk_size: 2, continuation_token: 'x' })).toMatchObject({ code: 33 });
    expect(await ask({ chunk_size: 2, continuation_token: 'devnet-origin-x' })).toMatchObject({ code: 33 });
    expect(await ask({ to_block: block(5), chunk_size: 2, continuation_token: '1' })).toEqual({
      result: { events: [] },
    });
    expect(await ask({ from_block: 'latest', chunk_size: 2, continuation_token: 'devnet-origin-1' })).toMatchObject({
      code: 33,
    });
    const { block_hash } = await blockOf(origin, block(FORK + 4));
    expect(await ask({ from_block: { block_hash }, chunk_size: 2 })).toMatchObject({ code: 24 });
    expect(await ask({ to_block: block(999), chunk_size: 2 })).toMatchObject({ code: 24 });
  });
});

describe('acceptance on L1', () => {
  test('of blocks of the origin is an overlay, and that of a block of the fork includes all before it', async () => {
    const box = await forkOf(origin, { blockNumber: FORK });
    const accept = (id: unknown) => outcome(box, 'devnet_acceptOnL1', { starting_block_id: id });
    expect(await blockOf(box, 'l1_accepted')).toMatchObject({ block_number: FORK, status: 'ACCEPTED_ON_L2' });
    expect(await accept(block(5))).toEqual({ result: { accepted: [] } });
    expect(await blockOf(box, 'l1_accepted')).toMatchObject({ block_number: 5, status: 'ACCEPTED_ON_L1' });
    expect(await blockOf(box, block(6))).toMatchObject({ status: 'ACCEPTED_ON_L2' });
    const hash = (await blockOf(origin, block(5))).transactions[0]!;
    expect(await box.request('starknet_getTransactionReceipt', [hash])).toMatchObject({
      finality_status: 'ACCEPTED_ON_L1',
    });
    expect(await box.request('starknet_getTransactionStatus', [hash])).toMatchObject({
      finality_status: 'ACCEPTED_ON_L1',
    });
    expect(await box.request('starknet_getBlockWithReceipts', [block(5)])).toMatchObject({
      status: 'ACCEPTED_ON_L1',
      transactions: [{ receipt: { finality_status: 'ACCEPTED_ON_L1' } }],
    });
    expect(await accept(block(5))).toMatchObject({ code: -1 });
    expect(await accept(block(3))).toMatchObject({ code: -1 });
    expect(await accept('l1_accepted')).toMatchObject({ code: -1 });
    expect(await accept(block(FORK + 9))).toMatchObject({ code: -1 });
    const mark = box.snapshot();
    const { result } = (await accept('latest')) as { result: { accepted: string[] } };
    expect(result.accepted).toHaveLength(1);
    expect(await blockOf(box, block(20))).toMatchObject({ status: 'ACCEPTED_ON_L1' });
    expect(await blockOf(box, 'l1_accepted')).toMatchObject({ block_number: FORK + 1, status: 'ACCEPTED_ON_L1' });
    box.restore(mark);
    expect(await blockOf(box, block(20))).toMatchObject({ status: 'ACCEPTED_ON_L2' });
    await box.request('devnet_restart');
    expect(await blockOf(box, block(5))).toMatchObject({ status: 'ACCEPTED_ON_L2' });
    box.close();
  });
});
