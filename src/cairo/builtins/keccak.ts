import type { Felt } from '../../felt/felt.ts';
import { keccakF1600 } from '../../felt/hash.ts';
import { debugPointer, isFelt } from '../cells.ts';
import { formatPointer, offsetOf, type Pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { Builtin } from './builtin.ts';

const WORD_BITS = 200n;
const WORD_MASK = (1n << WORD_BITS) - 1n;

/** Eight words of 200 bits and their Keccak-f[1600] permutation. */
export const keccak: Builtin = {
  name: 'keccak',
  cellsPerInstance: 16,
  inputCells: 8,
  deduce(memory, address) {
    const index = offsetOf(address) % 16;
    if (index < 8) return undefined;
    let state = 0n;
    for (let i = 0; i < 8; i++) {
      const at = (address - index + i) as Pointer;
      const cell = memory.get(at);
      if (cell === undefined) return undefined;
      if (!isFelt(cell)) throw new VmError(`keccak_builtin: Expected integer at address ${formatPointer(at)}`);
      if (cell > WORD_MASK)
        throw new VmError(
          `Expected integer at address ${debugPointer(at)} to be smaller than 2^${WORD_BITS}, Got ${cell}`,
        );
      state |= cell << (WORD_BITS * BigInt(i));
    }
    const words = Uint32Array.from({ length: 50 }, (_, i) => Number((state >> BigInt(32 * i)) & 0xffff_ffffn));
    keccakF1600(words);
    const result = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word), 0n);
    return ((result >> (WORD_BITS * BigInt(index - 8))) & WORD_MASK) as Felt;
  },
};
