import { expect, test } from 'vitest';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import { declarableClass } from './declarableClass.ts';

test('the compiled form of a cached class is not read for its declaration', async () => {
  const cached = {
    get casm(): never {
      throw new Error('read');
    },
  } as unknown as DeclaredClass;
  expect(await declarableClass(cached, { compiledClassHash: 'blake' })).toBe(cached);
  await expect(declarableClass(cached, { compiledClassHash: 'poseidon' })).rejects.toThrow('read');
});
