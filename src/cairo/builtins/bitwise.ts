import type { Felt } from '../../felt/felt.ts';
import { type CellMemory, debugPointer, isFelt } from '../cells.ts';
import { offsetOf, type Pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { Builtin } from './builtin.ts';

const BITS = 251;

const feltAt = (memory: CellMemory, address: Pointer): Felt | undefined => {
  const cell = memory.get(address);
  return cell !== undefined && isFelt(cell) ? cell : undefined;
};

/** [x, y, x & y, x ^ y, x | y]. */
export const bitwise: Builtin = {
  name: 'bitwise',
  cellsPerInstance: 5,
  inputCells: 2,
  deduce(memory, address) {
    const index = offsetOf(address) % 5;
    if (index < 2) return undefined;
    const xAddress = (address - index) as Pointer;
    const yAddress = (xAddress + 1) as Pointer;
    const x = feltAt(memory, xAddress);
    const y = feltAt(memory, yAddress);
    if (x === undefined || y === undefined) return undefined;
    for (const [value, at] of [
      [x, xAddress],
      [y, yAddress],
    ] as const)
      if (value >> BigInt(BITS) !== 0n)
        throw new VmError(`Expected integer at address ${debugPointer(at)} to be smaller than 2^${BITS}, Got ${value}`);
    return (index === 2 ? x & y : index === 3 ? x ^ y : x | y) as Felt;
  },
};
