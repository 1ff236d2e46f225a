import { CAIRO0_HINTS, type Cairo0HintName } from '../../../src/cairo/cairo0/cairo0HintTable.ts';
import { Ids } from '../../../src/cairo/cairo0/ids.ts';
import { parseReference } from '../../../src/cairo/cairo0/reference.ts';
import type { Cell } from '../../../src/cairo/machine.ts';
import { type Pointer, pointer } from '../../../src/cairo/pointer.ts';
import type { Felt } from '../../../src/felt/felt.ts';
import { at, smallRun } from './smallRun.ts';

const TRACKING = { group: 0, offset: 0 };

/** Variables at fixed positions of a stack, as `name: cells` in order. Unknown cells are undefined. */
export function idsWith(
  variables: Readonly<Record<string, readonly (Cell | undefined)[]>>,
  constants: Readonly<Record<string, bigint>> = {},
) {
  const run = smallRun({ words: [], builtins: ['range_check', 'ecdsa'] });
  const references = new Map();
  let offset = 0;
  for (const [name, cells] of Object.entries(variables)) {
    references.set(name, {
      expression: parseReference(`[cast(fp + ${offset}, felt*)]`),
      apTracking: TRACKING,
    });
    cells.forEach((cell, i) => {
      if (cell !== undefined) run.set(at(offset + i), cell);
    });
    offset += cells.length;
  }
  run.start(pointer(0, 0), at(0), pointer(0, 0));
  run.ap = at(offset + 50);
  return new Ids(run, references, TRACKING, (name) => constants[name] as Felt | undefined);
}

/** Runs a hint of the library and returns its variables. */
export const runHint = (name: Cairo0HintName, ids: Ids): Ids => {
  CAIRO0_HINTS[name](ids);
  return ids;
};

/** The value that a hint wrote to [ap]. */
export const apCell = (ids: Ids): Cell | undefined => ids.host.get(ids.host.ap);

/** A cell of a struct. */
export const member = (ids: Ids, name: string, offset: number): Cell | undefined =>
  ids.host.get((ids.address(name) + offset) as Pointer);
