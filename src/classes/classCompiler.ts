import { compileClass } from './compileClass.ts';
import type { ClassDefinition, DeclaredClass } from './declaredClass.ts';

/** Compiles each class once: whoever brings the same definition again gets the same class. */
export class ClassCompiler {
  readonly #compiled = new WeakMap<ClassDefinition, Promise<DeclaredClass>>();

  compile(definition: ClassDefinition): Promise<DeclaredClass> {
    let compiled = this.#compiled.get(definition);
    if (!compiled) {
      compiled = Promise.resolve().then(() => compileClass(definition));
      this.#compiled.set(definition, compiled);
    }
    return compiled;
  }

  /** Compiles without waiting, for a start. */
  compileNow(definition: ClassDefinition): DeclaredClass {
    return compileClass(definition);
  }
}
