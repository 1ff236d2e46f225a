/** The results of a run of a fuzzer. */
export interface FuzzReport {
  readonly area: string;
  readonly seed: number;
  readonly cases: number;
  /** How often each kind of outcome occurred. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** Failed cases: a crash, a hang, or input that should have been refused. Each text says how to repeat the case. */
  readonly failures: readonly string[];
}

/** Prints a report. Returns true if there are no failures. */
export function printReport({ area, seed, cases, outcomes, slowestMs, failures }: FuzzReport): boolean {
  console.log(`${area}: ${cases} cases from seed ${seed}, slowest ${slowestMs.toFixed(0)} ms`);
  for (const [kind, count] of Object.entries(outcomes).sort((a, b) => b[1] - a[1])) console.log(`  ${kind}: ${count}`);
  for (const failure of failures.slice(0, 20)) console.error(`  FAILED ${failure}`);
  const varied = Object.keys(outcomes).length > 1;
  if (!varied) console.error('  FAILED all cases took the same path');
  return varied && failures.length === 0;
}
