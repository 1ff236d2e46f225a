import { expect, test } from 'vitest';
import { groupedDigits } from './groupedDigits.ts';

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_000_000, -1, -999, -1234, -123_456])(
  '%d has the commas of English',
  (value) => {
    expect(groupedDigits(value)).toBe(value.toLocaleString('en-US'));
    expect(groupedDigits(BigInt(value))).toBe(value.toLocaleString('en-US'));
  },
);

test('all digits of a large number are there', () => {
  expect(groupedDigits(2n ** 128n)).toBe('340,282,366,920,938,463,463,374,607,431,768,211,456');
});
