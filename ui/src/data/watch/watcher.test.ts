import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answeringNode } from '../../../test/answeringNode.ts';
import { alerts } from './alerts.ts';
import { followStop, sharedStops, stopOf } from './stop.ts';
import { goOn } from './stopAll.ts';
import { Watcher } from './watcher.ts';
import { addRule, watchRules } from './watchRules.ts';

const write = (transaction_hash: string | null, before: string, after: string, block_number = 2) => ({
  block_number,
  transaction_hash,
  before,
  after,
  cells_before: [before],
  cells_after: [after],
});

const CELL = { kind: 'cell', address: '0x1', cell: 'total' } as const;

/** Other files run in the same process. */
function forget() {
  watchRules.set([]);
  alerts.set([]);
  sharedStops.set(new Map());
}

beforeEach(() => {
  vi.useFakeTimers();
  forget();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forget();
});

/** A node whose newest block is 1, and whose cell has some writes, newest first. */
function watchedNode(writes: object[], mode: unknown = 'transaction') {
  const modes: unknown[] = [];
  const chain = { newest: 1 };
  const answering = answeringNode({
    chain_blockNumber: () => chain.newest,
    sandbox_getStorageWriters: ({ limit }: { limit: number }) => ({
      writes: writes.slice(0, limit),
      has_more: writes.length > limit,
    }),
    sandbox_getOverview: () => ({ block_generation_on: modes.at(-1) ?? mode }),
    sandbox_setBlockMode: ({ mode: set }: { mode: unknown }) => void modes.push(set),
  });
  return { ...answering, modes, chain };
}

const settle = () => vi.advanceTimersByTimeAsync(2_000);

test('a rule fires with what comes after it was set, at the first of several, and once', async () => {
  const writes = [write('0xa', '0', '1')];
  const { node, notify } = watchedNode(writes);
  watchRules.set([{ rule: CELL, stops: false }]);
  const watcher = new Watcher(node);
  await settle();
  expect(alerts.get()).toEqual([]);
  writes.unshift(write('0xc', '2', '3'), write('0xb', '1', '2'));
  notify('chain_subscriptionNewHeads');
  await settle();
  notify('chain_subscriptionNewHeads');
  await settle();
  expect(alerts.get()).toMatchObject([{ count: 2, match: { transactionHash: '0xb', text: '1 → 2' } }]);
  expect(stopOf(node)).toBeUndefined();
  watcher.end();
});

/** Watches the cell; `next` is the look after a notification, and tells how many matches have fired in it. */
async function watching(writes: object[]) {
  const answering = watchedNode(writes);
  watchRules.set([{ rule: CELL, stops: false }]);
  const watcher = new Watcher(answering.node);
  await settle();
  const next = async (method = 'chain_subscriptionNewTransaction', result?: unknown) => {
    alerts.set([]);
    answering.notify(method, result);
    await settle();
    return alerts.get().reduce((sum, { count }) => sum + count, 0);
  };
  return { ...answering, watcher, next };
}

test('what was there before another client took the newest back without a word is not news', async () => {
  const writes = Array.from({ length: 30 }, (_, i) => write(`0x${30 - i}`, '0', '1', i < 12 ? 2 : 1));
  const { next, watcher } = await watching(writes);
  writes.splice(0, 4);
  expect(await next()).toBe(0);
  writes.splice(0, 20);
  expect(await next()).toBe(0);
  watcher.end();
});

test('what happens again after blocks were taken back is news, and what was before them is not', async () => {
  const writes = [write('0xa', '0', '1', 1)];
  const { next, watcher, chain, notify } = await watching(writes);
  for (let round = 0; round < 3; round++) {
    // Each test of a suite sends the same transaction, and takes it back faster than the rules are looked at.
    alerts.set([]);
    writes.unshift(write('0xb', '1', '2', 2));
    chain.newest = 2;
    expect(await next('chain_subscriptionNewHeads'), `round ${round}`).toBe(1);
    notify('chain_subscriptionReorg', { starting_block_number: 2 });
    writes.shift();
    chain.newest = 1;
  }
  expect(await next()).toBe(0);
  watcher.end();
});

