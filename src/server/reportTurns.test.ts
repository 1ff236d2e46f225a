import { afterEach, expect, test, vi } from 'vitest';
import { takeThread } from '../async/turnMeter.ts';
import { Metrics } from './metrics/metrics.ts';
import { reportTurns } from './reportTurns.ts';

let end = () => {};
afterEach(() => {
  end();
  vi.restoreAllMocks();
});

const round = () => new Promise((resolve) => setImmediate(resolve));

/** A clock that advances only while work is done. */
let now = 0;

async function work(method: string, milliseconds: number): Promise<void> {
  takeThread(method);
  now += milliseconds;
  await round();
}

test('the log names a method whose turn is long, and again only one that takes longer; the metric has each', async () => {
  const write = vi.fn();
  const price = { fri: 1n, wei: 1n };
  const value = { cheats: { all: [] }, open: { prices: { l1Gas: price, l1DataGas: price, l2Gas: price } } };
  const chain = { latest: { number: 0 }, firstNumber: 0, transactionCount: 0, value };
  const metrics = new Metrics(() => chain as never);
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  end = reportTurns({ write }, metrics, () => now);
  await work('starknet_call', 20);
  expect(write).not.toHaveBeenCalled();
  await work('devnet_mint', 600);
  await work('starknet_call', 300);
  expect(write).toHaveBeenCalledTimes(1);
  expect(write.mock.calls[0]!.slice(0, 3)).toEqual([
    'warn',
    'rpc',
    expect.stringMatching(/^devnet_mint used 600 ms of/),
  ]);
  expect(metrics.text()).toMatch(/^starbox_longest_turn_seconds\{method="starknet_call"\} 0\.3$/m);
  expect(metrics.text()).toMatch(/^starbox_longest_turn_seconds\{method="devnet_mint"\} 0\.6$/m);
});
