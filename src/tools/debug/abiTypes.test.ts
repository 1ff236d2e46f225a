import { expect, test } from 'vitest';
import { readAbi } from '../../abi/readAbi.ts';
import { selectorOfName } from '../../abi/selector.ts';
import { abiTypes } from './abiTypes.ts';

test('a type of the program has the names that the ABI gives to the type of the same path', () => {
  const unit = (name: string) => ({ name, type: '()' });
  const abi = readAbi([{ type: 'enum', name: 'shop::Way', variants: [unit('In'), unit('Out')] }]);
  const type = (id: number, path: string) => ({
    id,
    generic: 'Enum',
    args: [{ kind: 'userType' as const, id: selectorOfName(path) }],
  });
  const found = abiTypes(abi, [type(3, 'shop::Way'), type(4, 'other::Way'), { id: 5, generic: 'felt252', args: [] }]);
  expect([...found]).toEqual([[3, { name: 'shop::Way', parts: ['In', 'Out'] }]]);
});
