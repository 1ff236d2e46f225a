import { finishInSlices } from '../sierra/steps.ts';
import { ClassStore } from './classStore.ts';
import type { ClassDefinition, DeclaredClass } from './declaredClass.ts';

/** Compiles each class once: whoever brings the same class again, in whatever request, gets the same one. */
export class ClassCompiler {
  readonly #store = new ClassStore();
  readonly #compiled = new WeakMap<ClassDefinition, Promise<DeclaredClass>>();

  /** Compiles in slices of 20 ms, so that requests are answered meanwhile. */
  compile(definition: ClassDefinition): Promise<DeclaredClass> {
    let compiled = this.#compiled.get(definition);
    if (!compiled) {
      compiled = finishInSlices(this.#store.declareSteps(definition));
      this.#compiled.set(definition, compiled);
    }
    return compiled;
  }

  /** Compiles without waiting, for a start. */
  compileNow(definition: ClassDefinition): DeclaredClass {
    return this.#store.declare(definition);
  }
}
