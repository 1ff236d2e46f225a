import type { NodeCoverage } from '../chain/environment.ts';
import { platform } from './platform.ts';
import { SandboxOptionError } from './sandboxOptions.ts';

/** What the option `coverage` says: whether code is counted, and in which folder the result is written. */
export async function coverageOf(given: unknown): Promise<Omit<NodeCoverage, 'test'> | undefined> {
  if (given === undefined || given === false) return undefined;
  if (given !== true && (typeof given !== 'string' || given === ''))
    throw new SandboxOptionError("coverage must be true, false, or the path of a folder, such as 'coverage'.");
  const { tools, coverageSaver } = platform("The option 'coverage'");
  const collector = (await tools()).coverageCollector();
  return { collector, save: given === true ? undefined : coverageSaver(given) };
}
