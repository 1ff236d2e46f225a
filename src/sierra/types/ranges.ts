import { P } from '../../felt/felt.ts';
import type { TypeDeclaration } from '../program.ts';
import { unsupported } from './specialization.ts';

/** The values a type may have: from `lower` to below `upper`. */
export interface Range {
  readonly lower: bigint;
  readonly upper: bigint;
}

const FIXED: ReadonlyMap<string, Range> = new Map([
  ...[8n, 16n, 32n, 64n, 128n].flatMap((bits): [string, Range][] => [
    [`u${bits}`, { lower: 0n, upper: 1n << bits }],
    [`i${bits}`, { lower: -(1n << (bits - 1n)), upper: 1n << (bits - 1n) }],
  ]),
  ['bytes31', { lower: 0n, upper: 1n << 248n }],
  // A felt may represent a negative number, so its range has almost twice the size of the field.
  ['felt252', { lower: 1n - P, upper: P }],
]);

/** Whether every felt is in the range. */
export const isFull = (range: Range): boolean => range.upper - range.lower >= P;

/** Whether the range fits a range check, which has 128 bits. */
export const isSmall = ({ lower, upper }: Range): boolean => upper - lower <= 1n << 128n;

/** The range of an integer-like type; others are refused. */
export function rangeOf({ generic, args }: TypeDeclaration): Range {
  const [min, max] = args;
  if (generic === 'BoundedInt' && min?.kind === 'value' && max?.kind === 'value' && min.value <= max.value)
    return { lower: min.value, upper: max.value + 1n };
  const fixed = args.length === 0 ? FIXED.get(generic) : undefined;
  if (!fixed) throw unsupported();
  return fixed;
}
