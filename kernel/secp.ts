// Multiples of points of secp256k1 and secp256r1: coordinates and scalars are four 64-bit words, infinity is (0, 0).
export { multiplyWords as secp256k1Multiply } from './multiplyK1';
export { multiplyWords as secp256r1Multiply } from './multiplyR1.generated';
