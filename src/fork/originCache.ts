import type { CacheFiles } from '../classes/cacheFiles.ts';
import type { Felt } from '../felt/felt.ts';
import type { FeltKey } from '../felt/key.ts';
import type { StateItem } from '../state/need.ts';
import type { ClassAnswer } from './originClass.ts';

/** The files of the fork cache, some of which grow. */
export interface GrowingCacheFiles extends CacheFiles {
  append(name: string, text: string): Promise<void>;
}

/** A cache of an origin's answers about the forked block, from this and earlier runs. */
export interface OriginCache {
  values(): Iterable<readonly [Exclude<StateItem, { kind: 'class' }>, FeltKey]>;
  addValue(item: Exclude<StateItem, { kind: 'class' }>, value: FeltKey): void;
  readClass(classHash: Felt): Promise<ClassAnswer | undefined>;
  addClass(classHash: Felt, answer: ClassAnswer): void;
  /** The cached answer to a request, by the text of the request. */
  answer(request: string): string | undefined;
  addAnswer(request: string, answer: string): void;
  /** Writes everything that has not been written yet. */
  flush(): Promise<void>;
}
