// What the page makes of the answers of a real node, without a browser.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { DebuggingProject } from '../support/debugging.ts';
import { clientOf, pageFile } from './clientOf.ts';
import { readClass, STRK } from './filledNode.ts';

type Simulate = (
  node: object,
  calls: readonly object[],
  from: string,
  whatIf?: object,
) => Promise<{ explanation: { status: string; fee: { amount: string } | null; calls: readonly ShownCall[] } }>;
interface ShownCall {
  readonly result: unknown;
  readonly calls: readonly ShownCall[];
}
const { simulate } = await pageFile<{ simulate: Simulate }>('data/transactions/simulate.ts');

type PastCalls = (node: object, hash: string) => Promise<{ from: string; whatIf: object }>;
const { pastCalls } = await pageFile<{ pastCalls: PastCalls }>('data/transactions/pastCalls.ts');

type DebugPlace = (rule: object) => string;
const { debugPlace } = await pageFile<{ debugPlace: DebugPlace }>('data/watch/ruleText.ts');
type CellRule = (node: object, contract: string, cell: string) => Promise<object>;
const { cellRule } = await pageFile<{ cellRule: CellRule }>('data/watch/cellRule.ts');
type PlaceOf = (stop: string | null, ask: (params: object) => Promise<object>) => Promise<object>;
const { placeOf } = await pageFile<{ placeOf: PlaceOf }>('screens/debugger/stopPlace.ts');

const project = new DebuggingProject();
let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 0, accounts: 1, artifacts: [project.artifacts] });
});
afterEach(() => {
  vi.unstubAllGlobals();
});
afterAll(async () => {
  await box.close();
  project.remove();
});

test('a simulation starts from an edit of the state that no block has yet', async () => {
  const node = await clientOf(box);
  const [account] = await box.request('sandbox_getPredeployedAccounts');
  const { address } = account!;
  const transfer = { contractAddress: STRK, entrypoint: 'transfer', calldata: ['0x1', `0x1${'0'.repeat(25)}`, '0x0'] };
  const run = async () => (await simulate(node, [transfer], address)).explanation;
  expect(await run()).toMatchObject({ status: 'REVERTED' });
  await box.request('sandbox_deal', { token: STRK, address, amount: `${2n ** 120n}` });
  expect(await run()).toMatchObject({ status: 'SUCCEEDED' });
});

test.each([
  ['that succeeds', '0x5'],
  ['that is reverted', `0x1${'0'.repeat(30)}`],
])('a simulation %s has nearly the fee of its receipt', async (_, amount) => {
  const node = await clientOf(box);
  const { address } = box.accounts[0]!;
  const call = { contractAddress: STRK, entrypoint: 'transfer', calldata: ['0x77', amount, '0x0'] };
  const { fee } = (await simulate(node, [call], address)).explanation;
  const { receipt } = await box.execute(
    { to: STRK, entryPoint: 'transfer', calldata: call.calldata },
    { from: box.accounts[0]!, allowRevert: true },
  );
  // An account takes another way for a transaction that is only tried out; without its validation they differ by six hundredths.
  expect(Number(fee?.amount) / Number(receipt.actual_fee.amount)).toBeCloseTo(1, 2);
});

test('a past transaction runs again at the number and the time of its block', async () => {
  const node = await clientOf(box);
  const { address: to } = await box.deploy(readClass('exerciser'), [0n]);
  const { transactionHash, receipt } = await box.execute({ to, entryPoint: 'block_info' });
  const { timestamp } = await box.request('starknet_getBlockWithTxHashes', {
    block_id: { block_number: receipt.block_number },
  });
  await box.request('sandbox_increaseTime', { time: 1_000 });
  await box.request('sandbox_createBlock');
  const { from, whatIf } = await pastCalls(node, transactionHash);
  const call = { contractAddress: to, entrypoint: 'block_info', calldata: [] };
  const { explanation } = await simulate(node, [call], from, whatIf);
  let shown = explanation.calls.at(-1)!;
  while (shown.calls.length > 0) shown = shown.calls.at(-1)!;
  expect(shown.result).toEqual([String(receipt.block_number), String(timestamp), expect.any(String)]);
});

test('the debugger begins at the event or the write that a rule waited for, of one of two contracts of a class', async () => {
  const [first, second] = [await project.deploy(box), await project.deploy(box)];
  const trade = (to: `0x${string}`) => ({ to, entryPoint: 'trade', calldata: [0n, 5n] });
  // The last event is that of the fee.
  const { transactionHash: transaction_hash } = await box.execute([trade(first), trade(second)]);
  const ask = (params: object) => box.request('sandbox_debugTransaction', { transaction_hash, ...params });
  const follow = async (rule: object) => {
    const stop = new URLSearchParams(debugPlace(rule)).get('stop');
    const { reason, stack } = await ask(await placeOf(stop, ask));
    return [reason, stack[0]?.contract_address];
  };
  for (const address of [first, second]) {
    expect(await follow({ kind: 'event', address, name: 'Traded' })).toEqual(['event', address]);
    expect(await follow({ kind: 'event', address })).toEqual(['event', address]);
    expect(await follow({ kind: 'cell', address, cell: 'trades' })).toEqual(['storage', address]);
    const writersOf = (key: string) =>
      box.request('sandbox_getStorageWriters', { contract_address: address, key, limit: 1 });
    const [key] = (await writersOf('trades')).keys;
    expect(await follow({ kind: 'cell', address, cell: key })).toEqual(['storage', address]);
    const [desk] = (await writersOf('desk')).writes[0]!.cells_after;
    for (const cell of ['settled[5]', 'settled[0x05]'])
      expect(await follow({ kind: 'cell', address: desk, cell })).toEqual(['storage', desk]);
    expect((await follow({ kind: 'cell', address: desk, cell: 'settled[6]' }))[0]).not.toBe('storage');
  }
});

test('a cell is watched by the name of its contract and its own', async () => {
  const node = await clientOf(box);
  const rule = { kind: 'cell', address: STRK, cell: 'ERC20_total_supply' };
  expect(await cellRule(node, 'STRK', 'ERC20_total_supply')).toEqual(rule);
  await expect(cellRule(node, 'STRK', 'no_such_variable')).rejects.toThrow('no_such_variable');
  // However its path is written, a cell is one rule; but a member is not the whole value.
  for (const [given, cell] of [
    ['ERC20_balances[119]', 'ERC20_balances[0x77]'],
    ['ERC20_balances[0x077]', 'ERC20_balances[0x77]'],
    ['ERC20_balances[0x77].low', 'ERC20_balances[0x77].low'],
    ['0x0ABC', '0xabc'],
  ] as const)
    expect(await cellRule(node, STRK, given)).toEqual({ ...rule, cell });
});
