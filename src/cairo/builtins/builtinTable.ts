import type { BuiltinName } from '../builtinNames.ts';
import { bitwise } from './bitwise.ts';
import type { Builtin } from './builtin.ts';
import { ecdsa } from './ecdsa.ts';
import { ecOp } from './ecOp.ts';
import { keccak } from './keccak.ts';
import { addMod, mulMod } from './modBuiltin.ts';
import { pedersen } from './pedersen.ts';
import { poseidon } from './poseidon.ts';
import { rangeCheck, rangeCheck96 } from './rangeCheck.ts';

/** All builtins. Output and segment arena are segments without rules of their own. */
export const BUILTINS: Readonly<Record<BuiltinName, Builtin>> = {
  output: { name: 'output', cellsPerInstance: 1, inputCells: 0 },
  pedersen,
  range_check: rangeCheck,
  ecdsa,
  bitwise,
  ec_op: ecOp,
  keccak,
  poseidon,
  segment_arena: { name: 'segment_arena', cellsPerInstance: 3, inputCells: 3 },
  range_check96: rangeCheck96,
  add_mod: addMod,
  mul_mod: mulMod,
};

/** Cells at the start of a segment arena, before its first instance. */
export const ARENA_HEADER = 3;

/** The number of instances that a builtin has used, from the size of its segment. */
export function usedInstances(name: BuiltinName, cells: number): number {
  if (name === 'segment_arena') return Math.ceil((cells - ARENA_HEADER) / 3);
  return Math.ceil(cells / BUILTINS[name].cellsPerInstance);
}
