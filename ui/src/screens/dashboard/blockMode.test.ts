import { expect, test } from 'vitest';
import { type BlockMode, draftOf, modeOf, modeText } from './blockMode.ts';

test.each([
  ['transaction', 'a block per transaction', 'transaction'],
  ['demand', 'blocks on demand', 'demand'],
  ['mempool', 'transactions wait in the mempool', 'mempool'],
  [{ interval: 5 }, 'a block every 5 s', 5],
  [{ mempool: 2 }, 'a block every 2 s', 'mempool:2'],
] as const)('the mode %j is %s, and can be chosen again', (mode, text, request) => {
  expect(modeText(mode as BlockMode)).toBe(text);
  expect(modeOf(draftOf(mode as BlockMode))).toBe(request);
});

test('an interval is a whole number of seconds', () => {
  for (const seconds of ['', '0', '-1', '1.5', 'often', '3000000'])
    expect(modeOf({ kind: 'interval', seconds }), seconds).toBeUndefined();
  expect(modeOf({ kind: 'mempool', seconds: 'often' })).toBeUndefined();
});
