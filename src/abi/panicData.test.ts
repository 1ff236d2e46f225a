import { describe, expect, test } from 'vitest';
import { type Felt, feltOfAscii } from '../felt/felt.ts';
import { decodePanicData, decodePrinted, formatPanicData, type PanicItem } from './panicData.ts';

const felt = (value: bigint) => value as Felt;
const MAGIC = felt(0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3n);

describe('panic data', () => {
  test('is in brackets unless there is exactly one item', () => {
    expect(formatPanicData([feltOfAscii('Division by 0')])).toBe("0x4469766973696f6e2062792030 ('Division by 0')");
    expect(formatPanicData([feltOfAscii('a'), feltOfAscii('ENTRYPOINT_FAILED')])).toBe(
      "(0x61 ('a'), 0x454e545259504f494e545f4641494c4544 ('ENTRYPOINT_FAILED'))",
    );
    expect(formatPanicData([])).toBe('()');
  });

  test('shows zero with an empty short string, and unreadable felts only in hexadecimal', () => {
    expect(formatPanicData([felt(0n)])).toBe("0x0 ('')");
    expect(formatPanicData([felt(0x01n)])).toBe('0x1');
    expect(formatPanicData([felt(0x6100n)])).toBe("0x6100 ('a')");
    expect(formatPanicData([felt(0x610062n)])).toBe('0x610062');
  });

  test('of control characters is numbers, though revert reasons of networks have them as text', () => {
    const felts = [9n, 10n, 0x610a62n, 0x6162n].map(felt);
    const strings = (items: readonly PanicItem[]) => items.map((item) => 'shortString' in item && item.shortString);
    expect(strings(decodePanicData(felts))).toEqual([undefined, undefined, undefined, 'ab']);
    expect(strings(decodePrinted(felts))).toEqual(['\t', '\n', 'a\nb', 'ab']);
    expect(formatPanicData([felt(9n)])).toBe("0x9 ('\t')");
  });

  test('shows a byte array as text, with zero and unreadable bytes escaped', () => {
    const word = feltOfAscii('0123456789012345678901234567890');
    expect(formatPanicData([MAGIC, felt(1n), word, feltOfAscii('ab'), felt(2n)])).toBe(
      '"0123456789012345678901234567890ab"',
    );
    expect(formatPanicData([MAGIC, felt(0n), felt(0x6101n), felt(3n)])).toBe('"\\0a\\x01"');
    expect(formatPanicData([MAGIC, felt(0n), felt(0n), felt(0n), felt(5n)])).toBe('("", 0x5)');
  });

  test('shows people UTF-8, and escapes control characters and other bytes', () => {
    const bytes = (...list: number[]) => felt(BigInt(`0x${Buffer.from(list).toString('hex')}`));
    const shalom = [0xd7, 0xa9, 0xd7, 0x9c, 0xd7, 0x95, 0xd7, 0x9d];
    const panic = (list: readonly number[]) => [MAGIC, felt(0n), bytes(...list), felt(BigInt(list.length))];
    expect(decodePanicData(panic(shalom))).toEqual([{ kind: 'text', text: '\u05e9\u05dc\u05d5\u05dd' }]);
    expect(decodePanicData(panic([...shalom, 1]))).toEqual([{ kind: 'text', text: '\u05e9\u05dc\u05d5\u05dd\\x01' }]);
    expect(decodePanicData(panic(shalom.slice(0, 3)))).toEqual([{ kind: 'text', text: '\\xd7\\xa9\\xd7' }]);
    // Networks escape them.
    expect(formatPanicData(panic([0xd7, 0xa9]))).toBe('"\\xd7\\xa9"');
  });

  test('shows a long UTF-8 text as far as it goes, also if it is cut within a character', () => {
    // Words of 31 bytes cut characters of two.
    const bytes = Buffer.from('\u05e9'.repeat(31_000));
    const words = Array.from({ length: 2000 }, (_, i) =>
      felt(BigInt(`0x${bytes.subarray(31 * i, 31 * i + 31).toString('hex')}`)),
    );
    const [item] = decodePanicData([MAGIC, felt(2000n), ...words, felt(0n), felt(0n)]);
    expect(item).toMatchObject({ kind: 'text', text: expect.stringMatching(/^\u05e9{10000}/) });
  });

  test('of megabytes is decoded only as far as anybody shows it', () => {
    const word = feltOfAscii('0123456789012345678901234567890');
    const text = formatPanicData([MAGIC, felt(100_000n), ...Array(100_000).fill(word), felt(0n), felt(0n)]);
    expect(text.length).toBeGreaterThan(20_000);
    expect(text.length).toBeLessThan(20_100);
    expect(decodePanicData(Array(100_000).fill(felt(5n)))).toHaveLength(6667);
    // A word that is too large, anywhere, makes it no text.
    const broken = [MAGIC, felt(100_000n), ...Array(99_999).fill(word), felt(1n << 250n), felt(0n), felt(0n)];
    expect(decodePanicData(broken)[0]).toMatchObject({ kind: 'felt', felt: MAGIC });
  });

  test('shows a malformed byte array as felts', () => {
    const magic = `0x${MAGIC.toString(16)}`;
    expect(formatPanicData([MAGIC, felt(2n), felt(1n)])).toBe(`(${magic}, 0x2, 0x1)`);
    expect(formatPanicData([MAGIC, felt(0n), felt(0x616263n), felt(2n)])).toBe(
      `(${magic}, 0x0 (''), 0x616263 ('abc'), 0x2)`,
    );
    expect(formatPanicData([MAGIC])).toBe(magic);
  });
});
