import { P } from '../../felt/felt.ts';
import { typeName } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { valueArg } from './genericArgs.ts';
import type { TypeTable } from './typeTable.ts';

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
  ['felt252', { lower: 1n - P, upper: P }],
]);

/** Whether every felt lies in the range. */
export const isFull = (range: Range): boolean => range.upper - range.lower >= P;

/** The range of an integer-like type. */
export function rangeOf(types: TypeTable, id: number): Range {
  const { generic, args } = types.declaration(id);
  const fixed = FIXED.get(generic);
  if (fixed) return fixed;
  if (generic === 'BoundedInt' || generic === 'BoundedIntGuarantee')
    return { lower: valueArg(args, 0), upper: valueArg(args, 1) + 1n };
  const name = typeName(types.program, id);
  throw new SierraError('registry', `${name} has no range of values.`, { subject: name });
}
