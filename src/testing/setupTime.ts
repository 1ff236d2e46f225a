import { beginAtCaller, type CallSite } from '../text/callerStack.ts';

// `setup` has a limit of its own. Where it cannot run in a hook, it also runs in the time of the first test, and a test whose time ends has
// to say so: runners point at the test alone.

/** What runners pass to a test, as far as it lets us add to a failure. */
interface TestContextLike {
  /** vitest. */
  readonly onTestFailed?: (run: (context: { readonly task: FailedTask }) => void) => void;
  /** node:test. */
  readonly diagnostic?: (text: string) => void;
  readonly signal?: AbortSignal;
  readonly error?: { readonly message?: string } | null;
}

interface FailedTask {
  readonly result?: { readonly errors?: readonly { readonly message?: string | undefined }[] | undefined } | undefined;
}

const ready = new WeakSet<Promise<unknown>>();

/** Waits for a prepared chain. If the time of the test ends, the test also fails with the time that went to `setup`. */
export async function awaitSetup<T>(base: Promise<T>, context: unknown): Promise<T> {
  if (ready.has(base)) return base;
  const started = performance.now();
  let waited: number | undefined;
  const text = (more: string) => {
    const seconds = `${((waited ?? performance.now() - started) / 1000).toFixed(1)} s`;
    const spent =
      waited === undefined ? `\`setup\` was still running, after ${seconds}` : `\`setup\` took ${seconds} of it`;
    return `The time of this test has ended: ${spent}. \`setup\` runs once, in the time of the first test that uses the sandbox. Give that test more time: ${more}. See Timeouts in docs/testing.md.`;
  };
  const test = (context ?? {}) as TestContextLike;
  const { onTestFailed, diagnostic, signal } = test;
  if (onTestFailed)
    onTestFailed(({ task }) => {
      if (!task.result?.errors?.some(({ message }) => /\btimed out in \d+ms/.test(message ?? ''))) return;
      const error = timeoutError(text('test(name, run, 60_000), or all tests with `testTimeout` in vitest.config.ts'));
      // Our own lines say nothing about the test.
      error.stack = `${error.name}: ${error.message}`;
      throw error;
    });
  else if (diagnostic && signal)
    signal.addEventListener('abort', () => {
      // node:test aborts the signal at the end of each test, also of one that passed.
      if (/timed out/.test(test.error?.message ?? ''))
        diagnostic.call(test, text('test(name, { timeout: 60_000 }, run)'));
    });
  try {
    const prepared = await base;
    ready.add(base);
    return prepared;
  } finally {
    waited = performance.now() - started;
  }
}

function timeoutError(message: string): Error {
  const error = new Error(message);
  error.name = 'SetupTimeoutError';
  return error;
}

/** How long `setup` may take, in milliseconds. */
const DEFAULT_LIMIT = 60_000;

/** The limit that a user gave for `setup`, or the default one. */
export function setupLimit(given: number | undefined): number {
  if (given === undefined) return DEFAULT_LIMIT;
  // Timers take no more.
  if (Number.isInteger(given) && given > 0 && given < 2 ** 31) return given;
  throw new TypeError(`setupTimeout must be a number of milliseconds, such as 60_000, not ${String(given)}.`);
}

/** Waits for a prepared chain, for a limited time. The error is that of `site`; `undo` gets what comes later. */
export async function withinLimit<T>(
  base: Promise<T>,
  limit: number,
  site: CallSite,
  undo: (late: T) => unknown,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      void base.then(undo, () => undefined);
      const error = timeoutError(
        `\`setup\` has not ended after ${limit / 1000} s. If it needs more time, pass setupTimeout beside it: { setup, setupTimeout: ${2 * limit} }.`,
      );
      beginAtCaller(error, site);
      reject(error);
    }, limit);
  });
  try {
    return await Promise.race([base, end]);
  } finally {
    clearTimeout(timer);
  }
}
