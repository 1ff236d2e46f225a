// What commands share that run another command and join what its processes wrote: `starbox coverage [DIR] [-- COMMAND…]`.
import { mkdir, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ioReason } from '../../platform/ioReason.ts';
import { type ProcessFileKind, processFilesIn, removeProcessFiles } from '../../platform/processFiles.ts';
import { readRegular } from '../../platform/regularFile.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { type CommandArguments, readArguments } from './readArguments.ts';
import { runWith } from './runWith.ts';

/** The words of such a command, read. */
export interface WrappedArguments extends CommandArguments {
  /** The folder in which the processes write. */
  readonly folder: string;
  /** The command that runs first; empty if there is none. */
  readonly command: readonly string[];
}

/** The folder unless one is given. */
const DEFAULT_FOLDER = { coverage: 'coverage', gas: 'gas-report', mutate: 'starbox-mutants' } as const;

/** Reads the words of such a command; undefined if they ask for its help. */
export function readWrapped(name: keyof typeof DEFAULT_FOLDER, args: readonly string[]): WrappedArguments | undefined {
  const end = args.indexOf('--');
  const read = readArguments(name, end < 0 ? args : args.slice(0, end));
  if (!read) return undefined;
  const [folder = DEFAULT_FOLDER[name], ...rest] = read.words;
  if (rest.length > 0)
    throw new UsageError(
      end >= 0
        ? `${name} takes one folder; see 'starbox ${name} --help'`
        : `${name} takes one folder, and -- before a command: starbox ${name} -- ${read.words.join(' ')}`,
    );
  const command = end < 0 ? [] : args.slice(end + 1);
  if (end >= 0 && command.length === 0) throw new UsageError('-- must be followed by the command that runs your tests');
  return { ...read, folder, command };
}

/** Reads the percentage of `--fail-under`. */
export function readPercent(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 100) return value;
  throw new UsageError(`--fail-under must be a number from 0 to 100, not '${text}'`);
}

/** Runs the command, if there is one, with a variable that names the folder. Returns its exit code. */
export async function runCollecting(
  { folder, command, json }: WrappedArguments,
  kind: ProcessFileKind,
  variable: string,
): Promise<number> {
  if (command.length === 0) return 0;
  await removeProcessFiles(folder, kind);
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new StartError(`${folder} cannot be used: ${ioReason(error)}. Choose another folder.`);
  });
  return runWith(command, { [variable]: resolve(folder) }, { json });
}

const MAX_BYTES = 2 ** 28;

/** What processes wrote to a folder, and when, in milliseconds since 1970. */
export async function readProcessFiles<T>(
  folder: string,
  kind: ProcessFileKind,
  decode: (text: string) => T | undefined,
): Promise<readonly { readonly value: T; readonly writtenAt: number }[]> {
  const files: { value: T; writtenAt: number }[] = [];
  for (const path of await processFilesIn(folder, kind).catch(() => [])) {
    const value = decode(await readText(path, kind));
    if (!value) throw new StartError(`${path} is not a ${kind} file of this version of Starbox. Remove it.`);
    files.push({ value, writtenAt: (await stat(path)).mtimeMs });
  }
  return files;
}

const readText = async (path: string, kind: ProcessFileKind): Promise<string> => {
  try {
    return (await readRegular(path, MAX_BYTES, `the largest ${kind} file`)).toString();
  } catch (error) {
    throw new StartError(`${path} cannot be read: ${ioReason(error)}`);
  }
};
