import { expect, test } from 'vitest';
import { parseProgram } from '../../../test/support/sierraText/parseProgram.ts';
import { SierraError } from '../sierraError.ts';
import { checkLibfuncs, libfuncList, parseLibfuncList } from './libfuncList.ts';

test('the built-in lists have the sizes they were published with', () => {
  expect(libfuncList('audited')!.size).toBe(259);
  expect(libfuncList('experimental')!.size).toBe(249);
  expect(libfuncList('all')).toBeUndefined();
  expect(() => libfuncList('nope')).toThrow(/No libfunc list named 'nope'/);
});

const program = (libfunc: string) => parseProgram(`libfunc f = ${libfunc};`);
const version = (minor: number) => ({ major: 1, minor, patch: 0 });
const audited = { list: libfuncList('audited')!, name: 'audited', wayOut: 'Allow all.' };

test('a libfunc that is not in the list is refused by name, even if it is not used', () => {
  const check = () => checkLibfuncs(program('unsafe_panic'), version(9), audited);
  expect(check).toThrow(SierraError);
  expect(check).toThrow(/Libfunc unsafe_panic is not allowed in the libfuncs list 'audited'\.\n Allow all\./);
});

test('a libfunc newer than the class is refused', () => {
  const check = (minor: number) => checkLibfuncs(program('ec_neg_nz'), version(minor), audited);
  expect(() => check(7)).toThrow(/ec_neg_nz requires version 1.8.0 while class version is 1.7.0/);
  check(8);
});

test('a list file may be a list of names, or give the version of each', () => {
  expect([...parseLibfuncList('{"allowed_libfuncs": ["a"]}', 'f')]).toEqual([['a', undefined]]);
  expect(
    parseLibfuncList('{"allowed_libfuncs": {"a": null, "b": {"major": 1, "minor": 8, "patch": 0}}}', 'f').get('b'),
  ).toEqual({ major: 1, minor: 8, patch: 0 });
  for (const text of ['', '[]', 'null', '{"allowed_libfuncs": [1]}', '{"allowed_libfuncs": {"a": 1}}'])
    expect(() => parseLibfuncList(text, 'lists/mine.json')).toThrow(/mine\.json/);
});
