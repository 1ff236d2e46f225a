// The hash and curve kernels that the machine's builtins and opcodes use.
export { poseidonPermute } from '../poseidon';

export const EC_OP_OK: u32 = 0;
export const EC_OP_SAME_X: u32 = 1;

// Until their kernels are there, these end the run.
export function pedersenHash(out: u32, a: u32, b: u32): void {
  unreachable();
}
export function onCurve(x: u32, y: u32): bool {
  return unreachable();
}
export function ecOp(out: u32, p: u32, q: u32, m: u32): u32 {
  return unreachable();
}
export function keccakF1600(state: u32): void {
  unreachable();
}
export function blake2sCompress(state: u32, message: u32, t0: u32, t1: u32, f0: u32, f1: u32): void {
  unreachable();
}
export function ecdsaVerify(key: u32, message: u32, r: u32, s: u32): bool {
  return unreachable();
}
