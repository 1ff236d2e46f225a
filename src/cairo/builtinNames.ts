/** The builtins an entry point may ask for, as class files name them. */
export const BUILTIN_NAMES = [
  'output',
  'pedersen',
  'range_check',
  'ecdsa',
  'bitwise',
  'ec_op',
  'keccak',
  'poseidon',
  'segment_arena',
  'range_check96',
  'add_mod',
  'mul_mod',
] as const;

export type BuiltinName = (typeof BUILTIN_NAMES)[number];
