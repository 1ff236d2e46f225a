// Arithmetic on felts that a person or a transaction holds. One product is cheaper in BigInt than across the border to the kernel.
import { engine } from './currentEngine.ts';
import { type Felt, FeltError, P } from './felt.ts';

export function addFelts(a: Felt, b: Felt): Felt {
  const sum = a + b;
  return (sum < P ? sum : sum - P) as Felt;
}

export function subFelts(a: Felt, b: Felt): Felt {
  return (a < b ? a - b + P : a - b) as Felt;
}

export function negFelt(a: Felt): Felt {
  return (a === 0n ? a : P - a) as Felt;
}

export function mulFelts(a: Felt, b: Felt): Felt {
  return ((a * b) % P) as Felt;
}

/** a / b; dividing by zero is an error. */
export function divFelts(a: Felt, b: Felt): Felt {
  if (b === 0n) throw new FeltError(`${a} cannot be divided by 0.`);
  return mulFelts(a, engine.inverse(b));
}

/** The smaller square root; undefined when the felt is no square. */
export function sqrtFelt(a: Felt): Felt | undefined {
  return engine.squareRoot(a);
}
