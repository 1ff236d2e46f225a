import { faultNames } from '../../faults/faultKinds.ts';
import type { FaultKind } from '../../faults/faultRule.ts';
import { hasMempool } from '../../library/blockMode.ts';
import type { Sandbox } from '../../library/index.ts';
import { ownRequest } from '../../library/requests/connection.ts';
import { trackSandbox } from '../trackedBoxes.ts';
import { type ExploreClock, type FakeTimers, passTime, timerClock, VirtualClock } from './clock.ts';
import { type DisturbanceKind, faultRules, type Schedule } from './disturbance.ts';
import { countingRules, type Profile, profileOf } from './profile.ts';

/** What a test is given under a schedule. */
export interface ExploreContext {
  /** The sandbox of this schedule. Its own methods (`box.mint`, `contract.read`) are never disturbed; clients of it are. */
  readonly box: Sandbox;
  /** Where clients reach it over HTTP and WebSocket. Only with `http: true`. */
  readonly url: string;
  readonly clock: ExploreClock;
  /** The number of the schedule; 0 is the run without any disturbance. */
  readonly schedule: number;
  /** Ends all disturbances: what is checked afterwards is how things came out. */
  calm(): Promise<void>;
}

/** A test that is run under many schedules. */
export type ExploreBody = (context: ExploreContext) => Promise<unknown> | unknown;

export interface RunOptions {
  readonly http: boolean;
  readonly timers: FakeTimers | undefined;
  /** How long a run may take, in milliseconds. */
  readonly timeLimit: number;
}

/** How a run came out. */
export interface RunResult {
  /** What the test threw; undefined if it passed. */
  readonly failure: { readonly error: unknown } | undefined;
  /** The kinds that really happened. */
  readonly happened: ReadonlySet<DisturbanceKind>;
}

/** Runs a test on a clone under a schedule. */
export async function runSchedule(
  original: Sandbox,
  body: ExploreBody,
  schedule: Schedule,
  number: number,
  options: RunOptions,
): Promise<RunResult> {
  const box = original.clone();
  const untrack = trackSandbox(box);
  try {
    const rules = faultRules(schedule);
    const moved = await disturbChain(box, schedule);
    if (rules.length > 0) await box.faults.set(rules);
    const happened = new Set<DisturbanceKind>(moved);
    const note = async () => {
      if (rules.length > 0) for (const { fault } of await box.faults.injected()) happened.add(fault);
    };
    const calm = async () => {
      // What happened is forgotten with the rules.
      await note();
      await box.faults.clear();
    };
    const failure = await outcomeOf(box, body, number, calm, options);
    await note();
    return { failure, happened };
  } finally {
    untrack();
    await box.close();
  }
}

/**
 * Runs a test without any disturbance, and counts where there could be one. Throws what the test throws. Programs remember things for
 * the life of a process, such as the class of an account, and ask less from the second run on: only that one is counted.
 */
export async function observe(original: Sandbox, body: ExploreBody, options: RunOptions): Promise<Profile> {
  await observeOnce(original, body, options);
  return observeOnce(original, body, options);
}

/** The first of the two runs. */
export async function warmUp(original: Sandbox, body: ExploreBody, options: RunOptions): Promise<void> {
  await observeOnce(original, body, options);
}

async function observeOnce(original: Sandbox, body: ExploreBody, options: RunOptions): Promise<Profile> {
  const box = original.clone();
  const untrack = trackSandbox(box);
  try {
    const kinds = await faultsOf(box);
    const hadMempool = await queues(box);
    await box.faults.set(countingRules(kinds));
    const look = async () => ({
      seen: (await box.faults.get()).rules.map(({ seen }) => seen),
      // The test may set the mode.
      hasMempool: hadMempool || (await queues(box)),
    });
    let looked: Awaited<ReturnType<typeof look>> | undefined;
    // What the test does when it is calm cannot be disturbed.
    const calm = async () => void (looked ??= await look());
    const failure = await outcomeOf(box, body, 0, calm, options);
    if (failure) throw failure.error;
    const { seen, hasMempool } = looked ?? (await look());
    return profileOf(kinds, seen, hasMempool);
  } finally {
    untrack();
    await box.close();
  }
}

/** The faults that a sandbox can have with its options. */
async function faultsOf(box: Sandbox): Promise<readonly FaultKind[]> {
  const { state_archive } = await box.request('sandbox_getConfig');
  return faultNames.filter((kind) => kind !== 'reorganisation' || state_archive === 'full');
}

/** Whether transactions wait in the mempool now. */
async function queues(box: Sandbox): Promise<boolean> {
  return hasMempool((await ownRequest(box)('sandbox_getOverview')).block_generation_on);
}

/** Sets what is a part of the chain. Returns the kinds of it. */
async function disturbChain(box: Sandbox, schedule: Schedule): Promise<readonly DisturbanceKind[]> {
  const moves = schedule.filter((disturbance) => disturbance.fault === 'price-moved');
  const order = schedule.findLast((disturbance) => disturbance.fault === 'reordered');
  if (moves.length > 0) {
    const { priceSchedule, prices } = await box.market.get();
    const openBlock = (await box.blocks.number()) + 1;
    const price = prices.l2GasPriceFri;
    const byBlock = new Map(moves.map(({ after, percent }) => [openBlock + after, (price * BigInt(percent)) / 100n]));
    const l2 = [...byBlock].sort(([a], [b]) => a - b).map(([block, fri]) => ({ block, fri }));
    // The schedules of the other gases go on.
    await box.market.setPrices({ ...priceSchedule, l2 });
  }
  if (order) await box.mempool.configure({ ordering: 'random', randomSeed: order.seed });
  return [...(moves.length > 0 ? ['price-moved' as const] : []), ...(order ? ['reordered' as const] : [])];
}

async function outcomeOf(
  box: Sandbox,
  body: ExploreBody,
  number: number,
  calm: () => Promise<void>,
  { http, timers, timeLimit }: RunOptions,
): Promise<RunResult['failure']> {
  const server = http ? await box.listen({ port: 0 }) : undefined;
  const context: ExploreContext = {
    box,
    get url() {
      if (server) return server.url;
      throw new Error('There is no URL: explore gives its sandboxes ports with { http: true }.');
    },
    clock: timers ? timerClock : new VirtualClock(box),
    schedule: number,
    calm,
  };
  const ended = new AbortController();
  const running = Promise.resolve().then(() => body(context));
  // It may go on after its time, on a sandbox that is closed.
  running.catch(() => undefined);
  try {
    await withinTime(timers ? passTime(timers, running, ended.signal) : running, timeLimit);
    return undefined;
  } catch (error) {
    return { error };
  } finally {
    ended.abort();
  }
}

// Taken before anybody fakes timers.
const { setTimeout, clearTimeout } = globalThis;

async function withinTime(running: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(
      () => fail(new Error(`The test did not end within ${milliseconds / 1000} s. (timeLimit gives it more.)`)),
      milliseconds,
    );
  });
  await Promise.race([running, late]).finally(() => clearTimeout(timer));
}
