import type { ClassMutants, MutantFacts, MutantRun } from '../../tools/mutants/mutantRun.ts';
import type { MutantPlan, PlannedMutant, Trial } from '../../tools/mutants/plan.ts';

/** A mutant with the tests that can notice it. */
export interface CandidateMutant extends MutantFacts {
  readonly contract: string;
  readonly classHash: string;
  /** By the name of a test that fixtures can run again: whether the mutant can be noticed while its chain is prepared. */
  readonly again: Map<string, boolean>;
  /** Tests that only the whole command can run again; `''` for what has no name. */
  readonly whole: Set<string>;
}

/** All mutants of a first run, and what is told about it. */
export interface Candidates {
  readonly mutants: readonly CandidateMutant[];
  readonly tests: number;
  readonly lines: number;
  readonly contracts: readonly string[];
  readonly withoutLines: readonly string[];
  readonly isTruncated: boolean;
}

/** Joins what the processes of the first run wrote. */
export function candidatesOf(processes: readonly MutantRun[]): Candidates {
  const classes = new Map<string, ClassMutants>();
  const mutants = new Map<string, CandidateMutant[]>();
  for (const found of processes.flatMap((run) => run.classes)) {
    if (classes.has(found.classHash)) continue;
    classes.set(found.classHash, found);
    mutants.set(
      found.classHash,
      found.mutants.map((facts) => ({
        ...facts,
        contract: found.name,
        classHash: found.classHash,
        again: new Map(),
        whole: new Set<string>(),
      })),
    );
  }
  const tests = new Set<string>();
  const lines = new Set<string>();
  const runs = processes.flatMap((run) => run.runs);
  for (const { isFixture, tests: own, covered } of runs) {
    const repetition = new Map(own.map(({ name, repetition }) => [name, repetition]));
    for (const { name } of own) tests.add(name);
    for (const { test, classHash, mutants: indices, lines: files } of covered) {
      for (const [path, numbers] of files) for (const line of numbers) lines.add(`${path}:${line}`);
      const all = mutants.get(classHash) ?? [];
      for (const mutant of indices.flatMap((index) => all[index] ?? [])) {
        if (test !== undefined) note(mutant, test, repetition.get(test) === 'again', false);
        else if (!isFixture || own.length === 0) mutant.whole.add('');
        else for (const { name } of own) note(mutant, name, repetition.get(name) === 'again', true);
      }
    }
  }
  return {
    mutants: [...mutants.values()].flat(),
    tests: tests.size,
    lines: lines.size,
    contracts: [...new Set([...classes.values()].map(({ name }) => name))].sort(),
    withoutLines: [...classes.values()].flatMap(({ name, hasLines }) => (hasLines ? [] : name)).sort(),
    isTruncated: runs.some(({ isTruncated }) => isTruncated),
  };
}

function note({ again, whole }: CandidateMutant, test: string, canRepeat: boolean, inSetup: boolean): void {
  if (canRepeat) again.set(test, (again.get(test) ?? false) || inSetup);
  else whole.add(test);
}

/**
 * What fixtures try: for each test the mutants that it can notice. `isDone` says what an earlier run has tried. A mutant belongs to one of the
 * workers, so that its tests run one after the other.
 */
export function planOf(
  mutants: readonly CandidateMutant[],
  deadline: number,
  isDone: (id: string, test: string) => boolean,
  workers: number,
): MutantPlan {
  const tests = new Map<string, Trial[]>();
  const left = mutants.map(({ id, again }) => [...again].filter(([test]) => !isDone(id, test)));
  const workerOf = divided(
    mutants.filter((_, index) => left[index]!.length > 0),
    workers,
  );
  for (const [index, trials] of left.entries())
    for (const [test, inSetup] of trials) {
      const known = tests.get(test);
      if (known) known.push({ mutant: index, inSetup });
      else tests.set(test, [{ mutant: index, inSetup }]);
    }
  return {
    mutants: mutants.map(
      (mutant): PlannedMutant => ({
        id: mutant.id,
        classHash: mutant.classHash,
        change: mutant.change,
        worker: workerOf.get(functionOf(mutant)) ?? 0,
      }),
    ),
    tests: [...tests].map(([name, trials]) => ({ name, trials })),
    deadline,
  };
}

const functionOf = ({ classHash, functionName }: CandidateMutant): string => `${classHash} ${functionName}`;

/**
 * Divides mutants among workers. Those of a function have the same one, which compiles the code around them once. The functions with the most
 * mutants come first, each to the worker that has the fewest.
 */
function divided(mutants: readonly CandidateMutant[], workers: number): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const mutant of mutants) sizes.set(functionOf(mutant), (sizes.get(functionOf(mutant)) ?? 0) + 1);
  const loads = new Array<number>(workers).fill(0);
  const workerOf = new Map<string, number>();
  for (const [name, size] of [...sizes].sort(([, a], [, b]) => b - a)) {
    const worker = loads.indexOf(Math.min(...loads));
    loads[worker]! += size;
    workerOf.set(name, worker);
  }
  return workerOf;
}
