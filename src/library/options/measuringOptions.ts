// The options `coverage` and `gasReport`: whether something is measured, and the folder where it is written. Loaded when one of them is given.

import type { CoverageCollector } from '../../tools/coverage/coverageCollector.ts';
import type { GasCollector } from '../../tools/gas/gasCollector.ts';
import type { SaveFile } from '../../tools/saveFile.ts';
import type { Tools } from '../../tools/tools.ts';
import { platform } from '../platform.ts';
import { SandboxOptionError } from './sandboxOptions.ts';

interface Measuring {
  readonly tools: Tools;
  /** Writes the result to a file, if there is a folder for it. */
  readonly save: SaveFile | undefined;
}

/** How a sandbox measures what calls use; undefined if it does not. */
export async function readGasReport(
  given: unknown,
): Promise<(Measuring & { readonly collector: GasCollector }) | undefined> {
  const read = await readMeasuring(given, 'gasReport', 'gas');
  return read && { ...read, collector: read.tools.gasCollector() };
}

/** How a sandbox counts what code runs; undefined if it does not. */
export async function readCoverage(given: unknown): Promise<CoverageCollector | undefined> {
  const read = await readMeasuring(given, 'coverage', 'coverage');
  return read?.tools.coverageCollector(read.save);
}

async function readMeasuring(given: unknown, name: string, kind: 'coverage' | 'gas'): Promise<Measuring | undefined> {
  if (given === undefined || given === false) return undefined;
  if (given !== true && (typeof given !== 'string' || given === ''))
    throw new SandboxOptionError(`${name} must be true, false, or the path of a folder, such as 'coverage'.`);
  const { tools, fileSaver } = platform(`The option '${name}'`);
  return { tools: await tools(), save: given === true ? undefined : fileSaver(given, kind) };
}
