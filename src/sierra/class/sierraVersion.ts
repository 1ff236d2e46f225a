import { type Felt, feltOfAscii } from '../../felt/felt.ts';
import { LIBFUNCS } from '../libfuncs/libfuncTable.ts';
import { formatVersion, type Program, type Version } from '../program.ts';
import { SierraError } from '../sierraError.ts';
import { isKnownType } from '../types/typeRules.ts';

/** The newest Sierra version that this compiler reads. Newer patches of it are tried too. */
export const NEWEST_SIERRA: Version = { major: 1, minor: 9, patch: 5 };

const OLD_FORMAT = feltOfAscii('0.1.0');
const READS = `This compiler reads Sierra 1.0.0 to ${formatVersion(NEWEST_SIERRA)}`;
const WAY_OUT = 'Update Starbox, or compile with an older Cairo.';

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

/**
 * An error that the program is newer than this compiler, if it may be: it declares a type or libfunc that we do not know, or it
 * could not be decoded and has a newer patch version. Other errors are returned as they are.
 */
export function namingTheVersion(error: unknown, version: Version, program: Program | undefined): unknown {
  if (!(error instanceof SierraError)) return error;
  const unknown = program ? unknownName(program) : error.subject && `the id ${error.subject}`;
  const newer = version.minor === NEWEST_SIERRA.minor && version.patch > NEWEST_SIERRA.patch;
  if (!unknown && (program || !newer)) return error;
  const what = unknown ? `It does not know ${unknown}` : 'It cannot decode the program';
  const text = `${error.message} ${READS}, and the class has Sierra ${formatVersion(version)}. ${what}. ${WAY_OUT}`;
  const { stage, statement, subject } = error;
  return new SierraError(stage, text, {
    ...(statement === undefined ? {} : { statement }),
    ...(subject === undefined ? {} : { subject }),
    cause: error,
  });
}

/** The first type or libfunc of the program that does not exist here. */
function unknownName({ types, libfuncs }: Program): string | undefined {
  const type = types.find(({ generic }) => !isKnownType(generic));
  if (type) return `the type ${type.generic}`;
  const libfunc = libfuncs.find(({ generic }) => !LIBFUNCS.has(generic));
  return libfunc && `the libfunc ${libfunc.generic}`;
}
