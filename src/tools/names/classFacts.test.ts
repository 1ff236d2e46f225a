import { expect, test } from 'vitest';
import type { SierraClass } from '../../sierra/class/sierraClass.ts';
import { classAbi } from './classFacts.ts';

const withFunctions = (count: number): SierraClass => ({
  kind: 'sierra',
  sierraProgram: [],
  contractClassVersion: '0.1.0',
  entryPointsByType: { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] },
  abi: JSON.stringify(
    Array.from({ length: count }, (_, i) => ({
      type: 'function',
      name: `function${i}`,
      inputs: [],
      outputs: [],
      state_mutability: 'view',
    })),
  ),
});

test('a long ABI names its functions, and one that would take long to read names nothing', () => {
  expect(classAbi(withFunctions(2000)).functionList).toHaveLength(2000);
  expect(classAbi(withFunctions(20_000)).functionList).toHaveLength(0);
});
