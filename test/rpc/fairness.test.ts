// Long work is done in slices. Other clients are served in between, from the last published chain.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import type { Node } from '../../src/chain/node.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { invoke, STRK, transfer } from '../support/wallet.ts';

let node: Node;
let hub: Hub;

beforeEach(async () => {
  node = await createBundledNode({
    ...defaultConfig,
    seed: 1,
    accounts: 2,
    journal: true,
    stateArchiveCapacity: 'full',
  });
  hub = new Hub(node);
});
afterEach(() => {
  hub.end();
  node.close();
});

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

const request = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
const ask = async (method: string, params: unknown): Promise<Answer> =>
  JSON.parse(await answerText(JSON.stringify(request(method, params)), hub.dispatcher));
const mints = (count: number) =>
  Array.from({ length: count }, (_, i) => request('devnet_mint', { address: `0x${(i + 1).toString(16)}`, amount: 1 }));
const round = () => new Promise((resolve) => setImmediate(resolve));

/** A client that can give up waiting. */
class Patience {
  aborted = false;
  throwIfAborted(): void {
    if (this.aborted) throw new DOMException('The client waits no longer.', 'AbortError');
  }
}

/** The block numbers that another client reads while a request is running. */
async function seenMeanwhile(body: unknown): Promise<{ readonly answer: string; readonly seen: number[] }> {
  let answer: string | undefined;
  const asked = answerText(JSON.stringify(body), hub.dispatcher).then((text) => {
    answer = text;
  });
  const seen: number[] = [];
  for (;;) {
    await round();
    const other = await ask('starknet_blockNumber', []);
    if (answer !== undefined) break;
    seen.push(other.result as number);
  }
  await asked;
  return { answer: answer!, seen };
}

