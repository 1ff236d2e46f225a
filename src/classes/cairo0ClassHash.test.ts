import { expect, test } from 'vitest';
import { cairo0ClassHash } from './cairo0ClassHash.ts';
import type { Cairo0Class } from './declaredClass.ts';

interface Spelling {
  readonly tuple: string;
  readonly reference: string;
  readonly managed: string;
}

const made = ({ tuple, reference, managed }: Spelling, compiler = {}, abi: Cairo0Class['abi'] = []): Cairo0Class => ({
  kind: 'cairo0',
  program: {
    ...compiler,
    builtins: [],
    data: ['0x1'],
    hints: {},
    identifiers: {
      'f.Return': { cairo_type: tuple, type: 'type_definition' },
      'f.S': { members: { m: { cairo_type: tuple, offset: 0 } }, type: 'struct' },
      'f.x': { references: [{ pc: 0, value: reference }], type: 'reference' },
    },
    reference_manager: { references: [{ pc: 0, value: managed }] },
  },
  entryPointsByType: { EXTERNAL: [], L1_HANDLER: [], CONSTRUCTOR: [] },
  abi,
});

const OLD: Spelling = {
  tuple: '(a : felt, b : felt*)',
  reference: '[cast(fp, (a : felt)*)]',
  managed: '[cast(ap, (b : felt)*)]',
};
const NEW: Spelling = {
  tuple: '(a: felt, b: felt*)',
  reference: '[cast(fp, (a: felt)*)]',
  managed: '[cast(ap, (b: felt)*)]',
};
const COMPILER = { compiler_version: '0.10.0' };

test('a class of a compiler before 0.10 has one hash, whether its file still has the space before a colon or not', () => {
  const hash = cairo0ClassHash(made(OLD));
  for (const lost of ['tuple', 'reference', 'managed'] as const)
    expect(cairo0ClassHash(made({ ...OLD, [lost]: NEW[lost] }))).toBe(hash);
  expect(cairo0ClassHash(made(NEW))).toBe(hash);
});

test('the spelling of a newer class is part of its hash', () => {
  const hashes = [NEW, ...(['tuple', 'reference', 'managed'] as const).map((part) => ({ ...NEW, [part]: OLD[part] }))];
  expect(new Set(hashes.map((spelling) => cairo0ClassHash(made(spelling, COMPILER)))).size).toBe(4);
});

test('an ABI that is null is hashed as null, a missing one as an empty list', () => {
  const hash = (abi: Cairo0Class['abi']) => cairo0ClassHash(made(NEW, COMPILER, abi));
  expect(hash(undefined)).toBe(hash([]));
  expect(hash(null)).not.toBe(hash([]));
});
