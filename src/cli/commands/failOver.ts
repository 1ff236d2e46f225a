import { readPercent } from '../../tools/gas/gasSnapshot.ts';
import { UsageError } from '../options/usageError.ts';

/** Reads the percentage of `--fail-over`. */
export function readFailOver(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = readPercent(text);
  if (percent === undefined) throw new UsageError(`--fail-over must be a number of percent, such as 1, not '${text}'`);
  return percent;
}
