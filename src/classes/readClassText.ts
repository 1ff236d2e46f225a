import { parseJson } from '../json/parseJson.ts';
import { sourceLimits } from '../protocol/sourceLimits.ts';
import { ClassError } from './classError.ts';
import type { ClassDefinition } from './declaredClass.ts';
import { readClass } from './readClass.ts';

/** Reads the text of a class file. The hash of a Cairo 0 class covers the digits of its numbers, so they are read exactly. */
export function readClassText(text: string): ClassDefinition {
  let json: unknown;
  try {
    json = parseJson(text, sourceLimits.fileJson);
  } catch (error) {
    throw new ClassError(`The class is not JSON: ${(error as Error).message}.`);
  }
  return readClass(json);
}
