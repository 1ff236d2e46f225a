// The kernel: all hot code, in one WebAssembly module. Addresses are in bytes; felts are four 64-bit words.

export { blake2sBytes, blake2sCompress, blake2sFelts } from './blake2s';
export { ecdsaVerify } from './ecdsa';
export { ecOp, ecOpFailure } from './ecop';
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
export { starkMultiplyGenerator } from './generatorPoint';
export { keccakF1600 } from './keccak';
export { montgomeryProducts } from './measure';
export { borrow, heapTop, reserve } from './memory';
export { multiplyWords as starkMultiply } from './multiply';
export { pedersenCache, pedersenChain, pedersenHash, pedersenPairs, pedersenPairsWork } from './pedersen';
export { poseidonContinue, poseidonMany, poseidonPermute } from './poseidon';
export { secp256k1Multiply, secp256r1Multiply } from './secp';
export { sha256Compress } from './sha256';
export { sha512Compress } from './sha512';
export * from './vm/index';
