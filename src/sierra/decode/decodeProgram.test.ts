import { describe, expect, test } from 'vitest';
import { FALLTHROUGH, RETURN } from '../program.ts';
import { decodeProgram } from './decodeProgram.ts';

const hex = (value: bigint | number) => `0x${value.toString(16)}`;
const ascii = (text: string) => BigInt(`0x${Buffer.from(text).toString('hex')}`);

/** Packs a stream as class files do. */
function pack(stream: readonly (bigint | number)[], version = [1, 7, 0, 2, 11, 4]): string[] {
  const words = stream.map(BigInt);
  const dictionary = [...new Set(words)];
  const packed: bigint[] = [];
  for (let i = 0; i < words.length; i += 31)
    packed.push(words.slice(i, i + 31).reduceRight((sum, word) => sum * 256n + BigInt(dictionary.indexOf(word)), 0n));
  return [...version, dictionary.length, 256 - dictionary.length, ...dictionary, words.length, ...packed].map(hex);
}

const info = (1n << 63n) | 0b0111n;
const STREAM = [
  ...[1, ascii('felt252'), info << 128n],
  ...[2, ascii('felt252_const'), 1, 5, 3, ascii('drop'), 1, 1, 0],
  ...[3, 0, 0, 0, 1, 2n ** 64n - 1n, 1, 7, 0, 1, 1, 7, 1, 2n ** 64n - 1n, 0, 1, 0],
  ...[1, 0, 0, 0],
];

describe('a class file program', () => {
  test('is unpacked and decoded', () => {
    const { sierraVersion, compilerVersion, program } = decodeProgram(pack(STREAM));
    expect(sierraVersion).toEqual({ major: 1, minor: 7, patch: 0 });
    expect(compilerVersion).toEqual({ major: 2, minor: 11, patch: 4 });
    expect(program.types).toEqual([
      {
        id: 0,
        generic: 'felt252',
        args: [],
        info: { storable: true, droppable: true, duplicatable: true, zeroSized: false },
      },
    ]);
    expect(program.libfuncs.map((libfunc) => libfunc.args)).toEqual([
      [{ kind: 'value', value: -3n }],
      [{ kind: 'type', type: 0 }],
    ]);
    expect(program.statements).toEqual([
      { libfunc: 0, args: [], branches: [{ target: FALLTHROUGH, results: [7] }] },
      { libfunc: 1, args: [7], branches: [{ target: FALLTHROUGH, results: [] }] },
      { libfunc: RETURN, args: [], branches: [] },
    ]);
    expect(program.functions).toEqual([{ id: 0, params: [], returns: [], variables: [], entry: 0 }]);
  });

  test('may be followed by more felts', () => {
    expect(decodeProgram(pack([...STREAM, 1, 2, 3])).program.statements).toHaveLength(3);
  });

  test.each([
    ['too short', ['0x1']],
    ['cut off', pack(STREAM.slice(0, -1))],
    ['a felt that is not below the prime', pack(STREAM).with(8, hex(2n ** 251n + 17n * 2n ** 192n + 1n))],
    ['no hexadecimal felt', pack(STREAM).with(9, '12')],
    ['a list longer than the stream', pack([1000, ...STREAM])],
    ['an unknown kind of statement', pack([0, 0, 1, 9])],
  ])('is refused when it is %s', (_, felts) => {
    expect(() => decodeProgram(felts)).toThrow('Invalid input for deserialization.');
  });
});
