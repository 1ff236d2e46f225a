import type { TextParts } from './textParts.ts';

/** A value whose JSON is written already. Long results of methods are, because writing them at once is faster than building objects first. */
export class WrittenJson<T> {
  readonly parts: TextParts;
  /** Whether it is in the version of the specification that the client speaks, so that nothing has to be removed. */
  readonly isInSpec: boolean;

  constructor(text: string | TextParts, { isInSpec = false } = {}) {
    this.parts = typeof text === 'string' ? [text] : text;
    this.isInSpec = isInSpec;
  }

  get text(): string {
    return this.parts.length === 1 ? this.parts[0]! : this.parts.join('');
  }

  /** The value. All its numbers must be below 2^53. */
  get value(): T {
    return JSON.parse(this.text);
  }

  /** For a writer that does not know of this class. */
  toJSON(): T {
    return this.value;
  }
}

/** The type of a value, whether it is written already or not. */
export type Unwritten<T> = T extends WrittenJson<infer V> ? V : T;

/** The value itself, if it is not written already. */
export const unwritten = <T>(value: T): Unwritten<T> =>
  (value instanceof WrittenJson ? value.value : value) as Unwritten<T>;
