type Hook = (run: () => Promise<void>) => unknown;

/** Hooks of a test runner: those of vitest and jest, or those of node:test and mocha, which have shorter names. */
export type Hooks =
  | { readonly beforeAll: Hook; readonly afterEach: Hook; readonly afterAll: Hook }
  | { readonly before: Hook; readonly afterEach: Hook; readonly after: Hook };

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
