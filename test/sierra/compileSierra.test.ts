import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeProgram } from '../../src/sierra/decode/decodeProgram.ts';
import { compileSierra, compileSierraAsync, SierraError } from '../../src/sierra/index.ts';
import { loadArtifact } from './artifacts.ts';

const NAME = 'contracts_ERC4626Mock';

test('a class compiled with pauses equals the class compiled at once', async () => {
  const sierra = loadArtifact(NAME, 'contract_class');
  let turns = 0;
  const timer = setInterval(() => turns++);
  const paused = await compileSierraAsync(sierra);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
  const compiled = compileSierra(sierra);
  expect(paused).toEqual(compiled);
  for (const hash of [compiled.classHash, compiled.compiledClassHash, compiled.compiledClassHashPoseidon])
    expect(hash).toMatch(/^0x[1-9a-f][0-9a-f]{50,63}$/);
  expect(compiled.casm.compiler_version).toBe('2.21.0');
});

test('a class that is too large is refused', () => {
  const sierra = loadArtifact(NAME, 'contract_class');
  expect(() => compileSierra(sierra, { maxCasmFelts: 1000 })).toThrow('Code size limit exceeded.');
  expect(() => compileSierra(sierra, { maxSierraFelts: 1000 })).toThrow('max allowed size: 1000');
});

test.each([[undefined], [{}], [[]], [{ sierra_program: ['0x1'], entry_points_by_type: {} }]])(
  'what is no class is refused: %j',
  (given) => {
    expect(() => compileSierra(given)).toThrow(SierraError);
  },
);

test('a class that prints compiles unless a list forbids it, and the error names the option', () => {
  const printer = JSON.parse(readFileSync('contracts/classes/printer.sierra.json', 'utf8'));
  const { classHash } = compileSierra(printer);
  expect(compileSierra(printer, { libfuncs: 'all' }).classHash).toBe(classHash);
  for (const libfuncs of ['audited', 'experimental'] as const)
    expect(() => compileSierra(printer, { libfuncs })).toThrow(
      `Libfunc print is not allowed in the libfuncs list '${libfuncs}'.\n Give the option libfuncs: 'all'`,
    );
});

test('a list of libfunc names is accepted, and anything else is refused with a reason', () => {
  const small = JSON.parse(readFileSync('contracts/classes/meta_tx.sierra.json', 'utf8'));
  expect(() => compileSierra(small, { libfuncs: ['felt252_add'] })).toThrow(
    /^Libfunc \w+ is not allowed in the libfuncs list 'given in libfuncs'/,
  );
  const list = decodeProgram(small.sierra_program).program.libfuncs.map(({ generic }) => generic);
  expect(compileSierra(small, { libfuncs: list }).classHash).toBe(compileSierra(small).classHash);
  for (const libfuncs of [{ list: new Map(), name: 'mine' }, [1], 5, null])
    expect(() => compileSierra(small, { libfuncs: libfuncs as never })).toThrow(
      /libfuncs must be 'audited', .* or an array/,
    );
  expect(() => compileSierra(small, { libfuncs: 'mine' as never })).toThrow(/No libfunc list named 'mine' is known/);
});
