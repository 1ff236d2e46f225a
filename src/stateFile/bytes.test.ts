import { describe, expect, test } from 'vitest';
import fc from '../../test/support/properties.ts';
import { finish } from '../async/steps.ts';
import { type Felt, P } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { packDiff } from '../state/packedDiff.ts';
import { EMPTY_DIFF } from '../state/stateDiff.ts';
import { ByteReader } from './byteReader.ts';
import { ByteWriter } from './byteWriter.ts';
import {
  type Codec,
  count,
  countBetween,
  felt,
  filledList,
  flag,
  integer,
  key,
  list,
  natural,
  optional,
  record,
  repeated,
  text,
  wholeNumber,
} from './codec.ts';
import { putDiff, skipDiff, takeDiff, visitDiff } from './packedDiffCodec.ts';

const bytesOf = (write: (out: ByteWriter) => void): Uint8Array => {
  const out = new ByteWriter();
  write(out);
  return new Uint8Array(Buffer.concat(out.chunks));
};

const bytesOfFelts = (felts: readonly Felt[]): Uint8Array =>
  bytesOf((out) => {
    for (const value of felts) out.natural(value);
  });

const smallOrFelt = fc.oneof(
  fc.bigInt({ min: 0n, max: 300n }),
  fc.bigInt({ min: 0n, max: P - 1n }),
) as fc.Arbitrary<Felt>;

describe('what is written as bytes is read back, and skipping it goes as far', () => {
  const check = <T>(codec: Codec<T>, values: fc.Arbitrary<T>) =>
    fc.assert(
      fc.property(fc.array(values, { maxLength: 5 }), (many) => {
        const codecs = list(codec);
        const bytes = bytesOf((out) => codecs.put(many, out));
        const from = new ByteReader(bytes);
        expect(codecs.take(from)).toEqual(many);
        expect(from.isAtEnd).toBe(true);
        const skipping = new ByteReader(bytes);
        codecs.skip(skipping);
        expect(skipping.isAtEnd).toBe(true);
      }),
    );

  test('felts', () => check(felt, smallOrFelt));
  test('keys', () => check(key, smallOrFelt.map(keyOf)));
  test('naturals', () => check(natural, fc.bigInt({ min: 0n, max: 2n ** 400n - 1n })));
  test('whole numbers', () => check(wholeNumber, fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n })));
  test('counts', () => check(count, fc.maxSafeNat()));
  test('integers', () => check(integer, fc.maxSafeInteger()));
  test('optional flags', () => check(optional(flag), fc.constantFrom(true, false, undefined)));
  test('texts of any characters and lengths', () => {
    check(text, fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }));
    check(text, fc.constantFrom('a'.repeat(31), 'a'.repeat(32), 'a'.repeat(5000), 'ä'.repeat(5000), '\ud800'));
  });

  test('keys that occur again', () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(smallOrFelt, fc.constantFrom(1n as Felt, (P - 1n) as Felt))), (felts) => {
        const from = new ByteReader(bytesOfFelts(felts));
        expect(felts.map(() => from.repeatedKey())).toEqual(felts.map(keyOf));
        expect(from.isAtEnd).toBe(true);
      }),
    ));
  test('the low bits of felts', () =>
    fc.assert(
      fc.property(fc.array(smallOrFelt), (felts) => {
        const from = new ByteReader(bytesOfFelts(felts));
        expect(felts.map(() => from.word())).toEqual(felts.map((value) => Number(BigInt.asUintN(32, value))));
        expect(from.isAtEnd).toBe(true);
      }),
    ));

  test('numbers that occur again, and others with the same lowest bits', () => {
    const alike = fc
      .tuple(fc.constantFrom(0n, 1n, 2n ** 63n), fc.constantFrom(0n, 1n, 5n, 2n ** 70n, 2n ** 187n, 2n ** 300n))
      .map(([low, high]) => low + (high << 64n));
    check(natural, alike);
    check(list(natural), fc.array(alike, { maxLength: 100 }));
  });
  test('objects that occur again', () => {
    const pair = record<{ readonly a: bigint; readonly b: string }>({ a: natural, b: text });
    const objects = [
      { a: 1n, b: '' },
      { a: 1n, b: 'x' },
      { a: 2n ** 99n, b: 'ä' },
      { a: 3n, b: 'long'.repeat(999) },
    ];
    const again = repeated(pair);
    check(again, fc.constantFrom(...objects));
    const order = fc.array(fc.constantFrom(...objects), { maxLength: 30 });
    fc.assert(
      fc.property(order, (values) => {
        const bytes = bytesOf((out) => list(again).put(values, out));
        expect(bytes).toEqual(bytesOf((out) => list(pair).put(values, out)));
      }),
    );
  });
  test('values on both sides of the end of a chunk', () => {
    const again = repeated(record<{ readonly a: Felt }>({ a: felt }));
    const object = { a: (P - 1n) as Felt };
    for (let filled = 2 ** 20 - 80; filled <= 2 ** 20; filled++) {
      const from = new ByteReader(
        bytesOf((out) => {
          out.bytes(new Uint8Array(filled));
          for (let i = 0; i < 3; i++) again.put(object, out);
          out.natural(2n ** 399n);
          out.key(keyOf(object.a));
        }),
        filled,
      );
      for (let i = 0; i < 3; i++) expect(again.take(from)).toEqual(object);
      expect(from.natural(50)).toBe(2n ** 399n);
      expect(from.key()).toBe(keyOf(object.a));
      expect(from.isAtEnd).toBe(true);
    }
  });
  test('texts in UTF-8, after the number of their bytes', () => {
    for (const content of [
      '',
      'a'.repeat(127),
      'a'.repeat(128),
      'ä'.repeat(100),
      '€'.repeat(8000),
      '\ud800',
      'a'.repeat(2 ** 21),
      // Pairs and halves of them, at the ends of the parts that are encoded at once and elsewhere.
      `${'a'.repeat(2 ** 16 - 1)}😀${'ä€😀\ud800'.repeat(2 ** 15)}\udc00`,
      `${'a'.repeat(2 ** 16 - 1)}\ud800`,
    ]) {
      const from = new ByteReader(bytesOf((out) => finish(out.utf8(content))));
      const encoded = Buffer.from(new TextEncoder().encode(content));
      expect(Buffer.from(from.bytes(from.length())).equals(encoded)).toBe(true);
      expect(from.isAtEnd).toBe(true);
    }
  });

  test('packed diffs', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(smallOrFelt, smallOrFelt, smallOrFelt), { maxLength: 300 }), (cells) => {
        const storage = new Map(cells.map(([address]) => [keyOf(address), new Map()]));
        for (const [address, name, value] of cells) storage.get(keyOf(address))!.set(keyOf(name), keyOf(value));
        const nonces = new Map(cells.map(([address, nonce]) => [keyOf(address), keyOf(nonce)]));
        const packed = packDiff({ ...EMPTY_DIFF, storage, nonces, deprecatedDeclared: new Set(nonces.keys()) });
        const bytes = bytesOf((out) => finish(putDiff(packed, out)));
        const from = new ByteReader(bytes);
        const [skipping, visiting] = [from, from].map(() => new ByteReader(bytes));
        const keyAt = (at: number) => new ByteReader(bytes, at).key();
        const pairAt = (at: number) => {
          const pair = new ByteReader(bytes, at);
          return pair.key() + pair.key();
        };
        expect(takeDiff(from)).toBe(packed);
        skipDiff(skipping!);
        const visited: string[] = [];
        visitDiff(visiting!, {
          cell: (addressAt, cellAt) => void visited.push(keyAt(addressAt) + pairAt(cellAt)),
          nonce: (address, nonceAt) => void visited.push(address + keyAt(nonceAt)),
          contractClass: () => undefined,
        });
        expect(visited).toEqual([
          ...[...storage].flatMap(([address, all]) => [...all].map((cell) => address + cell.join(''))),
          ...[...nonces].map((pair) => pair.join('')),
        ]);
        for (const each of [from, skipping!, visiting!]) expect(each.isAtEnd).toBe(true);
      }),
    ));
});

