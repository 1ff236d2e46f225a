import type { Hub } from '../../sandbox/hub.ts';
import type { Rebuild } from '../../sandbox/watch/rebuild.ts';
import type { LayoutChanges } from '../../tools/storage/storageLayout.ts';
import { platform } from '../platform.ts';
import { type FeltLike, type Hex, readFelt, toHex, wrongValue } from '../values.ts';

/** A class that was built again, and what that changed in the sandbox. */
export interface RebuiltClass {
  readonly contractName: string;
  /** The class file. */
  readonly path: string;
  readonly classHash: Hex;
  /** The contracts that run the class from now on, with the classes that they ran before. */
  readonly contracts: readonly { readonly address: Hex; readonly from: Hex }[];
  /** What changed in the storage layout, as far as names and types are known. */
  readonly storage: LayoutChanges;
  /** Whether the constructor has other parameters. It does not run again. */
  readonly isConstructorChanged: boolean;
  /** Whether the network would refuse the class because of its size. */
  readonly isTooLarge: boolean;
}

/** How build output is followed. */
export interface WatchOptions {
  /** Contract names with the contract that always runs the newest build. Default: all that run an earlier build. */
  readonly contracts?: { readonly [name: string]: FeltLike } | undefined;
  /** Called with a sentence about a build that cannot be used. Default: `console.warn`. */
  readonly onProblem?: ((text: string) => void) | undefined;
}

/** Build output that is being followed. */
export interface BuildWatch {
  /** Ends it; the sandbox goes on. */
  close(): Promise<void>;
}

/** Follows the builds in folders, and tells of each class that was built again. */
export function watchFolders(
  hub: Hub,
  folders: string | readonly string[] | undefined,
  { contracts = {}, onProblem = console.warn }: WatchOptions,
  rebuilt: (rebuild: RebuiltClass) => void,
): Promise<BuildWatch> {
  const list = typeof folders === 'string' ? [folders] : folders;
  if (list !== undefined && !(Array.isArray(list) && list.every((folder) => typeof folder === 'string')))
    throw wrongValue('the folder', "the path of a folder with build output, such as 'target/dev', or a list", folders);
  const watched = Object.entries(contracts).map(([name, address]) => ({
    name,
    address: readFelt(address, `contracts.${name}`),
  }));
  const reports = { rebuilt: (rebuild: Rebuild) => rebuilt(publicForm(rebuild)), problem: onProblem };
  return platform('box.watch()').watch(hub, list, watched, reports);
}

const publicForm = (rebuild: Rebuild): RebuiltClass => ({
  ...rebuild,
  classHash: toHex(rebuild.classHash),
  contracts: rebuild.contracts.map(({ address, from }) => ({ address: toHex(address), from: toHex(from) })),
});
