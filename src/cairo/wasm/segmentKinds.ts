import type { BuiltinName } from '../builtinNames.ts';

/** Builtins by the kind of their segments (kernel/vm/segments.ts); kind 0 is a segment without one. */
export const BUILTIN_KINDS: readonly (BuiltinName | undefined)[] = [
  undefined,
  'range_check',
  'range_check96',
  'pedersen',
  'ecdsa',
  'bitwise',
  'ec_op',
  'keccak',
  'poseidon',
  'segment_arena',
  'add_mod',
  'mul_mod',
  'output',
];

export const kindOfBuiltin = (name: BuiltinName): number => BUILTIN_KINDS.indexOf(name);
