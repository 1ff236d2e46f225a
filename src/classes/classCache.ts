import type { SierraClass } from '../sierra/class/sierraClass.ts';
import type { DeclaredClass } from './declaredClass.ts';

/**
 * Compiled classes of earlier runs, by a key of their content (`contentKey`). It never fails: what it cannot find is compiled. Of several
 * processes that look for a class at the same time one compiles it, and the others wait for that.
 */
export interface ClassCache {
  find(key: string, definition: SierraClass): Promise<DeclaredClass | undefined>;
  /** After a class was not found: what it was compiled to. */
  save(key: string, compiled: DeclaredClass): void;
  /** After a class was not found: it cannot be compiled. */
  giveUp(key: string): Promise<void>;
  /** Resolves when all classes are saved. */
  flush(): Promise<void>;
}
