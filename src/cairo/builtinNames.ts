/** The builtins that an entry point may use, by their names in class files. */
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
