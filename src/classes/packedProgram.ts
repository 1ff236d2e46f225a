import { restIfDue } from '../async/turns.ts';
import { isObject, JsonError, type JsonObject } from '../json/json.ts';
import { buildJsonInSlices, checkJsonInSlices } from '../json/parseJson.ts';
import { readStream } from '../json/readStream.ts';
import { limits, requestJson } from '../protocol/limits.ts';
import { readBase64 } from '../text/base64.ts';
import { ClassError } from './classError.ts';

/** The bytes that packed programs may still unpack to. All classes of a request share one budget, so that many small ones cannot exceed it. */
export interface UnpackBudget {
  bytes: number;
  values: number;
}

export const unpackBudget = (): UnpackBudget => ({ bytes: limits.unpackedBytes, values: requestJson.values });

/** Reads the program of a Cairo 0 class in the form of the API: gzipped JSON in base64. Numbers are exact. */
export async function readPackedProgram(packed: string, budget: UnpackBudget): Promise<JsonObject> {
  const bytes = await unpack(packed, budget);
  try {
    const check = await checkJsonInSlices(bytes, { ...requestJson, values: budget.values }, restIfDue);
    budget.values -= check.values;
    const program = await buildJsonInSlices(bytes, check, restIfDue);
    if (isObject(program)) return program;
    throw new ClassError('The packed program of the class is no JSON object.');
  } catch (error) {
    if (error instanceof JsonError)
      throw new ClassError(`The packed program of the class cannot be read: ${error.message}.`);
    throw error;
  }
}

/** Unpacks a program. A few bytes can unpack to gigabytes, so it stops at the budget. */
async function unpack(packed: string, budget: UnpackBudget): Promise<Uint8Array> {
  // A packed program is smaller than the unpacked one, unless a hostile client wants us to decode megabytes.
  if (packed.length > 2 * budget.bytes) throw tooLarge();
  const zipped = readBase64(packed);
  if (!zipped) throw new ClassError('The program of the class is not in base64.');
  const unpacked = new Blob([zipped]).stream().pipeThrough(new DecompressionStream('gzip'));
  const bytes = await readStream(unpacked, budget.bytes).catch((error: Error) => {
    throw new ClassError(`The program of the class is not gzipped: ${error.message}.`);
  });
  if (!bytes) throw tooLarge();
  budget.bytes -= bytes.length;
  return bytes;
}

const tooLarge = () =>
  new ClassError(`The packed programs hold more than ${limits.unpackedBytes} bytes when they are unpacked.`);
