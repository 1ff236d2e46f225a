import { expect, test } from 'vitest';
import { eventRule } from './eventRule.ts';

test('a rule waits for the events of a contract, or those of one name', () => {
  expect(eventRule({ contract_address: '0x0A' })).toEqual({ kind: 'event', address: '0xa' });
  expect(eventRule({ contract_address: '0xa', name: 'Traded' })).toEqual({
    kind: 'event',
    address: '0xa',
    name: 'Traded',
  });
});

test('there is no rule for a filter that a rule cannot wait for', () => {
  const contract_address = '0xa';
  for (const filter of [{}, { name: 'Traded' }, { contract_address: 'Market' }])
    expect(eventRule(filter)).toBeUndefined();
  for (const more of [{ fields: [{ name: 'to', value: '0x1' }] }, { from_block: 0 }, { to_block: 7 }])
    expect(eventRule({ contract_address, name: 'Traded', ...more })).toBeUndefined();
});