describe('bytes that nobody writes are refused', () => {
  test.each<[string, number[], (from: ByteReader) => unknown, string]>([
    ['a felt that is too large', [32, ...Array(32).fill(255)], (from) => from.felt(), 'a number that is too large'],
    ['a felt of 33 bytes', [33, ...Array(33).fill(1)], (from) => from.skipFelt(), 'one of 33 bytes'],
    ['a number with leading zeros', [2, 1, 0], natural.take, 'one with a leading zero'],
    ['a number that is cut off', [5, 1, 2], natural.take, 'the file ends here'],
    ['a time that is too large', [0, 18, ...Array(18).fill(1)], wholeNumber.take, 'up to 136 bits, found one of 18'],
    ['a time that is too large and skipped', [0, 18, ...Array(18).fill(1)], wholeNumber.skip, 'up to 136 bits'],
    ['a count with leading zeros', [0x81, 0], (from) => from.count(), 'one with a leading zero'],
    ['an empty list that is skipped where one item is needed', [0], filledList(felt).skip, 'at least one item'],
    ['the same with a leading zero', [0x80, 0], filledList(felt).skip, 'one with a leading zero'],
    ['a count without end', Array(20).fill(255), (from) => from.count(), 'above 2^53 - 1'],
    ['a time between blocks that is too short', [0], countBetween(1, 9, 'seconds').take, 'seconds between 1 and 9'],
    ['one that is too long and skipped', [10], countBetween(1, 9, 'seconds').skip, 'seconds between 1 and 9, found 10'],
    ['a list that is longer than the file', [200, 200, 1], (from) => from.length(), 'announced in 0 bytes'],
    ['a text that is longer than the file', [0, 200, 200, 200, 1], (from) => from.text(), 'the file ends here'],
    ['a text of no kind', [2, 0], (from) => from.text(), 'found kind 2'],
  ])('%s', (_, bytes, read, reason) => {
    expect(() => read(new ByteReader(new Uint8Array(bytes)))).toThrow(reason);
  });
});
