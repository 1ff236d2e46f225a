import { realpath } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { ioReason } from '../../platform/ioReason.ts';
import { readRegular } from '../../platform/regularFile.ts';
import { percentChange } from '../../tools/gas/gasSnapshot.ts';
import type { Profile } from '../../tools/profile/profile.ts';
import { type ProfileDiff, profileDiff } from '../../tools/profile/profileDiff.ts';
import { readPprof } from '../../tools/profile/readPprof.ts';
import { readSpeedscope } from '../../tools/profile/readSpeedscope.ts';
import { UnfitProfileError } from '../../tools/profile/readStacks.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { askProfile } from './askProfile.ts';
import { optionsHelp } from './commandOptions.ts';
import { readFailOver } from './failOver.ts';
import { type CommandArguments, readArguments } from './readArguments.ts';

const HELP = `Compare two profiles: which functions use more L2 gas, and which less

Usage: starbox profile-diff [OPTIONS] BEFORE AFTER

  BEFORE, AFTER  a file that 'starbox profile -o' wrote (.pb or .json), the hash of a transaction of the running node, or - for
                 the standard input

The largest changes come first. The changes of the functions' own gas add up to the difference of the receipts.

Options:
${optionsHelp('profile-diff')}
Examples:
  starbox profile 0x2a91… -o before.pb
  starbox profile-diff before.pb 0x5c0e…
  starbox profile-diff 0x2a91… 0x5c0e…
  starbox profile-diff before.pb after.pb --fail-over 1
`;

/** `starbox profile-diff BEFORE AFTER`. */
export async function profileDiffCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('profile-diff', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const [before, after, ...rest] = read.words;
  if (before === undefined || after === undefined || rest.length > 0)
    throw new UsageError(`profile-diff takes two profiles, files or hashes; see 'starbox profile-diff --help'`);
  if (before === '-' && after === '-') throw new UsageError('only one of the profiles can be the standard input');
  const most = readFailOver(read.own['fail-over'] as string | undefined);
  const diff = profileDiff(await profileIn(before, read), await profileIn(after, read));
  process.stdout.write(read.json ? `${JSON.stringify(jsonOf(diff), null, 2)}\n` : diff.text);
  const grown = percentChange(diff.before, diff.after);
  if (most === undefined || grown <= most) return 0;
  process.stderr.write(`The L2 gas grew by ${grown.toFixed(2)} %, and --fail-over allows ${most} %.\n`);
  return 1;
}

const MAX_BYTES = 2 ** 28;

const readProfileFile = async (path: string): Promise<Buffer> =>
  readRegular(await realpath(path), MAX_BYTES, 'the largest profile');

async function profileIn(source: string, read: CommandArguments): Promise<Profile> {
  if (/^0x[0-9a-fA-F]{1,64}$/.test(source)) {
    const { content } = await askProfile(await read.node(), { transaction_hash: source, format: 'pprof' });
    return readPprof(Buffer.from(content, 'base64'));
  }
  const bytes = await (source === '-' ? buffer(process.stdin) : readProfileFile(source)).catch((error: unknown) => {
    throw new StartError(`${source} cannot be read: ${ioReason(error)}`);
  });
  try {
    return profileOf(bytes);
  } catch (error) {
    if (!(error instanceof UnfitProfileError)) throw error;
    throw new StartError(
      `${source} is not a profile of L2 gas. 'starbox profile -o FILE' writes one, if FILE ends with .pb or .json.`,
    );
  }
}

/** Reads a file of pprof, compressed or not, or of speedscope. */
function profileOf(bytes: Buffer): Profile {
  if (bytes[0] === 0x7b) return readSpeedscope(bytes.toString());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return readPprof(bytes);
  let content: Buffer;
  try {
    content = gunzipSync(bytes, { maxOutputLength: MAX_BYTES });
  } catch {
    throw new UnfitProfileError();
  }
  return readPprof(content);
}

const jsonOf = ({ before, after, change, functions, unchanged }: ProfileDiff) => ({
  l2_gas: { before: Number(before), after: Number(after), change: Number(change) },
  functions: functions.map(({ name, own, withCalls }) => ({ name, own, with_calls: withCalls })),
  unchanged,
});
