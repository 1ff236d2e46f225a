import type { overriddenChain } from './overriddenChain.ts';

/** The chain with the overrides of a request. What makes it is loaded with the first overrides, so that pages start without it. */
export const overridden: typeof overriddenChain = async (...request) =>
  (await import('./overriddenChain.ts')).overriddenChain(...request);
