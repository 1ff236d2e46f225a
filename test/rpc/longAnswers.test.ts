import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { workMemory } from '../../src/budget/workMemory.ts';
import { answerInParts, answerText, isComplete } from '../../src/rpc/answerText.ts';
import { Dispatcher } from '../../src/rpc/dispatch.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { testNode } from '../support/testNode.ts';

const MB = 2 ** 20;
const COUNT = 200;
const LIMIT_BYTES = workMemory.limitBytes;
const dispatcher = new Dispatcher({ node: await testNode(), methods });
const request = (method: string, params: unknown = {}) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const ask = async (method: string, params?: unknown) =>
  JSON.parse(await answerText(request(method, params), dispatcher));
const BLOCK = { block_id: { block_number: 1 } };
const LATEST = { block_id: 'latest' };

beforeAll(async () => {
  await ask('devnet_setBlockMode', { mode: 'demand' });
  const mint = request('devnet_mint', { address: '0x1', amount: 1 });
  await answerText(`[${Array(COUNT).fill(mint).join(',')}]`, dispatcher);
  await ask('devnet_createBlock');
});

afterEach(() => {
  vi.restoreAllMocks();
  workMemory.limitBytes = LIMIT_BYTES;
  expect(workMemory.usedBytes).toBe(0);
  expect(workMemory.waiting).toBe(0);
});

test.each(['starknet_getBlockWithTxs', 'starknet_getBlockWithReceipts', 'starknet_traceBlockTransactions'])(
  'clients that ask for a long answer to %s at once take turns within the budget of memory',
  async (method) => {
    const alone = await answerText(request(method, BLOCK), dispatcher);
    // Enough for two of the answers.
    workMemory.limitBytes = Math.ceil(alone.length * 5);
    let most = 0;
    const look = <T>(value: T): T => {
      most = Math.max(most, workMemory.usedBy('answers'));
      return value;
    };
    const [hold, wait] = [workMemory.hold.bind(workMemory), workMemory.wait.bind(workMemory)];
    vi.spyOn(workMemory, 'wait').mockImplementation((...asked) => wait(...asked).then(look));
    vi.spyOn(workMemory, 'hold').mockImplementation((use) => {
      const held = hold(use);
      const grow = held.grow.bind(held);
      held.grow = (bytes) => look(grow(bytes));
      return held;
    });
    const answers = await Promise.all(Array.from({ length: 4 }, () => answerText(request(method, BLOCK), dispatcher)));
    expect(new Set(answers)).toEqual(new Set([alone]));
    expect(most).toBeGreaterThan(2 * alone.length);
    expect(most).toBeLessThanOrEqual(workMemory.limitBytes);
  },
);

test('an answer that is longer than one may be is an error that names the limit; a short one is answered', async () => {
  workMemory.limitBytes = MB / 2;
  for (const method of ['starknet_getBlockWithReceipts', 'starknet_traceBlockTransactions'])
    expect((await ask(method, BLOCK)).error.message).toMatch(
      /^The answer has more than 196608 characters, the most that one answer may have\. Ask for less at a time/,
    );
  expect((await ask('starknet_getBlockWithTxHashes', BLOCK)).result.transactions).toHaveLength(COUNT);
});

test('a long list has what the methods for single transactions give', async () => {
  const { result: block } = await ask('starknet_getBlockWithReceipts', BLOCK);
  const { result: traces } = await ask('starknet_traceBlockTransactions', BLOCK);
  expect(block.transactions).toHaveLength(COUNT);
  expect(traces).toHaveLength(COUNT);
  const { receipt, transaction } = block.transactions[COUNT - 1];
  const { transaction_hash } = receipt;
  const one = { transaction_hash };
  const { block_hash, block_number, ...alone } = (await ask('starknet_getTransactionReceipt', one)).result;
  expect(alone).toEqual(receipt);
  expect((await ask('starknet_getTransactionByHash', one)).result).toEqual({ transaction_hash, ...transaction });
  expect((await ask('starknet_traceTransaction', one)).result).toEqual(traces[COUNT - 1].trace_root);
  expect(block_hash).toBe(block.block_hash);
  expect(block_number).toBe(block.block_number);
});

test('the state update of a large edit waits for memory, and is an error that names the limit where there is none', async () => {
  const [{ address }] = (await ask('devnet_getPredeployedAccounts')).result;
  const storage_entries = Array.from({ length: 5000 }, (_, i) => ({ key: `0x${(i + 1).toString(16)}`, value: '0x1' }));
  await ask('devnet_applyStateDiff', { state_diff: { storage_diffs: [{ address, storage_entries }] } });
  await ask('devnet_createBlock');
  const others = workMemory.take('executions', LIMIT_BYTES)!;
  let isAnswered = false;
  const update = ask('starknet_getStateUpdate', LATEST).finally(() => {
    isAnswered = true;
  });
  for (let i = 0; i < 5; i++) await ask('starknet_chainId');
  expect(isAnswered).toBe(false);
  others.end();
  expect((await update).result.state_diff.storage_diffs[0].storage_entries).toHaveLength(5000);
  workMemory.limitBytes = MB / 2;
  expect((await ask('starknet_getStateUpdate', LATEST)).error.message).toMatch(
    /^The answer has more than 196608 characters/,
  );
});

test('the answers of a batch are given away one by one, or are counted until all of them are there', async () => {
  const call = request('starknet_getBlockWithReceipts', BLOCK);
  const length = (await answerText(call, dispatcher)).length;
  const body = `[${Array(4).fill(call).join(',')}]`;
  workMemory.limitBytes = Math.ceil(length * 7);
  const pieces = await answerInParts(body, dispatcher, {}, 'http', length);
  if (isComplete(pieces)) throw new Error('not in pieces');
  let text = '';
  for await (const piece of pieces) {
    expect(workMemory.usedBytes).toBe(0);
    text += piece;
  }
  expect(JSON.parse(text).map(({ result }: { result: { transactions: [] } }) => result.transactions.length)).toEqual(
    Array(4).fill(COUNT),
  );
  // Answers in transit may take 5/13 of the budget, which two of them fit into.
  const answers = JSON.parse(await answerText(body, dispatcher));
  expect(answers.map(({ error }: { error?: { message: string } }) => error?.message.slice(0, 60))).toEqual([
    undefined,
    undefined,
    undefined,
    'The requests that are under way use all memory that there is',
  ]);
});
