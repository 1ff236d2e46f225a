// Cheats: mocked functions, other callers, other blocks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectorOfName } from '../../src/abi/selector.ts';
import { Sandbox, type SandboxContract } from '../../src/index.ts';
import { firstDifference, readEverything } from '../support/readEverything.ts';

const EXERCISER = new URL('../../contracts/classes/exerciser.sierra.json', import.meta.url);
const OPTIONS = { seed: 7, accounts: 2, startTime: 1000, stateArchiveCapacity: 'full' } as const;
const selector = (name: string) => `0x${selectorOfName(name).toString(16)}` as const;
const GET = selector('get');

let start: Sandbox;
let asker: SandboxContract;
let asked: SandboxContract;
beforeAll(async () => {
  start = await Sandbox.create(OPTIONS);
  await start.time.freeze();
  asker = await start.deploy(EXERCISER, [1]);
  asked = await start.deploy(EXERCISER, [2]);
});
afterAll(() => start.close());

/** A chain of its own, with a contract that asks the other one in a transaction. */
function fresh(box = start.clone()) {
  const [one, other] = [box.contract(asker.abi, asker.address), box.contract(asked.abi, asked.address)];
  const ask = async (entry: string, calldata: readonly unknown[] = [], to = other.address): Promise<unknown> =>
    one.simulate.call(to, selector(entry), calldata);
  const send = (entry: string, calldata: readonly unknown[] = [], to = other.address) =>
    one.write.call(to, selector(entry), calldata, { allowRevert: true });
  return { box, one, other, ask, send };
}

describe('a mocked function', () => {
  test('answers calls of contracts and of clients, until it is stopped', async () => {
    const { box, other, ask } = fresh();
    const cheat = await box.cheats.mock(other, 'get', 42n);
    expect(await ask('get', [7n])).toEqual(['0x2a']);
    expect(await other.read.get(7n)).toBe('0x2a');
    await box.cheats.stop(cheat);
    expect(await other.read.get(7n)).toBe('0x0');
    expect(await box.cheats.list()).toEqual([]);
  });

  test('answers some arguments only, and the newest mock counts', async () => {
    const { box, other } = fresh();
    await box.cheats.mock(other, 'get', 1n);
    await box.cheats.mock(other, 'get', 2n, { args: [5n] });
    expect([await other.read.get(4n), await other.read.get(5n)]).toEqual(['0x1', '0x2']);
  });

  test('ends after so many calls of transactions; questions use nothing up', async () => {
    const { box, other, send } = fresh();
    await box.cheats.mock(other, 'increase', 99n, { calls: 2 });
    for (let i = 0; i < 3; i++) expect(await other.simulate.increase(1n)).toBe('0x63');
    await other.write.increase(1n);
    expect(await box.cheats.list()).toMatchObject([{ kind: 'mock', callsLeft: 1 }]);
    // The last one is used up inside of a transaction with two calls.
    await box.execute([other.populate.increase(1n), other.populate.increase(10n)]);
    expect(await box.cheats.list()).toEqual([]);
    await send('increase', [100n]);
    expect(await other.simulate.increase(0n)).toBe('0x70');
  });

  test('can be of an address where there is no contract', async () => {
    const { box, ask } = fresh();
    await box.cheats.mock('0x123', 'price', [5n, 6n]);
    expect(await ask('price', [], '0x123')).toEqual(['0x5', '0x6']);
    expect(await box.call({ to: '0x123', entryPoint: 'price' })).toEqual(['0x5', '0x6']);
  });

  test.each(['stale', 'a reason that does not fit into one felt'])('can panic: %s', async (reason) => {
    const { box, other, one } = fresh();
    await box.cheats.mockPanic(other, 'get', reason);
    const sent = one.write.call(other.address, GET, [7n]);
    await expect(sent).rejects.toThrow(reason);
    expect(((await sent.catch((error: Error) => error)) as Error).message).toMatch(/get.*\(mocked\) panicked/);
  });

  test('costs its caller the system call alone', async () => {
    const { box, one, other } = fresh();
    const estimate = async () => (await one.estimate.call(other.address, selector('fibonacci'), [20_000n])).l2Gas;
    const [real, short] = [await estimate(), (await one.estimate.call(other.address, GET, [7n])).l2Gas];
    await box.cheats.mock(other, 'fibonacci', 1n);
    expect(await estimate()).toBeLessThan(short);
    expect(real).toBeGreaterThan(short);
  });

  test('does not touch the fee', async () => {
    const { box, other } = fresh();
    const [alice] = box.accounts;
    await box.cheats.mock(box.strk, 'transfer', true);
    const before = await box.balanceOf(alice);
    const { fee } = await other.write.increase(1n);
    expect(await box.balanceOf(alice)).toBe(before - fee);
  });

  test('takes values of the ABI, and names what is wrong', async () => {
    const { box, other } = fresh();
    await expect(box.cheats.mock(other, 'gett', 1n)).rejects.toThrow(/no function gett. It has .*get/);
    await expect(box.cheats.mock(other, 'get', 'x'.repeat(40))).rejects.toThrow(/what get returns: expected felt252/);
    await expect(box.cheats.mock(other.address, 'get', 1n as never)).rejects.toThrow(/retdata must be a list/);
    await expect(box.cheats.mock(other, 'get', 1n, { times: 1 } as never)).rejects.toThrow(/no option 'times'/);
    await expect(box.cheats.mock(other, 'get', 1n, { calls: 0 })).rejects.toThrow(/calls: 0 is out of range/);
    await expect(box.cheats.stop(99)).rejects.toThrow(/There is no cheat 99: .*devnet_getCheats lists/);
    await box.cheats.mock(other, 'divide', [3n, 4n]);
    expect(await other.read.divide(1n, 1n)).toEqual([3n, 4n]);
  });
});

