import { pedersen as hash } from '../../felt/hash.ts';
import { isFelt } from '../cells.ts';
import { offsetOf, type Pointer } from '../pointer.ts';
import type { Builtin } from './builtin.ts';

/** [a, b, hash(a, b)]. */
export const pedersen: Builtin = {
  name: 'pedersen',
  cellsPerInstance: 3,
  inputCells: 2,
  deduce(memory, address) {
    if (offsetOf(address) % 3 !== 2) return undefined;
    const a = memory.get((address - 2) as Pointer);
    const b = memory.get((address - 1) as Pointer);
    return a !== undefined && b !== undefined && isFelt(a) && isFelt(b) ? hash(a, b) : undefined;
  },
};
