import { FALLTHROUGH, jumpsOf, type Program } from '../program.ts';
import type { LibfuncEffects } from './effects.ts';

/**
 * Cuts a program into straight lines: statements that follow one another and do nothing but cost a fixed amount and move
 * ap by a known one. Gives the first statement of each line, ascending; every other statement is a line of its own.
 *
 * A solver that takes a line for one statement, with the sums of its costs and changes, finds the same as one that takes
 * every statement by itself. All that comes to a line comes from the statement before it: where a jump or a function
 * leads stands apart, so whatever order the solvers go in, nothing arrives within a line or at its start once it was
 * passed. And no sum is negative, so no statement within can need less than nothing, where its need would stop at zero.
 */
export function straightLines(
  program: Program,
  effects: readonly LibfuncEffects[],
  jumps = jumpsOf(program),
): Int32Array {
  const { statements, functions } = program;
  const plain = new Uint8Array(effects.length);
  effects.forEach((effect, libfunc) => {
    if (isPlain(effect)) plain[libfunc] = 1;
  });
  const count = statements.length;
  const ledTo = new Uint8Array(count);
  for (const { entry } of functions) ledTo[entry] = 1;
  for (let k = 1; k < jumps.length; k += 2) ledTo[jumps[k]!] = 1;
  const lines = new Int32Array(count);
  let found = 0;
  let goesOn = false;
  for (let i = 0; i < count; i++) {
    const { libfunc, branches } = statements[i]!;
    const apart = ledTo[i] === 1 || branches.length !== 1 || plain[libfunc] !== 1;
    if (apart || !goesOn) lines[found++] = i;
    goesOn = !apart && branches[0]!.target === FALLTHROUGH;
  }
  return lines.slice(0, found);
}

function isPlain({ branches }: LibfuncEffects): boolean {
  if (branches.length !== 1) return false;
  const { ap, cost } = branches[0]!;
  return ap.kind === 'known' && ap.change >= 0 && cost.kind === 'fixed' && cost.amount >= 0 && !cost.tokens;
}
