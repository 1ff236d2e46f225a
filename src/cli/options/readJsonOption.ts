import { type Json, JsonError } from '../../json/json.ts';
import { parseJson } from '../../json/parseJson.ts';
import type { OptionName } from '../../options/options.ts';
import { ValueError } from '../../options/values.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { readTextSync, UnfitFileError } from '../../platform/regularFile.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { writeWords } from '../../protocol/message.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { commandHints } from './hints.ts';
import { wrongValue } from './parseOptions.ts';

/** Values are quoted in errors, and JSON may be long. */
const SHOWN = 80;

/** Reads the value of an option: JSON, which begins with a brace or a bracket, or the path of a file with it. */
export function readJsonOption<T>(
  name: OptionName,
  value: string,
  source: string | undefined,
  read: (json: Json) => T,
): T {
  try {
    const text = /^\s*[[{]/.test(value) ? value : readTextSync(value, sourceLimits.optionFileBytes);
    return read(parseJson(text, sourceLimits.optionJson));
  } catch (error) {
    const shown = value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value;
    throw wrongValue(name, shown, new ValueError(reasonOf(error)), source);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof UnfitFileError) return error.message;
  if (error instanceof JsonError) return `this is no JSON: ${error.message}`;
  if (error instanceof ChainError) return writeWords(error.words, commandHints);
  return ioReason(error);
}
