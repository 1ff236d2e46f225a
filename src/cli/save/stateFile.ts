// Loads the state file of `--state` at start.
import type { NodeConfig } from '../../chain/config.ts';
import { libraryName } from '../../options/libraryName.ts';
import { optionNames } from '../../options/options.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { LARGEST_BUFFER, readRegular } from '../../platform/regularFile.ts';
import { realPath } from '../../platform/requestPaths.ts';
import type { ExportedOrigin } from '../../rpc/record/exportedAnswers.ts';
import type { Hub } from '../../sandbox/hub.ts';
import { withIngredients } from '../../stateFile/decodeState.ts';
import { type AnswerRow, chainInMoment } from '../../stateFile/momentFile.ts';
import type { Overrides } from '../../stateFile/overrides.ts';
import { StateFileError, StateMismatch } from '../../stateFile/stateFileError.ts';
import { readMomentHead } from '../../text/momentHead.ts';
import { StartError } from '../start/startError.ts';

/** A state file that was read. */
export interface ReadStateFile {
  readonly state: Uint8Array;
  /** Whether it is the file of an exported transaction, which has a state file in it. Nothing is written to it. */
  readonly isExported: boolean;
  /** What the origin of a fork answered, if the file has that. */
  readonly answers?: readonly AnswerRow[] | undefined;
}

/** Reads the file; undefined if it does not exist yet. */
export async function readStateFile(path: string | undefined): Promise<ReadStateFile | undefined> {
  if (path === undefined) return undefined;
  const bytes = await readBytes(path);
  if (!bytes) return undefined;
  if (!readMomentHead(bytes)) return { state: bytes, isExported: false };
  return { ...(await naming(path, () => chainInMoment(bytes))), isExported: true };
}

/** The origin of a fork whose answers are in the file of an exported transaction. */
export async function originInFile(answers: readonly AnswerRow[], path: string): Promise<ExportedOrigin> {
  const { exportedOrigin } = await import('../../rpc/record/exportedAnswers.ts');
  return naming(path, () => exportedOrigin(answers, path));
}

async function readBytes(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readRegular(await realPath(path), LARGEST_BUFFER, 'the largest state file that can be loaded');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StartError(`The state file ${path} cannot be read: ${ioReason(error)}.`);
  }
}

/** The configuration with the values that the chain of the file was created with, such as its random seed. */
export function configureFor(
  path: string,
  state: Uint8Array,
  config: NodeConfig,
  overrides: Overrides,
): Promise<NodeConfig> {
  return naming(path, () => withIngredients(config, state, overrides));
}

export function loadState(path: string, hub: Hub, state: Uint8Array, overrides: Overrides): Promise<void> {
  return naming(path, () => hub.loadState(state, overrides));
}

async function naming<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateMismatch) {
      const option = `--${optionNames.find((name) => libraryName(name) === error.option)}`;
      throw new StartError(
        `${path}: the chain of the state file has ${option} ${error.values}. Leave ${option} out, or choose another file.`,
      );
    }
    if (error instanceof StateFileError) throw new StartError(`${path}: ${error.message}`);
    throw error;
  }
}
