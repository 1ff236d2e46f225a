import type { Sandbox } from '../library/index.ts';
import { settleCalls } from '../library/requests/connection.ts';
import { callSite } from '../text/callerStack.ts';
import { type Base, finishSetup, preparation, type TestSandboxOptions } from './base.ts';
import { boundTo } from './boundValues.ts';
import { type Hooks, hooksFrom, runningTest } from './hooks.ts';
import { mutantMode, UNNAMED } from './mutants/mutantMode.ts';
import { trackSandbox } from './trackedBoxes.ts';

/** Options of `useSandbox`. */
export interface UseSandboxOptions<T = undefined> extends TestSandboxOptions<T> {
  /**
   * How tests are kept apart: each gets its own clone (`'clone'`, the default), or all use one sandbox that is restored after
   * each test (`'restore'`), so that what refers to it, such as a provider, can be made once.
   */
  readonly isolation?: 'clone' | 'restore' | undefined;
  /** The hooks of the test runner. Default: its globals. */
  readonly hooks?: Hooks | undefined;
}

/** A sandbox for the tests of a file or of a `describe` block. */
export interface SandboxFixture<T = undefined> {
  /** The sandbox of the test that is running. */
  readonly box: Sandbox;
  /** What `setup` returned. */
  readonly values: T;
}

/**
 * Gives every test a sandbox that is as `setup` left it. Works with jest, with vitest, with mocha, and with node:test.
 *
 * @example
 * const sandbox = useSandbox({ seed: 7 });
 *
 * test('mints', async () => {
 *   const { box } = sandbox;
 *   expect((await box.mint('0x99', 5n)).newBalance).toBe(5n);
 * });
 */
export function useSandbox<const T = undefined>(options: UseSandboxOptions<T> = {}): SandboxFixture<T> {
  const { isolation = 'clone', hooks, ...rest } = options;
  if (isolation !== 'clone' && isolation !== 'restore')
    throw new TypeError(`isolation must be 'clone' or 'restore', not ${JSON.stringify(isolation)}.`);
  const { limit, start } = preparation(rest as TestSandboxOptions<T>, callSite());
  const { beforeAll, afterEach, afterAll } = hooksFrom(hooks);
  let base: Base<T> | undefined;
  let current: Sandbox | undefined;
  let release: () => Promise<void> = async () => {};

  const ready = (): Base<T> => {
    if (base) return base;
    throw new Error('The sandbox is created before the first test: use it inside of tests and hooks.');
  };
  const begin = (): Sandbox => {
    const { box } = ready();
    const mark = isolation === 'restore' ? box.snapshot() : undefined;
    const test = runningTest(hooks) ?? (mutantMode() === 'first' ? UNNAMED : undefined);
    const used = mark ? box : box.clone({ test });
    const untrack = trackSandbox(used);
    release = async () => {
      untrack();
      if (!mark) return used.close();
      // What the test did not await would happen in the next one.
      const unawaited = await settleCalls(box);
      box.restore(mark);
      if (unawaited) throw unawaited;
    };
    return used;
  };

  beforeAll(async () => {
    base = await start();
    if (isolation === 'restore') current = begin();
    else finishSetup(base);
  }, limit);
  afterEach(async () => {
    if (!current) return;
    current = undefined;
    try {
      await release();
    } finally {
      if (isolation === 'restore') current = begin();
    }
  });
  afterAll(async () => {
    if (current) await release();
    current = undefined;
    await base?.box.close();
    base = undefined;
  }, limit);

  const boxOfTest = (): Sandbox => (current ??= begin());
  return {
    get box() {
      return boxOfTest();
    },
    get values() {
      return boundTo(ready().values, boxOfTest);
    },
  };
}
