/** What a run of a fuzzer found. */
export interface FuzzReport {
  readonly area: string;
  readonly seed: number;
  readonly cases: number;
  /** How often each kind of outcome came. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** Cases that must not be: a crash, a hang, a wrong acceptance. Each says how to repeat it. */
  readonly failures: readonly string[];
}

/** Prints a report; true when nothing is wrong with it. */
export function printReport({ area, seed, cases, outcomes, slowestMs, failures }: FuzzReport): boolean {
  console.log(`${area}: ${cases} cases from seed ${seed}, slowest ${slowestMs.toFixed(0)} ms`);
  for (const [kind, count] of Object.entries(outcomes).sort((a, b) => b[1] - a[1])) console.log(`  ${kind}: ${count}`);
  for (const failure of failures.slice(0, 20)) console.error(`  FAILED ${failure}`);
  const varied = Object.keys(outcomes).length > 1;
  if (!varied) console.error('  FAILED all cases took the same path');
  return varied && failures.length === 0;
}
