import { expect, test } from 'vitest';
import { encodeProgram } from '../../../fuzz/encodeProgram.ts';
import { parseProgram } from '../../../test/support/sierraText/parseProgram.ts';
import type { Felt } from '../../felt/felt.ts';
import { compileContract } from '../compileContract.ts';

const NO_ENTRY_POINTS = { EXTERNAL: [], L1_HANDLER: [], CONSTRUCTOR: [] };

/** Compiles a program whose header has the given Sierra version. */
function compile(text: string, version: readonly number[], change = (felts: string[]) => felts) {
  const header = [...version, 2, 30, 0].map((part) => `0x${part.toString(16)}`);
  const felts = change([...encodeProgram(header, parseProgram(text))]);
  return () =>
    compileContract({ sierraProgram: felts.map((felt) => BigInt(felt) as Felt), entryPointsByType: NO_ENTRY_POINTS });
}

test('an unknown libfunc is named with the Sierra versions that this compiler reads', () => {
  const compiled = compile('type felt252 = felt252; libfunc f = felt252_sqrt;'.replace('; l', ';\nl'), [1, 9, 6]);
  expect(compiled).toThrow(/extension: felt252_sqrt/);
  expect(compiled).toThrow(
    /reads Sierra 1\.0\.0 to 1\.9\.5, and the class has Sierra 1\.9\.6\. It does not know the libfunc felt252_sqrt\. Update/,
  );
});

test('an unknown type is named', () => {
  expect(compile('type q = QuantumFelt;', [1, 9, 5])).toThrow(/It does not know the type QuantumFelt/);
});

test('an unknown hash of a long name is named, because such a program cannot be decoded', () => {
  const hash = `0x3ff${'9c'.repeat(30)}`;
  const withHash = (felts: string[]) =>
    felts.map((felt) => (felt === `0x${Buffer.from('nope').toString('hex')}` ? hash : felt));
  const compiled = compile('libfunc f = nope;', [1, 9, 6], withHash);
  expect(compiled).toThrow(/^Invalid input for deserialization\./);
  expect(compiled).toThrow(new RegExp(`Sierra 1\\.9\\.6\\. It does not know the id ${hash}`));
});

test('a program that cannot be decoded names the versions only if it is newer', () => {
  const cut = (felts: string[]) => felts.slice(0, -1);
  expect(compile('type felt252 = felt252;', [1, 9, 7], cut)).toThrow(/It cannot decode the program/);
  expect(compile('type felt252 = felt252;', [1, 9, 5], cut)).toThrow(/^Invalid input for deserialization\.$/);
});

test('a newer minor version is refused before the program is decoded', () => {
  const cut = (felts: string[]) => felts.slice(0, -1);
  expect(compile('type felt252 = felt252;', [1, 10, 0], cut)).toThrow(/Cannot compile Sierra version 1\.10\.0/);
});
