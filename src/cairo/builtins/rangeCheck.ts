import type { BuiltinName } from '../builtinNames.ts';
import { isFelt } from '../cells.ts';
import { formatPointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { Builtin } from './builtin.ts';

const rangeCheckOf = (name: BuiltinName, bound: bigint): Builtin => ({
  name,
  cellsPerInstance: 1,
  inputCells: 1,
  validate(memory, address) {
    const cell = memory.get(address);
    if (cell === undefined || !isFelt(cell))
      throw new VmError(
        `Range-check validation failed, encountered non-int value at address ${formatPointer(address)}`,
      );
    if (cell >= bound)
      throw new VmError(`Range-check validation failed, number ${cell} is out of valid range [0, ${bound}]`);
  },
});

/** Cells below 2^128. */
export const rangeCheck = rangeCheckOf('range_check', 1n << 128n);

/** Cells below 2^96. */
export const rangeCheck96 = rangeCheckOf('range_check96', 1n << 96n);
