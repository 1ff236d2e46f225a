import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectorOfName } from '../../src/abi/selector.ts';
import { Sandbox } from '../../src/index.ts';
import { limits } from '../../src/protocol/limits.ts';
import type { RpcParams } from '../../src/rpc/schema.ts';
import { readClass } from '../ui/filledNode.ts';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const ETH = '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';

let box: Sandbox;
let hashes: string[];
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 3 });
  hashes = [];
  // More than a run of 32 blocks, so that filters are made and used.
  for (let i = 0; i < 70; i++) {
    const isOdd = i % 35 === 3;
    const { transactionHash } = await box.execute(
      {
        to: i % 2 ? ETH : STRK,
        entryPoint: 'transfer',
        calldata: [0x100n + BigInt(i % 10), isOdd ? 2n ** 100n : 5n, 0n],
      },
      { from: box.accounts[i % 2]!, allowRevert: true },
    );
    hashes.push(transactionHash);
  }
});
afterAll(() => box.close());

/** All pages of a filtered list. */
async function listed(params: RpcParams<'sandbox_getTransactions'>): Promise<string[]> {
  const found: string[] = [];
  let before: string | null | undefined;
  for (let pages = 0; pages < 100; pages++) {
    const page = await box.request('devnet_getTransactions', { limit: 7, ...params, ...(before ? { before } : {}) });
    found.push(...page.transactions.map(({ transaction_hash }) => transaction_hash));
    before = page.next;
    if (before === null) return found;
  }
  throw new Error('The list has no end.');
}

const newest = (wanted: (i: number) => boolean) => hashes.filter((_, i) => wanted(i)).reverse();

describe('getTransactions with a filter', () => {
  // Twice: the second time, what cannot match is left out unread.
  test.each([1, 2])('lists what matches, and only that, page by page (time %i)', async () => {
    const [first, second] = box.accounts;
    expect(await listed({ result: 'REVERTED' })).toEqual(newest((i) => i % 35 === 3));
    expect(await listed({ sender_address: second!.address })).toEqual(newest((i) => i % 2 === 1));
    expect(await listed({ contract_address: ETH })).toEqual(newest((i) => i % 2 === 1));
    expect(await listed({ function: 'transfer', from_block: 11, to_block: 13 })).toEqual(
      newest((i) => i >= 10 && i <= 12),
    );
    expect(await listed({ sender_address: first!.address, result: 'REVERTED' })).toEqual(newest((i) => i === 38));
    expect(await listed({ contract_address: ETH, sender_address: first!.address })).toEqual([]);
    expect(await listed({ function: 'no_such_function' })).toEqual([]);
    expect(await listed({ type: 'DECLARE' })).toEqual([]);
    expect(await listed({ type: 'INVOKE', address: '0x104' })).toEqual(newest((i) => i % 10 === 4));
  });

  test('takes a function by its selector, and refuses what is none', async () => {
    const selector = '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e';
    expect(await listed({ function: selector, to_block: 3 })).toEqual(newest((i) => i < 3));
    for (const wrong of ['0xzz', 'x'.repeat(301), 7 as unknown as string])
      await expect(listed({ function: wrong })).rejects.toMatchObject({ code: -32602 });
    await expect(listed({ result: 'GOOD' as 'REVERTED' })).rejects.toMatchObject({ code: -32602 });
  });

  test('forgets nothing and invents nothing when blocks are taken back', async () => {
    const mark = box.snapshot();
    const { transactionHash } = await box.execute({ to: STRK, entryPoint: 'transfer', calldata: [0x999n, 1n, 0n] });
    expect(await listed({ address: '0x999' })).toEqual([transactionHash]);
    await box.restore(mark);
    expect(await listed({ address: '0x999' })).toEqual([]);
  });
});

const events = async (params: RpcParams<'sandbox_findEvents'>) =>
  box.request('devnet_findEvents', { limit: 200, ...params });

describe('findEvents', () => {
  test.each([1, 2])('lists events newest first, decoded, by contract, name, members and blocks (time %i)', async () => {
    const { events: found } = await events({ name: 'Transfer', fields: [{ name: 'to', value: '0x104' }] });
    expect(found.map(({ transaction_hash }) => transaction_hash)).toEqual(newest((i) => i % 10 === 4));
    expect(found[0]).toMatchObject({
      name: 'Transfer',
      contract_name: 'ERC20',
      event_index: 0,
      members: { to: '0x104', value: '5' },
      from_address: STRK,
    });
    const byValue = await events({ contract_address: ETH, fields: [{ name: 'value', value: '5' }], to_block: 4 });
    expect(byValue.events.map(({ block_number }) => block_number)).toEqual([2]);
    expect((await events({ name: 'NoSuchEvent' })).events).toEqual([]);
    expect((await events({ fields: [{ name: 'nobody', value: '5' }] })).events).toEqual([]);
    const all = await events({ from_block: 1, to_block: 2 });
    // A transfer, and that of its fee.
    expect(all.events.map(({ block_number, event_index }) => [block_number, event_index])).toEqual([
      [2, 1],
      [2, 0],
      [1, 1],
      [1, 0],
    ]);
  });

  test('gives pages that together are the whole list', async () => {
    const whole = (await events({})).events.map((event) => `${event.transaction_hash} ${event.event_index}`);
    const found: string[] = [];
    let before: string | null | undefined;
    for (let pages = 0; pages < 100 && before !== null; pages++) {
      const page = await events({ limit: 9, ...(before ? { before } : {}) });
      found.push(...page.events.map((event) => `${event.transaction_hash} ${event.event_index}`));
      before = page.next;
    }
    expect(found).toEqual(whole);
    expect(whole).toHaveLength(138);
  });

  test('refuses what is no place in the list', async () => {
    for (const before of ['', '1', '1.2', '1.2.3.4'])
      await expect(events({ before })).rejects.toMatchObject({ code: -32602 });
  });
});

