import { expect, test } from 'vitest';
import { classesToCompile } from '../../conformance/compiledClasses.ts';
import { digestsOf, readOfficialCasm } from '../../conformance/officialCasm.ts';
import { formatCasm } from '../../src/cairo/casmJson.ts';
import { readSierraFile } from '../../src/sierra/class/readSierraClass.ts';
import { COMPILER_VERSION, compileContract } from '../../src/sierra/compileContract.ts';

test('our own classes compile to the files of the official compiler, hints included', () => {
  const { compiler, classes } = readOfficialCasm();
  expect(compiler).toBe(COMPILER_VERSION);
  const own = classesToCompile('nowhere').filter(({ id }) => id.startsWith('contracts/'));
  expect(own.length).toBeGreaterThan(15);
  for (const { id, read } of own)
    expect(digestsOf(formatCasm(compileContract(readSierraFile(read())))), id).toEqual(classes[id]);
});
