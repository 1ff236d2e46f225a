import type { GasReport, ReportedFunction } from './gasReport.ts';
import { type SampledValues, spreadOf } from './sample.ts';

/** What the calls of a function used in one process, inner calls included. */
export interface MeasuredFunction {
  readonly contract: string;
  readonly classHash: string;
  readonly name: string;
  readonly failed: number;
  readonly l2Gas: SampledValues;
  readonly steps: SampledValues;
  readonly storageReads: SampledValues;
  readonly storageWrites: SampledValues;
  readonly builtins: Readonly<Record<string, SampledValues>>;
}

/** What the calls in one process used. */
export interface MeasuredCalls {
  readonly functions: readonly MeasuredFunction[];
  /** The number of calls of functions for which there was no room. */
  readonly leftOut: number;
}

/** The report of what several processes measured, sorted by contract and function. */
export function gasReportOf(parts: readonly MeasuredCalls[]): GasReport {
  const groups = new Map<string, MeasuredFunction[]>();
  for (const measured of parts.flatMap(({ functions }) => functions)) {
    const key = `${measured.classHash} ${measured.name}`;
    const group = groups.get(key);
    if (group) group.push(measured);
    else groups.set(key, [measured]);
  }
  const functions = [...groups.values()].map(reportedFunction);
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  functions.sort((a, b) => order(a.contract, b.contract) || order(a.name, b.name) || order(a.classHash, b.classHash));
  return { functions, leftOut: sum(parts, ({ leftOut }) => leftOut) };
}

const sum = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((total, value) => total + of(value), 0);

/** The row of a function that several processes measured. */
function reportedFunction(group: readonly MeasuredFunction[]): ReportedFunction {
  const { contract, classHash, name } = group[0]!;
  const builtins = [...new Set(group.flatMap((part) => Object.keys(part.builtins)))].sort();
  return {
    contract,
    classHash,
    name,
    calls: sum(group, ({ l2Gas }) => l2Gas.count),
    failed: sum(group, ({ failed }) => failed),
    l2Gas: spreadOf(group.map(({ l2Gas }) => l2Gas)),
    steps: spreadOf(group.map(({ steps }) => steps)),
    storageReads: spreadOf(group.map(({ storageReads }) => storageReads)),
    storageWrites: spreadOf(group.map(({ storageWrites }) => storageWrites)),
    builtins: Object.fromEntries(
      builtins.map((builtin) => [builtin, spreadOf(group.flatMap((part) => part.builtins[builtin] ?? []))]),
    ),
  };
}
