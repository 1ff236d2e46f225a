import { compileHints } from '../cairo0/compileHints.ts';
import type { LoadedProgram } from '../program.ts';
import { decodeHint, type Hint } from './decode.ts';

const cache = new WeakMap<LoadedProgram, ReadonlyMap<number, readonly Hint[]>>();

/** The hints of a program by the offset of their instruction, decoded once. */
export function hintsOf(program: LoadedProgram): ReadonlyMap<number, readonly Hint[]> {
  let hints = cache.get(program);
  if (hints === undefined) {
    hints =
      program.cairo0 === undefined
        ? new Map([...program.hints].map(([offset, list]) => [offset, list.map(decodeHint)]))
        : compileHints(program.cairo0);
    cache.set(program, hints);
  }
  return hints;
}