test('a change that comes with the end of a pause, a new connection or a new build is news', async () => {
  const writes: object[] = [];
  const { next, node, watcher } = await watching(writes);
  writes.unshift(write('0xa', '0', '1'));
  node.changed(true);
  await settle();
  expect(alerts.get()).toHaveLength(1);
  expect(await next()).toBe(0);
  watcher.end();
});

test('the chain of a node that was started again is followed from its beginning', async () => {
  const writes: object[] = [];
  const { next, chain, watcher } = await watching(writes);
  chain.newest = 500;
  expect(await next()).toBe(0);
  chain.newest = 0;
  expect(await next()).toBe(0);
  writes.unshift(write('0xa', '0', '1', 1));
  expect(await next()).toBe(1);
  watcher.end();
});

test('edits that write the same value again are news each time', async () => {
  const writes = [write(null, '5', '7')];
  const { next, watcher } = await watching(writes);
  for (let round = 0; round < 3; round++) {
    writes.unshift(write(null, '5', '7'), write(null, '7', '5'));
    expect(await next()).toBe(2);
  }
  watcher.end();
});

test('all of a long list between two looks are news, also where the pages of the node are short', async () => {
  const writes: object[] = [];
  const { next, watcher } = await watching(writes);
  writes.push(...Array.from({ length: 50 }, (_, i) => write(`0x${50 - i}`, '0', '1')));
  expect(await next()).toBe(50);
  watcher.end();

  const pages: Record<string, object> = { '': { transactions: [], next: 'a' } };
  const reverted = (hash: string) => ({ transaction_hash: hash, block_number: 2, calls: [] });
  const { node, notify } = answeringNode({
    chain_blockNumber: () => 1,
    sandbox_getTransactions: ({ before = '' }: { before?: string }) =>
      pages[before] ?? { transactions: [], next: null },
  });
  watchRules.set([{ rule: { kind: 'revert' }, stops: false }]);
  alerts.set([]);
  const other = new Watcher(node);
  await settle();
  pages['a'] = { transactions: [reverted('0x2')], next: 'b' };
  pages['b'] = { transactions: [reverted('0x1')], next: null };
  notify('chain_subscriptionNewHeads');
  await settle();
  expect(alerts.get()).toMatchObject([{ count: 2, match: { transactionHash: '0x1' } }]);
  other.end();
});

test('the rules are looked at while nobody sees the page', async () => {
  const writes: object[] = [];
  const { next, hide, watcher } = await watching(writes);
  hide(true);
  writes.unshift(write('0xa', '0', '1'));
  expect(await next()).toBe(1);
  watcher.end();
});

test('a rule that stops holds the page and the blocks of an interval, and lets both go on', async () => {
  const writes: object[] = [];
  const { node, notify, modes } = watchedNode(writes, { interval: 5 });
  const watcher = new Watcher(node);
  const end = followStop(node);
  addRule(CELL);
  await settle();
  writes.unshift(write('0xa', '0', '1'));
  notify('chain_subscriptionNewHeads');
  await settle();
  expect([stopOf(node), modes]).toMatchObject([{ interval: 5, reason: { rule: CELL, count: 1 } }, ['demand']]);
  const shown = node.revision.get();
  notify('chain_subscriptionNewHeads');
  await settle();
  expect(node.revision.get()).toBe(shown);
  await goOn(node);
  await settle();
  expect([stopOf(node), modes]).toEqual([undefined, ['demand', 5]]);
  expect(node.revision.get()).toBeGreaterThan(shown);
  expect(alerts.get().every(({ isRead }) => isRead)).toBe(true);
  end();
  watcher.end();
});
