import type { Disturbance, Schedule } from './disturbance.ts';

/** A schedule under which a test fails, and how. */
export interface Failing {
  readonly schedule: Schedule;
  readonly error: unknown;
}

/** The most runs that are spent on making a schedule smaller. */
const MOST_RUNS = 200;

/**
 * Makes a failing schedule smaller while the test goes on failing: disturbances are left out one after the other, then each is made simpler.
 * `fails` runs the test and gives its error, or undefined if it passes.
 */
export async function shrinkSchedule(
  failing: Failing,
  fails: (schedule: Schedule) => Promise<{ readonly error: unknown } | undefined>,
): Promise<Failing & { readonly runs: number }> {
  let { schedule, error } = failing;
  let runs = 0;
  const keepIfFails = async (candidate: Schedule): Promise<boolean> => {
    if (runs >= MOST_RUNS) return false;
    runs++;
    const failure = await fails(candidate);
    if (!failure) return false;
    schedule = candidate;
    error = failure.error;
    return true;
  };
  for (let isSmaller = true; isSmaller && schedule.length > 1; ) {
    isSmaller = false;
    for (let i = schedule.length - 1; i >= 0 && schedule.length > 1; i--)
      if (await keepIfFails(schedule.toSpliced(i, 1))) isSmaller = true;
  }
  for (let i = 0; i < schedule.length; i++)
    for (const simpler of simplerThan(schedule[i]!)) if (await keepIfFails(schedule.with(i, simpler))) break;
  return { schedule, error, runs };
}

/** Simpler forms of a disturbance, the simplest first. */
function simplerThan(disturbance: Disturbance): readonly Disturbance[] {
  switch (disturbance.fault) {
    case 'price-moved':
      return [130, 200, 400]
        .filter((percent) => percent < disturbance.percent)
        .map((percent) => ({ ...disturbance, percent }));
    case 'lagging':
    case 'reorganisation':
      return Array.from({ length: disturbance.blocks - 1 }, (_, i) => ({ ...disturbance, blocks: i + 1 }));
    case 'delay':
      return disturbance.when === 'after' ? [{ ...disturbance, when: 'before' }] : [];
    default:
      return [];
  }
}
