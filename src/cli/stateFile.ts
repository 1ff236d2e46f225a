// The state file of `--state`: read at start, written at exit.
import { readFileSync } from 'node:fs';
import type { NodeConfig } from '../chain/config.ts';
import { withIngredients } from '../chain/stateFile/decodeState.ts';
import { StateFileError } from '../chain/stateFile/stateFileError.ts';
import type { Files } from '../rpc/files.ts';
import type { Hub } from '../sandbox/hub.ts';
import type { Log } from '../server/log.ts';
import { ioReason } from './ioReason.ts';
import type { Options } from './options.ts';
import { StartError } from './startError.ts';

/** The bytes of the file; undefined when there is none yet. */
export function readStateFile(path: string | undefined): Uint8Array | undefined {
  if (path === undefined) return undefined;
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StartError(`The state file ${path} cannot be read: ${ioReason(error)}.`);
  }
}

/** The configuration with what the file's chain was made of: a seed drawn by chance then must be the same now. */
export async function configureFor(state: Uint8Array, config: NodeConfig, options: Options): Promise<NodeConfig> {
  const pinned = await naming(options.state!, () => withIngredients(config, state));
  if (options.seed !== undefined && options.seed !== pinned.seed)
    throw new StartError(
      `${options.state}: the chain of the state file has seed ${pinned.seed}, not ${options.seed}. Leave --seed out, or choose another file.`,
    );
  return pinned;
}

export function loadState(hub: Hub, state: Uint8Array): Promise<void> {
  return naming(hub.node.config.statePath!, () => hub.loadState(state));
}

export async function writeState(hub: Hub, files: Files, log: Log): Promise<void> {
  const { statePath } = hub.node.config;
  if (statePath === undefined) return;
  try {
    await files.write(statePath, await hub.saveState());
  } catch (error) {
    log.write('error', 'starbox', `The state could not be written to ${statePath}: ${(error as Error).message}`);
  }
}

async function naming<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateFileError) throw new StartError(`${path}: ${error.message}`);
    throw error;
  }
}
