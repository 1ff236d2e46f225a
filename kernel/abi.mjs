// The numbers that the kernel and its driver (src/cairo/wasm) share. kernel/codegen/main.mjs generates both sides from this file.

/** The reasons why a step can fail; src/cairo/wasm/errorText.ts has the messages. */
export const errorCodes = {
  UNKNOWN_CELL: 1,
  EXPECTED_INTEGER: 2,
  EXPECTED_RELOCATABLE: 3,
  INVALID_ENCODING: 4,
  INVALID_OP1: 5,
  INVALID_PC_UPDATE: 6,
  INVALID_RES: 7,
  INVALID_OPCODE: 8,
  INVALID_EXTENSION: 9,
  INVALID_BLAKE_FLAGS: 10,
  INVALID_QM31_FLAGS: 11,
  INVALID_AP_UPDATE: 12,
  IMMEDIATE_OFFSET: 13,
  UNKNOWN_OP0: 14,
  ADDRESS_NOT_RELOCATABLE: 15,
  NEGATIVE_OFFSET: 16,
  OFFSET_EXCEEDED: 17,
  ADD_POINTERS: 18,
  SUB_SEGMENTS: 19,
  SUB_POINTER_FROM_FELT: 20,
  MUL_POINTER: 21,
  UNKNOWN_OPERAND: 22,
  NO_DST: 23,
  UNCONSTRAINED_ASSERT: 24,
  ASSERT_FAILED: 25,
  RETURN_PC: 26,
  RETURN_FP: 27,
  UNCONSTRAINED_AP: 28,
  UNCONSTRAINED_JUMP: 29,
  JUMP_REL_POINTER: 31,
  FELT_TO_USIZE: 32,
  INCONSISTENT_MEMORY: 33,
  UNALLOCATED_SEGMENT: 34,
  RANGE_CHECK_BOUND: 35,
  RANGE_CHECK_NON_INT: 36,
  INTEGER_TOO_BIG: 37,
  POINT_NOT_ON_CURVE: 38,
  EC_OP_SAME_X: 39,
  BUILTIN_EXPECTED_INTEGER: 41,
  PUBLIC_KEY_NON_INT: 42,
  MESSAGE_NON_INT: 43,
  SIGNATURE_NOT_FOUND: 44,
  INVALID_SIGNATURE: 45,
  FELT_TO_U32: 46,
  QM31_UNREDUCED: 47,
  QM31_ADD_POINTER: 48,
  QM31_SUB_POINTER: 49,
  DIVIDED_BY_ZERO: 50,
  INCONSISTENT_DEDUCTION: 51,
  OUT_OF_MEMORY: 52,
  MISSING_CELLS: 53,
  MISSING_OFFSETS: 54,
  SEGMENT_FULL: 55,
};

/** The reasons why `vmRun` returns. */
export const stops = { BUDGET: 0, END: 1, HINT: 2, SYSCALL: 3, ERROR: 4 };

/** The results of `vmRead`. */
export const cellKinds = { UNKNOWN: 0, ADDRESS: 1, FELT: 2 };

/** Kinds of segments: PLAIN, and one for each builtin, named as in src/cairo/builtinNames.ts. */
export const segmentKinds = {
  PLAIN: 0,
  RANGE_CHECK: 1,
  RANGE_CHECK96: 2,
  PEDERSEN: 3,
  ECDSA: 4,
  BITWISE: 5,
  EC_OP: 6,
  KECCAK: 7,
  POSEIDON: 8,
  SEGMENT_ARENA: 9,
  ADD_MOD: 10,
  MUL_MOD: 11,
  OUTPUT: 12,
};

/** The hints that the kernel runs itself; 0 stands for a hint that the driver runs. */
export const hintKinds = {
  ALLOC_SEGMENT: 1,
  TEST_LESS_THAN: 2,
  TEST_LESS_THAN_OR_EQUAL: 3,
  TEST_LESS_THAN_OR_EQUAL_ADDRESS: 4,
  LINEAR_SPLIT: 5,
  DIV_MOD: 6,
  WIDE_MUL128: 7,
  SYSTEM_CALL: 8,
  UINT256_DIV_MOD: 9,
  ASSERT_LE_FIND_SMALL_ARCS: 10,
  ASSERT_LE_IS_FIRST_ARC_EXCLUDED: 11,
  ASSERT_LE_IS_SECOND_ARC_EXCLUDED: 12,
  /** A TEST_LESS_THAN_OR_EQUAL of an amount and the gas counter. */
  WITHDRAW_GAS: 13,
  // The hints of dictionaries (kernel/vm/dictionaryHints.ts).
  ALLOC_FELT252_DICT: 14,
  FELT252_DICT_ENTRY_INIT: 15,
  FELT252_DICT_ENTRY_UPDATE: 16,
  GET_SEGMENT_ARENA_INDEX: 17,
  INIT_SQUASH_DATA: 18,
  GET_CURRENT_ACCESS_INDEX: 19,
  SHOULD_SKIP_SQUASH_LOOP: 20,
  GET_CURRENT_ACCESS_DELTA: 21,
  SHOULD_CONTINUE_SQUASH_LOOP: 22,
  GET_NEXT_DICT_KEY: 23,
  // Other hints.
  ALLOC_CONSTANT_SIZE: 24,
};

/** Forms of a hint's operand. */
export const operandForms = { DEREF: 0, DOUBLE_DEREF: 1, IMMEDIATE: 2, ADD: 3, MUL: 4 };

/** Single numbers. */
export const numbers = {
  /** Marks an operand that contains the index of a constant. */
  HAS_CONSTANT: 0xc0,
  /** There was no comparison yet, or the driver ran the last one. */
  NO_ARC: 3,
  /** The most cells of a segment; src/cairo/limits.ts gives the reason. */
  MAX_SEGMENT_CELLS: 2 ** 24,
  /** The largest value of ap and fp. */
  MAX_AP: 2 ** 26,
};
