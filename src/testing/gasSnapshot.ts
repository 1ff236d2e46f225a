import { formatGasSnapshot, gasChange, parseGasSnapshot } from '../execution/gasReport/gasSnapshot.ts';
import { changeText, readIfExists } from '../platform/sharedText.ts';
import { explanationOf, outcomeOf, requireExecuted, withExplanation } from './outcome.ts';
import type { Verdict } from './verdict.ts';

/** Where gas snapshots are. */
export interface GasSnapshotOptions {
  /** The file; `.gas-snapshot` in the working folder unless it is given. */
  readonly file?: string | undefined;
}

const DEFAULT_FILE = '.gas-snapshot';

/**
 * Whether a transaction uses the L2 gas that the snapshot says. A name that is not in the file is added to it, except where the
 * environment says that this is a CI run: there it fails. `STARBOX_GAS_SNAPSHOT=update` replaces what is in the file.
 */
export async function checkGasSnapshot(
  received: unknown,
  name: string,
  { file = DEFAULT_FILE }: GasSnapshotOptions = {},
): Promise<Verdict> {
  if (typeof name !== 'string' || name.trim() !== name || name === '' || /[\r\n]/.test(name) || name.startsWith('#'))
    throw new TypeError('The name of a gas snapshot must be one line that does not start with #.');
  const executed = requireExecuted(await outcomeOf(received));
  const gas = BigInt(executed.receipt.execution_resources.l2_gas);
  const { STARBOX_GAS_SNAPSHOT: mode, CI: isCi } = process.env;
  const known = readSnapshot(file, await readIfExists(file)).get(name);
  if (known === gas) return { pass: true, message: `Expected '${name}' not to use ${gas} L2 gas.` };
  if (mode === 'update' || (known === undefined && !isCi)) {
    await changeText(file, (text) => formatGasSnapshot(new Map([...readSnapshot(file, text), [name, gas]])));
    return { pass: true, message: `Expected '${name}' not to be written to ${file}.` };
  }
  const message =
    known === undefined
      ? `${file} has no '${name}', which used ${gas} L2 gas. Run the tests outside of CI and commit the file.`
      : `'${name}' used ${gas} L2 gas, and ${file} says ${known}: ${gasChange(known, gas)}. If this is right, run the tests with STARBOX_GAS_SNAPSHOT=update and commit the file.`;
  return { pass: false, message: withExplanation(message, await explanationOf(executed)) };
}

function readSnapshot(file: string, text = ''): ReadonlyMap<string, bigint> {
  try {
    return parseGasSnapshot(text);
  } catch (error) {
    throw new Error(`${file} cannot be read. ${(error as Error).message}`);
  }
}
