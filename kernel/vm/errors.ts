// A step fails with a code of kernel/abi.mjs, for which the driver has the network's message (src/cairo/wasm/errorText.ts).
import { errorA, errorB, errorC, errorCode } from './state';

/** Records an error and returns its code, so that callers can `return fail(…)`. */
export function fail(code: u32, a: u64 = 0, b: u64 = 0, c: u64 = 0): u32 {
  errorCode = code;
  errorA = a;
  errorB = b;
  errorC = c;
  return code;
}