const search = async (text: string) => (await box.request('devnet_search', { text })).found;

describe('search', () => {
  test('finds accounts, tokens, functions, events and selectors', async () => {
    expect(await search('account 1')).toMatchObject([{ kind: 'ACCOUNT', name: '1', hash: box.accounts[1]!.address }]);
    expect(await search('account')).toEqual(expect.arrayContaining([expect.objectContaining({ name: '2' })]));
    expect(await search('STRK')).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'TOKEN', name: 'StarkNet Token (STRK)', hash: STRK })]),
    );
    const transfer = await search('transfer');
    expect(transfer.find(({ kind }) => kind === 'FUNCTION')).toMatchObject({ name: 'transfer' });
    expect(transfer.find(({ kind }) => kind === 'FUNCTION')!.contract_addresses).toContain(STRK);
    expect(transfer.find(({ kind }) => kind === 'EVENT')!.contract_addresses).toBeNull();
    expect(transfer.find(({ kind }) => kind === 'EVENT')).toMatchObject({ name: 'Transfer' });
    const { hash } = transfer.find(({ kind }) => kind === 'FUNCTION')!;
    expect(await search(hash)).toMatchObject([{ kind: 'FUNCTION', name: 'transfer', hash }]);
  });

  test('finds transactions by parts of their hashes, and by the text of their errors', async () => {
    const hash = hashes[20]!;
    expect((await search(hash.slice(0, 12)))[0]).toMatchObject({ kind: 'TRANSACTION', hash, block_number: 21 });
    expect(await search(hash.slice(20, 34))).toMatchObject([{ kind: 'TRANSACTION', hash }]);
    expect(await search(hash.toUpperCase().replace('0X', '0x'))).toMatchObject([{ kind: 'TRANSACTION', hash }]);
    const failed = await search('Insufficient Balance');
    expect(failed.map(({ kind, hash }) => [kind, hash])).toEqual([
      ['ERROR', hashes[38]],
      ['ERROR', hashes[3]],
    ]);
    // The line with the error, without the calls that it went through.
    expect(failed[0]!.name).toMatch(/^[^\n]*insufficient balance[^\n]*$/i);
    expect(failed[0]!.name).not.toContain('Error in the called contract');
  });

  test('finds contracts by any part of their address, also with zeros in front', async () => {
    const { address } = box.accounts[1]!;
    const padded = `0x${address.slice(2).padStart(64, '0')}`;
    for (const part of [address.slice(0, 12), padded.slice(0, 20), address.slice(20, 34)])
      expect(await search(part)).toMatchObject([{ kind: 'CONTRACT', hash: address }]);
  });

  test('finds an error whose text was copied with the ends of its lines', async () => {
    expect((await search('Insufficient\n  Balance')).map(({ hash }) => hash)).toEqual([hashes[38], hashes[3]]);
  });

  test('tokens do not hide contracts whose name has the text in it too', async () => {
    const kindsOf = async (limit: number) =>
      (await box.request('devnet_search', { text: 'e', limit })).found.map(({ kind }) => kind);
    expect((await kindsOf(1)).filter((kind) => kind === 'TOKEN' || kind === 'CONTRACT')).toEqual(['TOKEN', 'CONTRACT']);
  });

  test('finds the handler of a message by the hash of the message', async () => {
    const { classes } = await box.request('devnet_applyStateDiff', {
      state_diff: {},
      classes: [{ contract_class: readClass('kinds') as never }],
    });
    await box.request('devnet_setClassHash', { contract_address: '0x717d5', class_hash: classes[0]!.class_hash });
    const { transaction_hash } = await box.request('devnet_postmanSendMessageToL2', {
      l2_contract_address: '0x717d5',
      entry_point_selector: `0x${selectorOfName('on_message').toString(16)}`,
      l1_contract_address: '0x8359e4b0152ed5a731162d3c7b0d8d56edb165a0',
      payload: ['0x7'],
      paid_fee_on_l1: '0x1',
      nonce: '0x0',
    });
    const { message_hash } = await box.request('starknet_getTransactionReceipt', { transaction_hash });
    for (const text of [message_hash!, message_hash!.slice(0, 20), message_hash!.slice(10, 30)])
      expect(await search(text)).toMatchObject([{ kind: 'MESSAGE', hash: message_hash, transaction_hash }]);
    // Nobody on L2 sent it.
    const cell = { contract_address: '0x717d5', key: 'last_message' } as const;
    expect((await box.request('devnet_getStorageWriters', cell)).writes).toMatchObject([
      { by: 'TRANSACTION', transaction_hash, sender_address: null },
    ]);
    expect((await box.request('devnet_getTransactions', { function: 'on_message' })).transactions).toMatchObject([
      { type: 'L1_HANDLER', calls: [{ contract_name: 'Kinds', function_name: 'on_message' }] },
    ]);
  });

  test('gives contracts only for functions that people can call', async () => {
    const contractsOf = async (name: string) =>
      (await search(name)).find((found) => found.kind === 'FUNCTION' && found.name === name)?.contract_addresses;
    expect(await contractsOf('is_valid_signature')).toContain(box.accounts[0]!.address);
    for (const name of ['__execute__', '__validate__', 'on_message']) expect(await contractsOf(name), name).toEqual([]);
  });

  test('finds nothing by nothing, and refuses long texts', async () => {
    for (const text of ['f'.repeat(64), '', '   ', '\n|', '0x']) expect(await search(text)).toEqual([]);
    await expect(search('x'.repeat(301))).rejects.toMatchObject({ code: -32602 });
  });
});

