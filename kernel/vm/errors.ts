// Why a step failed. The driver turns code and operands into the reference's words (src/cairo/wasm/errorText.ts).
import { errorA, errorB, errorC, errorCode } from './state';

export const UNKNOWN_CELL: u32 = 1;
export const EXPECTED_INTEGER: u32 = 2;
export const EXPECTED_RELOCATABLE: u32 = 3;
export const INVALID_ENCODING: u32 = 4;
export const INVALID_OP1: u32 = 5;
export const INVALID_PC_UPDATE: u32 = 6;
export const INVALID_RES: u32 = 7;
export const INVALID_OPCODE: u32 = 8;
export const INVALID_EXTENSION: u32 = 9;
export const INVALID_BLAKE_FLAGS: u32 = 10;
export const INVALID_QM31_FLAGS: u32 = 11;
export const INVALID_AP_UPDATE: u32 = 12;
export const IMMEDIATE_OFFSET: u32 = 13;
export const UNKNOWN_OP0: u32 = 14;
export const ADDRESS_NOT_RELOCATABLE: u32 = 15;
export const NEGATIVE_OFFSET: u32 = 16;
export const OFFSET_EXCEEDED: u32 = 17;
export const ADD_POINTERS: u32 = 18;
export const SUB_SEGMENTS: u32 = 19;
export const SUB_POINTER_FROM_FELT: u32 = 20;
export const MUL_POINTER: u32 = 21;
export const UNKNOWN_OPERAND: u32 = 22;
export const NO_DST: u32 = 23;
export const UNCONSTRAINED_ASSERT: u32 = 24;
export const ASSERT_FAILED: u32 = 25;
export const RETURN_PC: u32 = 26;
export const RETURN_FP: u32 = 27;
export const UNCONSTRAINED_AP: u32 = 28;
export const UNCONSTRAINED_JUMP: u32 = 29;
export const JUMP_REL_POINTER: u32 = 31;
export const FELT_TO_USIZE: u32 = 32;
export const INCONSISTENT_MEMORY: u32 = 33;
export const UNALLOCATED_SEGMENT: u32 = 34;
export const RANGE_CHECK_BOUND: u32 = 35;
export const RANGE_CHECK_NON_INT: u32 = 36;
export const INTEGER_TOO_BIG: u32 = 37;
export const POINT_NOT_ON_CURVE: u32 = 38;
export const EC_OP_SAME_X: u32 = 39;
export const BUILTIN_EXPECTED_INTEGER: u32 = 41;
export const PUBLIC_KEY_NON_INT: u32 = 42;
export const MESSAGE_NON_INT: u32 = 43;
export const SIGNATURE_NOT_FOUND: u32 = 44;
export const INVALID_SIGNATURE: u32 = 45;
export const FELT_TO_U32: u32 = 46;
export const QM31_UNREDUCED: u32 = 47;
export const QM31_ADD_POINTER: u32 = 48;
export const QM31_SUB_POINTER: u32 = 49;
export const DIVIDED_BY_ZERO: u32 = 50;
export const INCONSISTENT_DEDUCTION: u32 = 51;
export const OUT_OF_MEMORY: u32 = 52;
export const MISSING_CELLS: u32 = 53;
export const MISSING_OFFSETS: u32 = 54;
export const SEGMENT_FULL: u32 = 55;

/** Notes a failure and gives its code, so that callers can `return fail(…)`. */
export function fail(code: u32, a: u64 = 0, b: u64 = 0, c: u64 = 0): u32 {
  errorCode = code;
  errorA = a;
  errorB = b;
  errorC = c;
  return code;
}
