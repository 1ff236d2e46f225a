import type { Felt } from '../felt/felt.ts';
import type { FeltKey } from '../felt/key.ts';
import type { StateItem } from '../state/need.ts';
import type { ClassAnswer } from './originClass.ts';

/** What an origin answered in earlier runs about the block that is forked at, and where new answers are kept. */
export interface KeptAnswers {
  values(): Iterable<readonly [Exclude<StateItem, { kind: 'class' }>, FeltKey]>;
  keepValue(item: Exclude<StateItem, { kind: 'class' }>, value: FeltKey): void;
  readClass(classHash: Felt): Promise<ClassAnswer | undefined>;
  keepClass(classHash: Felt, answer: ClassAnswer): void;
  /** The answer to a request about the past, by the request's text. */
  answer(request: string): string | undefined;
  keepAnswer(request: string, answer: string): void;
  /** Writes what is still to be written. */
  flush(): Promise<void>;
}