describe('getNames', () => {
  test('knows accounts by their numbers, tokens by name and symbol, the sequencer, and nobody by nothing', async () => {
    const addresses = [STRK, box.accounts[2]!.address, '0x1000', '0x1234'];
    const { names } = await box.request('devnet_getNames', { addresses });
    expect(names).toEqual([
      {
        address: STRK,
        account_index: null,
        is_sequencer: false,
        contract_name: 'ERC20',
        token: { name: 'StarkNet Token', symbol: 'STRK', decimals: 18 },
      },
      {
        address: box.accounts[2]!.address,
        account_index: 2,
        is_sequencer: false,
        contract_name: 'Account',
        token: null,
      },
      { address: '0x1000', account_index: null, is_sequencer: true, contract_name: null, token: null },
      { address: '0x1234', account_index: null, is_sequencer: false, contract_name: null, token: null },
    ]);
    const tooMany = Array.from({ length: 201 }, () => '0x1');
    await expect(box.request('devnet_getNames', { addresses: tooMany })).rejects.toMatchObject({ code: -32602 });
  });
});

test('getNames knows a token that gets its name after it was asked for', async () => {
  const token = '0x70c3';
  const { contracts } = await box.request('devnet_getContracts', { limit: 200 });
  const { class_hash } = contracts.find(({ contract_address }) => contract_address === STRK)!;
  await box.request('devnet_setClassHash', { contract_address: token, class_hash });
  const named = async () => (await box.request('devnet_getNames', { addresses: [token] })).names[0]!.token;
  expect(await named()).toBeNull();
  for (const variable of ['ERC20_name', 'ERC20_symbol']) await box.setStorageAt(token, variable, 'New');
  expect(await named()).toMatchObject({ name: 'New', symbol: 'New' });
});

test('getContracts and getClasses list the newest first if they are asked to', async () => {
  const old = await box.request('devnet_getContracts', { limit: 200 });
  const { class_hash } = old.contracts[0]!;
  for (const address of ['0xff00', '0x2'])
    await box.request('devnet_applyStateDiff', { state_diff: { deployed_contracts: [{ address, class_hash }] } });
  const seen: string[] = [];
  let after: string | null | undefined;
  for (let pages = 0; pages < 100 && after !== null; pages++) {
    const page = await box.request('devnet_getContracts', { limit: 3, newest: true, ...(after ? { after } : {}) });
    seen.push(...page.contracts.map(({ contract_address }) => contract_address));
    after = page.next;
  }
  expect(seen.slice(0, 2)).toEqual(['0x2', '0xff00']);
  expect(new Set(seen).size).toBe(old.total + 2);
  const classes = await box.request('devnet_getClasses', { newest: true, limit: 200 });
  expect(classes.classes).toHaveLength(classes.total);
});

test('a page of events ends also where all transactions seem to match and none does', async () => {
  const bounded = limits as { scannedTransactions: number };
  const before = bounded.scannedTransactions;
  try {
    bounded.scannedTransactions = 10;
    // Each transfer has the felt 5, but as its amount.
    const page = await box.request('devnet_findEvents', { name: 'Transfer', fields: [{ name: 'from', value: '5' }] });
    expect(page.events).toEqual([]);
    const looked = (await box.request('starknet_blockNumber')) - Number(page.next!.split('.')[0]);
    expect(looked).toBeLessThan(20);
  } finally {
    bounded.scannedTransactions = before;
  }
});
