import { expect, test } from 'vitest';
import { starknetKeccak } from '../../felt/hash.ts';
import { LIBFUNCS } from '../libfuncs/libfuncTable.ts';
import { signatureOf } from '../libfuncs/signature.ts';
import { SpecializationError } from './specialization.ts';
import { TypeTable } from './typeTable.ts';
import { USER_TYPES } from './userType.ts';

test('every id is the hash of its name', () => {
  for (const [name, id] of USER_TYPES) expect(id, name).toBe(starknetKeccak(name));
});

test('every user type in a signature is in the table', () => {
  const program = {
    types: [],
    libfuncs: [],
    statements: [],
    functions: [],
    names: { types: [], libfuncs: [], functions: [], variables: new Map() },
  };
  const context = { types: new TypeTable(program), functions: new Map(), program };
  for (const [id, { signature }] of LIBFUNCS)
    try {
      signature(context, []);
    } catch (error) {
      expect(error, id).toBeInstanceOf(SpecializationError);
    }
  expect(() => signatureOf(context, "Struct<'nobody'> ->")).toThrow('nobody');
});
