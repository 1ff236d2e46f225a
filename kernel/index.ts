// The kernel: everything hot, in one WebAssembly module. Addresses are bytes, felts four 64-bit words.

export {
  add as feltAdd,
  cmp as feltCompare,
  div as feltDiv,
  inv as feltInverse,
  isReduced as feltIsReduced,
  isZero as feltIsZero,
  mul as feltMul,
  neg as feltNeg,
  sqrt as feltSqrt,
  sub as feltSub,
} from './field';
export { heapTop, reserve } from './memory';
export { poseidonMany, poseidonPermute } from './poseidon';
export * from './vm/index';
