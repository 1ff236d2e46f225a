import { expect, test } from 'vitest';
import { readSequence, sequenceOf, writeSequence } from './sequenceJson.ts';
import { KnownAddress, nameObject } from './values/values.ts';

const alice = new KnownAddress('alice', '0x111');
const names = { actions: new Map([['pay', {} as never]]), actors: ['alice'], addresses: [alice] };
const pay = (...values: unknown[]) => [{ action: 'pay', actor: 'alice', values }];

test('a struct with a member named address is read as it was written', () => {
  const steps = pay({ address: alice, share: 5n }, { address: '0x111', shares: [1n] });
  expect(readSequence(writeSequence(steps), names)).toEqual(steps);
  expect(sequenceOf(steps, names)).toEqual(steps);
});

test('accounts, contracts and named actors in the sequence of a test are known by their address', () => {
  const thief = { address: '0x111' };
  nameObject(thief, 'thief');
  const given = [{ address: '0x111', privateKey: '0x1' }, { address: '0x111', abi: [] }, thief];
  expect(sequenceOf(pay(given), names)).toEqual(pay([alice, alice, alice]));
});
