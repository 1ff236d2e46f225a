import { compileHints } from '../cairo0/compileHints.ts';
import type { CasmHint } from '../casm.ts';
import type { LoadedProgram } from '../program.ts';
import { decodeHint, type Hint } from './decode.ts';
import { markWithdrawal } from './withdrawals.ts';

const cache = new WeakMap<LoadedProgram, ReadonlyMap<number, readonly Hint[]>>();

/** The decoded hints of a program by the offset of their instruction. They are cached. */
export function hintsOf(program: LoadedProgram): ReadonlyMap<number, readonly Hint[]> {
  let hints = cache.get(program);
  if (hints === undefined) {
    hints =
      program.cairo0 === undefined
        ? new Map([...program.hints].map(([offset, list]) => [offset, list.map((hint) => decoded(hint, offset))]))
        : compileHints(program.cairo0);
    cache.set(program, hints);
  }
  return hints;

  function decoded(hint: CasmHint, offset: number): Hint {
    return markWithdrawal(decodeHint(hint), program.bytecode, offset);
  }
}
