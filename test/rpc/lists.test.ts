import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

let box: Sandbox;
let account: `0x${string}`;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2 });
  account = box.accounts[0]!.address;
  for (const amount of [1n, 2n, 3n]) await box.mint('0x77', amount);
  await box.request('devnet_setBlockMode', { mode: 'demand' });
  await box.execute({ to: STRK, entryPoint: 'transfer', calldata: ['0x99', 5n, 0n] });
  await box.execute({ to: STRK, entryPoint: 'transfer', calldata: ['0x99', 2n ** 100n, 0n] }, { allowRevert: true });
});
afterAll(() => box.close());

describe('getBlocks', () => {
  test('lists headers from the open block down, page by page', async () => {
    const first = await box.request('devnet_getBlocks', { limit: 2 });
    expect(first.blocks).toMatchObject([
      { block_number: 4, status: 'PRE_CONFIRMED', transaction_count: 2 },
      { block_number: 3, status: 'ACCEPTED_ON_L2', transaction_count: 1 },
    ]);
    expect(first.next).toBe(3);
    const rest = await box.request('sandbox_getBlocks', { before: 3 });
    expect(rest.blocks.map(({ block_number }) => block_number)).toEqual([2, 1, 0]);
    expect(rest.next).toBeNull();
    const { transactions: _, ...header } = await box.request('starknet_getBlockWithTxHashes', {
      block_id: { block_number: 2 },
    });
    expect(rest.blocks[0]).toEqual(header);
  });

  test('is empty below the first block, and refuses pages that are too large', async () => {
    expect(await box.request('devnet_getBlocks', { before: 0 })).toEqual({ blocks: [], next: null });
    for (const limit of [0, 201])
      await expect(box.request('devnet_getBlocks', { limit })).rejects.toMatchObject({ code: -32602 });
  });
});

describe('getTransactions', () => {
  test('lists all, newest first, with what they call and what became of them', async () => {
    const { transactions, next } = await box.request('devnet_getTransactions');
    expect(next).toBeNull();
    expect(transactions).toHaveLength(5);
    expect(transactions[0]).toMatchObject({
      type: 'INVOKE',
      block_number: 4,
      transaction_index: 1,
      finality_status: 'PRE_CONFIRMED',
      execution_status: 'REVERTED',
      sender_address: account,
      calls: [{ contract_address: STRK, contract_name: 'ERC20', function_name: 'transfer' }],
      call_count: 1,
    });
  });

  test('gives pages that together are the whole list', async () => {
    const whole = await box.request('devnet_getTransactions');
    const hashes: string[] = [];
    let before: string | null | undefined;
    do {
      const page = await box.request('devnet_getTransactions', { limit: 2, ...(before ? { before } : {}) });
      hashes.push(...page.transactions.map(({ transaction_hash }) => transaction_hash));
      before = page.next;
    } while (before !== null);
    expect(hashes).toEqual(whole.transactions.map(({ transaction_hash }) => transaction_hash));
  });

  test('lists those of one block, and those that concern an address', async () => {
    const numbers = async (params: { block_number?: number; address?: string }) =>
      (await box.request('devnet_getTransactions', params)).transactions.map(({ block_number }) => block_number);
    expect(await numbers({ block_number: 2 })).toEqual([2]);
    expect(await numbers({ block_number: 99 })).toEqual([]);
    expect(await numbers({ address: account })).toEqual([4, 4]);
    expect(await numbers({ address: '0x77' })).toEqual([3, 2, 1]);
    expect(await numbers({ address: '0x12345' })).toEqual([]);
  });

  test('refuses what is no place in the list', async () => {
    for (const before of ['', '1', '-1.0', '1.1.1', '9'.repeat(40)])
      await expect(box.request('devnet_getTransactions', { before })).rejects.toMatchObject({ code: -32602 });
  });
});

describe('getContracts and getClasses', () => {
  test('list what exists here, page by page, with names', async () => {
    const whole = await box.request('devnet_getContracts', { limit: 200 });
    expect(whole.contracts).toHaveLength(whole.total);
    expect(whole.contracts.find(({ contract_address }) => contract_address === STRK)).toMatchObject({
      contract_name: 'ERC20',
      nonce: '0x0',
    });
    expect(whole.contracts.find(({ contract_address }) => contract_address === account)?.nonce).toBe('0x2');
    const addresses: string[] = [];
    let after: string | null | undefined;
    do {
      const page = await box.request('devnet_getContracts', { limit: 3, ...(after ? { after } : {}) });
      addresses.push(...page.contracts.map(({ contract_address }) => contract_address));
      after = page.next;
    } while (after !== null);
    expect(addresses).toEqual(whole.contracts.map(({ contract_address }) => contract_address));
  });

  test('count the contracts of each class, and every listed class can be read', async () => {
    const { classes, total } = await box.request('devnet_getClasses', { limit: 200 });
    expect(new Set(classes.map(({ class_hash }) => class_hash)).size).toBe(total);
    for (const { class_hash, contract_count } of classes) {
      const { contracts } = await box.request('devnet_getContracts', { class_hash, limit: 200 });
      expect(contracts).toHaveLength(contract_count);
      await box.request('starknet_getClass', { block_id: 'latest', class_hash });
    }
    expect(classes.find(({ contract_name }) => contract_name === 'ERC20')).toMatchObject({ kind: 'SIERRA' });
  });
});

test('getOverview tells the mode, prices and clock as they are now', async () => {
  await box.request('devnet_setGasPrice', { l2_gas_price_fri: 7 });
  await box.request('devnet_freezeTime');
  const overview = await box.request('devnet_getOverview');
  expect(overview).toMatchObject({
    block_generation_on: 'demand',
    latest_block: { block_number: 3 },
    clock: { is_frozen: true, shift_seconds: 0 },
  });
  expect(Object.keys(overview.gas_prices)).toEqual(['l1_gas', 'l1_data_gas', 'l2_gas']);
  // Prices that are set hold from the next block on.
  expect(overview.gas_prices.l2_gas.price_in_fri).not.toBe('0x7');
  expect(overview.next_gas_prices?.l2_gas.price_in_fri).toBe('0x7');
  await box.request('devnet_setPriceSchedule', { schedule: 'walk' });
  expect((await box.request('devnet_getOverview')).next_gas_prices).toBeNull();
  await box.request('devnet_setPriceSchedule', { schedule: 'constant' });
});

test('getOverview tells whether the open block differs from the latest one', async () => {
  const isChanged = async () => (await box.request('devnet_getOverview')).is_pre_confirmed_changed;
  const seal = () => box.request('devnet_createBlock');
  // The first block may have transactions with the prices before those that are set.
  await seal();
  await seal();
  expect(await isChanged()).toBe(false);
  await box.request('devnet_deal', { token: STRK, address: '0x99', amount: 5 });
  expect(await isChanged()).toBe(true);
  await seal();
  expect(await isChanged()).toBe(false);
  // The block has the prices that it was opened with, and the next one the new ones.
  await box.request('devnet_mint', { address: '0x99', amount: 5 });
  await box.request('devnet_setGasPrice', { l2_gas_price_fri: 9 });
  await seal();
  expect(await isChanged()).toBe(true);
  await seal();
  expect(await isChanged()).toBe(false);
});
