import type { Hint } from '../hints/decode.ts';
import { hintsOf } from '../hints/programHints.ts';
import type { LoadedProgram } from '../program.ts';
import { hintRecords } from './hintRecords.ts';
import type { VmKernel } from './vmKernel.ts';

/** A class decoded for the kernel: bytes that any instance can copy into its memory (kernel/vm/decode.ts), and its hints. */
interface ClassBlock {
  readonly bytes: Uint8Array;
  readonly hints: readonly Hint[];
}

const ONE_WORD = (1n << 64n) - 1n;
const blocks = new WeakMap<LoadedProgram, ClassBlock>();

/** The decoded form of a program. An instance makes it once, and it is cached. Undefined if the instance has too little memory. */
export function classBlock(program: LoadedProgram, kernel: VmKernel): ClassBlock | undefined {
  const kept = blocks.get(program);
  if (kept !== undefined) return kept;
  const { bytes: hintBytes, entries: places, constants, hints } = hintRecords(hintsOf(program));
  const { bytecode } = program;
  const felts = bytecode.length + constants.length;
  const mark = kernel.vmTop();
  const inputBytes = felts * 32 + places.byteLength + hintBytes.length;
  const input = kernel.vmAllocate(inputBytes);
  const size = kernel.vmBlockSize(bytecode.length, constants.length, hintBytes.length);
  const block = input && kernel.vmAllocate(size);
  if (block === 0) {
    kernel.vmRelease(mark);
    return undefined;
  }
  const { buffer } = kernel.memory;
  const words = new BigUint64Array(buffer, input, felts * 4);
  let at = 0;
  const write = (felt: bigint): void => {
    words[at] = felt;
    // Most cells of a class are instructions and small numbers, which have one word.
    if (felt > ONE_WORD) {
      words[at + 1] = felt >> 64n;
      words[at + 2] = felt >> 128n;
      words[at + 3] = felt >> 192n;
    }
    at += 4;
  };
  for (const felt of bytecode) write(felt);
  for (const felt of constants) write(felt);
  new Uint32Array(buffer, input + felts * 32, places.length).set(places);
  new Uint8Array(buffer, input + felts * 32 + places.byteLength, hintBytes.length).set(hintBytes);
  const length = kernel.vmDecode(block, input, bytecode.length, constants.length, places.length / 2, hintBytes.length);
  const made = length === 0 ? undefined : { bytes: new Uint8Array(kernel.memory.buffer, block, length).slice(), hints };
  kernel.vmRelease(mark);
  if (made !== undefined) blocks.set(program, made);
  return made;
}
