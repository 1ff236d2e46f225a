import { type Felt, feltOfAscii } from '../../felt/felt.ts';
import { formatVersion, type Version } from '../program.ts';
import { SierraError } from '../sierraError.ts';

/** The newest Sierra version that this compiler reads; the patch number does not matter. */
export const NEWEST_SIERRA: Version = { major: 1, minor: 9, patch: 3 };

const OLD_FORMAT = feltOfAscii('0.1.0');

/** Refuses the format before Sierra 1.0, which has no version header. */
export function refuseUnversioned([first]: readonly Felt[]): void {
  if (first === OLD_FORMAT)
    throw new SierraError(
      'version',
      'Invalid Sierra program. It has the uncompressed format 0.1.0 of the compilers before 1.0; ' +
        'compile the contract again with Cairo 1.1 or newer.',
    );
}

/** Refuses versions newer than this compiler supports. */
export function checkSierraVersion(version: Version): void {
  if (version.major === NEWEST_SIERRA.major && version.minor <= NEWEST_SIERRA.minor) return;
  throw new SierraError(
    'version',
    `Cannot compile Sierra version ${formatVersion(version)} with the current compiler ` +
      `(sierra version: ${formatVersion(NEWEST_SIERRA)}). Update Starbox, or compile with a Cairo that writes Sierra ` +
      `1.0 to ${NEWEST_SIERRA.major}.${NEWEST_SIERRA.minor}.`,
  );
}
