import { FALLTHROUGH, jumpsOf, type Program } from '../program.ts';
import type { LibfuncEffects } from './effects.ts';

/**
 * Splits a program into basic blocks and returns the first statement of each, ascending. A block is a run of plain statements, which
 * only cost a fixed amount and move ap by a known distance, or a single other statement.
 *
 * A solver can treat a block as one statement with the sums of its costs and changes, and finds the same solution. Targets of jumps
 * and first statements of functions are blocks of their own, so a longer block is reached only from the statement before it, and in
 * no order of visits can a value arrive inside a block after it was visited. And since no cost is negative, no statement inside a
 * block can have a negative need, which would be replaced by zero.
 */
export function basicBlocks(
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
  const isTarget = new Uint8Array(count);
  for (const { entry } of functions) isTarget[entry] = 1;
  for (let k = 1; k < jumps.length; k += 2) isTarget[jumps[k]!] = 1;
  const blocks = new Int32Array(count);
  let found = 0;
  let canContinue = false;
  for (let i = 0; i < count; i++) {
    const { libfunc, branches } = statements[i]!;
    const apart = isTarget[i] === 1 || branches.length !== 1 || plain[libfunc] !== 1;
    if (apart || !canContinue) blocks[found++] = i;
    canContinue = !apart && branches[0]!.target === FALLTHROUGH;
  }
  return blocks.slice(0, found);
}

function isPlain({ branches }: LibfuncEffects): boolean {
  if (branches.length !== 1) return false;
  const { ap, cost } = branches[0]!;
  return ap.kind === 'known' && ap.change >= 0 && cost.kind === 'fixed' && cost.amount >= 0 && !cost.tokens;
}
