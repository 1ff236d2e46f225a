// For bench/felt.ts: a loop of products, so that the call from JavaScript is made only once.
import { fromMontgomery, mul, toMontgomery } from './fieldStark.generated';

const a: usize = memory.data(40, 8);
const b: usize = memory.data(40, 8);

/** felt = felt * factor^count, by one Montgomery product after the other. */
export function montgomeryProducts(felt: usize, factor: usize, count: u32): void {
  toMontgomery(a, felt);
  toMontgomery(b, factor);
  for (let i: u32 = 0; i < count; i++) mul(a, a, b);
  fromMontgomery(felt, a);
}
