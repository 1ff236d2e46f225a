import { compileHints } from '../cairo0/compileHints.ts';
import type { LoadedProgram } from '../program.ts';
import { decodeHint, type Hint } from './decode.ts';
import { markWithdrawal } from './withdrawals.ts';

const cache = new WeakMap<LoadedProgram, ReadonlyMap<number, readonly Hint[]>>();

/** The decoded hints of a program by the offset of their instruction. They are cached. */
export function hintsOf(program: LoadedProgram): ReadonlyMap<number, readonly Hint[]> {
  let hints = cache.get(program);
  if (hints === undefined) {
    hints = program.cairo0 === undefined ? decodedHints(program) : compileHints(program.cairo0);
    cache.set(program, hints);
  }
  return hints;
}

function decodedHints({ hints, bytecode }: LoadedProgram): Map<number, readonly Hint[]> {
  const decoded = new Map<number, readonly Hint[]>();
  for (const [offset, list] of hints)
    decoded.set(
      offset,
      list.map((hint) => markWithdrawal(decodeHint(hint), bytecode, offset)),
    );
  return decoded;
}
