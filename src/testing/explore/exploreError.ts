import { SandboxAssertionError } from '../assertions.ts';
import { describeDisturbance, type Schedule } from './disturbance.ts';
import type { Failing } from './shrinkSchedule.ts';

/** How a failing schedule was found. */
export interface Found {
  readonly number: number;
  readonly schedules: number;
  readonly seed: number;
  /** The disturbances of the schedule that was drawn. */
  readonly from: number;
  /** The runs that made it smaller. */
  readonly runs: number;
}

/** A test that a schedule breaks. The message is the recipe; `schedule` repeats it. */
export class ExploreError extends SandboxAssertionError {
  readonly schedule: Schedule;
  readonly seed: number | undefined;

  constructor({ schedule, error }: Failing, found: Found | undefined) {
    super(recipe(schedule, error, found), { cause: error });
    this.schedule = schedule;
    this.seed = found?.seed;
  }
}

function recipe(schedule: Schedule, error: unknown, found: Found | undefined): string {
  const steps = schedule.map((disturbance, i) => `  ${i + 1}. ${describeDisturbance(disturbance)}`);
  const lines = ['The test fails when this happens:', '', ...steps, '', `It fails with: ${messageOf(error)}`];
  if (found) {
    const { number, schedules, seed, from, runs } = found;
    const shrunk =
      from === schedule.length
        ? ''
        : `, shrunk from ${from} disturbances to ${schedule.length} in ${runs} ${runs === 1 ? 'run' : 'runs'}`;
    lines.push('', `Found by schedule ${number} of ${schedules} with seed ${seed}${shrunk}. To repeat it:`, '');
    lines.push(`  await explore(box, test, { schedule: ${JSON.stringify(schedule)} });`);
  }
  return lines.join('\n');
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
