import { expect, test } from 'vitest';
import { Random } from '../../../test/support/random.ts';
import { unpackWords } from './feltWords.ts';

const hex = (value: bigint | number) => `0x${value.toString(16)}`;

test('unpacking gives the packed words, for every width', () => {
  const random = new Random(17);
  for (let bits = 8; bits <= 32; bits++) {
    // The largest dictionary for words of this width, as far as a test can allocate one.
    const codeSize = bits <= 12 ? 2 ** bits - random.below(3) : 1000;
    const perFelt = Math.floor(251 / bits);
    const words = Array.from({ length: 5 * perFelt - random.below(perFelt) }, () => random.below(codeSize));
    const packed: string[] = [];
    for (let at = 0; at < words.length; at += perFelt)
      packed.push(
        hex(words.slice(at, at + perFelt).reduceRight((felt, word) => (felt << BigInt(bits)) | BigInt(word), 0n)),
      );
    const dictionary = Array.from({ length: codeSize }, (_, i) => hex(i));
    const felts = [hex(codeSize), hex(2 ** bits - codeSize), ...dictionary, hex(words.length), ...packed];
    expect([...unpackWords(felts, 0).words]).toEqual(words);
    // A word that is too large for the dictionary, as the first and as the last of its felt.
    for (const place of [0, perFelt - 1]) {
      if (2 ** bits === codeSize) continue;
      const wrong = [...felts.slice(0, -packed.length), hex(BigInt(codeSize) << BigInt(bits * place))];
      wrong[2 + codeSize] = hex(perFelt);
      expect(() => unpackWords(wrong, 0)).toThrow('Invalid input for deserialization.');
    }
  }
});
