import { finish } from '../../async/steps.ts';
import type { EntryPointType } from '../../cairo/casm.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import type { RunnableClass } from '../../classes/runnableClass.ts';
import { sierraRunnable } from '../../classes/sierraDeclaredClass.ts';
import { formatFelt } from '../../felt/felt.ts';
import { MutantCompiler } from '../../tools/mutants/compileMutant.ts';
import { readMutation } from '../../tools/mutants/mutation.ts';
import type { PlannedMutant } from '../../tools/mutants/plan.ts';

/** What of a planned mutant its code depends on. */
type ChangedClass = Omit<PlannedMutant, 'worker'>;

/** A mutant in its executable form, or why there is none. */
type MutantCode = RunnableClass | 'equal' | 'invalid';

/** The mutants whose code is kept. Survivors are tried by many tests. */
const MAX_KEPT = 300;

/** The classes of a process, of which one may run as a mutant. The class hash stays that of the original. */
export class ActiveMutant {
  readonly #declared = new Map<string, { readonly declared: DeclaredClass; compiler?: MutantCompiler }>();
  /** The least recently used one first. */
  readonly #codes = new Map<string, MutantCode>();
  #active: ChangedClass | undefined;

  /** Makes one class run as a mutant from now on; undefined: all run as they are. */
  set(mutant: ChangedClass | undefined): void {
    this.#active = mutant;
  }

  /** The active mutant. */
  get mutant(): ChangedClass | undefined {
    return this.#active;
  }

  /** Whether a class was declared in this process. */
  has(classHash: string): boolean {
    return this.#declared.has(classHash);
  }

  /** Whether the active mutant has code of its own; undefined while its class is not known. */
  get state(): 'equal' | 'invalid' | 'mutant' | undefined {
    const code = this.#active && this.#codeOf(this.#active);
    return typeof code === 'object' ? 'mutant' : code;
  }

  /** Drops the code of a mutant that is not tried again. */
  forget({ id }: ChangedClass): void {
    this.#codes.delete(id);
  }

  /** A class as nodes have it. What they execute is the mutant while it is active. */
  readonly replace = (declared: DeclaredClass): DeclaredClass => {
    if (declared.definition.kind !== 'sierra') return declared;
    const classHash = formatFelt(declared.classHash);
    if (!this.#declared.has(classHash)) this.#declared.set(classHash, { declared });
    const runnable = () => {
      const code = this.#active?.classHash === classHash ? this.#codeOf(this.#active) : undefined;
      return typeof code === 'object' ? code : declared.runnable;
    };
    const { compiledClassHash, definition, size } = declared;
    return {
      classHash: declared.classHash,
      compiledClassHash,
      definition,
      size,
      get casm() {
        return declared.casm;
      },
      get runnable() {
        return runnable();
      },
    };
  };

  #codeOf(mutant: ChangedClass): MutantCode | undefined {
    const code = this.#codes.get(mutant.id) ?? this.#compile(mutant);
    if (code === undefined) return undefined;
    this.#codes.delete(mutant.id);
    this.#codes.set(mutant.id, code);
    if (this.#codes.size > MAX_KEPT) this.#codes.delete(this.#codes.keys().next().value!);
    return code;
  }

  // Without a pause: it is compiled where its code is needed, and takes some ten milliseconds.
  #compile({ classHash, change }: ChangedClass): MutantCode | undefined {
    const entry = this.#declared.get(classHash);
    const definition = entry?.declared.definition;
    if (!entry || definition?.kind !== 'sierra') return undefined;
    const mutation = readMutation(change);
    if (!mutation) return 'invalid';
    entry.compiler ??= new MutantCompiler(definition);
    const compiled = finish(entry.compiler.steps(mutation));
    if (typeof compiled === 'string') return compiled;
    return withEntryPoints(entry.declared.runnable, sierraRunnable(definition.sierraProgram, compiled));
  }
}

/** A class some of whose entry points run another program. */
function withEntryPoints(original: RunnableClass, changed: RunnableClass): RunnableClass {
  const { program, entryPoints } = changed;
  const replaced = (type: EntryPointType) => {
    const own = new Map(entryPoints[type].map((entryPoint) => [entryPoint.selector, { ...entryPoint, program }]));
    return original.entryPoints[type].map((entryPoint) => own.get(entryPoint.selector) ?? entryPoint);
  };
  return {
    ...original,
    entryPoints: {
      EXTERNAL: replaced('EXTERNAL'),
      L1_HANDLER: replaced('L1_HANDLER'),
      CONSTRUCTOR: replaced('CONSTRUCTOR'),
    },
  };
}
