import type { SierraClass } from '../sierra/class/sierraClass.ts';
import type { DeclaredClass } from './declaredClass.ts';

/** Compiled classes of earlier runs, by a key of their content (`contentKey`). It never fails: what it cannot find is compiled. */
export interface ClassCache {
  find(key: string, definition: SierraClass): Promise<DeclaredClass | undefined>;
  save(key: string, compiled: DeclaredClass): void;
}
