// Every method gets the largest requests that its limits allow, and no turn may be long. The methods and their requests come from the declarations.
import { cpus, loadavg } from 'node:os';
import { expect, test } from 'vitest';
import type { Method } from '../../src/rpc/method.ts';
import { methods } from '../../src/rpc/methods/index.ts';
import { longestTurns } from '../support/longestTurns.ts';

/**
 * The most processor time of a turn on an idle machine. Before 23.9, Node.js knows only the time of all threads together, among them those
 * that compile and collect garbage: there, others must not wait for longer than we promise.
 */
const MOST_MS = 'threadCpuUsage' in process ? 100 : 1000;

/** With more processes than cores, caches and cores are shared, and the same work takes about three times as much processor time. */
const loadFactor = () => (loadavg()[0]! > cpus().length ? 3 : 1);

test('no request keeps the thread for long, whatever its method and however large it is', async () => {
  const before = loadFactor();
  const turns = await longestTurns(readsFirst(methods.values()), {
    node: process.execPath,
    cells: 50_000,
    transactions: 500,
    blocks: 500,
    isThorough: process.env['STARBOX_LONG_TESTS'] === '1',
  });
  const most = MOST_MS * Math.max(before, loadFactor());
  expect(turns.size).toBeGreaterThan(methods.size * 0.8);
  const long = [...turns.values()].filter(({ milliseconds }) => milliseconds > most);
  expect(
    long.map(({ work, milliseconds, after }) => `${work}: ${Math.round(milliseconds)} ms, after ${after}`),
  ).toEqual([]);
}, 1_200_000);

/** Writes may replace the chain, which is then filled again. */
const readsFirst = (all: Iterable<Method>): readonly Method[] =>
  [...all].sort((a, b) => Number(a.kind === 'write') - Number(b.kind === 'write'));
