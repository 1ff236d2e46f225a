import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { formatClass } from './contractClass.ts';

test('a Cairo 0 program keeps every digit of its integers', async () => {
  const shown = (await formatClass({
    kind: 'cairo0',
    program: { identifiers: { P: { value: 2n ** 251n + 1n } } },
    entryPointsByType: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
    abi: undefined,
  })) as { program: string };
  const text = gunzipSync(Buffer.from(shown.program, 'base64')).toString();
  expect(text).toBe(`{"identifiers":{"P":{"value":${2n ** 251n + 1n}}}}`);
});
