import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { formatFelt, parseFelt } from '../../src/felt/felt.ts';
import { type Mark, Sandbox, type SandboxOptions } from '../../src/index.ts';
import { deployExerciser, EXERCISER } from '../support/exerciser.ts';
import { invoke, transfer } from '../support/wallet.ts';

const START = 1_900_000_000;
const OPTIONS: SandboxOptions = { seed: 7, accounts: 1, stateArchiveCapacity: 'full' };
const LAST_TIME = 2n ** 64n - 1n;

interface Header {
  readonly block_number: number;
  readonly block_hash: string;
  readonly timestamp: number | bigint;
}

describe('time', () => {
  const boxes: Sandbox[] = [];
  const made = async (options: SandboxOptions = {}): Promise<Sandbox> => {
    const box = await Sandbox.create({ ...OPTIONS, ...options });
    boxes.push(box);
    return box;
  };

  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START * 1000 }));
  afterEach(() => {
    vi.useRealTimers();
    for (const box of boxes.splice(0)) box.close();
  });

  /** Moves the wall clock forward. */
  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  const header = (box: Sandbox, block_id: unknown = 'latest') =>
    box.request<Header>('starknet_getBlockWithTxHashes', { block_id });
  const time = async (box: Sandbox, block_id?: unknown) => (await header(box, block_id)).timestamp;

  /** The time and block number that a call at a block sees. */
  const seenByCall = async (box: Sandbox, block_id: unknown) => {
    const request = {
      contract_address: EXERCISER,
      entry_point_selector: formatFelt(selectorOf('block_info')),
      calldata: [],
    };
    const [number, timestamp] = await box.request<string[]>('starknet_call', { request, block_id });
    return { number: Number(number), timestamp: BigInt(timestamp!) };
  };

  /** Sends a transaction and returns the time that it sees. */
  const seenByTransaction = async (box: Sandbox): Promise<bigint> => {
    const [account] = box.accounts;
    const at = { block_id: 'pre_confirmed', contract_address: account!.address };
    const nonce = BigInt(await box.request<string>('starknet_getNonce', at));
    const call = { to: parseFelt(EXERCISER)!, entryPoint: 'block_info', calldata: [] };
    const sent = await box.request<object>('starknet_addInvokeTransaction', invoke(account!, nonce, call));
    const trace = await box.request<{ execute_invocation: { calls: { result: string[] }[] } }>(
      'starknet_traceTransaction',
      sent,
    );
    return BigInt(trace.execute_invocation.calls[0]!.result[1]!);
  };

  // The contract is compiled once, and every test reverts to the state after its deployment.
  let shared: Sandbox;
  let deployed: Mark;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: START * 1000 });
    shared = await Sandbox.create(OPTIONS);
    await deployExerciser(shared);
    await shared.blocks.mine();
    deployed = shared.snapshot();
  });
  afterAll(() => shared.close());
  const withContract = async (mode?: 'demand' | number): Promise<Sandbox> => {
    shared.restore(deployed);
    if (mode !== undefined) await shared.request('devnet_setBlockMode', { mode });
    return shared;
  };

  test.each([
    ['setTime', { time: 7000 }, 7000n],
    ['setTime', { time: START + 7000 }, BigInt(START + 7000)],
    ['increaseTime', { time: 500 }, BigInt(START + 500)],
  ])(
    'a transaction after %s %j sees exactly that time, as does its block, and the clock goes on',
    async (method, params, set) => {
      const box = await withContract();
      await box.request<unknown>(`devnet_${method}`, params);
      expect(await time(box)).toBe(Number(set));
      pass(3);
      expect(await time(box, 'pre_confirmed')).toBe(Number(set));
      expect(await seenByTransaction(box)).toBe(set);
      expect(await time(box)).toBe(Number(set));
      pass(2);
      expect(await seenByTransaction(box)).toBe(set + 5n);
      expect(await time(box)).toBe(Number(set) + 5);
    },
  );

  test('a rejected transaction does not use up a time that was set', async () => {
    const box = await withContract();
    await box.request('devnet_setTime', { time: 7000 });
    pass(3);
    const wrongNonce = transfer(box.accounts[0]!, 9, 1n);
    await expect(box.request('starknet_addInvokeTransaction', wrongNonce)).rejects.toMatchObject({ code: 52 });
    expect(await seenByTransaction(box)).toBe(7000n);
  });

  test('all transactions of a block on demand see the time that was set, and an empty block follows the clock', async () => {
    const box = await withContract('demand');
    await box.request('devnet_setTime', { time: 7000 });
    pass(3);
    expect(await seenByTransaction(box)).toBe(7000n);
    pass(3);
    expect(await seenByTransaction(box)).toBe(7000n);
    await box.request('devnet_createBlock');
    expect(await time(box)).toBe(7000);
    expect(await seenByTransaction(box)).toBe(7006n);
    await box.request('devnet_setTime', { time: 8000 });
    pass(4);
    await box.request('devnet_createBlock');
    expect(await time(box)).toBe(8004);
    pass(1);
    expect(await seenByTransaction(box)).toBe(8005n);
  });

  test('a time set without a block applies to the next block, whether it is empty or not', async () => {
    const box = await withContract();
    await box.request('devnet_setTime', { time: 7000, generate_block: false });
    pass(3);
    expect(await time(box)).toBe(START);
    expect(await seenByTransaction(box)).toBe(7000n);
    expect(await time(box)).toBe(7000);
    pass(1);
    expect(await seenByTransaction(box)).toBe(7004n);

    await box.request('devnet_setTime', { time: 9000, generate_block: false });
    pass(3);
    await box.request('devnet_createBlock');
    expect(await time(box)).toBe(9000);
    pass(3);
    expect(await seenByTransaction(box)).toBe(9000n);
  });

  test('interval blocks before the first transaction follow the clock', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: START * 1000 });
    const box = await withContract(10);
    await box.request('devnet_setTime', { time: 7000 });
    pass(3);
    expect(await seenByTransaction(box)).toBe(7000n);
    await box.request('devnet_setTime', { time: 8000 });
    vi.advanceTimersByTime(10_000);
    // vi.waitFor would move the clock.
    while ((await time(box)) === 8000) await new Promise(setImmediate);
    expect(await time(box)).toBe(8010);
    expect(await seenByTransaction(box)).toBe(8010n);
  });

  test('the next transaction after mine sees the time of its last block', async () => {
    const box = await withContract();
    await box.request('devnet_mine', { blocks: 3, seconds: 60 });
    pass(5);
    expect(await seenByTransaction(box)).toBe(BigInt(START + 120));
  });

  test('a start time applies to genesis and to the first transaction', async () => {
    const box = await made({ startTime: 1000n });
    pass(5);
    await box.mint(0x77n, 1n);
    expect(await time(box)).toBe(1000);
    await box.mint(0x77n, 1n);
    expect(await time(box)).toBe(1005);
    await box.request('devnet_restart');
    pass(5);
    expect(await time(box, 'pre_confirmed')).toBe(1000);
  });

  test('a clock that is frozen after setTime stays at that time', async () => {
    const box = await withContract();
    await box.request('devnet_setTime', { time: 7000 });
    pass(3);
    await box.request('devnet_freezeTime');
    pass(3);
    for (let i = 0; i < 3; i++) expect(await seenByTransaction(box)).toBe(7000n);
    await box.request('devnet_increaseTime', { time: 5 });
    pass(3);
    for (let i = 0; i < 2; i++) expect(await seenByTransaction(box)).toBe(7005n);
    await box.request('devnet_freezeTime', { frozen: false });
    pass(2);
    expect(await seenByTransaction(box)).toBe(7007n);
  });

  test('increaseTime counts from the time that the next block would have, even if that is ahead of the clock', async () => {
    const origin = await made();
    await origin.request('devnet_setTime', { time: START + 1_000_000 });
    const fork = { url: 'http://origin.test/' };
    const box = await made({ fork, fetch: origin.fetch });
    expect(await time(box)).toBe(START + 1_000_000);
    await box.request('devnet_increaseTime', { time: 100 });
    expect(await time(box)).toBe(START + 1_000_100);
  });

  test('aborting a block also reverts its time', async () => {
    const box = await withContract();
    await box.request('devnet_setTime', { time: START + 500 });
    await box.request('devnet_abortBlocks', { starting_block_id: 'latest' });
    pass(2);
    expect(await time(box, 'pre_confirmed')).toBe(START + 502);
  });

  test('a call at latest sees the time that latest shows and the number of the next block', async () => {
    const box = await withContract();
    pass(60);
    expect(await seenByCall(box, 'latest')).toEqual({ number: 2, timestamp: BigInt(START) });
    expect(await seenByCall(box, { block_number: 1 })).toEqual({ number: 2, timestamp: BigInt(START) });
    expect(await seenByCall(box, 'pre_confirmed')).toEqual({ number: 2, timestamp: BigInt(START + 60) });
    await box.request('devnet_setTime', { time: 7000, generate_block: false });
    expect(await seenByCall(box, 'latest')).toEqual({ number: 2, timestamp: BigInt(START) });
    expect(await seenByCall(box, 'pre_confirmed')).toEqual({ number: 2, timestamp: 7000n });
    await box.request('devnet_createBlock');
    expect(await seenByCall(box, 'latest')).toEqual({ number: 3, timestamp: 7000n });
    expect(await seenByCall(box, { block_number: 1 })).toEqual({ number: 1, timestamp: BigInt(START) });
  });

  test.each(['setTime', 'increaseTime'])(
    'what %s leaves to the next transaction is in the state file and the dump',
    async (method) => {
      const box = await withContract();
      await box.request<unknown>(`devnet_${method}`, { time: START + 9000 });
      const set = BigInt(await time(box));
      const state = await box.saveState();
      const events = box.dump();
      pass(30);
      const again = await made({ state });
      expect(Buffer.compare(await again.saveState(), state)).toBe(0);
      expect(await seenByTransaction(again)).toBe(set);
      const replayed = await made();
      vi.setSystemTime(START * 1000);
      await replayed.request('devnet_load', { events });
      pass(5);
      expect(await seenByTransaction(replayed)).toBe(set);
    },
  );

  describe('above 2^53 - 1 seconds', () => {
    const far = 18446744073708341000n;

    test('is exact in answers, headers, contracts, hashes, dumps and state files', async () => {
      const box = await withContract();
      const text = `{"jsonrpc":"2.0","id":1,"method":"devnet_setTime","params":{"time":${far}}}`;
      const answer = await (await box.fetch('', { body: text })).text();
      expect(answer).toContain(`"block_timestamp":${far},`);
      const shown = await (
        await box.fetch('', {
          body: '{"jsonrpc":"2.0","id":1,"method":"starknet_getBlockWithTxs","params":["latest"]}',
        })
      ).text();
      expect(shown).toContain(`"timestamp":${far},`);
      expect(await time(box)).toBe(far);
      expect((await seenByCall(box, 'latest')).timestamp).toBe(far);
      pass(5);
      const state = await box.saveState();
      const events = box.dump();
      expect(await seenByTransaction(box)).toBe(far);
      expect(await time(box)).toBe(far);
      pass(1);
      expect(await seenByTransaction(box)).toBe(far + 6n);

      const again = await made({ state });
      expect(await header(again)).toEqual(await header(box, { block_number: 2 }));
      expect(await seenByTransaction(again)).toBe(far);
      const replayed = await made();
      await replayed.request('devnet_load', { events });
      expect(await time(replayed)).toBe(far);

      const { block_hash } = await header(again);
      const other = await withContract();
      await other.request('devnet_setTime', { time: far + 1n });
      expect((await header(other)).block_hash).not.toBe(block_hash);
    });

    test('can be the start time, and that of a fork and its origin', async () => {
      const origin = await made({ startTime: far });
      await origin.mint(0x77n, 5n);
      expect(await time(origin)).toBe(far);
      const fork = { url: 'http://origin.test/' };
      const box = await made({ fork, fetch: origin.fetch });
      expect(await time(box)).toBe(far);
    });

    test('stops at 2^64 - 1, and more is an error that says so', async () => {
      const box = await withContract();
      await box.request('devnet_setTime', { time: LAST_TIME });
      expect(await seenByTransaction(box)).toBe(LAST_TIME);
      pass(5);
      expect(await seenByTransaction(box)).toBe(LAST_TIME);
      const before = await header(box);
      await expect(box.request('devnet_increaseTime', { time: 1 })).rejects.toMatchObject({
        code: -1,
        message: expect.stringContaining(`The time is ${LAST_TIME} and cannot be increased by 1 seconds`),
      });
      await expect(box.request('devnet_mine', { blocks: 2, seconds: 1 })).rejects.toMatchObject({ code: -1 });
      expect(await header(box)).toEqual(before);
      await expect(box.request('devnet_setTime', { time: LAST_TIME + 1n })).rejects.toMatchObject({ code: -32602 });
      await box.request('devnet_setTime', { time: LAST_TIME - 10n });
      await box.request('devnet_increaseTime', { time: 10 });
      expect(await time(box)).toBe(LAST_TIME);
    });
  });
});
