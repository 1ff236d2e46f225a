import { finish, type Steps } from '../../async/steps.ts';
import type { CasmClass } from '../../cairo/casm.ts';
import { checkRegistry } from '../../sierra/check/registry.ts';
import type { SierraClass } from '../../sierra/class/sierraClass.ts';
import { type CheckedProgram, checkedProgram, checkedSteps } from '../../sierra/compileContract.ts';
import { SierraError } from '../../sierra/sierraError.ts';
import { UnfitChange } from './changing.ts';
import { mutateProgram } from './mutateProgram.ts';
import type { Mutation } from './mutation.ts';

/** The compiled form of a mutant; `equal` if it is that of the original class, `invalid` if there is no such program. */
export type CompiledMutant = CasmClass | 'equal' | 'invalid';

/** Compiles the mutants of a class. Its program is read once. */
export class MutantCompiler {
  readonly #entryPoints: SierraClass['entryPointsByType'];
  readonly #original: CasmClass;
  readonly #checked: CheckedProgram;

  constructor(definition: SierraClass, original: CasmClass) {
    this.#entryPoints = definition.entryPointsByType;
    this.#original = original;
    this.#checked = finish(checkedProgram(definition));
  }

  *steps(mutation: Mutation): Steps<CompiledMutant> {
    const { sierraVersion, program, registry } = this.#checked;
    try {
      const mutated = mutateProgram(program, registry, mutation);
      yield;
      const checked = { sierraVersion, program: mutated, registry: checkRegistry(mutated) };
      yield;
      const casm = yield* checkedSteps(checked, this.#entryPoints);
      return isSameCode(casm, this.#original) ? 'equal' : casm;
    } catch (error) {
      if (error instanceof UnfitChange || error instanceof SierraError) return 'invalid';
      throw error;
    }
  }
}

/** Whether two compiled classes run the same instructions from the same entry points. */
function isSameCode(a: CasmClass, b: CasmClass): boolean {
  if (a.bytecode.length !== b.bytecode.length || a.bytecode.some((word, i) => word !== b.bytecode[i])) return false;
  const types = ['EXTERNAL', 'L1_HANDLER', 'CONSTRUCTOR'] as const;
  return types.every((type) =>
    a.entryPointsByType[type].every(({ offset }, i) => offset === b.entryPointsByType[type][i]?.offset),
  );
}
