import { finish, type Steps } from '../../async/steps.ts';
import type { CasmClass } from '../../cairo/casm.ts';
import { checkRegistry, type Registry } from '../../sierra/check/registry.ts';
import type { SierraClass } from '../../sierra/class/sierraClass.ts';
import { checkedProgram, checkedSteps } from '../../sierra/compileContract.ts';
import type { Program, Version } from '../../sierra/program.ts';
import { SierraError } from '../../sierra/sierraError.ts';
import { UnfitChange } from './changing.ts';
import { mutateProgram } from './mutateProgram.ts';
import { anchorOf, type Mutation } from './mutation.ts';
import { type ProgramPart, ProgramParts } from './programParts.ts';

/**
 * The compiled form of a mutant, with the entry points that run other code than before alone; `equal` if none does, `invalid` if there is no
 * such program.
 */
export type CompiledMutant = CasmClass | 'equal' | 'invalid';

/** A part of the original program with its compiled form. */
interface CompiledPart {
  readonly part: ProgramPart;
  readonly registry: Registry;
  readonly casm: CasmClass;
}

/** Compiles the mutants of a class. Its program is read once, and of each mutant only the part that can run it is compiled. */
export class MutantCompiler {
  readonly #sierraVersion: Version;
  readonly #parts: ProgramParts;
  readonly #compiled = new Map<ProgramPart, CompiledPart>();

  constructor(definition: SierraClass) {
    const { sierraVersion, program } = finish(checkedProgram(definition));
    this.#sierraVersion = sierraVersion;
    this.#parts = new ProgramParts(program, definition.entryPointsByType);
  }

  *steps(mutation: Mutation): Steps<CompiledMutant> {
    const part = this.#parts.of(mutation.map(anchorOf));
    if (!part) return 'equal';
    try {
      let original = this.#compiled.get(part);
      if (!original) this.#compiled.set(part, (original = yield* this.#original(part)));
      const mutated = mutateProgram(part.program, original.registry, part.mutation(mutation));
      yield;
      const registry = checkRegistry(mutated);
      yield;
      const casm = yield* this.#compile(mutated, registry, part);
      return isSameCode(casm, original.casm) ? 'equal' : casm;
    } catch (error) {
      if (error instanceof UnfitChange || error instanceof SierraError) return 'invalid';
      throw error;
    }
  }

  *#original(part: ProgramPart): Steps<CompiledPart> {
    const registry = checkRegistry(part.program);
    return { part, registry, casm: yield* this.#compile(part.program, registry, part) };
  }

  #compile(program: Program, registry: Registry, { entryPoints }: ProgramPart): Steps<CasmClass> {
    return checkedSteps({ sierraVersion: this.#sierraVersion, program, registry }, entryPoints);
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
