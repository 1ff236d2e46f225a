// starbox/testing/vitest: registers the matchers with their types, extends the test function of vitest, and has what starbox/testing has.
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  type TestAPI,
  type TestContext,
  test as vitestTest,
} from 'vitest';
import type { Sandbox } from '../library/index.ts';
import { callSite } from '../text/callerStack.ts';
import { type Base, inClone, preparation, preparedBase, type TestSandboxOptions, writesFiles } from './base.ts';
import { boundTo } from './boundValues.ts';
import { hookLimit } from './hooks.ts';
import { matchers, type SandboxMatchers } from './matchers.ts';
import { mutantMode } from './mutants/mutantMode.ts';
import { TrialBases } from './mutants/trialBases.ts';
import { beginTrial, noteTest, planHook, testName } from './mutants/vitestTrials.ts';
import './platform.ts';
import { awaitSetup } from './setupTime.ts';
import { trackSandbox } from './trackedBoxes.ts';
import { type SandboxFixture, type UseSandboxOptions, useSandbox as useSandboxOf } from './useSandbox.ts';

// The interface `Matchers` of vitest has other type parameters in each major version. Assertions of all versions extend this one.
declare global {
  namespace Chai {
    interface Assertion extends SandboxMatchers<Promise<void>> {}
  }
}

expect.extend(matchers);

// `useSandbox` below takes the place of the one in this list.
export * from './index.ts';

/** What tests of `sandboxTest` can use. */
export interface SandboxTestContext<T = undefined> {
  /** A sandbox for this test alone. */
  readonly box: Sandbox;
  /** What `setup` returned. */
  readonly values: T;
}

/**
 * The type of the `values` of a test function that `sandboxTest` has made, for functions that take them.
 *
 * @example
 * const test = sandboxTest({ setup: async (box) => ({ token: (await box.deploy('token.contract_class.json')).address }) });
 *
 * const supplyOf = (box: Sandbox, { token }: ValuesOf<typeof test>) => box.call({ to: token, entryPoint: 'total_supply' });
 */
export type ValuesOf<F> = F extends TestAPI<infer C> ? (C extends SandboxTestContext<infer T> ? T : never) : never;

/**
 * The test function of vitest, with a sandbox for every test. Each test that uses `box` gets its own clone, concurrent tests
 * too.
 *
 * @example
 * const test = sandboxTest({ seed: 7, setup: (box) => box.mint('0x99', 5n) });
 *
 * test('starts from the setup', async ({ box }) => {
 *   expect(await box.balanceOf('0x99')).toBe(5n);
 * });
 */
export function sandboxTest<const T = undefined>(options: TestSandboxOptions<T> = {}): TestAPI<SandboxTestContext<T>> {
  const prepared = preparation(options, callSite());
  let base: Promise<Base<T>> | undefined;
  const start = () => {
    base ??= preparedBase(prepared);
    return base;
  };
  const mode = mutantMode();
  let isUsed = false;
  // A hook, so that the time of `setup` is not a part of the first test's. The tests that use the sandbox have its error.
  if (options.setup)
    beforeAll(async () => {
      if (isUsed) await start().catch(() => undefined);
    }, hookLimit(prepared.limit));
  // What ran is written when the tests of the file have ended.
  if (writesFiles())
    afterAll(async () => {
      const ended = base;
      base = undefined;
      await (await ended)?.box.close();
    }, hookLimit(prepared.limit));
  // vitest reads from the parameters which fixtures these need: they must be destructured.
  const fixtures = {
    box: async ({ task, onTestFailed }: TestContext, use: (box: Sandbox) => Promise<void>) => {
      if (mode === 'first') await noteTest(task, 'again');
      await inClone((await awaitSetup(start(), { onTestFailed })).box, testName(task), use);
    },
    values: async ({ box }: SandboxTestContext, use: (values: T) => Promise<void>) =>
      use(boundTo((await start()).values, () => box)),
  };
  const used = mode === 'each' ? trialFixtures(new TrialBases(prepared, start)) : fixtures;
  return beforeCalls(vitestTest.extend(used as never) as unknown as TestAPI<SandboxTestContext<T>>, () => {
    isUsed = true;
    if (mode === 'each') beforeAll(planHook);
  });
}

