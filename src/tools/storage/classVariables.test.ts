import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readClassText } from '../../classes/readClassText.ts';
import { factsOf } from '../names/classFacts.ts';
import { variablesOfClass } from './variablesOfClass.ts';

const CONTRACTS = new URL('../../../contracts/', import.meta.url);

function namesIn(path: string): string[] {
  const bytes = readFileSync(new URL(path, CONTRACTS));
  const definition = readClassText((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
  return [...variablesOfClass(factsOf(definition)).byName.keys()].sort();
}

test('names of events are no variables, although a class contains their hashes', () => {
  expect(namesIn('classes/erc20.sierra.json')).toEqual([
    'ERC20_allowances',
    'ERC20_balances',
    'ERC20_decimals',
    'ERC20_name',
    'ERC20_symbol',
    'ERC20_total_supply',
    'permitted_minter',
  ]);
});

test('names of functions that a class calls are no variables either, unless they read one', () => {
  // Shop calls `fail` of Till.
  expect(namesIn('failures/classes/failures_Shop.contract_class.json.gz')).toEqual(['till']);
  expect(namesIn('failures/classes/failures_Vault.contract_class.json.gz')).toEqual(['visits']);
  expect(namesIn('classes/counter_after.sierra.json')).toEqual(['count', 'step']);
});
