import { ClassLibrary } from '../../classes/classLibrary.ts';
import type { ClassDefinition, DeclaredClass } from '../../classes/declaredClass.ts';

/** Compiles classes as another library does, and lets their executable form be replaced. */
export class MutantLibrary extends ClassLibrary {
  readonly #inner: ClassLibrary;
  readonly #replace: (declared: DeclaredClass) => DeclaredClass;
  readonly #ofDefinitions = new WeakMap<ClassDefinition, Promise<DeclaredClass>>();

  constructor(inner: ClassLibrary, replace: (declared: DeclaredClass) => DeclaredClass) {
    super();
    this.#inner = inner;
    this.#replace = replace;
  }

  override compile(
    definition: ClassDefinition,
    options: { readonly isAwaitedByExecution?: boolean } = {},
  ): Promise<DeclaredClass> {
    let compiled = this.#ofDefinitions.get(definition);
    if (!compiled) {
      compiled = this.#inner.compile(definition, options).then(this.#replace);
      this.#ofDefinitions.set(definition, compiled);
    }
    return compiled;
  }

  override flush(): Promise<void> {
    return this.#inner.flush();
  }
}
