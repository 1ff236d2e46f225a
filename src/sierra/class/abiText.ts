import { type Json, JsonError } from '../../json/json.ts';
import { writePythonJson } from '../../json/pythonJson.ts';
import { SierraError } from '../sierraError.ts';

const MAX_DEPTH = 100;

/** The text of an ABI as tools put it into a transaction: a text stays as it is, a list is written as Python writes JSON. */
export function abiText(abi: unknown): string {
  if (typeof abi === 'string') return abi;
  if (abi === undefined || abi === null) return '';
  try {
    return writePythonJson(abi as Json, { ascii: false, maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new SierraError('decode', `The ABI cannot be read: ${error.message}. Give it as a text.`);
  }
}
