import type { Felt } from '../../felt/felt.ts';
import type { Hint } from '../hints/decode.ts';
import type { HintHost } from '../hints/hintHost.ts';
import { VmError } from '../vmError.ts';
import type { Cairo0Data, Cairo0Hint } from './cairo0Data.ts';
import { CAIRO0_HINTS } from './cairo0HintTable.ts';
import { nameOfHint } from './hintHashes.ts';
import { Ids, type NamedReference } from './ids.ts';
import { parseReference } from './reference.ts';

/** Finds a constant by its name in a hint: in the innermost scope that has it, otherwise anywhere in the program. */
function constantFinder(data: Cairo0Data, scopes: readonly string[]): (name: string) => Felt | undefined {
  return (name) => {
    for (const scope of scopes.toReversed()) {
      const value = data.constants.get(`${scope}.${name}`);
      if (value !== undefined) return value;
    }
    for (const [path, value] of data.constants) if (path.endsWith(`.${name}`)) return value;
    return undefined;
  };
}

function compileHint(data: Cairo0Data, hint: Cairo0Hint): Hint {
  const name = nameOfHint(hint.code);
  if (name === undefined)
    return {
      kind: 'cairo0',
      name: 'unknown',
      run() {
        throw new VmError(`Unknown Hint: ${hint.code}`);
      },
    };
  const references = new Map<string, NamedReference>();
  for (const [id, index] of hint.references) {
    const reference = data.references[index];
    if (reference !== undefined)
      references.set(id, { expression: parseReference(reference.value), apTracking: reference.apTracking });
  }
  const constant = constantFinder(data, hint.scopes);
  const idsOf = (host: HintHost): Ids => new Ids(host, references, hint.apTracking, constant);
  if (name === 'syscall')
    return { kind: 'syscall', operand: undefined, pointer: (host) => idsOf(host).pointer('syscall_ptr') };
  const run = CAIRO0_HINTS[name];
  return { kind: 'cairo0', name, run: (host) => run(idsOf(host)) };
}

/** The hints of a Cairo 0 program, ready to run. An unknown hint fails when it is reached. */
export const compileHints = (data: Cairo0Data): Map<number, Hint[]> =>
  new Map([...data.hints].map(([offset, hints]) => [offset, hints.map((hint) => compileHint(data, hint))]));
