import { expect, test } from 'vitest';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { busyOrigin, EXERCISER, forkOf } from './chains.ts';
import { type Call, exerciserClass, STRK, Wallet } from './wallet.ts';

const BEFORE = 40;
const TRANSACTIONS = 200;
const SEED = 20_261_115;

/** A small generator with a printed seed: xorshift over 32 bits. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const SET = selectorOf('set');
const { classHash } = exerciserClass();
const other = 0xe5e6n;

/** One of many things to do: some write what earlier ones wrote, some fail, some deploy what later ones call. */
function calls(random: (below: number) => number, accounts: readonly bigint[], i: number): Call[] {
  const to = accounts[random(accounts.length)]!;
  const [key, value] = [BigInt(random(60)), BigInt(random(1000))];
  const own = (name: string, ...calldata: bigint[]): Call => ({ to: EXERCISER, name, calldata });
  switch (random(11)) {
    case 0:
      return [{ to: STRK, name: 'transfer', calldata: [to, value, 0n] }];
    case 1:
      return [{ to: STRK, name: 'approve', calldata: [to, value, 0n] }];
    case 2:
      return [own('set', key, value), own('get', key + 1n)];
    case 3:
      return [own('increase', value)];
    case 4:
      return [own('emit_many', 3n), own('emit_raw', 2n, key, value, 1n, 7n)];
    case 5:
      return [own('panic_with', 2n, value, key)];
    case 6:
      return [own('set_then_call', key, value, EXERCISER, SET, 2n, key, value + 1n)];
    case 7:
      return [own('library', classHash, SET, 2n, key, value)];
    case 8:
      return [own('deploy', classHash, BigInt(i), 1n, 5n, 0n)];
    case 9:
      // Nobody lives there.
      return [own('set', key, value), own('call', other, SET, 2n, key, value)];
    default:
      return [own('send', 0x99n, 2n, key, value), own('class_of', to)];
  }
}

test(`a fork runs what its origin runs, with the same outcome (seed ${SEED})`, async () => {
  const origin = await busyOrigin(BEFORE);
  const fork = await forkOf(origin);
  const random = randomOf(SEED);
  const accounts = origin.accounts.map(({ address }) => address);
  const outcomes = new Map<string, number>();
  const receiptOf = async (box: typeof origin, hash: string) => {
    const receipt = await box.request<Record<string, unknown>>('starknet_getTransactionReceipt', [hash]);
    const { block_hash: _, block_number: __, ...rest } = receipt;
    return rest;
  };
  for (let i = 0; i < TRANSACTIONS; i++) {
    const account = origin.accounts[random(origin.accounts.length)];
    const todo = calls(random, accounts, i);
    // The fork first: nothing that its origin does afterwards may reach it.
    const there = await new Wallet(fork, account).invoke(...todo);
    const here = await new Wallet(origin, account).invoke(...todo);
    expect(there).toBe(here);
    const receipt = await receiptOf(origin, here);
    expect(await receiptOf(fork, there)).toEqual(receipt);
    const status = String(receipt['execution_status']);
    outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
    if (i % 20 === 0)
      expect(await fork.request('starknet_traceTransaction', [there])).toEqual(
        await origin.request('starknet_traceTransaction', [here]),
      );
  }
  // Both kinds of end were met often.
  expect(outcomes.get('SUCCEEDED')).toBeGreaterThan(TRANSACTIONS / 2);
  expect(outcomes.get('REVERTED')).toBeGreaterThan(TRANSACTIONS / 20);
  fork.close();
  origin.close();
}, 120_000);
