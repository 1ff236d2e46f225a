import { describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { outcome, URL } from '../support/fork/chains.ts';
import { comparable } from './comparable.ts';
import { allEvents } from './events.ts';
import { EVENTS_AT_A_TIME, type Exchange, ReplayedOrigin, readRecording } from './recording.ts';

const recording = readRecording();

async function forkOver(exchanges: readonly Exchange[]) {
  const origin = new ReplayedOrigin(exchanges);
  const { seed, accounts, startTimeSeconds, blockNumber } = recording.fork;
  const fork = await Sandbox.create({
    seed,
    accounts,
    stateArchiveCapacity: 'full',
    startTime: BigInt(startTimeSeconds),
    fork: { url: URL, block: blockNumber },
    fetch: origin.fetch,
  });
  return { origin, fork };
}

describe('a recorded origin, which answers only the recorded requests', () => {
  test('contains one of everything', () => {
    const methods = new Set(recording.exchanges.map(({ method }) => method.replace('starknet_', '')));
    expect([...methods].sort()).toEqual(
      [
        ...['specVersion', 'chainId', 'getEvents', 'call', 'estimateMessageFee'],
        ...['getBlockWithTxHashes', 'getBlockWithTxs', 'getBlockWithReceipts', 'getBlockTransactionCount'],
        ...['getTransactionByHash', 'getTransactionReceipt', 'getTransactionStatus', 'traceTransaction'],
        ...['getTransactionByBlockIdAndIndex', 'getStateUpdate', 'traceBlockTransactions'],
        ...['getClass', 'getClassAt', 'getClassHashAt', 'getCompiledCasm', 'getNonce', 'getStorageAt'],
      ].sort(),
    );
    const told = JSON.stringify(recording.exchanges);
    for (const word of [
      '"type":"DECLARE"',
      '"type":"INVOKE"',
      '"type":"DEPLOY_ACCOUNT"',
      '"type":"L1_HANDLER"',
      '"REVERTED"',
      '"replaced_classes":[{',
    ])
      expect([word, told.includes(word)]).toEqual([word, true]);
    const errors = recording.exchanges.flatMap(({ answer }) => (answer.error as { code: number })?.code ?? []);
    expect([...new Set(errors)].sort((a, b) => a - b)).toEqual([20, 21, 24, 27, 28, 29, 40]);
    expect(recording.exchanges.length).toBeGreaterThan(200);
    expect(recording.steps.length).toBeGreaterThan(350);
  });

  test('can be forked, and reads, receipts, traces and changes equal those of the origin', async () => {
    const { origin, fork } = await forkOver(recording.exchanges);
    for (const { method, params, expected } of recording.steps) {
      const told = comparable(await outcome(fork, method, params)) as { code?: number; data?: unknown };
      // The recording has no texts that say which thing was not found, and no explanations.
      if (told.code !== undefined && typeof told.data === 'string' && !('data' in (expected as object)))
        delete told.data;
      if (typeof told.data === 'object') delete (told.data as { explanation?: string }).explanation;
      expect({ method, params, told }).toEqual({ method, params, told: expected });
    }
    expect(await allEvents(fork, EVENTS_AT_A_TIME)).toEqual(recording.events);
    // The fork made exactly the recorded requests.
    expect(origin.unknown).toEqual([]);
    expect(origin.unasked).toEqual([]);
    expect(origin.calls).toBeLessThanOrEqual(recording.calls);
    fork.close();
  });

  const without = (method: string) => recording.exchanges.filter((exchange) => exchange.method !== method);

  test.each(['starknet_getStorageAt', 'starknet_chainId'])(
    'causes an error that names a request it lacks at the start: %s',
    (method) => expect(forkOver(without(method))).rejects.toThrow(new RegExp(`Not in the recording: ${method} `)),
  );

  test.each(['starknet_traceTransaction', 'starknet_getClass', 'starknet_getStateUpdate'])(
    'names what it does not have: %s',
    async (method) => {
      const { origin, fork } = await forkOver(without(method));
      const step = recording.steps.find((each) => each.method === method && 'result' in (each.expected as object))!;
      await expect(fork.request<unknown>(step.method, step.params)).rejects.toThrow(
        `Not in the recording: ${method} {`,
      );
      expect(origin.unknown).toHaveLength(1);
      fork.close();
    },
  );
});
