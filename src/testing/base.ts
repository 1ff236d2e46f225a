import { Sandbox, type SandboxOptions } from '../library/index.ts';
import { trackSandbox } from './trackedBoxes.ts';

/** Options of a sandbox for tests. */
export interface TestSandboxOptions<T = undefined> extends SandboxOptions {
  /**
   * Prepares the chain once; every test starts from there. What it returns are the `values` of the tests. Return addresses
   * rather than contracts: contracts stay bound to the sandbox that they were made with.
   */
  readonly setup?: ((box: Sandbox) => T | Promise<T>) | undefined;
}

/** A prepared chain that tests start from. */
export interface Base<T> {
  readonly box: Sandbox;
  readonly values: T;
}

/** The folder for the coverage of this test run, if one is wanted. */
export const coverageFolder = (): string | undefined => process.env['STARBOX_COVERAGE'] || undefined;

/** Starts a sandbox and prepares it. */
export async function createBase<T>({ setup, ...options }: TestSandboxOptions<T>): Promise<Base<T>> {
  const coverage = options.coverage ?? coverageFolder();
  const box = await Sandbox.create({ ...options, ...(coverage !== undefined && { coverage }) });
  const untrack = trackSandbox(box);
  try {
    return { box, values: (await setup?.(box)) as T };
  } catch (error) {
    await box.close();
    throw error;
  } finally {
    untrack();
  }
}

/** Runs something with its own clone of a sandbox. `test` is the name of the test, if it is known. */
export async function inClone<R>(
  original: Sandbox,
  test: string | undefined,
  run: (box: Sandbox) => Promise<R>,
): Promise<R> {
  const box = original.clone({ test });
  const untrack = trackSandbox(box);
  try {
    return await run(box);
  } finally {
    untrack();
    await box.close();
  }
}
