import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readClassText } from '../../classes/readClassText.ts';
import { factsOf, nameOfContract } from './classFacts.ts';

const ERC20 = new URL('../../../contracts/classes/erc20.sierra.json', import.meta.url);
const facts = factsOf(readClassText(readFileSync(ERC20, 'utf8')));

test('a contract has the name in its ABI, or else that of its build output', () => {
  // The file of a contract `fee_token` gives the name `token`.
  expect(nameOfContract({ ...facts, contractName: 'token' })).toBe('ERC20');
  const withoutAbi = { ...facts.definition, abi: '[]' } as typeof facts.definition;
  expect(nameOfContract({ definition: withoutAbi, contractName: 'token' })).toBe('token');
  expect(nameOfContract(factsOf(withoutAbi))).toBeUndefined();
});
