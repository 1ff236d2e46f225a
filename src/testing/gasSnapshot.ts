import { changeText, readIfExists } from '../platform/sharedText.ts';
import {
  formatGasSnapshot,
  gasChange,
  parseGasSnapshot,
  percentChange,
  readPercent,
} from '../tools/gas/gasSnapshot.ts';
import { explanationOf, outcomeOf, requireExecuted, withExplanation } from './outcome.ts';
import type { Verdict } from './verdict.ts';

/** Where gas snapshots are. */
export interface GasSnapshotOptions {
  /** The file. Default: `.gas-snapshot` in the working folder. */
  readonly file?: string | undefined;
  /** By how many percent the gas may differ. Default: STARBOX_GAS_TOLERANCE, or 0. */
  readonly tolerance?: number | undefined;
}

const DEFAULT_FILE = '.gas-snapshot';

/**
 * Whether a transaction uses the L2 gas that the snapshot says. A name that is not in the file is added to it, except where the
 * environment says that this is a CI run: there it fails. `STARBOX_GAS_SNAPSHOT=update` replaces what is in the file.
 */
export async function checkGasSnapshot(
  received: unknown,
  name: string,
  { file = DEFAULT_FILE, tolerance }: GasSnapshotOptions = {},
): Promise<Verdict> {
  if (typeof name !== 'string' || name.trim() !== name || name === '' || /[\r\n]/.test(name) || name.startsWith('#'))
    throw new TypeError('The name of a gas snapshot must be one line that does not start with #.');
  const executed = await requireExecuted(await outcomeOf(received));
  const gas = BigInt(executed.receipt.execution_resources.l2_gas);
  const isUpdate = readMode(process.env['STARBOX_GAS_SNAPSHOT']);
  const isCi = process.env['CI'];
  const most = tolerance ?? readTolerance(process.env['STARBOX_GAS_TOLERANCE']);
  const known = readSnapshot(file, await readIfExists(file)).get(name);
  if (known === gas) return { pass: true, message: `Expected '${name}' not to use ${gas} L2 gas.` };
  if (known !== undefined && !isUpdate && Math.abs(percentChange(known, gas)) <= most)
    return { pass: true, message: `Expected '${name}' to differ by more than ${most} % from ${known} L2 gas.` };
  if (isUpdate || (known === undefined && !isCi)) {
    await changeText(file, (text) => formatGasSnapshot(new Map([...readSnapshot(file, text), [name, gas]])));
    return { pass: true, message: `Expected '${name}' not to be written to ${file}.` };
  }
  const message =
    known === undefined
      ? `${file} has no '${name}', which used ${gas} L2 gas. Run the tests outside of CI and commit the file.`
      : `'${name}' used ${gas} L2 gas, and ${file} says ${known}: ${gasChange(known, gas)}. If this is right, run the tests with STARBOX_GAS_SNAPSHOT=update and commit the file.`;
  return { pass: false, message: withExplanation(message, await explanationOf(executed)) };
}

/** Whether the environment asks for an update. A value that is not known would be ignored, and tests would fail for no visible reason. */
function readMode(value: string | undefined): boolean {
  if (value === undefined || value === '') return false;
  if (value === 'update') return true;
  throw new Error(
    `STARBOX_GAS_SNAPSHOT is '${value}'. Its only value is update, which writes the present gas to the file; without the variable, tests check it.`,
  );
}

function readTolerance(value: string | undefined): number {
  if (value === undefined || value === '') return 0;
  const percent = readPercent(value);
  if (percent === undefined)
    throw new Error(`STARBOX_GAS_TOLERANCE is '${value}', and must be a percentage such as 1%.`);
  return percent;
}

function readSnapshot(file: string, text = ''): ReadonlyMap<string, bigint> {
  try {
    return parseGasSnapshot(text);
  } catch (error) {
    throw new Error(`${file} cannot be read. ${(error as Error).message}`);
  }
}
