import type { CasmHint } from '../../../src/cairo/casm.ts';
import { SIERRA_BUILTINS } from '../../../src/cairo/entryPoint/sierraSetup.ts';
import type { EntryPointRun } from '../../../src/cairo/machine.ts';
import { type Felt, P } from '../../../src/felt/felt.ts';
import { keyOf } from '../../../src/felt/key.ts';
import type { Random } from '../random.ts';
import { ap, assertCopy, entryOf, fp, programOf, push, ret } from './assembler.ts';
import type { RunOptions, RunRecord } from './differential.ts';
import { randomHint, randomInstruction, randomNumber } from './randomInstruction.ts';

const NO_INSTRUCTION = (P - 1n) as Felt;

/** Returns the builtins unchanged, the gas, and the calldata as retdata. */
function epilogue(builtins: number, failed: boolean): Felt[] {
  const copy = (offset: number) => assertCopy(ap(0), fp(offset));
  const pointers = Array.from({ length: builtins }, (_, i) => copy(-6 - builtins + i)).flat();
  return [...pointers, ...copy(-6), ...copy(-5), ...push(failed ? 1n : 0n), ...copy(-4), ...copy(-3), ...ret];
}

/**
 * Grows a program by one random instruction or hint at a time and keeps those that run without an error. It passes
 * every candidate to `run`, which returns the result, and sometimes also the program with an end that returns.
 */
export function growProgram(
  random: Random,
  steps: number,
  run: (entry: EntryPointRun, options: RunOptions) => RunRecord,
): void {
  const builtins = SIERRA_BUILTINS.filter(() => random.below(3) > 0);
  const calldata = Array.from({ length: random.below(5) }, () => keyOf(random.oddFelt()));
  const initialGas = BigInt(random.below(2 ** 31));
  const options = { seed: random.word(), slice: random.pick([1, 7, 50]), maxSteps: 200 };
  const runWith = (bytecode: readonly Felt[], hints: readonly [number, CasmHint[]][]): RunRecord =>
    run(entryOf(programOf(bytecode, hints), { builtins, calldata, initialGas }), options);
  // Felts to work with, since the stack contains mostly pointers.
  let words: Felt[] = Array.from({ length: 6 }, () => push(randomNumber(random))).flat();
  let hints: [number, CasmHint[]][] = [];
  for (let i = 0; i < steps; i++) {
    const here = Array.from({ length: random.below(3) === 0 ? 1 + random.below(2) : 0 }, () => randomHint(random));
    const moreHints: [number, CasmHint[]][] = here.length > 0 ? [...hints, [words.length, here]] : hints;
    const moreWords = [...words, ...randomInstruction(random)];
    const { log } = runWith([...moreWords, NO_INSTRUCTION], moreHints);
    // The run reached the end of the program, so all of it was executed or jumped over.
    if (log.some((line) => line.startsWith(`pc=0:${moreWords.length} `))) [words, hints] = [moreWords, moreHints];
    if (i % 8 === 0) runWith([...words, ...epilogue(builtins.length, random.below(3) === 0)], hints);
  }
}
