import type { ProtocolConstants } from './constants.ts';
import { PROTOCOL_0_14_1 } from './v0_14_1.ts';

/** Protocol 0.14.0, by its difference from 0.14.1, which hashes compiled classes with BLAKE2s. */
export const PROTOCOL_0_14_0: ProtocolConstants = {
  ...PROTOCOL_0_14_1,
  version: '0.14.0',
  rules: { ...PROTOCOL_0_14_1.rules, compiledClassHash: 'poseidon' },
};
