import type { Sandbox } from '../library/index.ts';
import { callSite } from '../text/callerStack.ts';
import {
  type Base,
  inClone,
  type Preparation,
  preparation,
  preparedBase,
  type TestSandboxOptions,
  writesFiles,
} from './base.ts';
import { boundTo } from './boundValues.ts';
import { mutantMode } from './mutants/mutantMode.ts';
import { noteContext, runTrials } from './mutants/nodeTrials.ts';
import { awaitSetup } from './setupTime.ts';

/** A test that gets a sandbox of its own, the context of its test runner, and what `setup` returned. */
export type SandboxTest<C, T> = (box: Sandbox, context: C, values: T) => unknown;

const bases = new WeakMap<object, Promise<Base<unknown>>>();
const DEFAULTS = {};

/**
 * Wraps a test function so that it gets a sandbox of its own. Tests that are given the same options object share one prepared
 * chain, and each gets a clone of it. For node:test, and for everything else that calls functions.
 *
 * @example
 * test('mints', withSandbox(async (box) => {
 *   assert.equal((await box.mint('0x99', 5n)).newBalance, 5n);
 * }));
 */
export function withSandbox<C = unknown>(run: SandboxTest<C, undefined>): (context: C) => Promise<void>;
export function withSandbox<const T, C = unknown>(
  options: TestSandboxOptions<T>,
  run: SandboxTest<C, T>,
): (context: C) => Promise<void>;
export function withSandbox<T, C>(
  first: TestSandboxOptions<T> | SandboxTest<C, T>,
  second?: SandboxTest<C, T>,
): (context: C) => Promise<void> {
  const options: TestSandboxOptions<T> = typeof first === 'function' ? DEFAULTS : first;
  const run = typeof first === 'function' ? first : second!;
  const prepared = preparation(options, callSite());
  // Without a declared parameter: jest and mocha wait for a callback where a test function has one.
  return async (...[context]: readonly [C]) => {
    const { base, close } = baseOf(options, prepared);
    const name = nameOf(context);
    const runIn = ({ box, values }: Base<T>, test: string | undefined) =>
      inClone(box, test, async (clone) =>
        run(
          clone,
          context,
          boundTo(values, () => clone),
        ),
      );
    const mode = mutantMode();
    if (mode === 'each') return runTrials(prepared, () => base, name, context, runIn);
    const test = mode === 'first' ? await noteContext(name, context) : name;
    await runIn(await awaitSetup(base, context), test).finally(close);
  };
}

/** The name of the test that a context of node:test belongs to. */
function nameOf(context: unknown): string | undefined {
  const { fullName, name } = (context ?? {}) as { readonly fullName?: unknown; readonly name?: unknown };
  return [fullName, name].find((text) => typeof text === 'string');
}

/** Whether this is a worker of vitest or jest. They are ended from outside, so nothing can be written at the end of the process. */
const isInWorker = (): boolean => Boolean(process.env['VITEST'] || process.env['JEST_WORKER_ID']);

/** Whether blocks are made at an interval. */
const hasTimer = ({ blockGenerationOn: mode }: TestSandboxOptions<unknown>): boolean =>
  typeof mode === 'number' || (mode?.startsWith('mempool:') ?? false);

/** The prepared chain of some options, and what ends it after a test. */
function baseOf<T>(
  options: TestSandboxOptions<T>,
  prepared: Preparation<T>,
): {
  readonly base: Promise<Base<T>>;
  readonly close: () => Promise<void>;
} {
  // Blocks that are made at an interval would keep the process alive after the last test, so such a base is closed after each.
  if (hasTimer(options) || (writesFiles() && isInWorker())) {
    const base = preparedBase(prepared);
    return { base, close: async () => (await base).box.close() };
  }
  let base = bases.get(options) as Promise<Base<T>> | undefined;
  if (!base) {
    bases.set(options, (base = preparedBase(prepared)));
    // What ran is written when the last test has ended.
    if (writesFiles()) process.once('beforeExit', () => void base!.then(({ box }) => box.close()));
  }
  return { base, close: async () => {} };
}
