import type { Sandbox } from '../../library/index.ts';
import { Draws } from '../draws.ts';
import { checkExploreOptions } from './checkExploreOptions.ts';
import type { FakeTimers } from './clock.ts';
import type { DisturbanceKind, Schedule } from './disturbance.ts';
import { drawSchedule, possibleKinds } from './drawSchedule.ts';
import { ExploreError } from './exploreError.ts';
import { type ExploreBody, observe, type RunOptions, runSchedule, warmUp } from './runSchedule.ts';
import { type Failing, shrinkSchedule } from './shrinkSchedule.ts';

/** Options of `explore`. */
export interface ExploreOptions {
  /** How many schedules are drawn. Default: 100. */
  readonly schedules?: number | undefined;
  /** The same seed draws the same schedules, on every machine. Default: 0. */
  readonly seed?: number | undefined;
  /** What may happen. Default: everything that can happen in this test. */
  readonly kinds?: readonly DisturbanceKind[] | undefined;
  /** One schedule to run instead of drawing any, such as the one that a failure prints. */
  readonly schedule?: Schedule | undefined;
  /** Whether the sandboxes are reached over HTTP too, by `url`. Default: false. */
  readonly http?: boolean | undefined;
  /** The test runner's fake timers, such as `vi`: then the time of clients passes at once, delays included. */
  readonly timers?: FakeTimers | undefined;
  /** How long the test may take under one schedule, in milliseconds. Default: 10,000. */
  readonly timeLimit?: number | undefined;
}

/** What `explore` did. */
export interface ExploreReport {
  readonly seed: number;
  /** The schedules that were run. */
  readonly schedules: number;
  /** In how many schedules each kind was drawn, and in how many of them it happened. */
  readonly kinds: Readonly<Partial<Record<DisturbanceKind, { readonly drawn: number; readonly happened: number }>>>;
}

/**
 * Runs a test under many schedules, each on a clone of a sandbox: orders, delays, prices and faults that a network could have had. The first
 * schedule that breaks the test is made as small as possible and thrown, in words and as code.
 *
 * @throws ExploreError with the smallest schedule that breaks the test.
 * @throws What the test throws when nothing disturbs it.
 * @example
 * await explore(box, async ({ box, clock }) => {
 *   for (let attempt = 0; attempt < 10; attempt++) {
 *     const number = await box.request('starknet_blockNumber').catch(() => clock.sleep(1000));
 *     if (number !== undefined) return;
 *   }
 *   throw new Error('gave up');
 * }, { schedules: 1000, seed: 1 });
 */
export async function explore(box: Sandbox, body: ExploreBody, options: ExploreOptions = {}): Promise<ExploreReport> {
  checkExploreOptions(options);
  const { schedules = 100, seed = 0, http = false, timers, timeLimit = 10_000 } = options;
  const running: RunOptions = { http, timers, timeLimit };
  const fails = async (schedule: Schedule, number: number) =>
    (await runSchedule(box, body, schedule, number, running)).failure;
  if (options.schedule) {
    await warmUp(box, body, running);
    const failure = await fails(options.schedule, 1);
    if (failure) throw new ExploreError({ schedule: options.schedule, error: failure.error }, undefined);
    return { seed, schedules: 1, kinds: {} };
  }
  const profile = await observe(box, body, running);
  const kinds = chosenKinds(possibleKinds(profile), options.kinds);
  const counts = new Map<DisturbanceKind, { drawn: number; happened: number }>();
  for (let number = 1; number <= schedules; number++) {
    const schedule = drawSchedule(new Draws(seed, number), profile, kinds);
    const { failure, happened } = await runSchedule(box, body, schedule, number, running);
    for (const kind of new Set(schedule.map(({ fault }) => fault))) {
      const count = counts.get(kind) ?? { drawn: 0, happened: 0 };
      counts.set(kind, { drawn: count.drawn + 1, happened: count.happened + (happened.has(kind) ? 1 : 0) });
    }
    if (failure) {
      const first: Failing = { schedule, error: failure.error };
      const { runs, ...smallest } = await shrinkSchedule(first, (smaller) => fails(smaller, number));
      throw new ExploreError(smallest, { number, schedules, seed, from: schedule.length, runs });
    }
  }
  return { seed, schedules, kinds: Object.fromEntries(counts) };
}

/** The kinds that were asked for, if they can happen. A test in which nothing can happen would pass whatever it does. */
function chosenKinds(
  possible: readonly DisturbanceKind[],
  asked: readonly DisturbanceKind[] | undefined,
): readonly [DisturbanceKind, ...DisturbanceKind[]] {
  const [first, ...others] = asked ? possible.filter((kind) => asked.includes(kind)) : possible;
  if (first) return [first, ...others];
  throw new Error(
    asked
      ? `Nothing of ${asked.join(', ')} can happen in this test. What can happen: ${possible.join(', ') || 'nothing'}.`
      : 'Nothing can go wrong in this test: it made no request through box.fetch, box.request, box.WebSocket, provider(box) or the URL, and no block.',
  );
}