test('the types of a contract check names, results and arguments', async () => {
  const { box } = fresh();
  await box.cheats.mock(box.strk, 'balance_of', 5n, { args: ['0x1'] });
  expect(await box.strk.read.balance_of('0x1')).toBe(5n);
  // @ts-expect-error no such function
  await expect(box.cheats.mock(box.strk, 'balance_off', 5n)).rejects.toThrow(/no function balance_off/);
  // @ts-expect-error a balance is a number
  await expect(box.cheats.mock(box.strk, 'balance_of', true)).rejects.toThrow(/what balance_of returns/);
  // @ts-expect-error one argument too many
  await expect(box.cheats.mock(box.strk, 'balance_of', 5n, { args: ['0x1', 5n] })).rejects.toThrow(/takes 1 argument/);
});

describe('another caller', () => {
  test('is seen by the contract, also through library calls, and in the rest of the chain nothing is', async () => {
    const { box, other, one, ask } = fresh();
    await box.cheats.caller(other, '0x77');
    expect(await ask('who')).toContain('0x77');
    expect((await other.read.who())[0]).toBe('0x77');
    expect((await one.read.who())[0]).toBe('0x0');
    const classHash = await box.getClassHash(other);
    expect(await other.simulate.library(classHash, selector('who'), [])).toContain('0x77');
  });

  test('for every contract leaves accounts able to send', async () => {
    const { box, other } = fresh();
    await box.cheats.caller('any', '0x77', { calls: 1 });
    expect((await other.read.who())[0]).toBe('0x77');
    await other.write.increase(1n);
    expect(await box.cheats.list()).toEqual([]);
  });
});

describe('another block', () => {
  test('is seen by one contract, and the block itself stays', async () => {
    const { box, other, one } = fresh();
    const real = await one.read.block_info();
    await box.cheats.block(other, { number: 1_000_000, timestamp: new Date(5_000_000) });
    await box.cheats.block('any', { sequencer: '0x5e9' });
    expect(await other.read.block_info()).toEqual([1_000_000n, 5000n, '0x5e9']);
    expect(await one.read.block_info()).toEqual([real[0], real[1], '0x5e9']);
    const sent = await one.write.call(other.address, selector('block_info'), []);
    const block = await box.request('starknet_getBlockWithTxHashes', { block_id: 'latest' });
    expect(block).toMatchObject({ block_number: sent.receipt.block_number, timestamp: 1000 });
    expect(block.sequencer_address).not.toBe('0x5e9');
  });

  test('needs something that is different', async () => {
    await expect(fresh().box.cheats.block('any', {})).rejects.toThrow(/give block_number, block_timestamp or/);
  });
});

