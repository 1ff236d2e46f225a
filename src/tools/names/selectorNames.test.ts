import { expect, test } from 'vitest';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import { selectorOf } from '../../execution/hash/address.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { SelectorNames } from './selectorNames.ts';
import { writtenSelector } from './writtenNames.ts';

const keyOfName = (name: string): FeltKey => keyOf(selectorOf(name));
const classWith = (abi: unknown) => ({ abi }) as ClassDefinition;

test('of the names that users write, the newest are kept, and those of standards are always known', () => {
  const names = new SelectorNames();
  for (let i = 0; i < 2000; i++) expect(writtenSelector(`name_${i}`)).toBe(selectorOf(`name_${i}`));
  expect(writtenSelector('x'.repeat(1000))).toBe(selectorOf('x'.repeat(1000)));
  expect(names.get(keyOfName('name_1999'))).toBe('name_1999');
  expect(names.get(keyOfName('name_0'))).toBeUndefined();
  expect(names.get(keyOfName('x'.repeat(1000)))).toBeUndefined();
  expect(names.get(keyOfName('__validate__'))).toBe('__validate__');
});

test('a class is read once, and one whose ABI cannot be read names nothing', () => {
  const names = new SelectorNames();
  const hop = { type: 'function', name: 'hop', inputs: [], outputs: [], state_mutability: 'view' };
  expect(names.learn(keyOfName('first'), classWith([hop]))).toBe(true);
  expect(names.learn(keyOfName('first'), classWith([hop]))).toBe(false);
  expect(names.learn(keyOfName('second'), classWith([{ type: 'function' }]))).toBe(true);
  expect(names.learn(keyOfName('third'), classWith('no JSON'))).toBe(true);
  expect(names.get(keyOfName('hop'))).toBe('hop');
  expect(names.get(keyOfName('__validate__'))).toBe('__validate__');
});
