// What a JSON text may hold when its integers keep every digit.

/** A number that is not a plain integer, as it was written: `1.5`, `1e30`. */
export class WrittenNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  /** Sends `JSON.stringify` to the exact writer, since it could only round. */
  toJSON(): never {
    throw new TypeError('a written number needs the exact writer');
  }
}

/** What a JSON text may hold: plain integers beyond 2^53 arrive as bigint, other odd numbers as written. */
export type Json = null | boolean | number | bigint | string | WrittenNumber | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a value is a JSON object: no list, null or number. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);
}

/** A text that is not JSON, or larger than its reader takes; the message names the place. */
export class JsonError extends Error {
  override readonly name: string = 'JsonError';
}

/** An object that names a member twice. Well-formed JSON, but readers disagree about what it means, so it is refused. */
export class DuplicateKeyError extends JsonError {
  override readonly name = 'DuplicateKeyError';
  /** How many arrays and objects are around the object. */
  readonly depth: number;
  constructor(message: string, depth: number) {
    super(message);
    this.depth = depth;
  }
}
