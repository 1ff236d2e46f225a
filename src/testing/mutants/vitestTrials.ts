import type { TrialResult } from '../../tools/mutants/verdict.ts';
import type { Base } from '../base.ts';
import { loadSession } from './mutantMode.ts';
import type { TrialBases } from './trialBases.ts';

/** The parts of vitest's tasks that trials use. */
interface Task {
  readonly type: string;
  readonly name: string;
  readonly suite?: { readonly name: string; readonly suite?: unknown } | undefined;
  readonly file: { readonly name: string };
  readonly tasks?: readonly Task[];
  mode: string;
  repeats?: number | undefined;
  retry?: unknown;
  concurrent?: boolean | undefined;
  readonly fails?: boolean | undefined;
  result?: { state?: string; errors?: readonly { readonly message?: string | undefined }[] | undefined } | undefined;
}

/** What vitest passes to tests and hooks. */
interface Context {
  readonly task: unknown;
  skip(): void;
  onTestFinished(run: () => void): void;
}

/** The name of a test, with its file and the blocks that it is in. */
export function testName(task: unknown): string {
  const { name, suite, file } = task as Task;
  const names = [name];
  for (let block = suite; block; block = block.suite as Task['suite']) names.unshift(block.name);
  return [file.name, ...names].join(' > ');
}

/**
 * A hook that plans the repetitions of a suite's tests. It has no parameters that vitest could take for fixtures: versions 3 and 4 pass the suite
 * at different places.
 */
export async function planHook(): Promise<void> {
  // biome-ignore lint/complexity/noArguments: parameters would be read as fixtures
  const suite = [...arguments].find((given) => typeof given === 'object' && given !== null && 'tasks' in given);
  if (suite) await planRepetitions(suite);
}

/**
 * Makes vitest run each test below a suite as often as there are mutants that it can notice, one after the other, and leave out the others.
 * A repetition has its hooks, its fixtures and its time limit like any run of a test.
 */
async function planRepetitions(suite: unknown): Promise<void> {
  const session = await loadSession();
  const keepErrors = await errorKeeper();
  const plan = (task: Task): void => {
    for (const inner of task.tasks ?? []) plan(inner);
    if (task.type !== 'test') return;
    const trials = session.trialsOf(testName(task));
    if (trials === 0 && (task.mode === 'run' || task.mode === 'queued')) task.mode = 'skip';
    task.repeats = Math.max(trials - 1, 0);
    task.retry = 0;
    task.concurrent = false;
    keepErrors(task);
  };
  plan(suite as Task);
}

/**
 * Returns a function that keeps the errors of a test from vitest, which reads all of their members for a report that nobody reads here. The
 * explanation of a revert is made for that alone, and takes longer than many tests. Does nothing where vitest lacks the functions for it.
 */
async function errorKeeper(): Promise<(task: Task) => void> {
  // Newer versions name `TestRunner.setTestFn` for this, which in 4.1 is the other one by mistake.
  const { getFn, setFn } = (await import('vitest/suite').catch(() => ({}))) as {
    readonly getFn?: (task: Task) => (() => unknown) | undefined;
    readonly setFn?: (task: Task, run: () => Promise<void>) => void;
  };
  if (!getFn || !setFn) return () => {};
  return (task) => {
    const run = getFn(task);
    if (!run || isKept.has(task)) return;
    isKept.add(task);
    setFn(task, async () => {
      try {
        await run();
      } catch (error) {
        const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: string };
        // This one leaves the test.
        if (code === 'VITEST_PENDING' || !task.result) throw error;
        task.result.state = 'fail';
        // To read the message of an error of ours makes its explanation. That of a time limit is no such error.
        task.result.errors = [{ message: name === 'Error' ? (error as Error).message : undefined }];
      }
    });
  };
}

/** The tests whose errors are kept: a suite may be planned for each of its fixtures. */
const isKept = new WeakSet<Task>();

/**
 * Begins the next trial of a test, with its prepared chain, and notes the result when the test has ended. Leaves the test if none is left. A
 * chain that cannot be prepared with its mutant is a result too: vitest would not run a fixture again that has failed.
 */
export async function beginTrial<T>({ task, skip, onTestFinished }: Context, bases: TrialBases<T>): Promise<Base<T>> {
  const session = await loadSession();
  const test = task as Task;
  for (;;) {
    const trial = session.begin(testName(test), test);
    if (!trial) {
      skip();
      throw new Error('This test was left.');
    }
    const base = await bases.of(trial).catch(() => undefined);
    if (!base) {
      session.end(trial, 'killed');
      continue;
    }
    onTestFinished(() => session.end(trial, takeResult(test)));
    return base;
  }
}

/** The result of a trial. The test itself did not fail. One that has to fail notices a mutant with which it does not. */
function takeResult({ result, fails }: Task): TrialResult {
  if (result?.state !== 'fail') return fails ? 'killed' : 'passed';
  const isOver = (result.errors ?? []).some(({ message }) => /timed out in \d+ms/.test(message ?? ''));
  result.state = 'pass';
  result.errors = undefined;
  if (fails) return 'passed';
  return isOver ? 'timeout' : 'killed';
}

/** Notes in the first run how a test can be repeated. */
export async function noteTest(task: unknown, repetition: 'again' | 'whole'): Promise<void> {
  (await loadSession()).noteTest(testName(task), repetition);
}
