import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FaultInterruption, type FaultRule, Sandbox, SandboxOptionError } from '../../src/index.ts';
import { account, provider } from '../../src/starknet/index.ts';

const INVOKE = 'starknet_addInvokeTransaction';
const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const transfer = (amount: number) => ({
  contractAddress: STRK,
  entrypoint: 'transfer',
  calldata: ['0x99', String(amount), '0'],
});

let box: Sandbox;
beforeEach(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2, stateArchiveCapacity: 'full' });
});
afterEach(async () => {
  vi.useRealTimers();
  await box.close();
});

const names = async () => (await box.faults.injected()).map(({ fault, on }) => `${fault} ${on}`);

/** Asks as a client would, with fetch. */
const ask = (method: string, params: unknown = [], signal?: AbortSignal) =>
  box.fetch('http://box', { body: JSON.stringify({ jsonrpc: '2.0', id: 5, method, params }), signal });

describe('transactions of starknet.js', () => {
  test('an answer that is lost leaves the transaction in the chain', async () => {
    await box.faults.set([{ fault: 'answer-lost', method: INVOKE, at: 1 }]);
    await expect(account(box, 0).execute(transfer(5))).rejects.toThrow(/504|Gateway Timeout/);
    expect(await box.balanceOf('0x99')).toBe(5n);
    expect(await names()).toEqual([`answer-lost ${INVOKE}`]);
    await account(box, 0).execute(transfer(5));
    expect(await box.balanceOf('0x99')).toBe(10n);
  });

  test('a connection that is cut before has no effect, and after it has', async () => {
    await box.faults.set([
      { fault: 'cut', method: INVOKE, at: 1 },
      { fault: 'cut', when: 'after', method: INVOKE, at: 2 },
    ]);
    await expect(account(box, 0).execute(transfer(5))).rejects.toThrow('fetch failed');
    expect(await box.balanceOf('0x99')).toBe(0n);
    await expect(account(box, 0).execute(transfer(5))).rejects.toThrow('fetch failed');
    expect(await box.balanceOf('0x99')).toBe(5n);
  });

  test('an evicted transaction has a hash, is found nowhere, leaves its nonce free, and no dump has it', async () => {
    const dumped = box.dump().length;
    await box.faults.set([{ fault: 'evicted', at: 1 }]);
    const { transaction_hash } = await account(box, 0).execute(transfer(5));
    await expect(provider(box).getTransactionStatus(transaction_hash)).rejects.toThrow('Transaction hash not found');
    expect(await box.balanceOf('0x99')).toBe(0n);
    expect(await box.getNonce(box.accounts[0]!)).toBe(0n);
    expect(box.dump()).toHaveLength(dumped);
    await account(box, 0).execute(transfer(6));
    expect(await box.balanceOf('0x99')).toBe(6n);
  });

  test('an evicted transaction is in no mempool either', async () => {
    await using pooled = await Sandbox.create({ seed: 7, accounts: 1, blockGenerationOn: 'mempool' });
    await pooled.faults.set([{ fault: 'evicted', at: 1 }]);
    const sent = [await account(pooled, 0).execute(transfer(5)), await account(pooled, 0).execute(transfer(6))];
    const { transactions } = await pooled.request('devnet_getMempool', { include_transactions: true });
    const hashes = JSON.stringify(transactions);
    expect(hashes).not.toContain(sent[0]!.transaction_hash);
    expect(hashes).toContain(sent[1]!.transaction_hash);
  });

  test('a transaction that would be refused is refused, and not evicted', async () => {
    await box.faults.set([{ fault: 'evicted' }]);
    const wrong = account(box, 0).execute(transfer(5), { nonce: 9, resourceBounds: await boundsOf() });
    await expect(wrong).rejects.toThrow('nonce');
  });

  test('a replica that lags answers with the chain of some blocks ago, and the next request with the newest', async () => {
    await box.blocks.mine(3);
    const { transactionHash } = await box.mint('0x99', 5n);
    await box.faults.set([{ fault: 'lagging', blocks: 2, at: [1, 3, 5, 7] }]);
    const rpc = provider(box, { blockIdentifier: 'latest' });
    expect([await rpc.getBlockNumber(), await rpc.getBlockNumber(), await rpc.getBlockNumber()]).toEqual([2, 4, 2]);
    await rpc.getBlockNumber();
    await expect(rpc.getTransactionReceipt(transactionHash)).rejects.toThrow('Transaction hash not found');
    expect((await rpc.getTransactionReceipt(transactionHash)).isSuccess()).toBe(true);
    const balance = () => rpc.callContract({ contractAddress: STRK, entrypoint: 'balanceOf', calldata: ['0x99'] });
    expect(await balance()).toEqual(['0x0', '0x0']);
    expect(await balance()).toEqual(['0x5', '0x0']);
  });

  async function boundsOf() {
    const { resourceBounds } = await account(box, 0).estimateInvokeFee(transfer(5));
    return resourceBounds;
  }
});

