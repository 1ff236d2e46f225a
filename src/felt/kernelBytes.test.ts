import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kernelBytes } from './kernelBytes.ts';

test('the bundled text gives back the bytes of the kernel', () => {
  const file = readFileSync(new URL('../../build/kernel.wasm', import.meta.url));
  expect(Buffer.compare(kernelBytes(), file)).toBe(0);
});
