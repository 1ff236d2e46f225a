import { shownPath } from '../execution/coverage/shownPath.ts';

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

/** The hooks that were given, or those that the test runner has as globals. */
export function hooksFrom(given: Hooks | undefined): {
  readonly beforeAll: Hook;
  readonly afterEach: Hook;
  readonly afterAll: Hook;
} {
  const source = (given ?? globalThis) as Partial<Record<string, Hook>>;
  const beforeAll = source['beforeAll'] ?? source['before'];
  const afterAll = source['afterAll'] ?? source['after'];
  const { afterEach } = source;
  if (beforeAll && afterEach && afterAll) return { beforeAll, afterEach, afterAll };
  throw new Error(
    'useSandbox found no beforeAll, afterEach and afterAll. Import them from your test runner and pass them: ' +
      'useSandbox({ hooks: { beforeAll, afterEach, afterAll } }). With vitest, sandboxTest of starbox/testing/vitest needs none.',
  );
}
