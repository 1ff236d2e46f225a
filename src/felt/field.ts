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

/** Roots found lately, the latest last: every signature asks for the y of its account's key again. */
const roots = new Map<Felt, Felt | undefined>();
const KEPT_ROOTS = 64;

/** The smaller square root; undefined when the felt is no square. */
export function sqrtFelt(a: Felt): Felt | undefined {
  const root = roots.has(a) ? roots.get(a) : engine.squareRoot(a);
  keepRoot(a, root);
  return root;
}

/** Keeps what is known to be the smaller root of a felt, undefined when it has none. */
export function keepRoot(a: Felt, root: Felt | undefined): void {
  if (!roots.delete(a) && roots.size === KEPT_ROOTS) for (const oldest of roots.keys()) if (roots.delete(oldest)) break;
  roots.set(a, root);
}
