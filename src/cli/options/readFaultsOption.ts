import type { NodeConfig } from '../../chain/config.ts';
import { FaultError } from '../../faults/faultError.ts';
import type { FaultSettings } from '../../faults/faultRule.ts';
import { readFaults } from '../../faults/readFaults.ts';
import { JsonError } from '../../json/json.ts';
import { parseJson } from '../../json/parseJson.ts';
import { ValueError } from '../../options/values.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { readTextSync, UnfitFileError } from '../../platform/regularFile.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { writeWords } from '../../protocol/message.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { checkFaults } from '../../rpc/faults/checkFaults.ts';
import { methods } from '../../rpc/methods/index.ts';
import { commandHints } from './hints.ts';
import { wrongValue } from './parseOptions.ts';

/** Values are quoted in errors, and JSON may be long. */
const SHOWN = 80;

/** The faults of `--faults`: JSON, which begins with a brace or a bracket, or the path of a file with it. */
export function readFaultsOption(
  value: string | undefined,
  config: NodeConfig,
  source: string | undefined,
): FaultSettings | undefined {
  if (value === undefined) return undefined;
  try {
    const text = /^\s*[[{]/.test(value) ? value : readTextSync(value, sourceLimits.faultFileBytes);
    const settings = readFaults(parseJson(text, sourceLimits.faultJson));
    checkFaults(settings, methods, config);
    return settings;
  } catch (error) {
    const shown = value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value;
    throw wrongValue('faults', shown, new ValueError(reasonOf(error)), source);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof FaultError || error instanceof UnfitFileError) return error.message;
  if (error instanceof JsonError) return `this is no JSON: ${error.message}`;
  if (error instanceof ChainError) return writeWords(error.words, commandHints);
  return ioReason(error);
}
