// The hash and curve kernels that the machine's builtins and opcodes use.
import * as blake from '../blake2s';

export { ecdsaVerify } from '../ecdsa';
export { EC_OK as EC_OP_OK, EC_SAME_X as EC_OP_SAME_X, ecOp, isOnCurve as onCurve } from '../ecop';
export { keccakF1600 } from '../keccak';
export { pedersenHash } from '../pedersen';
export { poseidonPermute } from '../poseidon';

/** One BLAKE2s compression with the counter and the flags of RFC 7693 as 32-bit words; the second flag is for trees and not used. */
export function blake2sCompress(state: u32, message: u32, t0: u32, t1: u32, f0: u32, f1: u32): void {
  blake.blake2sCompress(state, message, ((<u64>t1) << 32) | <u64>t0, f0 != 0);
}
