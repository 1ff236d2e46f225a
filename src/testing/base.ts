import { Sandbox, type SandboxOptions } from '../library/index.ts';
import { refuseRequests } from '../library/requests/connection.ts';
import { FOR_TESTS } from '../library/startNode.ts';
import { isFolder } from '../platform/isFolder.ts';
import type { CallSite } from '../text/callerStack.ts';
import { mutantMode } from './mutants/mutantMode.ts';
import { setupLimit, withinLimit } from './setupTime.ts';
import { trackSandbox } from './trackedBoxes.ts';

/** Options of a sandbox for tests. */
export interface TestSandboxOptions<T = undefined> extends SandboxOptions {
  /**
   * Prepares the chain once; every test starts from there. What it returns are the `values` of the tests. Contracts in it are those of the
   * test's own sandbox. Everything else that belongs to the sandbox of `setup`, such as a provider, cannot be used in tests.
   */
  readonly setup?: ((box: Sandbox) => T | Promise<T>) | undefined;
  /** How long `setup` may take, in milliseconds, whatever the limits of the test runner. Default: 60,000. */
  readonly setupTimeout?: number | undefined;
}

/** A prepared chain that tests start from. */
export interface Base<T> {
  readonly box: Sandbox;
  readonly values: T;
}

const FINISHED =
  'This is the sandbox of `setup`, which has ended: each test has a sandbox of its own. Use that one, `box`, and contracts of `values`, or make them with box.contract(contract.abi, contract.address).';

/** Ends the use of the sandbox that `setup` prepared: what happened there would be seen in all tests that start later. */
export const finishSetup = ({ box }: Base<unknown>): void => refuseRequests(box, FINISHED);

/** What this test run measures: the folders in which its processes write the coverage and what calls use. */
async function measured(): Promise<Pick<SandboxOptions, 'coverage' | 'gasReport'>> {
  const { STARBOX_COVERAGE: coverage, STARBOX_GAS_REPORT: gasReport } = process.env;
  if (gasReport && !(await isFolder(gasReport)))
    throw new Error(
      `STARBOX_GAS_REPORT is '${gasReport}', and there is no folder of this name. For one report of all tests, put 'starbox gas --' before the command that runs them: npx starbox gas -- npx vitest run`,
    );
  return { ...(coverage && { coverage }), ...(gasReport && { gasReport }) };
}

/** Whether sandboxes write something when they are closed, so that they must be closed after the last test. */
export const writesFiles = (): boolean =>
  Boolean(process.env['STARBOX_COVERAGE'] || process.env['STARBOX_GAS_REPORT']) || mutantMode() === 'first';

/** How the chain of some options is prepared: within a limit in milliseconds. */
export interface Preparation<T> {
  readonly limit: number;
  readonly start: () => Promise<Base<T>>;
}

/** Checks the options of a chain that is prepared later. If it takes too long, the error is that of `site`. */
export function preparation<T>({ setupTimeout, ...options }: TestSandboxOptions<T>, site: CallSite): Preparation<T> {
  const limit = setupLimit(setupTimeout);
  return { limit, start: () => withinLimit(createBase(options), limit, site, ({ box }) => box.close()) };
}

/** Starts a sandbox and prepares it. */
async function createBase<T>({ setup, ...options }: TestSandboxOptions<T>): Promise<Base<T>> {
  const marked = { ...(await measured()), ...options, [FOR_TESTS]: true };
  const box = await Sandbox.create(marked);
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

/** Starts a sandbox and prepares it, for tests that use only clones of it. */
export async function preparedBase<T>({ start }: Preparation<T>): Promise<Base<T>> {
  const base = await start();
  finishSetup(base);
  return base;
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
