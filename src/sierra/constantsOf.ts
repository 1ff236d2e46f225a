import type { Felt } from '../felt/felt.ts';
import { decodeProgram } from './decode/decodeProgram.ts';

/** Constants in the type or the libfunc: `Const<felt252, 5>`, `u8_const<5>`. */
const CONSTANT = /^Const$|_const$/;

/** The constants in the code of a `sierra_program`, each once, ascending. */
export function constantsOf(sierraProgram: readonly (Felt | string)[]): readonly bigint[] {
  const { types, libfuncs } = decodeProgram(sierraProgram).program;
  const found = new Set<bigint>();
  for (const { generic, args } of [...types, ...libfuncs])
    if (CONSTANT.test(generic)) for (const arg of args) if (arg.kind === 'value') found.add(arg.value);
  return [...found].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
