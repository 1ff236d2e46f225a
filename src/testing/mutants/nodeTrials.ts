import type { Base, Preparation } from '../base.ts';
import { loadSession, UNNAMED } from './mutantMode.ts';
import { TrialBases } from './trialBases.ts';

/** What node:test passes to a test. */
interface NodeTestContext {
  readonly diagnostic?: unknown;
  readonly signal?: unknown;
  test?: unknown;
}

/** Whether a context is one of node:test. Other runners limit the time of a test, which trials would exceed. */
const isOfNode = (context: unknown): context is NodeTestContext =>
  typeof context === 'object' && context !== null && 'diagnostic' in context && 'signal' in context;

/** Notes in the first run how a test can be repeated. Returns its name. */
export async function noteContext(name: string | undefined, context: unknown): Promise<string> {
  const session = await loadSession();
  const known = name ?? UNNAMED;
  session.noteTest(known, name !== undefined && isOfNode(context) ? 'again' : 'whole');
  // A test inside of this one fails for itself, so the outer one would not notice a mutant.
  if (isOfNode(context) && typeof context.test === 'function') {
    const inner = context.test as (...args: unknown[]) => unknown;
    context.test = (...args: unknown[]) => {
      session.noteTest(known, 'whole');
      return inner.apply(context, args);
    };
  }
  return known;
}

/** Runs a test once for each mutant that it can notice. */
export async function runTrials<T>(
  prepared: Preparation<T>,
  usual: () => Promise<Base<T>>,
  name: string | undefined,
  context: unknown,
  run: (base: Base<T>, test: string | undefined) => Promise<unknown>,
): Promise<void> {
  if (name === undefined || !isOfNode(context)) return;
  const session = await loadSession();
  const bases = new TrialBases(prepared, usual);
  for (let trial = session.begin(name, context); trial; trial = session.begin(name, context)) {
    const own = trial;
    const tried = bases.of(trial).then((base) => run(base, undefined));
    session.end(own, await resultOf(tried));
  }
  await bases.close();
}

/** node:test limits no times, and a mutant may make a test wait for something that never comes. */
const LIMIT_MS = 30_000;

async function resultOf(tried: Promise<unknown>): Promise<'passed' | 'killed' | 'timeout'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(resolve, LIMIT_MS, 'timeout');
  });
  const ended = tried.then(
    () => 'passed' as const,
    () => 'killed' as const,
  );
  try {
    return await Promise.race([ended, end]);
  } finally {
    clearTimeout(timer);
  }
}
