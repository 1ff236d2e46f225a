import { shownPath } from '../tools/coverage/shownPath.ts';

type Hook = (run: () => Promise<void>) => unknown;

/** The part of the `expect` of vitest and jest that knows which test is running. */
export interface RunningTest {
  getState(): { readonly currentTestName?: string | undefined; readonly testPath?: string | undefined };
}

/**
 * Hooks of a test runner: those of vitest and jest, or those of node:test and mocha, which have shorter names. With `expect`, the
 * coverage knows the names of the tests.
 */
export type Hooks =
  | {
      readonly beforeAll: Hook;
      readonly afterEach: Hook;
      readonly afterAll: Hook;
      readonly expect?: RunningTest | undefined;
    }
  | { readonly before: Hook; readonly afterEach: Hook; readonly after: Hook };

/** The name of the test that is running, with its file; undefined where the test runner has no `expect` that tells it. */
export function runningTest(given: Hooks | undefined): string | undefined {
  const { expect } = (given && 'expect' in given ? given : globalThis) as {
    readonly expect?: Partial<RunningTest> | undefined;
  };
  const { currentTestName: name, testPath: path } = expect?.getState?.() ?? {};
  if (typeof name !== 'string') return undefined;
  return typeof path === 'string' ? `${shownPath(path, process.cwd())} > ${name}` : name;
}

/** The limit of a hook that has a limit of its own: the test runner ends it later, so that the error is ours. */
export const hookLimit = (limit: number): number => limit + 5000;

/** A hook before or after the tests that may take as long as a limit in milliseconds. */
type LimitedHook = (run: () => Promise<void>, limit: number) => void;

/** vitest and jest take the limit after the function; mocha has it in `this`, and node:test limits no hooks. */
const withLimit =
  (given: Hook): LimitedHook =>
  (run, limit) => {
    const hook = async function (this: { timeout?: (limit: number) => unknown } | undefined) {
      if (typeof this?.timeout === 'function') this.timeout(hookLimit(limit));
      await run();
    };
    // node:test takes an object there, and ignores numbers.
    (given as (run: () => Promise<void>, limit: number) => unknown)(hook, hookLimit(limit));
  };

/** The hooks that were given, or those that the test runner has as globals. */
export function hooksFrom(given: Hooks | undefined): {
  readonly beforeAll: LimitedHook;
  readonly afterEach: Hook;
  readonly afterAll: LimitedHook;
} {
  const source = (given ?? globalThis) as Partial<Record<string, Hook>>;
  const beforeAll = source['beforeAll'] ?? source['before'];
  const afterAll = source['afterAll'] ?? source['after'];
  const { afterEach } = source;
  if (beforeAll && afterEach && afterAll)
    return { beforeAll: withLimit(beforeAll), afterEach, afterAll: withLimit(afterAll) };
  throw new Error(
    'useSandbox found no beforeAll, afterEach and afterAll. Import them from your test runner and pass them: ' +
      'useSandbox({ hooks: { beforeAll, afterEach, afterAll } }). With vitest, sandboxTest of starbox/testing/vitest needs none.',
  );
}
