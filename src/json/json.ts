// The values of a JSON text, with every digit of its integers.

/** The text of a number that is not a plain integer: `1.5`, `1e30`. */
export class WrittenNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  /** Makes `JSON.stringify`, which would round, fail, so that `writeJson` uses its exact writer. */
  toJSON(): never {
    throw new TypeError('a written number needs the exact writer');
  }
}

/** A JSON value. Plain integers beyond 2^53 are bigints; numbers with a fraction or an exponent keep their text. */
export type Json = null | boolean | number | bigint | string | WrittenNumber | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a value is a JSON object: not a list, null or a number. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);
}

/** Thrown for a text that is not JSON or exceeds the limits; the message names the position. */
export class JsonError extends Error {
  override readonly name: string = 'JsonError';
}

/** Thrown for an object with the same member twice. It is well-formed JSON, but readers disagree about its meaning. */
export class DuplicateKeyError extends JsonError {
  override readonly name = 'DuplicateKeyError';
  /** The number of arrays and objects around the object. */
  readonly depth: number;
  constructor(message: string, depth: number) {
    super(message);
    this.depth = depth;
  }
}
