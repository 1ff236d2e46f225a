import { describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { counted, forkOf } from '../support/fork/chains.ts';
import { STRK, Wallet } from '../support/fork/wallet.ts';

interface StateDiff {
  readonly storage_diffs: readonly {
    readonly address: string;
    readonly storage_entries: readonly { readonly key: string; readonly value: string }[];
  }[];
  readonly nonces: readonly { readonly contract_address: string }[];
}

const ALIASES = '0x2';
const options = { seed: 5, accounts: 2, startTime: 1_700_000_000 };

const diffOf = async (box: Sandbox, block: unknown = 'latest'): Promise<StateDiff> =>
  (await box.request<{ state_diff: StateDiff }>('starknet_getStateUpdate', [block])).state_diff;

/** A transfer from the first account to the second. */
const pay = (box: Sandbox) =>
  new Wallet(box).invoke({ to: STRK, name: 'transfer', calldata: [BigInt(box.accounts[1]!.address), 5n, 0n] });

/** The cells of contract 2 that a block wrote, as numbers. */
async function aliasesOf(box: Sandbox, block?: unknown): Promise<ReadonlyMap<bigint, bigint>> {
  const { storage_diffs } = await diffOf(box, block);
  const entries = storage_diffs.find(({ address }) => address === ALIASES)?.storage_entries ?? [];
  return new Map(entries.map(({ key, value }) => [BigInt(key), BigInt(value)]));
}

const cell = async (box: Sandbox, key: bigint) =>
  BigInt(await box.request<string>('starknet_getStorageAt', [ALIASES, `0x${key.toString(16)}`, 'latest']));

describe('with stateAliases', () => {
  test('a block writes aliases of what it changed, and the next continues', async () => {
    const box = await Sandbox.create({ ...options, stateAliases: true });
    const [sender, other] = box.accounts.map(({ address }) => BigInt(address));
    const first = await aliasesOf(box, { block_number: 0 });
    // The cells that describe both tokens.
    expect(first.get(0n)).toBe(128n + BigInt(first.size - 1));

    await pay(box);
    const second = await aliasesOf(box);
    expect([...second.values()].toSorted((a, b) => Number(a - b))).toEqual(
      Array.from({ length: second.size }, (_, i) => first.get(0n)! + BigInt(i)),
    );
    expect(second.has(sender!)).toBe(true);
    expect(second.has(other!)).toBe(false);
    for (const [key, alias] of second) expect(await cell(box, key)).toBe(alias);

    // Everything has its alias now.
    await pay(box);
    expect(await aliasesOf(box)).toEqual(new Map());
    box.close();
  });

  test('the open block does not show them', async () => {
    const box = await Sandbox.create({ ...options, stateAliases: true, blockGenerationOn: 'demand' });
    await box.mint(box.accounts[1]!.address, 1n);
    const before = await cell(box, 0n);
    expect((await aliasesOf(box, 'pre_confirmed')).size).toBe(0);
    await box.request('devnet_createBlock');
    expect(await cell(box, 0n)).toBeGreaterThan(before);
    box.close();
  });

  test('they are part of the length and the commitment of the state diff, and of nothing else', async () => {
    const headers = [];
    for (const stateAliases of [false, true]) {
      const box = await Sandbox.create({ ...options, stateAliases });
      await pay(box);
      headers.push(await box.request<Record<string, unknown>>('starknet_getBlockWithTxHashes', ['latest']));
      box.close();
    }
    const names = ['transaction_commitment', 'event_commitment', 'receipt_commitment', 'transactions', 'timestamp'];
    for (const name of names) expect(headers[1]![name]).toEqual(headers[0]![name]);
    for (const name of ['state_diff_commitment', 'state_diff_length', 'block_hash'])
      expect(headers[1]![name]).not.toEqual(headers[0]![name]);
  });

  test('the configuration says so', async () => {
    const box = await Sandbox.create({ ...options, stateAliases: true });
    expect(await box.request('devnet_getConfig')).toMatchObject({ state_aliases: true });
    box.close();
  });

  test('a snapshot gives back the counter', async () => {
    const box = await Sandbox.create({ ...options, stateAliases: true });
    const before = await cell(box, 0n);
    const mark = await box.snapshot();
    await pay(box);
    const given = await aliasesOf(box);
    await box.restore(mark);
    expect(await cell(box, 0n)).toBe(before);
    await pay(box);
    expect(await aliasesOf(box)).toEqual(given);
    box.close();
  });
});

test('without the option nothing is written', async () => {
  const box = await Sandbox.create(options);
  await pay(box);
  expect(await aliasesOf(box, { block_number: 0 })).toEqual(new Map());
  expect(await aliasesOf(box)).toEqual(new Map());
  expect(await cell(box, 0n)).toBe(0n);
  box.close();
});

describe('a fork with stateAliases', () => {
  test('continues the count of its origin and keeps the aliases that are there', async () => {
    const origin = await Sandbox.create({ ...options, stateAliases: true });
    await pay(origin);
    const counter = await cell(origin, 0n);
    const requests = counted(origin);
    const fork = await forkOf(origin, { ...options, stateAliases: true, fetch: requests.fetch });
    expect(await aliasesOf(fork)).toEqual(new Map());
    await pay(fork);
    expect(await aliasesOf(fork)).toEqual(new Map());
    const mark = requests.calls;
    await fork.mint('0x7777', 1n);
    // All of them are fetched in one request, after those of the execution.
    expect(requests.calls - mark).toBeLessThan(10);
    const given = await aliasesOf(fork);
    expect(given.size).toBeGreaterThan(1);
    expect(given.get(0n)).toBe(counter + BigInt(given.size - 1));
    fork.close();
    origin.close();
  });

  test('of an origin without aliases begins at 128', async () => {
    const origin = await Sandbox.create(options);
    const fork = await forkOf(origin, { ...options, stateAliases: true });
    expect(await aliasesOf(fork)).toEqual(new Map([[0n, 128n]]));
    await pay(fork);
    const given = await aliasesOf(fork);
    expect(given.get(0n)).toBe(128n + BigInt(given.size - 1));
    fork.close();
    origin.close();
  });
});
