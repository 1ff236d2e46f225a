// Makes a new recording of a session of a fork with its origin, for test/fork/recorded.test.ts: `node scripts/run.mjs test/fork/record.ts`.
import { isDeepStrictEqual } from 'node:util';
import { ETH, STRK, supplyAddress } from '../../src/chain/value/token.ts';
import { Sandbox } from '../../src/index.ts';
import { outcome } from '../support/fork/chains.ts';
import { type Chain, hex } from '../support/fork/wallet.ts';
import { comparable } from './comparable.ts';
import { allEvents } from './events.ts';
import { recordedChain } from './recordedChain.ts';
import { readClasses, readPast, readState, write } from './recordedSession.ts';
import { EVENTS_AT_A_TIME, Recorder, type Step, writeRecording } from './recording.ts';
import { servedChain } from './served.ts';

const START = 1_800_000_000;
const origin = await servedChain({
  seed: 31,
  accounts: 2,
  stateArchiveCapacity: 'full',
  startTime: BigInt(START),
});
await origin.request('devnet_freezeTime');
await recordedChain(origin);

const recorder = new Recorder();
const tip = await origin.request<number>('starknet_blockNumber');
const fork = { seed: 32, accounts: 1, startTimeSeconds: START, blockNumber: tip };
const box = await Sandbox.create({
  seed: fork.seed,
  accounts: fork.accounts,
  stateArchiveCapacity: 'full',
  startTime: BigInt(START),
  fork: { url: origin.url, block: tip },
  fetch: recorder.fetch,
});
// The fork makes a first block, so the origin makes one more block to have the same numbers.
await origin.request('devnet_createBlock');

/** Help names things of the classes that a node has, and an origin has more of them than its fork. */
function withoutHelp(told: unknown): unknown {
  const { code, data } = told as { readonly code?: number; readonly data?: unknown };
  if (code === undefined) return told;
  if (typeof data !== 'object' || data === null) return { code };
  const { explanation: _, ...facts } = data as { readonly explanation?: string };
  return { code, data: facts };
}

const steps: Step[] = [];
/** Makes a request to the fork, then to its origin, which goes through the same. */
async function ask(method: string, params: unknown): Promise<unknown> {
  const [ours, expected] = [
    withoutHelp(comparable(await outcome(box, method, params))),
    withoutHelp(comparable(await outcome(origin, method, params))),
  ];
  if (!isDeepStrictEqual(ours, expected))
    throw new Error(
      `${method} ${JSON.stringify(params)}: the fork answers ${JSON.stringify(ours)}, its origin ${JSON.stringify(expected)}`,
    );
  steps.push({ method, params, expected });
  return expected;
}
const both: Chain = {
  accounts: origin.accounts,
  request: (async (method: string, params?: unknown) => {
    const { result } = (await ask(method, params)) as { result?: unknown };
    // Hashes of blocks are not compared, but are needed for further requests.
    return method === 'starknet_getBlockWithTxHashes' ? await box.request<unknown>(method, params) : result!;
  }) as Chain['request'],
};

for (const [method, params] of [
  ['devnet_freezeTime', {}],
  ['devnet_setTime', { time: START + 10_000 }],
] as const)
  await ask(method, params);
for (const { address } of [ETH, STRK]) {
  const cell = { contract_address: hex(address), key: hex(supplyAddress()) };
  const value = await origin.request('starknet_getStorageAt', { ...cell, block_id: 'latest' });
  await ask('devnet_setStorageAt', { ...cell, value });
}
await ask('devnet_createBlock', undefined);
await readPast(both, ask, tip);
await readClasses(ask, tip);
await readState(ask, 'latest');
await write(both, ask);
await readState(ask, 'latest');
await readState(ask, 'pre_confirmed');

const events = await allEvents(origin);
if (!isDeepStrictEqual(await allEvents(box, EVENTS_AT_A_TIME), events)) throw new Error('The events differ.');

const size = writeRecording({
  fork,
  calls: recorder.calls,
  exchanges: recorder.exchanges,
  steps,
  events,
});
console.log(`${recorder.exchanges.length} exchanges in ${recorder.calls} calls, ${steps.length} steps, ${size} bytes`);
box.close();
await origin.close();
