import type { Felt } from '../../felt/felt.ts';
import type { BuiltinName } from '../builtinNames.ts';
import { type CellMemory, isFelt, movePointer, readFelt, readPointer, shiftPointer, sizeOf } from '../cells.ts';
import { formatPointer, type Pointer, pointer } from '../pointer.ts';
import { VmError } from '../vmError.ts';
import type { Builtin } from './builtin.ts';

const WORDS = 4;
const WORD_BITS = 96n;
const CELLS = 7;

/** One instance: [p in four words, values pointer, offsets pointer, n]. */
interface Inputs {
  readonly p: bigint;
  readonly words: readonly Felt[];
  readonly values: Pointer;
  readonly offsets: Pointer;
  readonly n: number;
}

function modBuiltinOf(
  name: BuiltinName,
  sign: '+' | '*',
  apply: (a: bigint, b: bigint) => bigint,
  bound: bigint,
): Builtin {
  const shown = `${name}_builtin`;

  function readWords(memory: CellMemory, address: Pointer): Felt[] {
    const words: Felt[] = [];
    for (let i = 0; i < WORDS; i++) {
      const at = shiftPointer(address, i);
      const word = memory.get(at);
      if (word === undefined)
        throw new VmError(`${shown}: Missing value at address ${formatPointer(shiftPointer(address, WORDS))}.`);
      if (!isFelt(word)) throw new VmError(`Expected integer at address ${formatPointer(at)}`);
      if (word >> WORD_BITS !== 0n)
        throw new VmError(
          `Expected integer at address ${formatPointer(at)} to be smaller than 2^${WORD_BITS}. Got: ${word}.`,
        );
      words.push(word);
    }
    return words;
  }
  const join = (words: readonly Felt[]): bigint =>
    words.reduceRight((sum: bigint, word) => (sum << WORD_BITS) | word, 0n);

  function readInputs(memory: CellMemory, address: Pointer): Inputs {
    const values = readPointer(memory, shiftPointer(address, 4));
    const offsets = readPointer(memory, shiftPointer(address, 5));
    const n = sizeOf(readFelt(memory, shiftPointer(address, 6)));
    if (n < 1) throw new VmError(`${shown}: Expected n >= 1. Got: ${n}.`);
    const words = readWords(memory, address);
    return { p: join(words), words, values, offsets, n };
  }

  const refuse = (text: string): never => {
    throw new VmError(`${shown}: ${text}`);
  };

  // The network runs both builtins with one operation per instance (batch size 1).
  function checkChain(inputs: Inputs, before: Inputs): void {
    for (let i = 0; i < WORDS; i++)
      if (inputs.words[i] !== before.words[i])
        refuse(
          `inputs.p_values[i] != prev_inputs.p_values[i]. Got: i=${i}, inputs.p_values[i]=${inputs.words[i]}, prev_inputs.p_values[i]=${before.words[i]}`,
        );
    if (inputs.values !== before.values)
      refuse(
        `inputs.values_ptr != prev_inputs.values_ptr. Got: inputs.values_ptr=${formatPointer(inputs.values)}, prev_inputs.values_ptr=${formatPointer(before.values)}`,
      );
    if (inputs.offsets !== shiftPointer(before.offsets, 3))
      refuse(
        `inputs.offsets_ptr != prev_inputs.offsets_ptr + 3 * batch_size. Got: inputs.offsets_ptr=${formatPointer(inputs.offsets)}, prev_inputs.offsets_ptr=${formatPointer(before.offsets)}, batch_size=1`,
      );
    if (inputs.n !== before.n - 1)
      refuse(
        `inputs.n != prev_inputs.n - batch_size. Got: inputs.n=${inputs.n}, prev_inputs.n=${before.n}, batch_size=1`,
      );
  }

  return {
    name,
    cellsPerInstance: CELLS,
    inputCells: CELLS,
    check(memory, segment) {
      const instances = Math.ceil(memory.segmentSize(segment) / CELLS);
      let before: Inputs | undefined;
      for (let instance = 0; instance < instances; instance++) {
        const inputs = readInputs(memory, pointer(segment, instance * CELLS));
        if (before !== undefined && before.n > 1) checkChain(inputs, before);
        const [a, b, c] = [0, 1, 2].map((i) => {
          const offset = readFelt(memory, shiftPointer(inputs.offsets, i));
          sizeOf(offset);
          return join(readWords(memory, movePointer(inputs.values, offset)));
        }) as [bigint, bigint, bigint];
        const { p } = inputs;
        const full = apply(a, b);
        const result = full < bound * p ? full : full - (bound - 1n) * p;
        if (p === 0n ? result !== c : (result - c) % p !== 0n)
          refuse(
            `Expected a ${sign} b == c (mod p). Got: instance=${instance}, batch=0, p=${p}, a=${a}, b=${b}, c=${c}.`,
          );
        before = inputs;
      }
      if (before !== undefined && before.n !== 1)
        refuse(`prev_inputs.n != batch_size Got: prev_inputs.n=${before.n}, batch_size=1`);
    },
  };
}

/** a + b = c modulo p, on values of four words of 96 bits. */
export const addMod = modBuiltinOf('add_mod', '+', (a, b) => a + b, 2n);

/** a * b = c modulo p, on values of four words of 96 bits. */
export const mulMod = modBuiltinOf('mul_mod', '*', (a, b) => a * b, 1n << (WORD_BITS * BigInt(WORDS)));
