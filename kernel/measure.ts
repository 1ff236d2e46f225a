// For bench/felt.ts: a loop of products, so that the border is paid once.
import { enter, exit, mul } from './fieldStark.generated';

const a: usize = memory.data(40, 8);
const b: usize = memory.data(40, 8);

/** felt = felt * factor^count, by one Montgomery product after the other. */
export function montgomeryProducts(felt: usize, factor: usize, count: u32): void {
  enter(a, felt);
  enter(b, factor);
  for (let i: u32 = 0; i < count; i++) mul(a, a, b);
  exit(felt, a);
}