test('a replica cannot be behind the first block', async () => {
  await box.blocks.mine(2);
  await box.faults.set([{ fault: 'lagging', blocks: 64 }]);
  expect(await box.request('starknet_blockNumber')).toBe(0);
});

test.each([
  ['too-many-requests', 429, 'Too Many Requests'],
  ['unavailable', 503, 'Service Unavailable'],
] as const)('%s refuses with its status and Retry-After', async (fault, status, message) => {
  await box.faults.set([{ fault, seconds: 3, times: 2 }]);
  const response = await ask('starknet_blockNumber');
  expect(response.status).toBe(status);
  expect(response.headers.get('retry-after')).toBe('3');
  expect(response.headers.get('x-starbox-fault')).toBe(fault);
  expect(await response.json()).toMatchObject({ id: 5, error: { code: status, message } });
  const error = await box.request('starknet_blockNumber').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(FaultInterruption);
  expect(error).toMatchObject({ kind: 'status', status, retryAfterSeconds: 3 });
  expect((await ask('starknet_blockNumber')).headers.get('x-starbox-fault')).toBe('on');
  await box.faults.clear();
  expect((await ask('starknet_blockNumber')).headers.get('x-starbox-fault')).toBe(null);
});

describe('delays', () => {
  test('wait for timers that a test controls, and hold up nothing else', async () => {
    await box.faults.set([{ fault: 'delay', milliseconds: 5000, method: 'starknet_blockNumber' }]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = box.request('starknet_blockNumber');
    let answered = false;
    void late.then(() => {
      answered = true;
    });
    await box.request('starknet_chainId');
    await vi.advanceTimersByTimeAsync(4999);
    expect(answered).toBe(false);
    // The request itself is late, so it sees what happened meanwhile.
    await box.mint('0x1', 5n);
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toBe(1);
  });

  test('after the effect make the answer late', async () => {
    await box.faults.set([{ fault: 'delay', when: 'after', milliseconds: 5000, method: 'starknet_blockNumber' }]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const late = box.request('starknet_blockNumber');
    await box.mint('0x1', 5n);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await late).toBe(0);
  });

  test('end with the faults, and with the sandbox', async () => {
    await box.faults.set([{ fault: 'delay', milliseconds: 60_000 }]);
    const late = box.request('starknet_blockNumber');
    await box.faults.clear();
    expect(await late).toBe(0);
    await box.faults.set([{ fault: 'delay', milliseconds: 60_000 }]);
    const cut = box.request('starknet_blockNumber');
    const ended = expect(cut).resolves.toBe(0);
    await box.close();
    await ended;
  });
});

test('a client that hears nothing can give up', async () => {
  await box.faults.set([{ fault: 'answer-lost', silent: true }]);
  const controller = new AbortController();
  const given = ask('starknet_blockNumber', [], controller.signal);
  controller.abort(new Error('I give up'));
  await expect(given).rejects.toThrow('I give up');
  const waiting = expect(ask('starknet_blockNumber')).rejects.toThrow('fetch failed');
  const request = expect(box.request('starknet_chainId')).rejects.toThrow('The answer was lost');
  await box.request('sandbox_getFaults');
  await box.faults.clear();
  await Promise.all([waiting, request]);
});

test('the methods of the sandbox, controls, and the neutral names are never disturbed', async () => {
  const all: readonly FaultRule[] = [{ fault: 'unavailable' }, { fault: 'lagging', blocks: 1 }];
  await box.faults.set(all);
  await box.mint('0x99', 5n);
  expect(await box.balanceOf('0x99')).toBe(5n);
  expect(await box.blocks.number()).toBe(1);
  await box.strk.write.transfer('0x98', 7n);
  expect(await box.strk.read.balanceOf('0x98')).toBe(7n);
  await box.time.now();
  expect(await box.request('chain_blockNumber')).toBe(2);
  await box.request('devnet_mint', { address: '0x99', amount: 1 });
  expect(await box.faults.injected()).toEqual([]);
  await expect(box.request('starknet_blockNumber')).rejects.toThrow('503 Service Unavailable');
});

test('a batch has the faults of its calls: those of the connection concern it as a whole', async () => {
  const batch = (...methods: readonly string[]) =>
    box.fetch('http://box', {
      body: JSON.stringify(methods.map((method, id) => ({ jsonrpc: '2.0', id, method }))),
    });
  await box.blocks.mine(2);
  await box.faults.set([{ fault: 'lagging', blocks: 1, method: 'starknet_blockNumber', at: 2 }]);
  const answered = await batch('starknet_blockNumber', 'starknet_blockNumber', 'starknet_blockNumber');
  const numbers = (await answered.json()) as { readonly result: number }[];
  expect(numbers.map(({ result }) => result)).toEqual([2, 1, 2]);
  await box.faults.set([{ fault: 'unavailable', method: 'starknet_chainId' }]);
  const refused = await batch('starknet_blockNumber', 'starknet_chainId');
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ id: null });
  // A batch with a control is the test's own.
  expect((await batch('starknet_chainId', 'devnet_getConfig')).status).toBe(200);
});

