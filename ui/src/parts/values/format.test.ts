import { describe, expect, test } from 'vitest';
import {
  ago,
  bytes,
  clockText,
  contractText,
  counted,
  dateText,
  dayText,
  duration,
  inTokens,
  price,
  reasonText,
  safeName,
  shortHash,
  shortHashesIn,
  tokenOf,
  withoutMiddle,
} from './format.ts';

const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

describe('names that somebody else chose', () => {
  test('are one line without characters that change other text', () => {
    expect(safeName('a\nb')).toBe('a\\nb');
    expect(safeName('a\u202eb')).toBe('a\\u202eb');
    expect(safeName('Übertrag')).toBe('Übertrag');
  });

  test('have a bounded length', () => {
    expect(safeName('x'.repeat(121))).toBe(`${'x'.repeat(120)}…`);
    expect(safeName('x'.repeat(120))).toBe('x'.repeat(120));
    expect(safeName('abcdef', 3)).toBe('abc…');
  });

  test('stand for a contract, or its short address does', () => {
    expect(contractText('ERC20', STRK)).toBe('ERC20');
    expect(contractText('LongName', STRK, 4)).toBe('Long…');
    expect(contractText(null, STRK)).toBe('0x4718…938d');
  });
});

test('of a very long number the ends are shown', () => {
  expect(withoutMiddle('1,234,567')).toBe('1,234,567');
  const digits = Array.from({ length: 20 }, (_, i) => String(100 + i)).join(',');
  expect(withoutMiddle(digits)).toBe('100,101,102,…,117,118,119');
});

describe('hashes', () => {
  test('are short if they are long', () => {
    expect(shortHash(STRK)).toBe('0x4718…938d');
    expect(shortHash('0x123456789abc')).toBe('0x123456789abc');
  });

  test('are short inside texts, and short numbers stay', () => {
    expect(shortHashesIn(`0x${'0'.repeat(3)}${'7a5c'.repeat(15)}1`)).toBe('0x7a5c…a5c1');
    expect(shortHashesIn(`Contract ${STRK} has 0x10 of ${STRK}.`)).toBe(
      'Contract 0x4718…938d has 0x10 of 0x4718…938d.',
    );
  });

  test('are short in the reason of a failure, which is bounded and safe', () => {
    expect(reasonText(`at ${STRK}:\n\u001b[31mno`)).toBe('at 0x4718…938d:\n\\u001b[31mno');
    expect(reasonText('x'.repeat(5_000))).toHaveLength(2_000);
  });
});

describe('amounts', () => {
  test('have as many decimals as they need, and no more than allowed', () => {
    expect(inTokens(10n ** 18n)).toBe('1');
    expect(inTokens(1_500_000_000_000_000_000n)).toBe('1.5');
    expect(inTokens(1_234_567_890_000_000_000n)).toBe('1.23456789');
    expect(inTokens(1_234_567_890_123_456_789n)).toBe('1.23456789');
    expect(inTokens(1_234_567_890_000_000_000n, 2)).toBe('1.23');
    expect(inTokens(1_050_000n, 6, 6)).toBe('1.05');
    expect(inTokens(0n)).toBe('0');
    expect(inTokens(5n, 6, 0)).toBe('5');
  });

  test('that are too small to show are not nothing', () => {
    expect(inTokens(1n)).toBe('< 0.000000001');
    expect(inTokens(1n, 2)).toBe('< 0.01');
  });

  test('of gas prices are in thousand millions where they are large', () => {
    expect(price(250n, 'fri')).toBe('250 fri');
    expect(price('1000000000', 'wei')).toBe('1 gwei');
    expect(price(1_500_000_000, 'fri')).toBe('1.5 gfri');
  });

  test('are of the token that the unit belongs to', () => {
    expect([tokenOf('FRI'), tokenOf('WEI')]).toEqual(['STRK', 'ETH']);
  });
});

describe('times', () => {
  const evening = new Date(2026, 10, 6, 17, 5, 9).getTime() / 1000;

  test('are dates of one form, and numbers where no calendar goes', () => {
    expect(dayText(evening)).toBe('2026-11-06');
    expect(clockText(BigInt(evening))).toBe('17:05:09');
    expect(dateText(evening)).toBe('2026-11-06 17:05:09');
    expect(dateText(BigInt(evening))).toBe('2026-11-06 17:05:09');
    expect(dayText(2n ** 64n - 1n)).toBeUndefined();
    expect(dateText(2n ** 64n - 1n)).toBe('18446744073709551615 seconds after 1970');
  });

  test.each([
    [0, 'now'],
    [0.4, 'now'],
    [5, '5 s ago'],
    [59, '59 s ago'],
    [60, '1 min ago'],
    [7_300, '2 h ago'],
    [-59, 'now'],
    [800 * 86_400, '2 y ago'],
  ])('that are %d seconds old are %s', (age, text) => {
    expect(ago(evening, evening + age)).toBe(text);
  });

  test('that are ahead of the clock have no age', () => {
    expect(ago(evening, evening - 60)).toBe(dateText(evening));
    expect(ago(evening, 1_000)).toBe(dateText(evening));
  });

  test('between two moments are in their largest unit', () => {
    expect([duration(0), duration(3_599), duration(3_600), duration(86_400)]).toEqual(['0 s', '59 min', '1 h', '1 d']);
  });
});

test('sizes are in the unit that keeps them short', () => {
  expect([bytes(0), bytes(999), bytes(1_000), bytes(999_949), bytes(2_500_000)]).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '999.9 kB',
    '2.5 MB',
  ]);
});

test('things are counted in the singular and in the plural', () => {
  expect([counted(1, 'block'), counted(0, 'block'), counted(2, 'class', 'classes')]).toEqual([
    '1 block',
    '0 blocks',
    '2 classes',
  ]);
});
