import type { Descriptor, Libfunc, Specialization } from '../libfuncs/libfunc.ts';
import { LIBFUNCS } from '../libfuncs/libfuncTable.ts';
import { libfuncName, type Program } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { type Circuit, layOutCircuit } from '../types/circuits.ts';
import type { TypeTable } from '../types/typeTable.ts';

/** A program with its concrete types and libfuncs. */
export interface Specialized {
  readonly program: Program;
  readonly types: TypeTable;
  readonly libfuncs: readonly Libfunc[];
  circuit(type: number): Circuit;
}

/** Specializes every declared libfunc, used or not. `types` is the checked registry's table. */
export function specialize(program: Program, types: TypeTable): Specialized {
  types.measure();
  const circuits = new Map<number, Circuit>();
  const circuit = (type: number): Circuit => {
    let layout = circuits.get(type);
    if (!layout) {
      layout = layOutCircuit(types, type);
      circuits.set(type, layout);
    }
    return layout;
  };
  const returnSizes = (id: number): readonly number[] => {
    const found = program.functions[id];
    if (!found) throw new SierraError('registry', 'Could not find the requested function');
    return found.returns.map((type) => types.size(type));
  };
  const libfuncs = program.libfuncs.map(({ id, generic, args }) => {
    const name = libfuncName(program, id);
    const descriptor: Descriptor | undefined = LIBFUNCS.get(generic)?.lowering;
    const failed = (reason: string, cause?: unknown) =>
      new SierraError('registry', `Error during libfunc specialization of ${name}: ${reason}`, {
        subject: name,
        cause,
      });
    if (!descriptor) throw failed(`Could not find the requested extension: ${generic}`);
    const specialization: Specialization = { args, types, circuit, returnSizes };
    try {
      return descriptor(specialization);
    } catch (error) {
      throw failed(error instanceof SierraError ? error.message : String(error), error);
    }
  });
  return { program, types, libfuncs, circuit };
}