test('the address zero is an address', async () => {
  const { box, other } = fresh();
  await box.cheats.caller('0x0', '0x77');
  expect(await box.cheats.list()).toMatchObject([{ address: '0x0', caller: '0x77' }]);
  expect((await other.read.who())[0]).toBe('0x0');
});

describe('a cheated transaction', () => {
  test('says so in receipt, trace and explanation, also after the cheat has ended', async () => {
    const { box, other, one, send } = fresh();
    await box.cheats.mock(other, 'get', 42n, { calls: 1 });
    const { transactionHash, receipt } = await send('get', [7n]);
    const expected = { kind: 'MOCK', contract_address: other.address, entry_point_selector: GET, calls: 1 };
    expect(receipt).toMatchObject({ execution_status: 'SUCCEEDED', cheats: [expected] });
    type Trace = { readonly execute_invocation: { readonly calls: readonly { readonly calls: readonly object[] }[] } };
    const trace = await box.request<Trace>('starknet_traceTransaction', { transaction_hash: transactionHash });
    const call = trace.execute_invocation.calls[0]!;
    expect(call.calls[0]).toMatchObject({ result: ['0x2a'], calls: [], cheats: { cheat_ids: [1], mocked: true } });
    expect(await box.explain(transactionHash)).toMatch(/get\(key: 0x7\) \(mocked\) → 0x2a \[0 gas\]/);
    await box.cheats.caller(other, '0x77');
    expect(await box.explain((await send('get', [7n])).transactionHash)).toMatch(/caller cheated: 0x77 instead of 0x/);
    expect(await one.write.increase(1n)).not.toHaveProperty('receipt.cheats');
    expect(await box.request('sandbox_getConfig')).toHaveProperty('cheats_in_force', 1);
    expect(await box.request('devnet_getStatus')).toHaveProperty('cheat_count', 1);
  });

  test('is the same after a dump, in a clone, in a state file and after a restore', async () => {
    await using box = await Sandbox.create({ ...OPTIONS, journal: true });
    await box.time.freeze();
    await box.deploy(EXERCISER, [1]);
    const target = await box.deploy(EXERCISER, [2]);
    await box.cheats.mock(target, 'get', 42n, { calls: 3 });
    await box.cheats.caller('any', '0x77');
    await box.cheats.block(target, { number: 5, sequencer: '0x5e9', timestamp: 9n });
    await box.execute([target.populate.get(5n), target.populate.block_info()]);
    const mark = box.snapshot();
    await box.execute([target.populate.get(5n), target.populate.get(5n)]);
    box.restore(mark);
    expect((await box.cheats.list()).map(({ callsLeft }) => callsLeft)).toEqual([2, undefined, undefined]);

    const expected = await readEverything(box);
    await using loaded = await Sandbox.create({ ...OPTIONS, journal: true, dump: box.dump() });
    expect(firstDifference(await readEverything(loaded), expected)).toBeUndefined();
    await using stored = await Sandbox.create({ ...OPTIONS, journal: true, state: await box.saveState() });
    expect(firstDifference(await readEverything(stored), expected)).toBeUndefined();
    await using clone = box.clone();
    expect(firstDifference(await readEverything(clone), expected)).toBeUndefined();
  });
});

test('on a fork each call counts once, though executions start again while values are fetched', async () => {
  await using fork = await Sandbox.forkFrom(start);
  const { box, other, send } = fresh(fork);
  await box.cheats.caller(other, '0x77', { calls: 2 });
  await box.cheats.mock('0x123', 'price', [5n], { calls: 2 });
  const { receipt } = await send('who');
  expect(receipt.cheats).toMatchObject([{ kind: 'CALLER', calls: 1 }]);
  expect((await send('price', [], '0x123')).receipt.cheats).toMatchObject([{ kind: 'MOCK', calls: 1 }]);
  expect((await box.cheats.list()).map(({ callsLeft }) => callsLeft)).toEqual([1, 1]);
});

test('no more cheats than the limit are kept', async () => {
  const { box, other } = fresh();
  for (let i = 0; i < 256; i++) await box.cheats.caller(other, '0x77');
  await expect(box.cheats.caller(other, '0x77')).rejects.toThrow(/256 cheats, .* Stop some with devnet_stopCheat/);
  await box.cheats.stop();
  expect(await box.cheats.caller(other, '0x77')).toBe(257);
});