// Each works for several turns of 20 ms, also on a fast machine.
describe('other clients are served', () => {
  test('between the requests of a batch, and see the effects of the earlier ones', async () => {
    const { answer, seen } = await seenMeanwhile(mints(200));
    expect(JSON.parse(answer)).toHaveLength(200);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  test('while blocks are mined, and see none of them before all are published', async () => {
    const { answer, seen } = await seenMeanwhile(request('devnet_mine', { blocks: 4000 }));
    expect(JSON.parse(answer).result.block_hashes).toHaveLength(4000);
    expect(seen.length).toBeGreaterThan(2);
    // While the answer is written, all of them are published.
    expect(new Set([...seen, 4000])).toEqual(new Set([0, 4000]));
    expect(await ask('starknet_blockNumber', [])).toMatchObject({ result: 4000 });
  });

  test('while a dump is loaded, and see nothing of it before all of it is published', async () => {
    await ask('devnet_createBlock', {});
    const { answer, seen } = await seenMeanwhile(request('devnet_load', { events: mints(200) }));
    expect(JSON.parse(answer)).toMatchObject({ result: {} });
    expect(seen.length).toBeGreaterThan(2);
    expect(new Set(seen)).toEqual(new Set([1]));
    expect(await ask('starknet_blockNumber', [])).toMatchObject({ result: 200 });
  });

  test('while many transactions are estimated or simulated', async () => {
    const transactions = Array.from(
      { length: 200 },
      (_, nonce) => transfer(node.accounts[0]!, nonce, 0x77n).invoke_transaction,
    );
    const estimates = await seenMeanwhile(
      request('starknet_estimateFee', { request: transactions, simulation_flags: [], block_id: 'latest' }),
    );
    expect(JSON.parse(estimates.answer).result).toHaveLength(200);
    expect(estimates.seen.length).toBeGreaterThan(2);
    const simulated = await seenMeanwhile(
      request('starknet_simulateTransactions', { transactions, simulation_flags: [], block_id: 'latest' }),
    );
    expect(JSON.parse(simulated.answer).result).toHaveLength(200);
    expect(simulated.seen.length).toBeGreaterThan(2);
  });

  test('while the calldata of a long transaction is hashed', async () => {
    const calldata = Array.from({ length: 60_000 }, (_, i) => BigInt(i));
    const params = invoke(node.accounts[0]!, 0, { to: BigInt(STRK), entryPoint: 'transfer', calldata });
    const { answer, seen } = await seenMeanwhile(
      request('starknet_estimateFee', {
        request: [params.invoke_transaction],
        simulation_flags: ['SKIP_VALIDATE'],
        block_id: 'latest',
      }),
    );
    expect(JSON.parse(answer)).toMatchObject({ error: { code: 41 } });
    expect(seen.length).toBeGreaterThan(2);
  });
});

describe('a client that gives up', () => {
  test('ends a mine, which has no effect', async () => {
    const patience = new Patience();
    const asked = answerText(JSON.stringify(request('devnet_mine', { blocks: 10_000 })), hub.dispatcher, {
      signal: patience,
    });
    await round();
    await round();
    patience.aborted = true;
    expect(JSON.parse(await asked)).toMatchObject({ error: { code: -32603 } });
    expect(node.chain.latest.number).toBe(0);
    expect(node.value.journal).toHaveLength(0);
  });

  test('ends a batch: finished requests keep their effects, the rest is not started', async () => {
    const patience = new Patience();
    const asked = answerText(JSON.stringify(mints(1000)), hub.dispatcher, { signal: patience });
    while (node.chain.latest.number === 0) await round();
    patience.aborted = true;
    await asked;
    const made = node.chain.latest.number;
    expect(made).toBeGreaterThan(0);
    expect(made).toBeLessThan(1000);
    for (let i = 0; i < 20; i++) await round();
    expect(node.chain.latest.number).toBe(made);
    expect(node.value.journal).toHaveLength(made);
  });

  test('ends a load, and the chain is unchanged', async () => {
    await ask('devnet_mint', { address: '0x1', amount: 5 });
    const before = node.value;
    const patience = new Patience();
    const asked = answerText(JSON.stringify(request('devnet_load', { events: mints(1000) })), hub.dispatcher, {
      signal: patience,
    });
    for (let i = 0; i < 3; i++) await round();
    patience.aborted = true;
    expect(JSON.parse(await asked)).toMatchObject({ error: { code: -32603 } });
    expect(node.value).toBe(before);
  });

  test('ends an estimate', async () => {
    const { invoke_transaction } = transfer(node.accounts[0]!, 0, 0x77n);
    const many = Array.from({ length: 1000 }, (_, nonce) => ({
      ...invoke_transaction,
      nonce: `0x${nonce.toString(16)}`,
    }));
    const patience = new Patience();
    const params = { request: many, simulation_flags: ['SKIP_VALIDATE'], block_id: 'latest' };
    const asked = answerText(JSON.stringify(request('starknet_estimateFee', params)), hub.dispatcher, {
      signal: patience,
    });
    for (let i = 0; i < 3; i++) await round();
    patience.aborted = true;
    expect(JSON.parse(await asked)).toMatchObject({ error: { code: -32603 } });
  });
});

describe('cheap checks come first', () => {
  const long = (nonce: number, count = 20_000) =>
    invoke(node.accounts[0]!, nonce, { to: BigInt(STRK), entryPoint: 'transfer', calldata: Array(count).fill(1n) });

  test('calldata and other lists are counted before they are read', async () => {
    const { invoke_transaction } = transfer(node.accounts[0]!, 0, 0x77n);
    for (const [field, count, most] of [
      ['calldata', 100_001, 100_000],
      ['signature', 10_001, 10_000],
      ['paymaster_data', 10_001, 10_000],
    ] as const) {
      const transaction = { ...invoke_transaction, [field]: Array(count).fill('not a felt') };
      const answer = await ask('starknet_addInvokeTransaction', { invoke_transaction: transaction });
      expect(answer.error).toMatchObject({
        code: -32602,
        message: expect.stringContaining(`invalid length ${count}, expected at most ${most} elements`),
      });
    }
  });

  test('a class that is too large is refused before it is read', async () => {
    const declare_transaction = {
      type: 'DECLARE',
      contract_class: { sierra_program: Array(81_921).fill('not a felt') },
    };
    expect(await ask('starknet_addDeclareTransaction', { declare_transaction })).toMatchObject({ error: { code: 57 } });
    expect(await ask('starknet_addDeclareTransaction', [declare_transaction])).toMatchObject({ error: { code: 57 } });
    expect(await ask('starknet_estimateFee', [[declare_transaction], [], 'latest'])).toMatchObject({
      error: { code: 57 },
    });
    const largeAbi = { type: 'DECLARE', contract_class: { sierra_program: [], abi: ' '.repeat(4_089_447) } };
    expect(await ask('starknet_addDeclareTransaction', [largeAbi])).toMatchObject({ error: { code: 57 } });
  });

  test('a long transaction with a wrong nonce or too little gas is refused as a short one is', async () => {
    expect(await ask('starknet_addInvokeTransaction', long(5))).toMatchObject({ error: { code: 52 } });
    const { invoke_transaction } = long(0);
    const resource_bounds = {
      ...invoke_transaction.resource_bounds,
      l2_gas: { max_amount: '0x1', max_price_per_unit: '0xffffffffffff' },
    };
    const poor = { invoke_transaction: { ...invoke_transaction, resource_bounds } };
    expect(await ask('starknet_addInvokeTransaction', poor)).toMatchObject({ error: { code: 53 } });
  });

  test('a long transaction that is already in the chain is refused as a duplicate', async () => {
    const sent = long(0, 600);
    expect(await ask('starknet_addInvokeTransaction', sent)).toHaveProperty('result');
    expect(await ask('starknet_addInvokeTransaction', sent)).toMatchObject({ error: { code: 59 } });
  });
});
