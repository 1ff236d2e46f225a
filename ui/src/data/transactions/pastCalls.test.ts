import { expect, test } from 'vitest';
import { callsIn } from './pastCalls.ts';

test('the calls of an account are read from its calldata', () => {
  expect(callsIn(['0x2', '0xa', '0x5', '0x1', '0x7', '0xb', '0x6', '0x0'])).toEqual([
    { to: '0xa', selector: '0x5', calldata: ['0x7'] },
    { to: '0xb', selector: '0x6', calldata: [] },
  ]);
  expect(callsIn(['0x0'])).toEqual([]);
});

test.each(
  [[], ['0x1'], ['0x1', '0xa', '0x5', '0x3', '0x7'], ['0x0', '0x1'], [`0x${'f'.repeat(60)}`]].map((felts) => [felts]),
)('other calldata is refused: %j', (felts) => {
  expect(() => callsIn(felts)).toThrow('cannot be edited');
});
