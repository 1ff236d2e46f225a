import type { BuiltinName } from '../../../src/cairo/builtinNames.ts';
import type { CasmHint } from '../../../src/cairo/casm.ts';
import type { Cell } from '../../../src/cairo/machine.ts';
import { PlainRun } from '../../../src/cairo/plain/plainRun.ts';
import { type Pointer, pointer } from '../../../src/cairo/pointer.ts';
import type { Felt } from '../../../src/felt/felt.ts';

export const felt = (value: bigint | number): Felt => BigInt(value) as Felt;
export const at = (offset: number): Pointer => pointer(1, offset);

export interface SmallRun {
  readonly words: readonly Felt[];
  readonly hints?: readonly (readonly [number, readonly CasmHint[]])[];
  readonly stack?: readonly Cell[];
  readonly builtins?: readonly BuiltinName[];
}

/** A minimal run: the program is in segment 0, the stack in segment 1 with ap and fp after it, and builtins are in segments from 2 on. */
export function smallRun({ words, hints = [], stack = [], builtins = [] }: SmallRun): PlainRun {
  const program = { kind: 'casm' as const, bytecode: words, hints: new Map(hints), builtins: [] };
  const run = new PlainRun(program, () => {});
  run.loadProgram(program);
  run.addSegment();
  for (const name of builtins) run.setBuiltin(name, run.addSegment());
  stack.forEach((cell, i) => void run.set(at(i), cell));
  run.start(pointer(0, 0), at(stack.length), pointer(0, words.length));
  return run;
}

/** Runs to the end of the program. Returns the text of the error, if there is one. */
export function runToEnd(run: PlainRun, budget = 100): string | undefined {
  const stop = run.run(budget);
  if (stop.kind === 'error') return stop.error.message;
  return stop.kind === 'end' ? undefined : stop.kind;
}
