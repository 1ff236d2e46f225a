import { expect, test } from 'vitest';
import { ADDRESS_BOUND } from '../../execution/hash/address.ts';
import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import { pedersen } from '../../felt/hash.ts';
import { keyOf } from '../../felt/key.ts';
import type { ClassVariables } from './classVariables.ts';
import { nameHash } from './nameHash.ts';
import { parseStorageType } from './parseStorageType.ts';
import { placeOf } from './storagePath.ts';

/** A class with one variable, `roles`. */
function variablesOf(type: string): ClassVariables {
  const variable = { name: 'roles', base: nameHash('roles'), type: parseStorageType(type, () => undefined) };
  return {
    byName: new Map([['roles', variable]]),
    byBase: new Map([[keyOf(variable.base), variable]]),
    constants: new Set([keyOf(variable.base)]),
  };
}

const entryOf = (...felts: readonly Felt[]): Felt =>
  toFelt(felts.reduce((hash, felt) => pedersen(hash, felt), nameHash('roles')) % ADDRESS_BOUND);

test('a short string is a key with all its characters, also brackets and commas', () => {
  const variables = variablesOf('Map<felt252, u8>');
  for (const text of ['admin', 'a(b)', 'a, b', ' x ', ''])
    expect(placeOf(`roles['${text}']`, variables).key).toBe(entryOf(feltOfAscii(text)));
  expect(() => placeOf("roles['a]", variables)).toThrow("['a] is no key");
});

test('the parts of a tuple may have brackets around them', () => {
  const variables = variablesOf('Map<(felt252, u8), bool>');
  const key = entryOf(feltOfAscii('a,b'), toFelt(7));
  expect(placeOf("roles['a,b', 7]", variables).key).toBe(key);
  expect(placeOf("roles[('a,b', 7)]", variables).key).toBe(key);
  expect(() => placeOf("roles['a,b']", variables)).toThrow("['a,b'] has 1 of the 2 parts of this key.");
});

test('the keys of maps in maps may be written together, and lead to the value', () => {
  const variables = variablesOf('Map<felt252, Map<(felt252, u8), Vec<u32>>>');
  const apart = placeOf('roles[1][2, 3][4]', variables);
  expect(apart.type).toMatchObject({ kind: 'value', type: { name: 'u32' } });
  expect(placeOf('roles[1, 2, 3, 4]', variables)).toEqual(apart);
  expect(placeOf('roles[1, 2, 3][4]', variables)).toEqual(apart);
  expect(placeOf('roles[1]', variables).type).toMatchObject({ kind: 'map', value: { kind: 'vec' } });
  expect(() => placeOf('roles[1, 2]', variables)).toThrow('[1, 2] has 1 of the 2 parts of this key.');
  expect(() => placeOf('roles[1, 2, 3, 4, 5]', variables)).toThrow(
    '[1, 2, 3, 4, 5] has 5 parts, but the keys of Map<felt252, Map<(felt252, u8), Vec<u32>>> have 4.',
  );
});

test('a key may be written as the felts that it is hashed as', () => {
  const variables = variablesOf('Map<u256, u8>');
  expect(placeOf('roles[5, 1]', variables)).toEqual(placeOf(`roles[${2n ** 128n + 5n}]`, variables));
  expect(() => placeOf('roles[5, 1, 2]', variables)).toThrow('[5, 1, 2] has 3 parts, but the key is u256.');
  const nested = variablesOf('Map<felt252, Map<u256, u8>>');
  expect(placeOf('roles[7, 5, 1]', nested)).toEqual(placeOf(`roles[7][${2n ** 128n + 5n}]`, nested));
});