/** The fixtures of a run with mutants: each repetition of a test has the next one. */
function trialFixtures<T>(bases: TrialBases<T>) {
  const values = new WeakMap<Sandbox, T>();
  return {
    box: async ({ task, skip, onTestFinished }: TestContext, use: (box: Sandbox) => Promise<void>) => {
      const base = await beginTrial({ task, skip, onTestFinished }, bases);
      await inClone(base.box, undefined, async (box) => {
        values.set(box, base.values);
        await use(box);
      });
    },
    values: async ({ box }: SandboxTestContext, use: (values: T) => Promise<void>) =>
      use(boundTo(values.get(box)!, () => box)),
  };
}

/** The same function, and all functions among its members, such as `test.each`. Calls `before` whenever one of them is called. */
function beforeCalls<F extends object>(called: F, before: () => void): F {
  return new Proxy(called, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? beforeCalls(member, before) : member;
    },
    apply: (target, self, args) => {
      before();
      return Reflect.apply(target as unknown as () => unknown, self, args as []);
    },
  });
}

/**
 * `sandboxTest()` with default options.
 *
 * @example
 * test('mints', async ({ box }) => {
 *   expect((await box.mint('0x99', 5n)).newBalance).toBe(5n);
 * });
 */
export const test: TestAPI<SandboxTestContext> = sandboxTest();

/**
 * Gives every test a sandbox that is as `setup` left it, as the `useSandbox` of `starbox/testing` does. The hooks are those of vitest,
 * also without its globals.
 *
 * @example
 * const sandbox = useSandbox({ seed: 7, isolation: 'restore' });
 *
 * test('mints', async () => {
 *   expect((await sandbox.box.mint('0x99', 5n)).newBalance).toBe(5n);
 * });
 */
export function useSandbox<const T = undefined>(options: UseSandboxOptions<T> = {}): SandboxFixture<T> {
  const mode = mutantMode();
  const hooks = { beforeAll, afterEach, afterAll, expect };
  if (mode === 'each') return trialSandbox(options);
  if (mode !== 'first') return useSandboxOf({ ...options, hooks: options.hooks ?? hooks });
  let running: string | undefined;
  beforeEach(async ({ task }) => {
    running = testName(task);
    await noteTest(task, options.isolation === 'restore' ? 'whole' : 'again');
  });
  const named = { getState: () => ({ currentTestName: running }) };
  return useSandboxOf({ ...options, hooks: { ...hooks, expect: named } });
}

/** The same in a run with mutants: each repetition of a test has the next one. */
function trialSandbox<const T>({ isolation, hooks: _, ...options }: UseSandboxOptions<T>): SandboxFixture<T> {
  beforeAll(planHook);
  // Its tests are in no plan: they share one sandbox, and can be tried only with the whole command.
  if (isolation === 'restore')
    return useSandboxOf({
      ...options,
      isolation,
      hooks: { beforeAll, afterEach, afterAll, expect },
    } as UseSandboxOptions<T>);
  const prepared = preparation(options as TestSandboxOptions<T>, callSite());
  let usual: Promise<Base<T>> | undefined;
  const start = () => (usual ??= preparedBase(prepared));
  const bases = new TrialBases(prepared, start);
  let current: { readonly box: Sandbox; readonly values: T; readonly untrack: () => void } | undefined;
  const ready = () => {
    if (current) return current;
    throw new Error('The sandbox is created before each test: use it inside of tests and of hooks around each test.');
  };
  beforeAll(async () => void (await start()), hookLimit(prepared.limit));
  beforeEach(async ({ task, skip, onTestFinished }) => {
    const base = await beginTrial({ task, skip, onTestFinished }, bases);
    const box = base.box.clone();
    current = { box, values: base.values, untrack: trackSandbox(box) };
  });
  afterEach(async () => {
    const ended = current;
    current = undefined;
    ended?.untrack();
    await ended?.box.close();
  });
  afterAll(async () => {
    await bases.close();
    await (await usual)?.box.close();
  });
  return {
    get box() {
      return ready().box;
    },
    get values() {
      return boundTo(ready().values, () => ready().box);
    },
  };
}
