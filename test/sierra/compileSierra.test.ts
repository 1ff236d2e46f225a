import { expect, test } from 'vitest';
import { compileSierra, compileSierraAsync, SierraError } from '../../src/sierra/index.ts';
import { loadArtifact } from './artifacts.ts';

const NAME = 'contracts_ERC4626Mock';

test('a class compiled with pauses is the class compiled at once', async () => {
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
  expect(compiled.casm.compiler_version).toBe('2.20.0');
});

test('a class may be too large, or use libfuncs that are not allowed', () => {
  const sierra = loadArtifact(NAME, 'contract_class');
  expect(() => compileSierra(sierra, { maxCasmFelts: 1000 })).toThrow('Code size limit exceeded.');
  expect(() => compileSierra(sierra, { maxSierraFelts: 1000 })).toThrow('max allowed size: 1000');
  const libfuncs = { list: new Map([['drop', undefined]]), name: 'mine' };
  expect(() => compileSierra(sierra, { libfuncs })).toThrow("not allowed in the libfuncs list 'mine'");
});

test.each([[undefined], [{}], [[]], [{ sierra_program: ['0x1'], entry_points_by_type: {} }]])(
  'what is no class is refused: %j',
  (given) => {
    expect(() => compileSierra(given)).toThrow(SierraError);
  },
);
