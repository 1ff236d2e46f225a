import { expect, test } from 'vitest';
import { formatCasm } from '../cairo/casmJson.ts';
import { NETWORK_CLASS_LIMITS } from '../protocol/networkClassLimits.ts';
import { builtinClass } from './builtinClasses.ts';
import { builtinClassTexts } from './builtinClassTexts.ts';
import { isTooLarge } from './classLimits.ts';

const declared = builtinClass('universal_deployer', builtinClassTexts);
const { size } = declared;
const written = JSON.stringify({ V1: [formatCasm(declared.casm!), '0.1.0'] }).length;

test('a class may be as large as the limits and not a byte or a felt larger', () => {
  const { bytecodeFelts: maxCasmFelts, sierraFelts: maxSierraFelts } = size;
  const exact = { maxCasmFelts, maxSierraFelts, maxCompiledJsonBytes: written };
  expect(isTooLarge(declared, exact)).toBe(false);
  for (const name of ['maxCasmFelts', 'maxSierraFelts', 'maxCompiledJsonBytes'] as const)
    expect(isTooLarge(declared, { ...exact, [name]: exact[name] - 1 })).toBe(true);
});

test('all ways of measuring a class give the same size', () => {
  const known = {
    ...declared,
    size: { ...size, compiledJsonBytes: JSON.stringify(formatCasm(declared.casm!)).length },
  };
  for (const offset of [-2, -1, 0, 1, 2, written]) {
    const limits = { ...NETWORK_CLASS_LIMITS, maxCompiledJsonBytes: written + offset };
    expect(isTooLarge(declared, limits)).toBe(offset < 0);
    expect(isTooLarge(known, limits)).toBe(offset < 0);
  }
});
