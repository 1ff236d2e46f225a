// starbox/testing/jest: registers the matchers with the types of jest.
import type {} from 'expect';
import { matchers, type SandboxMatchers } from './matchers.ts';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends SandboxMatchers<Promise<void>> {}
}

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: the declarations of an interface must have the same parameters
    interface Matchers<R, T = {}> extends SandboxMatchers<Promise<void>> {}
  }
}

const { expect } = globalThis as { readonly expect?: { extend(given: object): void } };
if (!expect)
  throw new Error(
    'starbox/testing/jest found no global `expect`. Without globals, import it and call expect.extend(matchers) with the matchers of starbox/testing.',
  );
expect.extend(matchers);

export * from './index.ts';
