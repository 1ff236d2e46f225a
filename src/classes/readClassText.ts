import { type ExactJson, ExactNumber, parseExactJson } from '../sierra/hash/exactJson.ts';
import { ClassError } from './classError.ts';
import type { ClassDefinition } from './declaredClass.ts';
import { readDefinition } from './readDefinition.ts';

/**
 * Reads the text of a class file. The hash of a Cairo 0 class covers the digits of its numbers, some beyond 2^53,
 * so such a file is read exactly: large integers arrive as bigint.
 */
export function readClassText(text: string): ClassDefinition {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ClassError(`The class is not JSON: ${(error as Error).message}.`);
  }
  const isCairo0 = typeof json === 'object' && json !== null && 'program' in json;
  return readDefinition(isCairo0 ? plain(parseExactJson(text)) : json);
}

/** Exact JSON as plain values. */
function plain(value: ExactJson): unknown {
  if (value instanceof ExactNumber) {
    const number = Number(value.text);
    return /^-?\d+$/.test(value.text) && !Number.isSafeInteger(number) ? BigInt(value.text) : number;
  }
  if (value instanceof Map) {
    // A null prototype: a key of a file may be called __proto__.
    const object: Record<string, unknown> = Object.create(null);
    for (const [key, inner] of value) object[key] = plain(inner);
    return object;
  }
  return Array.isArray(value) ? value.map(plain) : value;
}