test('the same requests meet the same faults, and a clone begins with those of the start, counted for itself', async () => {
  const faults = { seed: 5, rules: [{ fault: 'unavailable', probability: 0.4 }] } as const;
  await using original = await Sandbox.create({ accounts: 1, faults });
  const outcomes = async (of: Sandbox) => {
    const statuses: number[] = [];
    for (let i = 0; i < 30; i++)
      statuses.push(
        (await of.fetch('http://box', { body: '{"jsonrpc":"2.0","id":1,"method":"starknet_chainId"}' })).status,
      );
    return statuses;
  };
  const first = await outcomes(original);
  expect(new Set(first)).toEqual(new Set([200, 503]));
  await using copy = original.clone();
  expect(await outcomes(copy)).toEqual(first);
  await original.faults.set(faults);
  expect(await outcomes(original)).toEqual(first);
  expect(await outcomes(original)).not.toEqual(first);
});

test('faults are no part of the chain: neither dumps nor snapshots have them, and the configuration shows them', async () => {
  const mark = box.snapshot();
  await box.faults.set([{ fault: 'cut' }], { seed: 4 });
  expect(box.dump()).toEqual([]);
  box.restore(mark);
  expect((await box.request('sandbox_getConfig')).faults).toEqual({ seed: 4, rules: 1, injected: 0 });
  expect(await box.request('devnet_getConfig')).not.toHaveProperty('faults');
  await box.restart();
  await expect(box.request('starknet_chainId')).rejects.toThrow('cut');
  await box.faults.clear();
  expect((await box.request('sandbox_getConfig')).faults).toBe(null);
});

test('rules that no request could meet are refused', async () => {
  const set = (rule: object) => box.faults.set([rule as FaultRule]);
  await expect(set({ fault: 'cut', method: 'starknet_cal' })).rejects.toThrow(
    'rules[0].method: there is no method starknet_cal. Did you mean starknet_call?',
  );
  await expect(set({ fault: 'cut', method: ['starknet_call', 'devnet_mint'] })).rejects.toThrow(
    'rules[0].method[1]: devnet_mint controls the sandbox, and controls are never disturbed.',
  );
  await expect(set({ fault: 'evicted', method: 'starknet_call' })).rejects.toThrow(
    'evicted is for methods that send a transaction, and starknet_call is none of them.',
  );
  await expect(
    set({ fault: 'notification-late', milliseconds: 1, method: 'starknet_subscriptionReorgs' }),
  ).rejects.toThrow('Did you mean starknet_subscriptionReorg?');
  await using small = await Sandbox.create({ accounts: 1 });
  await expect(small.faults.set([{ fault: 'reorganisation', blocks: 1 }])).rejects.toThrow(
    "requires stateArchiveCapacity: 'full'",
  );
  const started = Sandbox.create({ faults: [{ fault: 'cut', method: 'starknet_cal' }] });
  await expect(started).rejects.toThrow(SandboxOptionError);
  await expect(started).rejects.toThrow("invalid value for 'faults': rules[0].method: there is no method");
});

test('a large batch under many rules is drawn in slices, and the latest call decides how late it is', async () => {
  const rules = Array.from({ length: 20 }, (): FaultRule => ({ fault: 'delay', milliseconds: 1 }));
  await box.faults.set(rules);
  const calls = Array.from({ length: 3000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'starknet_chainId' }));
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  const answer = await box.fetch('http://box', { body: JSON.stringify(calls) });
  clearInterval(counting);
  expect(await answer.json()).toHaveLength(3000);
  expect((await box.faults.get()).total).toBe(60_000);
  // Others had their turns meanwhile.
  expect(turns).toBeGreaterThan(3);
});
