import type { MeasuredCalls, MeasuredFunction } from './measuredCalls.ts';
import type { SampledValues } from './sample.ts';

/** The first member of the file, by which it is recognised. */
const MARK = 'starboxGas';
const VERSION = 1;

/** What a process measured as a text, to be joined with that of others. */
export const encodeMeasuredCalls = ({ functions, leftOut }: MeasuredCalls): string =>
  JSON.stringify({ [MARK]: VERSION, functions, leftOut });

/** Reads what `encodeMeasuredCalls` wrote; undefined if a text is anything else. */
export function decodeMeasuredCalls(source: string): MeasuredCalls | undefined {
  try {
    const json = JSON.parse(source) as MeasuredCalls & { readonly [MARK]?: unknown };
    const isFit =
      json[MARK] === VERSION &&
      isCount(json.leftOut) &&
      Array.isArray(json.functions) &&
      json.functions.every(isFunction);
    return isFit ? { functions: json.functions, leftOut: json.leftOut } : undefined;
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isFunction = (row: MeasuredFunction): boolean =>
  [row.contract, row.classHash, row.name].every((text) => typeof text === 'string') &&
  isCount(row.failed) &&
  [row.l2Gas, row.steps, row.storageReads, row.storageWrites, ...Object.values(row.builtins)].every(isSample);

const isSample = ({ count, min, max, stride, kept }: SampledValues): boolean =>
  [count, min, max, stride].every(isCount) && count > 0 && kept.length > 0 && kept.every(isCount);
