import type { Felt } from '../../felt/felt.ts';
import { poseidonPermutation } from '../../felt/hash.ts';
import { isFelt } from '../cells.ts';
import { formatPointer, offsetOf, type Pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { Builtin } from './builtin.ts';

/** Three inputs and their Hades permutation. */
export const poseidon: Builtin = {
  name: 'poseidon',
  cellsPerInstance: 6,
  inputCells: 3,
  deduce(memory, address) {
    const index = offsetOf(address) % 6;
    if (index < 3) return undefined;
    const inputs: Felt[] = [];
    for (let i = 0; i < 3; i++) {
      const at = (address - index + i) as Pointer;
      const cell = memory.get(at);
      if (cell === undefined) return undefined;
      if (!isFelt(cell)) throw new VmError(`poseidon_builtin: Expected integer at address ${formatPointer(at)}`);
      inputs.push(cell);
    }
    return poseidonPermutation(inputs as [Felt, Felt, Felt])[index - 3]!;
  },
};
