// An edit of many cells, and whatever walks those cells afterwards, takes many turns.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import type { Node } from '../../src/chain/node.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { STRK } from '../support/wallet.ts';

const CELLS = 8192;
/** The most entries that any of the work walks through without a check whether its turn is over. */
const AT_ONCE = 2048;

interface Box {
  readonly node: Node;
  ask<T>(method: string, params?: unknown): Promise<T>;
}

const boxes: { readonly node: Node; readonly hub: Hub }[] = [];

async function createBox(liteMode = false): Promise<Box> {
  const node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 1, liteMode });
  const hub = new Hub(node);
  boxes.push({ node, hub });
  const ask = async <T>(method: string, params: unknown = {}): Promise<T> => {
    const text = await answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher);
    const { result, error } = JSON.parse(text);
    if (error) throw new Error(error.message);
    return result;
  };
  return { node, ask };
}

/** Every look at the clock finds that the turn is over. */
let now = performance.now();
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000));
  vi.useFakeTimers({ toFake: ['Date'], now: 1_900_000_000_000 });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const { node, hub } of boxes.splice(0)) {
    hub.end();
    node.close();
  }
});

/** The number of turns that some work takes. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve));
  await done;
  return turns;
}

const entries = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => {
    const at = from + i;
    return { key: `0x${((at * 7919) % 1_000_003).toString(16)}`, value: `0x${(at + 1).toString(16)}` };
  });
const edit = (from: number, to: number) => ({
  state_diff: { storage_diffs: [{ address: STRK, storage_entries: entries(from, to) }] },
});

test('a large edit has the same block hash and state update as the same cells in many small ones', async () => {
  const [large, small] = [await createBox(), await createBox()];
  await large.ask('devnet_applyStateDiff', edit(0, CELLS));
  for (let from = 0; from < CELLS; from += 32) await small.ask('devnet_applyStateDiff', edit(from, from + 32));
  for (const { ask } of [large, small]) await ask('devnet_createBlock');
  const update = await large.ask<{ state_diff: { storage_diffs: { storage_entries: unknown[] }[] } }>(
    'starknet_getStateUpdate',
    ['latest'],
  );
  expect(update).toEqual(await small.ask('starknet_getStateUpdate', ['latest']));
  expect(update.state_diff.storage_diffs.map(({ storage_entries }) => storage_entries.length)).toEqual([CELLS]);
  const tree = { contract_address: STRK, block_id: 'latest', limit: 1000 };
  expect(await large.ask('devnet_getStorageTree', tree)).toEqual(await small.ask('devnet_getStorageTree', tree));
});

test('a large edit is read, checked and applied in many turns', async () => {
  const { node, ask } = await createBox();
  const { key, value } = { key: node.system.strkAddress, value: node.system.strkAddress };
  const cells = Array.from({ length: CELLS }, (_, i) => ({ key: BigInt(i + 1) as typeof key, value }));
  const whole = { nonces: [], deployed: [], replaced: [], declared: [], deprecatedDeclared: [], classes: [] };
  const applied = await turnsOf(() =>
    node.write((draft) => draft.applyStateEdit({ ...whole, storage: [{ address: key, entries: cells }] })),
  );
  // The cells are looked for twice, compared with the state, added to it and packed.
  expect(applied).toBeGreaterThanOrEqual((4 * CELLS) / AT_ONCE);
  const asked = await turnsOf(() => ask('devnet_applyStateDiff', edit(0, CELLS)));
  expect(asked).toBeGreaterThanOrEqual(CELLS / 2);
});

test('a block with a large edit is closed in many turns', async () => {
  const { ask } = await createBox(true);
  await ask('devnet_applyStateDiff', edit(0, CELLS));
  expect(await turnsOf(() => ask('devnet_createBlock'))).toBeGreaterThanOrEqual(CELLS / AT_ONCE);
});

test('the storage of a contract with many cells is searched in many turns', async () => {
  const { ask } = await createBox(true);
  await ask('devnet_applyStateDiff', edit(0, CELLS));
  await ask('devnet_createBlock');
  const page = (limit: number) => turnsOf(() => ask('devnet_getStorageTree', { contract_address: STRK, limit }));
  // The first page also learns which entries the maps of the class may have, in far more turns.
  await page(1);
  // Each cell is opened, looked at for texts, opened again and written.
  expect(await page(1000)).toBeGreaterThanOrEqual(4 * 1000);
});

test('the state update of a large edit is unpacked, sorted and written in many turns', async () => {
  const { ask } = await createBox(true);
  await ask('devnet_applyStateDiff', edit(0, CELLS));
  await ask('devnet_createBlock');
  const { latest } = boxes.at(-1)!.node.chain;
  let steps = 0;
  for (const unpacking = latest.mergeStateDiff(); !unpacking.next().done; ) steps++;
  expect(steps).toBeGreaterThanOrEqual(CELLS / AT_ONCE);
  expect(await turnsOf(() => ask('starknet_getStateUpdate', ['latest']))).toBeGreaterThanOrEqual((4 * CELLS) / AT_ONCE);
});
